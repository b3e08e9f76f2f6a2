#include "ltlc/algebra/tuples.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"

using namespace ltlc;

namespace {

// Some element of the set moves exactly r states round a cycle.
bool has_cycle_of(std::set<by_definition::map> const& elements, std::size_t r) {
  for (auto const& x : elements)
    for (automaton::state q = 0; q < x.size(); ++q) {
      std::size_t length = 1;
      automaton::state p = x[q];
      for (; p != q && length <= x.size(); p = x[p])
        ++length;
      if (p == q && length == r) return true;
    }
  return false;
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("cycles of tuples are those of the semigroup's elements") {
    std::uint64_t const seed = 20261202;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::size_t found_some = 0;
    std::size_t found_none = 0;
    for (int i = 0; i < 1500; ++i) {
      CAPTURE(i);
      auto const a = automaton::minimize(by_definition::random_automaton(random, 6));
      auto const s = by_definition::elements(*a, 300);
      if (!s) continue;
      for (bool const modular : {false, true})
        for (std::size_t const r : {std::size_t{2}, std::size_t{3}, std::size_t{5}}) {
          CAPTURE(r);
          CAPTURE(modular);
          auto const set = modular ? by_definition::stable_semigroup(*a).second
                                   : std::set<by_definition::map>(s->begin(), s->end());
          auto const found = algebra::find_tuple_rotation(*a, r, modular, {});
          REQUIRE(found.has_value() == has_cycle_of(set, r));
          if (!found) {
            ++found_none;
            continue;
          }
          ++found_some;
          auto const& [cycle, u, e] = *found;
          REQUIRE(cycle.size() == r);
          for (std::size_t j = 0; j < r; ++j) {
            CHECK(automaton::run(*a, cycle[j], u) == cycle[(j + 1) % r]);
            CHECK(automaton::run(*a, cycle[j], e) == cycle[j]);
          }
          CHECK(e.size() == (modular ? u.size() : 0));
          CHECK(!u.empty());
        }
    }
    CHECK(found_some > 300);
    CHECK(found_none > 300);
  }
}
