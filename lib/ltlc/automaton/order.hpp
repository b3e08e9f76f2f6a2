// Strongly connected components, their order and their periods: what the criteria of the classes
// with P and MOD read. Source: [RoPE, Def. A.7]; periods are past the paper.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/automaton/dfa.hpp"

namespace ltlc::automaton {

struct component {
  std::vector<state> states; // in increasing order
  // gcd of the lengths of its cycles; 0 for a single state without a loop.
  std::uint32_t period = 0;
};

// Components numbered in topological order: an edge never leads to a smaller number.
struct component_order {
  std::vector<std::uint32_t> component_of; // by state
  std::vector<component> components;
  // Distance class within its component: an edge p→q inside a component of period d has
  // phase[q] ≡ phase[p] + 1 (mod d). 0 when the period is 0.
  std::vector<std::uint32_t> phase; // by state
};

// Cost: O(|Q||Σ|) time and space; no recursion.
[[nodiscard]] component_order components(dfa const& a);

} // namespace ltlc::automaton
