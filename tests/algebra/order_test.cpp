#include "ltlc/automaton/order.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"

using namespace ltlc;

namespace {

// reach[p][q]: some word, the empty one included, leads from p to q.
std::vector<std::vector<bool>> reachability(automaton::dfa const& a) {
  std::size_t const n = a.states();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
  for (automaton::state p = 0; p < n; ++p) {
    reach[p][p] = true;
    for (text::letter x = 0; x < a.letters(); ++x)
      reach[p][a.next(p, x)] = true;
  }
  for (std::size_t m = 0; m < n; ++m)
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = 0; q < n; ++q)
        if (reach[p][m] && reach[m][q]) reach[p][q] = true;
  return reach;
}

// The gcd of all lengths up to 3n of words from p to p: simple cycles and how to reach them fit in.
std::uint32_t period_by_lengths(automaton::dfa const& a, automaton::state p) {
  std::set<automaton::state> at{p};
  std::uint32_t found = 0;
  for (std::uint32_t length = 1; length <= 3 * a.states(); ++length) {
    std::set<automaton::state> next;
    for (automaton::state const q : at)
      for (text::letter x = 0; x < a.letters(); ++x)
        next.insert(a.next(q, x));
    at = next;
    if (at.contains(p)) found = std::gcd(found, length);
  }
  return found;
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("components are mutual reachability, in topological order, with their periods") {
    std::uint64_t const seed = 20260705;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 2000; ++i) {
      CAPTURE(i);
      // Not minimized: unreachable states have components too.
      automaton::dfa const a = by_definition::random_automaton(random, 9);
      auto const order = automaton::components(a);
      auto const reach = reachability(a);
      std::size_t listed = 0;
      for (automaton::state p = 0; p < a.states(); ++p) {
        for (automaton::state q = 0; q < a.states(); ++q)
          REQUIRE((order.component_of[p] == order.component_of[q]) == (reach[p][q] && reach[q][p]));
        for (text::letter x = 0; x < a.letters(); ++x)
          REQUIRE(order.component_of[p] <= order.component_of[a.next(p, x)]);
      }
      for (std::uint32_t c = 0; c < order.components.size(); ++c) {
        auto const& here = order.components[c];
        REQUIRE(!here.states.empty());
        REQUIRE(std::is_sorted(here.states.begin(), here.states.end()));
        listed += here.states.size();
        for (automaton::state const p : here.states) {
          REQUIRE(order.component_of[p] == c);
          REQUIRE(here.period == period_by_lengths(a, p));
          if (here.period == 0) {
            REQUIRE(order.phase[p] == 0);
            continue;
          }
          for (text::letter x = 0; x < a.letters(); ++x)
            if (automaton::state const q = a.next(p, x); order.component_of[q] == c)
              REQUIRE(order.phase[q] == (order.phase[p] + 1) % here.period);
        }
      }
      REQUIRE(listed == a.states());
    }
  }

  TEST_CASE("a path of a million states is one pass without recursion") {
    automaton::state const n = 1'000'000;
    std::vector<automaton::state> delta;
    for (automaton::state q = 0; q < n; ++q) {
      delta.push_back(q + 1 < n ? q + 1 : q);
      delta.push_back(q);
    }
    auto const order = automaton::components(
        by_definition::automaton_of(n, 2, std::move(delta), std::vector<bool>(n, true)));
    CHECK(order.components.size() == n);
    CHECK(order.component_of[n - 1] == n - 1);
  }
}
