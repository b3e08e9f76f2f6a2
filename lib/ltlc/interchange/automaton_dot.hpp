// DFAs as Graphviz drawings that show their order: a component of several states is drawn in a box,
// and where there is none, states stand in columns by layer, the longest way there from a state
// without predecessors.
#pragma once

#include <string>

#include "ltlc/automaton/dfa.hpp"

namespace ltlc::interchange {

// A digraph. Parallel edges share an arrow; its label lists the letters, or those of the alphabet
// that are missing, and is cut when it is long. `block` is the k of A^k: labels call its alphabet
// Σᵏ. Cost: O(|Q||Σ|) for few targets a state.
[[nodiscard]] std::string to_dot(automaton::dfa const& a, std::uint32_t block = 1);

// The same graph for those who draw it themselves and want to know where things stand: states are
// circles of state_size inches, arrows end at them without tips, and labels have no more than their
// length.
inline constexpr double state_size = 0.35;
[[nodiscard]] std::string layout_request(automaton::dfa const& a, std::uint32_t block = 1);

} // namespace ltlc::interchange
