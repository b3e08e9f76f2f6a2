// What every way of planning begins and ends with: the letters, and what of a plan the readout
// needs, and how late.
#pragma once

#include <map>
#include <string>

#include "ltlc/lowering/plan.hpp"

namespace ltlc::lowering {

// Lists in p the letters of f that the alphabet has; by letter, its place in the list.
[[nodiscard]] std::map<std::string, std::size_t> list_letters(logic::formula f,
                                                              text::alphabet const& sigma, plan& p);

// The layer whose attention is the first that can read all variables of f.
[[nodiscard]] std::size_t attention_reads(form const& f, std::vector<planned> const& variables);
// The layer whose MLP is the first that can: it reads the heads of its own layer, and what MLPs of
// earlier ones wrote.
[[nodiscard]] std::size_t mlp_reads(unit_sum const& s, std::vector<planned> const& variables);

// How many heads emit.cpp writes when heads that look alike are one. Pre: mark_used.
[[nodiscard]] std::size_t number_of_heads(plan const& p);

// Sets `used` and the number of layers, from the readout.
void mark_used(plan& p);
// MOD and P true are ready in layer 1; as late as they are needed they keep no coordinate alive.
// Pre: mark_used.
void delay_what_needs_no_input(plan& p);

} // namespace ltlc::lowering
