#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/text/alphabet.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using text::alphabet;
using text::span;

namespace {

std::vector<std::string> tokens_of(std::string_view option) {
  auto const made = alphabet::from_option(option);
  REQUIRE(made);
  return made->tokens();
}

span refused(std::string_view option) {
  auto const made = alphabet::from_option(option);
  REQUIRE_FALSE(made);
  CHECK_FALSE(made.error().message.empty());
  return made.error().where;
}

} // namespace

TEST_SUITE("text") {
  TEST_CASE("an option names characters, or tokens when white space separates them") {
    using list = std::vector<std::string>;
    CHECK(tokens_of("ab") == list{"a", "b"});
    CHECK(tokens_of("ba") == list{"b", "a"});
    CHECK(tokens_of("aö→𝔽") == list{"a", "ö", "→", "𝔽"});
    CHECK(tokens_of("open close") == list{"open", "close"});
    CHECK(tokens_of(" open\tclose ") == list{"open", "close"});
    CHECK(tokens_of("a b") == list{"a", "b"});
    CHECK(tokens_of("open ") == list{"open"});
    CHECK(tokens_of("()'\\") == list{"(", ")", "'", "\\"});
    CHECK(alphabet::from_option("a b")->single_characters());
    CHECK_FALSE(alphabet::from_option("open close")->single_characters());
  }

  TEST_CASE("a bad alphabet is refused at the bad token") {
    CHECK(refused("") == span{0, 0});
    CHECK(refused("  ") == span{0, 2});
    CHECK(refused("aba") == span{2, 3});
    CHECK(refused("öö") == span{2, 4});
    CHECK(refused("open close open") == span{11, 15});
    CHECK(refused("a\x01") == span{1, 2});
    CHECK(refused("a\xFF") == span{1, 2});
    CHECK(refused("a\u00A0") == span{1, 3});
    CHECK(refused("a\u0085") == span{1, 3});
    CHECK(refused("x <bos>") == span{2, 7});
    CHECK(refused("x <eos>") == span{2, 7});
    CHECK(refused(std::string_view("a\0", 2)) == span{1, 2});
  }

  TEST_CASE("a list of tokens is refused at the index of the bad one") {
    CHECK(alphabet::make({"a", "b"}));
    CHECK(alphabet::make({}).error().where == span{0, 0});
    CHECK(alphabet::make({"a", "b", "a"}).error().where == span{2, 3});
    CHECK(alphabet::make({"a", ""}).error().where == span{1, 2});
    CHECK(alphabet::make({"a", "b c"}).error().where == span{1, 2});
    CHECK(alphabet::make({"<eos>"}).error().where == span{0, 1});
  }

  TEST_CASE("every letter is found by its token and nothing else is") {
    auto const sigma = support::alphabet_of("open close x");
    for (text::letter a = 0; a < sigma.size(); ++a)
      CHECK(sigma.find(sigma.token(a)) == a);
    CHECK_FALSE(sigma.find("ope"));
    CHECK_FALSE(sigma.find(""));
  }

  TEST_CASE("a printed word reads back as the same word") {
    for (std::string_view const option : {"ab", "öa", "open close", "a open"}) {
      auto const sigma = support::alphabet_of(option);
      for (auto const& w : support::all_words(2, 6))
        CHECK(sigma.parse_word(sigma.print(w)) == w);
    }
    CHECK(support::alphabet_of("ab").print({}) == "");
  }

  TEST_CASE("a word with a foreign token is refused there") {
    auto const characters = support::alphabet_of("aö");
    CHECK(characters.parse_word("aöb").error().where == span{3, 4});
    CHECK(characters.parse_word("a ö\n") == text::word{0, 1});
    CHECK(characters.parse_word("\xFF").error().where == span{0, 1});
    auto const tokens = support::alphabet_of("open close");
    CHECK(tokens.parse_word("open shut close").error().where == span{5, 9});
    CHECK(tokens.parse_word("openclose").error().where == span{0, 9});
    CHECK(tokens.parse_word("") == text::word{});
  }

  TEST_CASE("quotes and backslashes are escaped between quotes") {
    CHECK(text::quoted("open") == "'open'");
    CHECK(text::quoted("don't") == "'don\\'t'");
    CHECK(text::quoted("\\") == "'\\\\'");
    CHECK(text::quoted("") == "''");
  }
}
