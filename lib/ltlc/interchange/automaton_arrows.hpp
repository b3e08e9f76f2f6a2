// What the drawings of an automaton have in common: one arrow for all letters that lead from one
// state to another, and its label. Private to interchange/.
#pragma once

#include <string>
#include <vector>

#include "ltlc/automaton/dfa.hpp"

namespace ltlc::interchange {

struct automaton_arrow {
  automaton::state from = 0, to = 0;
  std::vector<text::letter> letters; // increasing
};

// By source; those of one source in the order of their first letters.
[[nodiscard]] std::vector<automaton_arrow> arrows(automaton::dfa const& a);

enum class label_notation : std::uint8_t { plain, latex };

// The letters listed, or as the complement of the few that are missing; long lists are cut. The
// whole alphabet of blocks of k letters is Σᵏ.
[[nodiscard]] std::string arrow_label(text::alphabet const& sigma,
                                      std::vector<text::letter> const& letters, std::uint32_t block,
                                      label_notation style);

} // namespace ltlc::interchange
