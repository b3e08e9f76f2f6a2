// The strongly connected components of A×A over unordered pairs of distinct states: which pairs lie
// on a cycle, and the letters of its component. A cycle through {p, q} that returns swapped is one
// of twice the length.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::algebra {

struct pair_components {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::vector<std::uint32_t> component;           // of each pair that lies on a cycle; else none
  std::vector<std::vector<text::letter>> letters; // of each component with a cycle, sorted

  // The place of {p, q}. Pre: p ≠ q.
  [[nodiscard]] static std::uint64_t index(automaton::state p, automaton::state q) {
    std::uint64_t const high = p > q ? p : q;
    return high * (high - 1) / 2 + (p > q ? q : p);
  }
  [[nodiscard]] std::uint32_t of(automaton::state p, automaton::state q) const {
    return component[index(p, q)];
  }
};

// Cost: O(|Q|²|Σ|) time, twelve bytes a pair. Limits: bytes, time. Source: [Tarjan72].
[[nodiscard]] budget::limited<pair_components> components_of_pairs(automaton::dfa const& a,
                                                                   budget::budget const& limits);

// A nonempty word that fixes p and q, stays in their component of A×A and contains the letters
// named; short, not always shortest. Pre: {p, q} lies on a cycle and its component has the letters.
// Cost: O(|Q|²|Σ|) for each letter.
[[nodiscard]] text::word loop_with_letters(automaton::dfa const& a, pair_components const& pairs,
                                           automaton::state p, automaton::state q,
                                           std::vector<text::letter> const& needed);

} // namespace ltlc::algebra
