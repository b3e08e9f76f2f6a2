// DFAs in the Hanoi omega-automata format. The format is for infinite words; here a word is finite,
// and a state in the set Inf(0) accepts the words that end there. That is said in a comment and in
// the header `words: finite`, which other tools skip. Each letter is an atomic proposition, and
// labels ask for exactly one; valuations with none or several have no transition, so the automaton
// is not called complete.
#pragma once

#include <string>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::interchange {

// Limit: labels take |Σ|² literals, whose text is held against max_bytes.
[[nodiscard]] budget::limited<std::string> to_hoa(automaton::dfa const& a,
                                                  budget::budget const& limits);

} // namespace ltlc::interchange
