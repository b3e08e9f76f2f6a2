// Depth-first search for a cycle among unordered pairs of distinct states that belong together;
// when there is none, how long a pair can stay together. A cycle through (p, q) that returns as (q,
// p) is one of twice the length, so unordered pairs are enough.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::algebra {

// Which states belong together: those of one group; and where a pair may go: it stays in its
// family.
struct state_groups {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> group;  // by state; states of no group belong to no pair
  std::vector<std::uint32_t> family; // by state; a group lies in one family
};

struct looping_pair {
  automaton::state p = 0;
  automaton::state q = 0;
  text::word e; // fixes both
};

// No pair returns: how many pairs there are, and the least n such that no word of length n leads
// from a pair to a pair.
struct no_looping_pair {
  std::uint64_t pairs = 0;
  std::uint64_t length = 0;
};

// Cost: O(pairs × |Σ|) time, four bytes a pair; most automata that have a loop show it soon, and
// only then is a table of all pairs made. Limits: bytes, time.
[[nodiscard]] budget::limited<std::variant<looping_pair, no_looping_pair>>
find_looping_pair(automaton::dfa const& a, state_groups const& groups,
                  budget::budget const& limits);

} // namespace ltlc::algebra
