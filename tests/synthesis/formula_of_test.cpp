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

automaton::minimal_dfa minimal_of(std::string const& regex, std::string const& letters) {
  regex::expression_pool pool;
  auto const sigma = text::alphabet::from_option(letters).value();
  auto const f = grammar::parse_regex({"", regex}, pool, &sigma);
  return automaton::minimize(automaton::construct(f.value(), pool, sigma, {}).value());
}

// Words up to a length by the definition of truth, and all words by the automaton of the formula.
void has_the_words_of(logic::formula f, automaton::minimal_dfa const& a, std::size_t longest) {
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

namespace {

// Components are cycles whose letters all move on, or leave for a later component.
automaton::minimal_dfa random_member(std::mt19937_64& random, std::size_t most_components,
                                     std::size_t longest_cycle) {
  auto const below = [&](std::size_t n) { return static_cast<automaton::state>(random() % n); };
  std::size_t const k = 1 + below(3);
  std::vector<std::pair<automaton::state, automaton::state>> cycles; // begin, end
  automaton::state n = 0;
  for (std::size_t c = (most_components + 1) / 2 + below(most_components / 2 + 1); c > 0; --c) {
    cycles.emplace_back(n, n + 1 + below(longest_cycle));
    n = cycles.back().second;
  }
  std::vector<automaton::state> delta;
  std::vector<bool> accepting;
  std::size_t const leaving = 2 + below(6);
  for (std::size_t c = 0; c < cycles.size(); ++c) {
    auto const [begin, end] = cycles[c];
    bool const loopless = end - begin == 1 && below(2) == 0;
    bool const alike = below(2) == 0; // so that regions of several components arise
    for (automaton::state q = begin; q < end; ++q) {
      accepting.push_back(alike ? c % 2 == 0 : below(2) == 0);
      for (std::size_t x = 0; x < k; ++x) {
        bool const way_out = q == begin && x + 1 == k; // without one the rest is unreachable
        bool const leaves = end < n && (loopless || way_out || below(leaving) == 0);
        // Mostly not far, so that long paths arise.
        automaton::state const far = end + below(std::min<std::size_t>(n - end + (end == n), 12));
        delta.push_back(leaves ? far : q + 1 < end ? q + 1 : begin);
      }
    }
  }
  return automaton::minimize(by_definition::automaton_of(n, k, delta, accepting));
}

// One pass over the word with a latch for each P: fast enough for long words.
bool holds_at_end(logic::formula f, text::alphabet const& sigma, text::word const& w) {
  std::vector<term::id> const parts = logic::subformulas(f);
  std::vector<bool> now(parts.back() + 1, false);
  std::vector<bool> before(parts.back() + 1, false); // at some earlier position
  for (std::size_t i = 1; i <= w.size() + 1; ++i) {
    for (term::id const id : parts) {
      logic::node const& n = (*f.pool)[id];
      switch (n.kind) {
      case logic::op::truth:
        now[id] = true;
        break;
      case logic::op::letter:
        now[id] = i <= w.size() && sigma.find(f.pool->symbols().name(n.a)) == w[i - 1];
        break;
      case logic::op::mod:
        now[id] = i % n.b == n.a;
        break;
      case logic::op::negation:
        now[id] = !now[n.a];
        break;
      case logic::op::conjunction:
        now[id] = now[n.a] && now[n.b];
        break;
      case logic::op::disjunction:
        now[id] = now[n.a] || now[n.b];
        break;
      case logic::op::past:
        now[id] = before[n.a];
        break;
      case logic::op::falsity:
        break;
      default:
        FAIL("an operator outside LTL[P,MOD]");
      }
    }
    for (term::id const id : parts)
      before[id] = before[id] || now[id];
  }
  return now[f.id];
}

logic::formula formula_for(automaton::minimal_dfa const& a, logic::formula_pool& pool) {
  auto const f = synthesis::formula_of(a, pool, {});
  REQUIRE(f.has_value());
  return *f;
}

} // namespace

TEST_SUITE("synthesis") {
  TEST_CASE("simple languages get the formula a person would write") {
    struct row {
      std::string regex, letters, formula;
    };
    for (row const& r :
         {row{".*a.*", "ab", "P a"}, row{"a.*", "ab", "P (a & !P true)"},
          row{".*a.*b.*", "ab", "P (b & P a)"}, row{".*a.*b.*", "abc", "P (b & P a)"},
          row{".*ab.*", "ab", "P (b & P a)"}, row{"b*a.*", "ab", "P a"},
          row{"(aa)*", "a", "MOD(1,2)"}, row{"a(aa)*", "a", "MOD(0,2)"},
          row{"(...)*", "ab", "MOD(1,3)"}, row{"(a.)*", "ab", "!P (b & MOD(1,2)) & MOD(1,2)"},
          row{".*a.*b.*c.*d.*", "abcd", "P (d & P (c & P (b & P a)))"}, row{"()", "ab", "!P true"},
          row{".*", "ab", "true"}, row{"[]", "ab", "false"}}) {
      INFO(r.regex);
      auto const a = minimal_of(r.regex, r.letters);
      logic::formula_pool pool;
      logic::formula const f = formula_for(a, pool);
      CHECK(logic::print(f) == r.formula);
      has_the_words_of(f, a, 6);
    }
  }

  TEST_CASE("the depth under P is low: it is the number of layers") {
    struct row {
      std::string regex, letters;
      std::size_t depth;
    };
    for (row const& r : {row{"(ab)*", "ab", 1}, row{"(abc)*", "abc", 1}, row{"a*b*c*", "abc", 2},
                         row{"(.a)*", "ab", 1}, row{"(..)*a(..)*", "ab", 1}, row{"b(aa)*", "ab", 2},
                         row{"aba", "ab", 4}, row{"b*ab*ab*", "ab", 3}, row{".a.*", "ab", 3},
                         row{"(bb)*a.*", "ab", 2}, row{"a(b|c)*a", "abc", 3}}) {
      INFO(r.regex);
      auto const a = minimal_of(r.regex, r.letters);
      logic::formula_pool pool;
      logic::formula const f = formula_for(a, pool);
      INFO(logic::print(f));
      CHECK(logic::p_depth(f) <= r.depth);
      has_the_words_of(f, a, 6);
    }
  }

  TEST_CASE("formulas of all automata of three states in the class are right") {
    std::size_t members = 0;
    std::set<std::pair<std::vector<std::uint32_t>, std::vector<bool>>> done;
    for (std::size_t n = 1; n <= 3; ++n) {
      std::size_t tables = 1;
      for (std::size_t i = 0; i < 2 * n; ++i)
        tables *= n;
      for (std::size_t table = 0; table < tables; ++table)
        for (std::size_t accepting = 0; accepting < (std::size_t{1} << n); ++accepting) {
          std::vector<automaton::state> delta;
          for (std::size_t i = 0, rest = table; i < 2 * n; ++i, rest /= n)
            delta.push_back(static_cast<automaton::state>(rest % n));
          std::vector<bool> final(n);
          for (std::size_t q = 0; q < n; ++q)
            final[q] = (accepting >> q & 1) != 0;
          auto const a = automaton::minimize(by_definition::automaton_of(n, 2, delta, final));
          if (!done.insert({a->delta, a->accepting}).second) continue;
          logic::formula_pool pool;
          auto const f = synthesis::formula_of(a, pool, {});
          if (!f) {
            auto const* const outside = std::get_if<synthesis::outside_class>(&f.error());
            REQUIRE(outside != nullptr);
            CHECK(outside->why.answer == evidence::membership::not_member);
            continue;
          }
          ++members;
          CAPTURE(delta);
          INFO(logic::print(*f));
          has_the_words_of(*f, a, 5);
        }
    }
    CHECK(members > 100);
  }

  TEST_CASE("formulas of random ordered and periodic automata are right") {
    std::uint64_t const seed = 20260702;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 200; ++i) {
      CAPTURE(i);
      auto const a = random_member(random, 5, 3);
      logic::formula_pool pool;
      logic::formula const f = formula_for(a, pool);
      CAPTURE(a->delta);
      INFO(logic::print(f, {.max_bytes = 2000}));
      has_the_words_of(f, a, a->letters() == 1 ? 20 : 5);
    }
  }

  // The automaton of such a formula remembers every component that was passed, so words are read.
  TEST_CASE("large automata get right formulas, with and without the search for short guards") {
    std::uint64_t const seed = 20260703;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::size_t large = 0;
    std::size_t accepted = 0;
    for (std::size_t i = 0; i < 24; ++i) {
      CAPTURE(i);
      auto const a =
          random_member(random, i % 4 == 0 ? 600 : 60, 2 + static_cast<std::size_t>(i) % 3);
      logic::formula_pool pool;
      logic::formula const f = formula_for(a, pool);
      large += a->states() > 256 ? 1U : 0U;
      for (std::size_t w = 0; w < 80; ++w) {
        text::word word(random() % 100);
        for (text::letter& x : word)
          x = static_cast<text::letter>(random() % a->letters());
        bool const expected = automaton::accepts(*a, word);
        accepted += expected ? 1U : 0U;
        CAPTURE(word);
        REQUIRE(holds_at_end(f, a->sigma, word) == expected);
      }
    }
    CHECK(large >= 5);
    CHECK(accepted > 300);
  }

  TEST_CASE("components of several periods meet at compatible positions") {
    std::uint64_t const seed = 20260704;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 60; ++i) {
      CAPTURE(i);
      auto const a = random_member(random, 3, 7);
      logic::formula_pool pool;
      logic::formula const f = formula_for(a, pool);
      CAPTURE(a->delta);
      INFO(logic::print(f, {.max_bytes = 2000}));
      has_the_words_of(f, a, a->letters() == 1 ? 60 : 6);
    }
  }

  TEST_CASE("a language outside the class is refused with its certificate") {
    logic::formula_pool pool;
    auto const f = synthesis::formula_of(minimal_of("(b*ab*a)*b*", "ab"), pool, {});
    REQUIRE(!f.has_value());
    auto const* const outside = std::get_if<synthesis::outside_class>(&f.error());
    REQUIRE(outside != nullptr);
    CHECK(std::holds_alternative<evidence::state_pair_certificate>(outside->why.proof));
  }
}
