#include "ltlc/synthesis/formula_of.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/synthesis/shrink.hpp"

using namespace ltlc;

namespace {

automaton::minimal_dfa of_regex(std::string const& regex, std::string const& letters) {
  regex::expression_pool pool;
  auto const sigma = text::alphabet::from_option(letters).value();
  auto const f = grammar::parse_regex({"", regex}, pool, &sigma);
  return automaton::minimize(automaton::construct(f.value(), pool, sigma, {}).value());
}

// Words up to a length by the definition of truth, and all words by the automaton of the formula.
void accepts_the_same(logic::formula f, automaton::minimal_dfa const& a, std::size_t longest) {
  auto const back = automaton::construct(f, a->sigma, {});
  REQUIRE(back.has_value());
  CHECK(automaton::minimize(*back) == a);
  std::vector<text::word> words{{}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    CAPTURE(words[i]);
    REQUIRE(logic::accepts(f, a->sigma, words[i]) == automaton::accepts(*a, words[i]));
    for (text::letter x = 0; words[i].size() < longest && x < a->letters(); ++x) {
      words.push_back(words[i]);
      words.back().push_back(x);
    }
  }
}

} // namespace

TEST_SUITE("synthesis") {
  TEST_CASE("simple languages get the formula a person would write") {
    struct row {
      char const *regex, *letters, *formula;
    };
    for (row const& r : {row{".*a.*", "ab", "P a"}, row{"a.*", "ab", "P (a & !P true)"},
                         row{".*a.*b.*", "abc", "P (b & P a)"}, row{"(aa)*", "a", "MOD(1,2)"},
                         row{"(ab)*", "ab", "?"}, row{"b*a.*", "ab", "?"}, row{".*ab.*", "ab", "?"},
                         row{"(abc)*", "abc", "?"}, row{"a*b*c*", "abc", "?"},
                         row{"(bb)*a.*", "ab", "?"}, row{".a.*", "ab", "?"},
                         row{"b*ab*ab*", "ab", "?"}, row{"(a.)*", "ab", "?"},
                         row{"(...)*", "ab", "?"}, row{"b(aa)*", "ab", "?"},
                         row{".*a.*b.*c.*d.*", "abcd", "?"}, row{"a(b|c)*a", "abc", "?"},
                         row{"(.a)*", "ab", "?"}, row{"aba", "ab", "?"}, row{"", "ab", "?"},
                         row{"(..)*a(..)*", "ab", "?"}}) {
      INFO(std::string(r.regex));
      auto const a = of_regex(*r.regex == 0 ? "()" : r.regex, r.letters);
      logic::formula_pool pool;
      auto const f = synthesis::formula_of(a, pool, {});
      REQUIRE(f.has_value());
      MESSAGE(std::string(r.regex) << "  " << logic::print(*f) << "  depth " << logic::p_depth(*f));
      accepts_the_same(*f, a, 6);
    }
  }
}
