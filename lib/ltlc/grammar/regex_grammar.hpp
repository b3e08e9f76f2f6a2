// grammars/regex.ebnf: regular expressions.
#pragma once

#include "ltlc/regex/expression.hpp"
#include "ltlc/text/alphabet.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::grammar {

// The expression that the text spells. Errors: as parse_formula.
[[nodiscard]] text::result<regex::expression> parse_regex(text::source const& text,
                                                          regex::expression_pool& pool,
                                                          text::alphabet const* sigma = nullptr);

} // namespace ltlc::grammar
