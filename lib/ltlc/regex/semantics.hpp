// Membership straight from the definition, by the set of factors of the word that each
// sub-expression matches: the oracle for derivatives and automata.
#pragma once

#include "ltlc/regex/expression.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::regex {

// `.`, negated sets and ~ range over sigma. Cost: O(|f| N³ log(count)).
[[nodiscard]] bool matches(expression f, text::alphabet const& sigma, text::word const& w);

} // namespace ltlc::regex
