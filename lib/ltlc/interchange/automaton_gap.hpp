// DFAs for GAP: the transition semigroup S by one transformation a letter. GAP counts from 1, so
// state q of the automaton is point q + 1. GAP's own library is enough to load it.
#pragma once

#include <string>

#include "ltlc/automaton/dfa.hpp"

namespace ltlc::interchange {

// Defines letters, gens, S, initial and accepting.
[[nodiscard]] std::string to_gap(automaton::dfa const& a);

} // namespace ltlc::interchange
