// What the parsers say and where, and that no text is too long or too deep for them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ltlc/grammar/first_order_grammar.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/grammar/regex_grammar.hpp"

namespace {

using namespace ltlc;

text::diagnostic formula_error(std::string const& text, text::alphabet const* sigma = nullptr) {
  logic::formula_pool pool;
  auto const parsed = grammar::parse_formula({"--ltl", text}, pool, sigma);
  REQUIRE_FALSE(parsed);
  return parsed.error();
}

text::diagnostic sentence_error(std::string const& text, text::alphabet const* sigma = nullptr) {
  logic::fo_pool pool;
  auto const parsed = grammar::parse_first_order({"--fo", text}, pool, sigma);
  REQUIRE_FALSE(parsed);
  return parsed.error();
}

text::diagnostic regex_error(std::string const& text, text::alphabet const* sigma = nullptr) {
  regex::expression_pool pool;
  auto const parsed = grammar::parse_regex({"--regex", text}, pool, sigma);
  REQUIRE_FALSE(parsed);
  return parsed.error();
}

std::string times(int n, std::string const& part) {
  std::string text;
  for (int i = 0; i < n; ++i)
    text += part;
  return text;
}

constexpr int many = 100'000;

} // namespace

TEST_SUITE("grammar") {
  TEST_CASE("a mistake from another language is told how this one writes it") {
    CHECK(formula_error("a && b").way_out == "write & once");
    CHECK(formula_error("a || b").way_out == "write | once");
    CHECK(formula_error("~a").way_out == "write ! for negation");
    CHECK(formula_error("a => b").way_out == "write -> for implication");
    CHECK(formula_error("a == b").way_out == "write <-> for equivalence");
    CHECK(formula_error("a <=> b").way_out == "write <-> for equivalence");
    CHECK(formula_error("Q").way_out == "quote it if it is a letter: 'Q'");
    CHECK(formula_error("a & Open").way_out == "quote it if it is a letter: 'Open'");
    CHECK(formula_error("p a").way_out == "operators are upper case: P");
    CHECK(formula_error("a s b").way_out ==
          "join formulas by &, |, ->, <->, S or U; operators are upper case");
    CHECK(formula_error("P^2 a").way_out == "only Y takes an exponent: Y^2");
    CHECK(formula_error("\"a\"").way_out == "write letters between single quotes");
    CHECK(regex_error("!a").way_out == "write ~ for complement");
    CHECK(regex_error("a#b").way_out == "quote it if it is a letter: '#'");
    CHECK(regex_error("aéb").way_out == "quote it if it is a letter: 'é'");
    CHECK(regex_error("^a").way_out == "leave it out: an expression matches whole words");
    CHECK(sentence_error("exists x: a(x)").way_out == "write a full stop after the variable");
    CHECK(sentence_error("exists x. P a(x)").way_out == "temporal operators belong to --ltl");
    CHECK(sentence_error("exists x. a").way_out ==
          "a letter takes a variable, as in a(x); variables compare by x<y and x=y");
  }

  TEST_CASE("a mistake is where it is said to be, in lines and code points") {
    logic::formula_pool pool;
    auto const parsed = grammar::parse_formula({"", "a ∧\n b ∧ ∧ c"}, pool);
    REQUIRE_FALSE(parsed);
    CHECK(text::locate("a ∧\n b ∧ ∧ c", parsed.error().where.begin) == text::place{2, 6});
    CHECK(formula_error("a & bc de").where == text::span{7, 9});
    CHECK(formula_error("a & MOD(1,0)").where == text::span{10, 11});
    CHECK(regex_error("ab{12,3}c").where == text::span{2, 8});
    CHECK(regex_error("[ab'x y']").where == text::span{3, 8});
    CHECK(formula_error("a & \xff").where == text::span{4, 5});
    CHECK(formula_error("a & 'x").where == text::span{4, 5});
  }

  TEST_CASE("a letter outside the alphabet is an error at its place") {
    text::alphabet const ab = text::alphabet::from_option("ab").value();
    text::diagnostic const error = formula_error("a & P (b | c)", &ab);
    CHECK(error.message == "letter 'c' is not in the alphabet {a, b}");
    CHECK(error.way_out == "add it with --alphabet");
    CHECK(error.where == text::span{11, 12});
    CHECK(sentence_error("exists x. 'c'(x)", &ab).where == text::span{10, 13});
    CHECK(regex_error("a[^bc]", &ab).where == text::span{4, 5});
    CHECK(regex_error("a[a-c]", &ab).where == text::span{2, 5});
    logic::formula_pool pool;
    CHECK(grammar::parse_formula({"", "a & P b"}, pool, &ab));
    std::string many_letters;
    for (int i = 0; i < 40; ++i)
      many_letters += " t" + std::to_string(i);
    text::alphabet const large = text::alphabet::from_option(many_letters).value();
    CHECK(formula_error("a", &large).message.size() < 120);
  }

  TEST_CASE("a text that leaves the fragment is told the sub-formula and the rule") {
    auto const span_of = [](std::string const& text) {
      text::diagnostic const error = sentence_error(text);
      CHECK_FALSE(error.rule.empty());
      return text.substr(error.where.begin, error.where.end - error.where.begin);
    };
    CHECK(span_of("exists x. (a(x) & exists y. b(x))") == "exists y. b(x)");
    CHECK(span_of("exists x. (exists y>x. (a(y))) & b(x)") == "exists y>x. (a(y))");
    CHECK(span_of("exists x. (exists y<=x. ')'(y)) & b(x)") == "exists y<=x. ')'(y)");
    CHECK(span_of("(exists x<x. true) & true") == "exists x<x. true");
    CHECK(span_of("exists x. exists y<x. (a(y) & (b(z) | a(x)))") == "b(z)");
    CHECK(span_of("exists x. (exists y<x. true & exists z<y. a(z)) & b(x)") == "exists z<y. a(z)");
    CHECK(span_of("true & !a(x)") == "a(x)");
    std::vector<std::string> rules;
    for (std::string const text :
         {"exists x. exists y. a(x)", "exists x. exists y>x. a(y)", "exists x. exists y<=x. a(y)",
          "exists x<x. true", "exists x. exists y<x. a(z)", "a(x)"})
      rules.push_back(sentence_error(text).rule);
    for (std::size_t i = 0; i < rules.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        CHECK(rules[i] != rules[j]);
  }

  TEST_CASE("x and y name the first and the second variable, whichever comes first") {
    for (std::string const text : {"exists x. exists y<x. a(y)", "exists y. exists x<y. a(x)",
                                   "exists y. a(y)", "exists x. a(x)"}) {
      CAPTURE(text);
      logic::fo_pool pool;
      auto const parsed = grammar::parse_first_order({"", text}, pool);
      REQUIRE(parsed);
      CHECK(logic::print(*parsed) == text);
    }
  }

  TEST_CASE("no formula is too long or too deep") {
    for (std::string const& text :
         {times(many, "P ") + "a", times(many, "!") + "a", times(many, "a & ") + "a",
          times(many, "a -> ") + "b", times(many, "a S ") + "b", times(many, "a S b & ") + "b",
          times(many, "(") + "a" + times(many, ")"), times(many, "P(b S ") + "a" + times(many, ")"),
          times(many, "Y^1000 (b | ") + "a" + times(many, ")"), times(many, "a"),
          times(many, "a & b <-> c -> d | e S f & ") + "a"}) {
      CAPTURE(text.substr(0, 20));
      logic::formula_pool pool;
      auto const parsed = grammar::parse_formula({"", text}, pool);
      REQUIRE(parsed);
      auto const again = grammar::parse_formula({"", logic::print(*parsed)}, pool);
      REQUIRE(again);
      CHECK(*again == *parsed);
    }
    CHECK(formula_error(times(many, "P ")).where.begin == 2 * many);
    CHECK(formula_error(times(many, "(")).where.begin == many);
    CHECK(formula_error("a" + times(many, ")")).where.begin == 1);
    CHECK(formula_error(times(many, "a ")).where.begin == 2);
    CHECK(formula_error("'" + times(many, "a")).where.begin == 0);
    CHECK(formula_error("Y^" + times(many, "9") + " a").message.size() < 120);
  }

  TEST_CASE("no sentence is too long or too deep") {
    for (std::string const& text :
         {times(many, "!") + "true", times(many, "(") + "true" + times(many, ")"),
          times(many, "exists x. ") + "a(x)", times(many, "exists x. true & ") + "a(x)",
          times(many, "!forall x. (") + "a(x)" + times(many, ")"),
          times(many / 2, "exists x<y. (a(x) | forall y<x. ") + "b(y)" + times(many / 2, ")"),
          times(many, "true -> ") + "true"}) {
      CAPTURE(text.substr(0, 20));
      logic::fo_pool pool;
      bool const open = text.find("x<y") != std::string::npos;
      auto const parsed = grammar::parse_first_order({"", (open ? "exists y. " : "") + text}, pool);
      REQUIRE(parsed);
      auto const again = grammar::parse_first_order({"", logic::print(*parsed)}, pool);
      REQUIRE(again);
      CHECK(*again == *parsed);
    }
    CHECK(sentence_error(times(many, "exists x. ") + "a(y)").where.begin == 10 * (many - 1));
    CHECK(sentence_error(times(many, "exists x. ")).where.begin == 10 * many);
  }

  TEST_CASE("no expression is too long or too deep") {
    for (std::string const& text :
         {times(many, "~") + "a", times(many, "a"), times(many, "ab&") + "a",
          times(many, "ab|") + "b", "a" + times(many, "*"), "a" + times(many, "{2,3}"),
          "[" + times(many, "a") + "]", times(many, "(") + "a" + times(many, ")"),
          times(many, "~(ab|") + "a" + times(many, ")"), times(many, "(a") + times(many, "b)*"),
          std::string("a{1000000}{0,1000000}")}) {
      CAPTURE(text.substr(0, 20));
      regex::expression_pool pool;
      auto const parsed = grammar::parse_regex({"", text}, pool);
      REQUIRE(parsed);
      auto const again = grammar::parse_regex({"", regex::print(*parsed)}, pool);
      REQUIRE(again);
      CHECK(*again == *parsed);
    }
    CHECK(regex_error(times(many, "(")).where.begin == many);
    CHECK(regex_error(times(many, "~")).where.begin == many);
    CHECK(regex_error(times(many, "[")).where.begin == 1);
  }
}
