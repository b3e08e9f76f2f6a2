// The construction for formulas that look right; construct() calls it for them.
#pragma once

#include "ltlc/automaton/construct.hpp"

namespace ltlc::automaton {

// Pre: sigma is not empty. Cost and growth: see construct.hpp.
[[nodiscard]] budget::limited<dfa>
construct_with_future(logic::formula f, text::alphabet const& sigma, budget::budget const& limits);

} // namespace ltlc::automaton
