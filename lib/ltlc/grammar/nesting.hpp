// The nesting that every parser allows. Deeper texts are refused with a diagnostic, so that neither
// the parser's nor the syntax tree's recursion can exhaust the stack.
#pragma once

namespace ltlc::grammar {

inline constexpr int max_nesting = 1000;

} // namespace ltlc::grammar
