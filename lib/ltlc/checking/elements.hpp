// The transition semigroup enumerated as maps of states, the plain way: every map that is found is
// followed by every letter. Private to checking/.
#pragma once

#include <optional>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::checking {

struct elements {
  using element = std::uint32_t;
  using map = std::vector<automaton::state>; // q ↦ q·x

  std::vector<map> maps;             // of the nonempty words, shorter words first
  std::vector<element> followed;     // x·a at [x * letters + a]
  std::vector<element> shorter;      // by element: the one without its last letter, or itself
  std::vector<text::letter> last;    // by element
  std::vector<element> of_letter;    // by letter
  std::vector<element> stable;       // φ(Σ^s), sorted
  std::uint64_t stability_index = 0; // s: the least s >= 1 with φ(Σ^s) = φ(Σ^2s)
  [[nodiscard]] std::size_t size() const { return maps.size(); }
};

// Cost: O(|S||Q||Σ|) expected, then O(|S||Σ|) for each of the O(preperiod + period) lengths.
// Limits: max_monoid, max_bytes, the deadline.
[[nodiscard]] budget::limited<elements> elements_of(automaton::dfa const& a,
                                                    budget::budget const& limits);

} // namespace ltlc::checking
