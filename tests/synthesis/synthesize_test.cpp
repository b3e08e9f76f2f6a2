#include "ltlc/synthesis/synthesize.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "ltlc/logic/semantics.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;

namespace {

automaton::minimal_dfa of_regex(std::string const& regex, std::string const& letters) {
  regex::expression_pool pool;
  auto const sigma = support::alphabet_of(letters);
  auto const f = grammar::parse_regex({"", regex}, pool, &sigma);
  return automaton::minimize(automaton::construct(f.value(), pool, sigma, {}).value());
}

} // namespace

TEST_SUITE("synthesis") {
  TEST_CASE("simple languages get the formula of their fragment") {
    struct row {
      std::string regex, letters, formula;
    };
    for (row const& r : {
             row{".*a", "ab", "Y a"},
             row{".*ab", "ab", ""},
             row{".*ab.*", "abc", ""},
             row{".*aba.*", "ab", ""},
             row{".*abba.*", "ab", ""},
             row{"(.*ab.*)&(.*ac.*)", "abc", ""},
             row{".*ab.*cd.*", "abcd", ""},
             row{"a.*", "ab", ""},
             row{".*a", "ab", ""},
             row{"(ab)*", "ab", ""},
             row{"(aab)*", "ab", ""},
             row{"(a|bb)*", "ab", ""},
             row{"((a|b)c(a|b)d)*", "abcd", ""},
             row{"((a|b)(a|b)c)*", "abc", ""},
             row{"(.a.b)*", "abc", ""},
             row{"(..)*ab(..)*", "abc", ""},
             row{"(..)*a.*a", "ab", ""},
             row{"b*a(c|b)*ab.*", "abc", ""},
         }) {
      INFO(r.regex);
      auto const a = of_regex(r.regex, r.letters);
      logic::formula_pool pool;
      auto const t0 = std::chrono::steady_clock::now();
      auto const f = synthesis::synthesize(a, pool, std::nullopt, {});
      auto const ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
      if (!f) { MESSAGE(r.regex << " refused"); continue; }
    }
  }
}
