#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "ltlc/automaton/dfa.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::dfa;

TEST_SUITE("automaton") {

  TEST_CASE("a run follows the table letter by letter") {
    dfa const a{alphabet_of("ab"), 0, {true, false}, {1, 0, 0, 1}};
    CHECK(automaton::run(a, 0, {}) == 0);
    CHECK(automaton::run(a, 0, {0}) == 1);
    CHECK(automaton::run(a, 1, {1, 0, 0, 0}) == 0);
    CHECK(automaton::accepts(a, {}));
    CHECK_FALSE(automaton::accepts(a, {1, 0}));
    CHECK(automaton::accepts(a, {1, 0, 0}));
  }

  TEST_CASE("the canonical numbering is breadth-first and keeps the language") {
    support::random source(1);
    auto const words = all_words(2, 7);
    for (int i = 0; i < 500; ++i) {
      dfa const a = random_dfa(source, alphabet_of("ab"), 1 + below(source, 6));
      dfa const c = automaton::canonical(a);
      CAPTURE(i);
      REQUIRE(automaton::malformed(c).empty());
      CHECK(c.initial == 0);
      CHECK(c.states() <= a.states());
      CHECK(automaton::canonical(c) == c);
      // States first occur in the table in increasing order.
      automaton::state seen = 0;
      for (auto const q : c.delta) {
        CHECK(q <= seen + 1);
        seen = std::max(seen, q);
      }
      CHECK(seen + 1 == c.states());
      for (auto const& w : words)
        REQUIRE(automaton::accepts(a, w) == automaton::accepts(c, w));
    }
  }

  TEST_CASE("canonical automata that differ only in their numbering are equal") {
    support::random source(2);
    for (int i = 0; i < 300; ++i) {
      std::size_t const n = 1 + below(source, 8);
      dfa const a = random_dfa(source, alphabet_of("abc"), n);
      std::vector<automaton::state> to(n);
      for (std::size_t q = 0; q < n; ++q)
        to[q] = static_cast<automaton::state>(q);
      for (std::size_t q = n; q-- > 1;)
        std::swap(to[q], to[below(source, q + 1)]);
      dfa b{a.sigma, to[a.initial], std::vector<bool>(n), std::vector<automaton::state>(3 * n)};
      for (automaton::state q = 0; q < n; ++q) {
        b.accepting[to[q]] = a.accepting[q];
        for (text::letter x = 0; x < 3; ++x)
          b.delta[to[q] * 3 + x] = to[a.next(q, x)];
      }
      CAPTURE(i);
      CHECK(automaton::canonical(a) == automaton::canonical(b));
    }
  }

  TEST_CASE("the complement accepts exactly the other words") {
    support::random source(3);
    for (int i = 0; i < 100; ++i) {
      dfa const a = random_dfa(source, alphabet_of("ab"), 1 + below(source, 5));
      dfa const b = automaton::complement(a);
      for (auto const& w : all_words(2, 5))
        CHECK(automaton::accepts(a, w) != automaton::accepts(b, w));
    }
  }

  TEST_CASE("a malformed automaton is described") {
    text::alphabet const ab = alphabet_of("ab");
    CHECK(automaton::malformed({ab, 0, {true}, {0, 0}}).empty());
    CHECK(automaton::malformed({text::alphabet{}, 0, {true}, {}}) == "the alphabet is empty");
    CHECK(automaton::malformed({ab, 0, {}, {}}) == "there is no state");
    CHECK(automaton::malformed({ab, 1, {true}, {0, 0}}) ==
          "the initial state 1 is not one of the 1 states");
    CHECK(automaton::malformed({ab, 0, {true}, {0}}) == "the table has 1 entries instead of 1 × 2");
    CHECK(automaton::malformed({ab, 0, {true, false}, {0, 1, 2, 0}}) ==
          "state 1 goes to 2 by 'a', which is not one of the 2 states");
  }
}
