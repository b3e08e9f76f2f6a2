#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "ltlc/automaton/compare.hpp"
#include "ltlc/automaton/minimize.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::boolean;
using automaton::dfa;

namespace {

bool combined(boolean operation, bool x, bool y) {
  if (operation == boolean::conjunction) return x && y;
  if (operation == boolean::disjunction) return x || y;
  if (operation == boolean::difference) return x && !y;
  return x != y;
}

} // namespace

TEST_SUITE("automaton") {

  TEST_CASE("a product accepts what the operation says") {
    auto const words = all_words(2, 6);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      dfa const a = random_dfa(source, alphabet_of("ab"), 1 + below(source, 5));
      dfa const b = random_dfa(source, alphabet_of("ab"), 1 + below(source, 5));
      for (auto const operation : {boolean::conjunction, boolean::disjunction, boolean::difference,
                                   boolean::symmetric_difference}) {
        dfa const c = *automaton::product(a, b, operation, {});
        REQUIRE(automaton::malformed(c).empty());
        CHECK(c.states() <= a.states() * b.states());
        CHECK(automaton::canonical(c).states() == c.states());
        for (auto const& w : words)
          REQUIRE(automaton::accepts(c, w) ==
                  combined(operation, automaton::accepts(a, w), automaton::accepts(b, w)));
      }
    }
  }

  // all_words is in the order "shorter first, then alphabet order", so the first hit is the one
  // asked for. Two automata with m and n states differ, if at all, on a word shorter than m + n
  // - 1.
  TEST_CASE("a difference is the first word on which two automata differ") {
    auto const words = all_words(2, 8);
    std::size_t equal = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      dfa const a = random_dfa(source, alphabet_of("ab"), 1 + below(source, 5));
      dfa b = inflated(source, a, 1);
      if (seed % 2 == 0)
        b = random_dfa(source, alphabet_of("ab"), 1 + below(source, 5));
      else if (seed % 3 == 0)
        b.accepting[below(source, b.states())].flip();
      else if (seed % 5 == 0)
        b = *automaton::minimize(b);
      std::optional<text::word> expected;
      for (auto const& w : words) {
        if (automaton::accepts(a, w) == automaton::accepts(b, w)) continue;
        expected = w;
        break;
      }
      if (!expected) ++equal;
      REQUIRE(*automaton::difference(a, b, {}) == expected);
      REQUIRE((automaton::minimize(a) == automaton::minimize(b)) == !expected);
    }
    CHECK(equal > 100);
  }

  TEST_CASE("a difference deep in a large automaton is still the shortest") {
    // Lengths divisible by 97 against lengths divisible by 97 and not equal to 97 · 40.
    text::alphabet const a1 = alphabet_of("a");
    dfa a{a1, 0, std::vector<bool>(97, false), {}};
    a.accepting[0] = true;
    for (automaton::state q = 0; q < 97; ++q)
      a.delta.push_back((q + 1) % 97);
    std::size_t const n = 97 * 50;
    dfa b{a1, 0, std::vector<bool>(n, false), {}};
    for (automaton::state q = 0; q < n; ++q) {
      b.accepting[q] = q % 97 == 0 && q != 97 * 40;
      b.delta.push_back(static_cast<automaton::state>((q + 1) % n));
    }
    CHECK((*automaton::difference(a, b, {}))->size() == 97 * 40);
    b.accepting[97 * 40] = true;
    CHECK(*automaton::difference(a, b, {}) == std::nullopt);
  }

  TEST_CASE("the shortest accepted word is the first one") {
    auto const words = all_words(2, 6);
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      dfa a = random_dfa(source, alphabet_of("ab"), 1 + below(source, 6));
      for (std::size_t q = 0; q < a.states(); ++q)
        a.accepting[q] = a.accepting[q] && below(source, 3) == 0;
      std::optional<text::word> expected;
      for (auto const& w : words)
        if (!expected && automaton::accepts(a, w)) expected = w;
      REQUIRE(automaton::shortest_accepted(a) == expected);
    }
  }

  TEST_CASE("shortest paths and separating words agree with a search through all words") {
    auto const words = all_words(2, 6);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      dfa const a = random_dfa(source, alphabet_of("ab"), 1 + below(source, 5));
      for (automaton::state p = 0; p < a.states(); ++p)
        for (automaton::state q = 0; q < a.states(); ++q) {
          std::optional<text::word> path;
          std::optional<text::word> nonempty;
          std::optional<text::word> separating;
          for (auto const& w : words) {
            if (!path && automaton::run(a, p, w) == q) path = w;
            if (!nonempty && !w.empty() && automaton::run(a, p, w) == q) nonempty = w;
            if (!separating &&
                a.accepting[automaton::run(a, p, w)] != a.accepting[automaton::run(a, q, w)])
              separating = w;
          }
          REQUIRE(automaton::shortest_path(a, p, q) == path);
          REQUIRE(automaton::shortest_path(a, p, q, true) == nonempty);
          REQUIRE(automaton::separating_word(a, p, q) == separating);
        }
    }
  }
}
