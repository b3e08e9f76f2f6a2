// Words that move r states round a cycle, found among all r-tuples of states: complete for one
// prime r, without the semigroup.
#pragma once

#include <optional>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::algebra {

struct tuple_rotation {
  std::vector<automaton::state> cycle; // cycle[i]·u = cycle[i+1 mod r]
  text::word u;
  text::word e; // fixes every state of the cycle, of u's length; empty when not asked for
};

// The table of tuples that is looked at has |Q|^r × |Σ| entries; larger ones are not tried.
inline constexpr std::uint64_t most_tuple_entries = std::uint64_t{1} << 24;

// With `modular` there are words u and e of one length, so that lengths do not tell them apart.
// Such words exist for a tuple iff it and the tuple turned by one place lie in one component of the
// graph of tuples (with `modular`, in one phase of its period): long enough words of all lengths
// that the period allows lead from each to each. None: there is none of r states; or the table
// would be too large, or the time is up, or the words of one length that exist are too long to be
// found layer by layer. Cost: O(|Q|^r |Σ|). Pre: r is prime; then a cycle of any length has a power
// that turns r states.
[[nodiscard]] std::optional<tuple_rotation> find_tuple_rotation(automaton::dfa const& a,
                                                                std::size_t r, bool modular,
                                                                budget::budget const& limits);

} // namespace ltlc::algebra
