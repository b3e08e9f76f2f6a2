// The run graph for languages of LTL[P,Y,MOD]: contexts and positions decide the state at a node.
#pragma once

#include "ltlc/automaton/order.hpp"
#include "ltlc/synthesis/run_graph.hpp"

namespace ltlc::synthesis {

// Which places of a run share a node: those of one component that agree where they meet, or as many
// as agree.
enum class merging { in_components, everywhere };

// Pre: `tree` decides the state of a run that has been long enough in a component and phase of
// `order` (contexts.hpp). Limits: nodes, and edges against max_states × 64; time.
[[nodiscard]] budget::limited<std::vector<run_node>>
make_window_graph(automaton::dfa const& a, automaton::component_order const& order,
                  context_tree const& tree, merging how, budget::budget const& limits);

} // namespace ltlc::synthesis
