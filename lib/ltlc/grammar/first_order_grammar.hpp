// grammars/first_order.ebnf: sentences of PFO²[<,MOD] with succ and last.
#pragma once

#include "ltlc/logic/first_order.hpp"
#include "ltlc/text/alphabet.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::grammar {

// The sentence that the text spells. Errors: as parse_formula, and for a text outside the fragment
// the offending sub-formula's span and, in diagnostic::rule, the rule that it breaks.
[[nodiscard]] text::result<logic::fo_formula>
parse_first_order(text::source const& text, logic::fo_pool& pool,
                  text::alphabet const* sigma = nullptr);

} // namespace ltlc::grammar
