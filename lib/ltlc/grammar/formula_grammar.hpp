// grammars/formula.ebnf: temporal formulas.
#pragma once

#include "ltlc/logic/formula.hpp"
#include "ltlc/text/alphabet.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::grammar {

// The formula that the text spells. With an alphabet, a letter outside it is an error at its place.
// Errors: what was expected and found, with its span; a number too large. A text may be as long and
// as deep as memory allows. Cost: linear in the text.
[[nodiscard]] text::result<logic::formula> parse_formula(text::source const& text,
                                                         logic::formula_pool& pool,
                                                         text::alphabet const* sigma = nullptr);

} // namespace ltlc::grammar
