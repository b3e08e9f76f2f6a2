// --latex: what is printed, and that LaTeX takes it.
#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>

#include "command_line/rendered.hpp"
#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;

namespace {

bool has_piece(std::string const& text, std::string const& piece) {
  return text.find(piece) != std::string::npos;
}

// The languages of the RoPE paper's Table 1, and one whose letters are special to LaTeX.
struct latex_input {
  std::vector<std::string> arguments;
  std::string standard_input;
};

// "One of the first three letters occurs", over the ASCII characters that are no letters or digits.
std::string special_letters() {
  std::string const characters = R"(#$%&_{}\^~-'"<>|!?`*+,./:;=@[]())";
  std::string tokens, sink, from_start;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    std::string const comma = i == 0 ? "" : ",";
    bool const escape = characters[i] == '"' || characters[i] == '\\';
    tokens += comma + "\"" + (escape ? "\\" : "") + characters[i] + "\"";
    from_start += comma + (i < 3 ? "1" : "0");
    sink += comma + "1";
  }
  return "{\"alphabet\":[" + tokens +
         "],\"states\":2,\"initial\":0,\"accepting\":[1],\"delta\":[[" + from_start + "],[" + sink +
         "]]}";
}

std::vector<latex_input> latex_inputs() {
  return {{{"--regex", "(ab)*"}, ""},
          {{"--regex", "(aa)*"}, ""},
          {{"--regex", "(..)*", "--alphabet", "ab"}, ""},
          {{"--regex", "a.*", "--alphabet", "ab"}, ""},
          {{"--regex", ".*a", "--alphabet", "ab"}, ""},
          {{"--regex", ".*ab.*", "--alphabet", "abc"}, ""},
          {{"--dfa", "-"}, special_letters()}};
}

std::string in_latex(latex_input const& input, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), input.arguments.begin(), input.arguments.end());
  arguments.emplace_back("--latex");
  auto const ended = invoke(arguments, input.standard_input);
  CAPTURE(arguments);
  CAPTURE(ended.err);
  if (ended.status == 1) return ""; // not in the class
  REQUIRE(ended.status == 0);
  CHECK(ended.out.rfind("% ", 0) == 0);
  CHECK(has_piece(ended.out, "\n% preamble: "));
  return ended.out + "\n\n";
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("formulas, sentences and polynomials stand between dollars") {
    auto const text = [](std::vector<std::string> arguments) {
      arguments.insert(arguments.begin(), {"formula", "--latex"});
      return invoke(arguments).out;
    };
    CHECK(text({"--regex", "a.*", "--alphabet", "ab", "--to", "polynomial"}) ==
          "% --regex 'a.*' over {a, b}, in LTL[P]\n% preamble: \\usepackage{amsmath}\n"
          "$\\texttt{a}\\,\\Sigma^{*}$\n");
    CHECK(has_piece(text({"--regex", "('open' 'shut')*", "--to", "polynomial"}),
                    R"($(\texttt{open} \cdot \texttt{shut})^{*}$)"));
    CHECK(has_piece(text({"--regex", "'open'*'shut'", "--to", "polynomial"}),
                    R"($(\texttt{open})^{*} \cdot \texttt{shut}$)"));
    CHECK(has_piece(text({"--regex", "(ab)*"}), R"($\lnot \mathbf{P}\,(\pi_{\texttt{a}})"));
    CHECK(
        has_piece(text({"--regex", ".*a", "--alphabet", "ab"}), R"(\mathbf{Y}\,\pi_{\texttt{a}})"));
    auto const sentence = text({"--regex", "(ab)*", "--to", "fo"});
    CHECK(has_piece(sentence, R"(\exists x.\,)"));
    CHECK(has_piece(sentence, R"(\mathrm{LEN}^{0}_{2})"));
    CHECK(has_piece(text({"--ltl", "false", "--alphabet", "a", "--to", "polynomial"}),
                    "$\\emptyset$"));
    CHECK(has_piece(text({"--regex", "'50%''_'"}), R"(\pi_{\texttt{50\%}})"));
    CHECK(has_piece(text({"--regex", "'日'"}), "% LuaLaTeX"));
    CHECK_FALSE(has_piece(text({"--regex", "'%'"}), "% LuaLaTeX"));
  }

  TEST_CASE("a name with a line break stays in the comment") {
    auto const ended = invoke({"formula", "--regex", "a\nb", "--latex"});
    std::size_t lines = 0;
    for (char const c : ended.out)
      lines += c == '\n' ? 1 : 0;
    CHECK((ended.status != 0 || lines == 3));
  }

  TEST_CASE("automata are drawn on a ring where dot is missing") {
    std::string const path = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    auto const ring = invoke({"automaton", "--regex", "(ab)*", "--latex"});
    auto const quiet = invoke({"automaton", "--regex", "(ab)*", "--format", "tikz", "--quiet"});
    setenv("PATH", path.c_str(), 1);
    CHECK(ring.status == 0);
    CHECK(has_piece(ring.out, "to[bend left=15] node[letters, auto] {\\texttt{a}} (1);"));
    CHECK(has_piece(ring.err, "ring"));
    CHECK(quiet.out == ring.out);
    CHECK(quiet.err.empty());
  }

  TEST_CASE("--latex goes with no other form of output") {
    for (auto const& arguments :
         std::vector<std::vector<std::string>>{{"formula", "--json"},
                                               {"formula", "--unicode"},
                                               {"classify", "--json"},
                                               {"classify", "--pump", "1"},
                                               {"automaton", "--json"},
                                               {"automaton", "--format", "dot"},
                                               {"monoid", "--json"},
                                               {"monoid", "--format", "svg"}}) {
      auto all = arguments;
      all.insert(all.end(), {"--regex", "a", "--latex"});
      CAPTURE(arguments);
      auto const ended = invoke(all);
      CHECK(ended.status == 2);
      CHECK(has_piece(ended.err, "--latex"));
    }
  }

  TEST_CASE("pdflatex takes everything that --latex prints") {
    std::string document = "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage{tikz}\n"
                           "\\begin{document}\n";
    for (auto const& input : latex_inputs()) {
      for (auto const* to : {"ltl", "fo", "polynomial"})
        document += in_latex(input, {"formula", "--to", to});
      for (auto const* command : {"classify", "automaton", "monoid"})
        document += in_latex(input, {command});
    }
    std::string const path = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    std::string const ring = in_latex(latex_inputs()[5], {"automaton", "--power", "2"});
    setenv("PATH", path.c_str(), 1);
    document += ring + "\\end{document}\n";
    if (!ltlc::session::installed("pdflatex")) {
      MESSAGE("SKIPPED: pdflatex is not installed");
      return;
    }
    ltlc::support::temporary_folder const folder;
    std::ofstream(folder.path() / "all.tex") << document;
    std::string const run = "cd " + folder.path().string() +
                            " && timeout 60 pdflatex -interaction=nonstopmode -halt-on-error "
                            "all.tex > said.txt 2>&1";
    int const status = std::system(run.c_str());
    std::ostringstream said;
    said << std::ifstream(folder.path() / "said.txt").rdbuf();
    bool const no_tikz = has_piece(said.str(), "tikz.sty' not found");
    if (no_tikz) {
      MESSAGE("SKIPPED: TikZ is not installed (Debian: texlive-pictures)");
      return;
    }
    CAPTURE(said.str());
    CHECK(status == 0);
    if (char const* const keep = std::getenv("LTLC_KEEP_LATEX"))
      std::filesystem::copy(folder.path() / "all.tex", keep,
                            std::filesystem::copy_options::overwrite_existing);
  }

} // TEST_SUITE
