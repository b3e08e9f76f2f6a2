// How long two states can be read on and stay apart: pairs are peeled from those that any letter
// merges or parts for good. Private to checking/.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::checking {

// Pairs {p, q} of distinct states of one group. A letter leads on from {p, q} when its successors
// are again such a pair and lie in the zone of p and q.
struct pair_rule {
  std::vector<automaton::state> group; // by state; no_group: the state is in no pair
  std::vector<automaton::state> zone;  // by state; a group lies in one zone
  std::vector<text::letter> letters;
  static constexpr automaton::state no_group = UINT32_MAX;
};

struct time_apart {
  std::uint64_t pairs = 0;
  bool forever = false; // some pair lies on a cycle of pairs
  // No pair can be read on for so many letters: one more than the longest path, 0 without pairs.
  std::uint64_t letters = 0;
};

// Cost: O(pairs × letters) time, 4 bytes a pair and 16 more for those on the longest path.
[[nodiscard]] budget::limited<time_apart> apart(automaton::dfa const& a, pair_rule const& rule,
                                                budget::budget const& limits);

} // namespace ltlc::checking
