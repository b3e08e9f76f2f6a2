// The order on the components of an automaton, as evidence states it. Private to checking/.
#pragma once

#include <string>

#include "ltlc/automaton/order.hpp"

namespace ltlc::checking {

// What is wrong with it as the automaton's components in topological order with their periods and
// phases, or empty. Cost: O(|Q||Σ|).
[[nodiscard]] std::string not_components(automaton::dfa const& a,
                                         automaton::component_order const& o);

// A right order shows membership in LTL[P,MOD] when each component has one state a phase (a state
// without a cycle is a component too): k letters, k the lcm of the periods, lead back to the state
// itself or on to a later component. For LTL[P] each has one state. Cost: O(components).
[[nodiscard]] std::string not_single(automaton::component_order const& o, bool with_phases);

} // namespace ltlc::checking
