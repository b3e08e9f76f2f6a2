#include <doctest/doctest.h>

#include <chrono>

#include "automaton/random_dfa.hpp"
#include "ltlc/automaton/compare.hpp"
#include "ltlc/automaton/minimize.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::dfa;
using automaton::minimize;

TEST_SUITE("automaton") {

  TEST_CASE("minimizing agrees with Moore and Brzozowski on every automaton of at most 3 states") {
    for (std::size_t states = 1; states <= 3; ++states)
      each_dfa(alphabet_of("ab"), states, [](dfa const& a) {
        dfa const m = *minimize(a);
        REQUIRE(m == moore(a));
        REQUIRE(m == brzozowski(a));
      });
  }

  TEST_CASE("minimizing agrees with Moore and Brzozowski over one letter") {
    for (std::size_t states = 1; states <= 5; ++states)
      each_dfa(alphabet_of("a"), states, [](dfa const& a) {
        dfa const m = *minimize(a);
        REQUIRE(m == moore(a));
        REQUIRE(m == brzozowski(a));
      });
  }

  TEST_CASE("minimizing agrees with Moore and Brzozowski on random automata") {
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      auto const sigma = alphabet_of(one_of<std::string>(source, {"a", "ab", "abc", "abcd"}));
      dfa a = random_dfa(source, sigma, 1 + below(source, 7));
      if (below(source, 2) == 0) a = inflated(source, a, 1 + below(source, 5));
      dfa const m = *minimize(a);
      REQUIRE(m == moore(a));
      REQUIRE(m == brzozowski(a));
    }
  }

  TEST_CASE("minimizing agrees with Moore on larger automata") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      dfa a = random_dfa(source, alphabet_of("abc"), 20 + below(source, 200));
      // Few accepting states make long splitter chains; equal columns must be merged and come back.
      for (std::size_t q = 0; q + 1 < a.states(); ++q)
        a.accepting[q] = below(source, 20) == 0;
      if (seed % 3 == 0)
        for (std::size_t q = 0; q < a.states(); ++q)
          a.delta[q * 3 + 2] = a.delta[q * 3];
      if (seed % 2 == 0) a = inflated(source, a, 3);
      REQUIRE(*minimize(a) == moore(a));
    }
  }

  // Chains with few ways back are told apart by long words only, one state at a time.
  TEST_CASE("minimizing agrees with Moore on automata whose states differ late") {
    std::size_t large = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      std::size_t const n = 2 + below(source, 40);
      std::size_t const letters = 1 + below(source, 3);
      dfa a{alphabet_of(std::string("abc").substr(0, letters)), 0, std::vector<bool>(n, false), {}};
      for (std::size_t q = 0; q < n; ++q)
        for (std::size_t x = 0; x < letters; ++x) {
          std::size_t const kind = below(source, 12);
          std::size_t const to = kind == 0   ? below(source, n)
                                 : kind <= 3 ? q
                                             : std::min(q + 1, n - 1);
          a.delta.push_back(static_cast<automaton::state>(to));
        }
      a.accepting[n - 1] = true;
      if (below(source, 2) == 0) a.accepting[below(source, n)] = true;
      if (below(source, 2) == 0) a = inflated(source, a, 1 + below(source, 4));
      dfa const m = *minimize(a);
      REQUIRE(m == moore(a));
      if (m.states() > 10) ++large;
    }
    CHECK(large > 300);
  }

  TEST_CASE("a chain needs every one of its states, in either direction of the letters") {
    auto const sigma = alphabet_of("ab");
    std::size_t const n = 2000;
    dfa a{sigma, 0, std::vector<bool>(n, false), {}};
    for (automaton::state q = 0; q < n; ++q) {
      auto const next = static_cast<automaton::state>(std::min<std::size_t>(q + 1, n - 1));
      a.delta.insert(a.delta.end(), {next, q});
    }
    a.accepting[n - 1] = true;
    CHECK(minimize(a)->states() == n);
    a.accepting[n - 1] = false;
    CHECK(minimize(a)->states() == 1);
  }

  TEST_CASE("a minimal DFA has no two equivalent states and no unreachable one") {
    support::random source(7);
    for (int i = 0; i < 300; ++i) {
      dfa const m = *minimize(inflated(source, random_dfa(source, alphabet_of("ab"), 6), 2));
      CAPTURE(i);
      for (automaton::state p = 0; p < m.states(); ++p) {
        CHECK(automaton::shortest_path(m, m.initial, p).has_value());
        for (automaton::state q = 0; q < p; ++q)
          CHECK(automaton::separating_word(m, p, q).has_value());
      }
    }
  }

  TEST_CASE("minimizing is idempotent, and equal languages give equal automata") {
    support::random source(8);
    for (int i = 0; i < 300; ++i) {
      dfa const a = random_dfa(source, alphabet_of("ab"), 1 + below(source, 6));
      auto const m = minimize(a);
      CHECK(minimize(*m) == m);
      CHECK(minimize(inflated(source, a, 4)) == m);
      CHECK((minimize(automaton::complement(a)) == m) == false);
    }
  }

  TEST_CASE("a million states over two letters are minimized within seconds") {
    // Words with the letter a exactly 20 letters before the end, as a shift register.
    std::size_t const n = 1u << 20;
    dfa a{alphabet_of("ab"), 0, {}, {}};
    for (std::size_t q = 0; q < n; ++q) {
      a.accepting.push_back(q >> 19 != 0);
      a.delta.push_back(static_cast<automaton::state>((q << 1 | 1) & (n - 1)));
      a.delta.push_back(static_cast<automaton::state>(q << 1 & (n - 1)));
    }
    auto const start = std::chrono::steady_clock::now();
    CHECK(minimize(a)->states() == n);
    std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - start;
    MESSAGE("1,048,576 states in " << spent.count() << " s");
  }
}
