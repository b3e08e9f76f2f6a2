// The plain construction, to compare with: each node of the formula's DAG has a coordinate of its
// own, a temporal node or a MOD has a head of its own, and a connective has hidden units of its own
// in the earliest layer that can read its operands. Nothing is shared but the node, and nothing is
// merged: the number of layers is the depth of the formula with its connectives, where a connective
// right above a head costs no layer. Every coordinate is 0 or 1. Source: [RoPE, §3.2, §4.3].
#pragma once

#include "ltlc/lowering/plan.hpp"

namespace ltlc::lowering {

// As make_plan. Cost: linear in the DAG.
[[nodiscard]] tl::expected<plan, compile_error> plain_plan(logic::formula f,
                                                           text::alphabet const& sigma,
                                                           options const& how, ways const& taken,
                                                           budget::budget const& limits);

} // namespace ltlc::lowering
