// The formula of a run graph: at N+1 the run is at a node, and context and position are such that
// the state there accepts.
#pragma once

#include "ltlc/synthesis/run_graph.hpp"

namespace ltlc::synthesis {

// The cheapest of several ways to say so. Graphs of few nodes are looked at more closely. Limit:
// time.
[[nodiscard]] budget::limited<logic::formula> accepting_formula(std::vector<run_node> const& nodes,
                                                                symbols& names,
                                                                logic::formula_pool& pool,
                                                                budget::budget const& limits);

} // namespace ltlc::synthesis
