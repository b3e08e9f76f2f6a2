#include "ltlc/algebra/semigroup.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"

using namespace ltlc;

namespace {

by_definition::map map_of(algebra::semigroup const& s, algebra::element x) {
  by_definition::map m;
  for (automaton::state q = 0; q < s.states; ++q)
    m.push_back(s.image(x, q));
  return m;
}

by_definition::map map_of(automaton::dfa const& a, text::word const& w) {
  by_definition::map m = by_definition::identity(a);
  for (text::letter const x : w)
    m = by_definition::then(m, by_definition::letter(a, x));
  return m;
}

// The symmetric group on n states, by a transposition and a cycle.
automaton::dfa symmetric_group(std::size_t n) {
  std::vector<automaton::state> delta;
  for (automaton::state q = 0; q < n; ++q) {
    delta.push_back(q == 0 ? 1 : q == 1 ? 0 : q);
    delta.push_back(static_cast<automaton::state>((q + 1) % n));
  }
  return by_definition::automaton_of(n, 2, std::move(delta), std::vector<bool>(n, true));
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("enumeration finds every element once, with its short-lex least word") {
    std::uint64_t const seed = 20260706;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0, compared = 0; compared < 400; ++i) {
      CAPTURE(i);
      automaton::dfa const a = by_definition::random_automaton(random, 7);
      auto const expected = by_definition::elements(a, 400);
      if (!expected) continue;
      ++compared;
      auto const s = algebra::enumerate(a, {});
      REQUIRE(s.complete);
      REQUIRE(!s.limit);
      REQUIRE(s.size() == expected->size());
      std::set<by_definition::map> seen;
      text::word before;
      for (algebra::element x = 0; x < s.size(); ++x) {
        // The closure of the definition makes words in short-lex order too.
        REQUIRE(map_of(s, x) == (*expected)[x]);
        text::word const w = algebra::word_of(s, x);
        REQUIRE(map_of(a, w) == map_of(s, x));
        REQUIRE(seen.insert(map_of(s, x)).second);
        bool const later = before.size() < w.size() || (before.size() == w.size() && before < w);
        REQUIRE(later);
        before = w;
        for (text::letter y = 0; y < a.letters(); ++y)
          REQUIRE(map_of(s, s.right[x * s.letters + y]) ==
                  by_definition::then(map_of(s, x), by_definition::letter(a, y)));
        algebra::element const y = static_cast<algebra::element>(random() % s.size());
        REQUIRE(map_of(s, algebra::product(s, x, y)) ==
                by_definition::then(map_of(s, x), map_of(s, y)));
        REQUIRE(algebra::has_state_cycle(s, x) == !by_definition::aperiodic(map_of(s, x)));
      }
      REQUIRE(algebra::monoid_size(s) == by_definition::with_identity(*expected, a).size());
      REQUIRE(algebra::stability_index(s, {}).value() == by_definition::stable_semigroup(a).first);
      std::set<by_definition::map> words{by_definition::identity(a)};
      for (std::uint64_t n = 1; n <= 6; ++n) {
        words = by_definition::one_letter_more(a, words);
        auto const set = algebra::words_of_length(s, n);
        std::set<by_definition::map> found;
        for (algebra::element x = 0; x < s.size(); ++x)
          if (algebra::contains(set, x)) found.insert(map_of(s, x));
        REQUIRE(found == words);
      }
    }
  }

  TEST_CASE("images are kept in one, two or four bytes") {
    for (std::size_t const n : {255U, 256U, 257U, 65535U, 65536U, 65537U}) {
      CAPTURE(n);
      // One letter that moves a cycle of three states and sends the rest to its start.
      std::vector<automaton::state> delta(n, 0);
      for (automaton::state q = 0; q < 3; ++q)
        delta[q] = (q + 1) % 3;
      auto const last = static_cast<automaton::state>(n - 1);
      delta[0] = last;
      delta[last] = 1;
      auto const s = algebra::enumerate(
          by_definition::automaton_of(n, 1, std::move(delta), std::vector<bool>(n, true)), {});
      CHECK(s.width == (n <= 256 ? 1 : n <= 65'536 ? 2 : 4));
      REQUIRE(s.size() >= 4);
      CHECK(s.image(0, 0) == last);
      CHECK(s.image(1, 0) == 1);
      CHECK(algebra::state_cycle(s, 0) == std::vector<automaton::state>{0, last, 1, 2});
    }
  }

  TEST_CASE("limits are named, and an early exit is no limit") {
    auto const a = symmetric_group(7); // 5,040 elements
    budget::budget few;
    few.max_monoid = 5039;
    auto const stopped = algebra::enumerate(a, few);
    CHECK(!stopped.complete);
    REQUIRE(stopped.limit.has_value());
    CHECK(stopped.limit->way_out == "--max-monoid");
    few.max_monoid = 5040;
    CHECK(algebra::enumerate(a, few).complete);
    CHECK(algebra::monoid_size(algebra::enumerate(a, few)) == 5040);
    budget::budget small;
    small.max_bytes = 10'000;
    CHECK(algebra::enumerate(a, small).limit->quantity == "bytes");
    auto const exit = algebra::enumerate(a, {}, algebra::has_state_cycle);
    CHECK(!exit.complete);
    CHECK(!exit.limit);
    CHECK(exit.size() == 1);
  }
}
