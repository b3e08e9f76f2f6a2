// Confirms a verdict from the DFA alone by reading words and edges; it shares no code with the
// deciders. Only certificates that name words or an order can be confirmed this way; the answer for
// the others (implied, enumeration, acyclic pairs) says so.
#pragma once

#include <string>

#include "ltlc/algebra/classify.hpp"

namespace ltlc::algebra {

// Empty when the certificate proves the verdict; else what is wrong with it.
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::verdict const& v);

// The certificate can be confirmed by objection() without repeating the decision.
[[nodiscard]] bool checkable(evidence::verdict const& v);

} // namespace ltlc::algebra
