// How much P-depth a language needs: two words that no formula of a depth can tell apart, one of
// them in the language, show that it needs more.
#pragma once

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::synthesis {

// A number d <= most such that no formula of LTL[P,Y,MOD] whose Y reach back `window` letters at
// most (the sum along each path of the formula) and whose moduli divide `modulus` accepts L(a) with
// a P-depth below d. The search for words is cut at a number of types, and at the deadline; then d
// is what was shown so far.
[[nodiscard]] std::size_t depth_needed(automaton::dfa const& a, std::uint64_t window,
                                       std::uint64_t modulus, std::size_t most,
                                       budget::budget const& limits);

} // namespace ltlc::synthesis
