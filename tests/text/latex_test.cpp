// Escapes for LaTeX. That LaTeX takes them is tested in command_line/latex_test.cpp.
#include <doctest/doctest.h>

#include "ltlc/text/latex.hpp"

using namespace ltlc;

TEST_SUITE("text") {

  TEST_CASE("the ten special characters of LaTeX never stand bare") {
    CHECK(text::latex_text("#$%&_{}") == R"(\#\$\%\&\_\{\})");
    CHECK(text::latex_text("\\^~") == R"(\textbackslash{}\textasciicircum{}\textasciitilde{})");
    CHECK(text::latex_token("50%") == R"(\texttt{50\%})");
    CHECK(text::latex_token("<a|b>") == R"(\texttt{<a|b>})");
    CHECK(text::latex_token("\"") == R"(\texttt{\char34{}})");
    // Every character by itself, and each twice, with what it would be joined to in between.
    for (int c = 32; c < 127; ++c) {
      std::string const twice(2, static_cast<char>(c));
      for (auto const& out : {text::latex_text(twice), text::latex_token(twice)}) {
        CAPTURE(out);
        int depth = 0;
        for (std::size_t i = 0; i < out.size(); ++i) {
          bool const escaped = i > 0 && out[i - 1] == '\\';
          if (out[i] == '{' && !escaped) ++depth;
          if (out[i] == '}' && !escaped) --depth;
          CHECK(depth >= 0);
          for (char const bare : {'#', '%', '&', '_'})
            CHECK((out[i] != bare || escaped));
          CHECK((out[i] != '^' && out[i] != '~'));
        }
        CHECK(depth == 0);
        for (auto const* ligature : {"--", "?`", "!`"})
          CHECK(out.find(ligature) == std::string::npos);
      }
    }
  }

  TEST_CASE("signs of this library's messages are commands, other characters stay") {
    CHECK(text::latex_text("0 →ab→ 1; ε") == "0 $\\to$ab$\\to$ 1; $\\varepsilon$");
    CHECK(text::latex_text("PFO²[<,MOD]") == "PFO${}^2$[$<$,MOD]");
    CHECK(text::latex_text("日") == "日");
    CHECK(text::latex_knows("0 → 1"));
    CHECK_FALSE(text::latex_knows("日"));
    CHECK_FALSE(text::latex_knows("\xff"));
    CHECK(text::latex_text("").empty());
  }

  TEST_CASE("a comment is one line") {
    CHECK(text::latex_comment("a") == "% a\n");
    auto const comment = text::latex_comment("a\nb\r\\end{document}");
    CHECK(comment.find('\n') == comment.size() - 1);
    CHECK(comment.find('\r') == std::string::npos);
  }

} // TEST_SUITE
