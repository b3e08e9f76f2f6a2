// Text inside a LaTeX document: what is special there is written so that it prints as itself. The
// results need no package beyond LaTeX's own (amsmath gives \texttt its size inside formulas).
#pragma once

#include <string>
#include <string_view>

namespace ltlc::text {

// The text in the font that is current, for text mode. ASCII's special characters are escaped,
// those that some fonts print as others (<, >, |) set in math, and the signs that this library's
// messages use (→, ε, ∈, ², …) spelled as commands; other characters beyond ASCII stay as they are,
// and need an engine and a font that know them.
[[nodiscard]] std::string latex_text(std::string_view bytes);

// A letter of an alphabet: \texttt{…}, for text and math mode, and the same characters in it.
[[nodiscard]] std::string latex_token(std::string_view token);

// No character that latex_text leaves to the engine: pdfLaTeX prints the result.
[[nodiscard]] bool latex_knows(std::string_view bytes);

// The text as a comment: one line that begins with % and ends with a newline.
[[nodiscard]] std::string latex_comment(std::string_view bytes);

} // namespace ltlc::text
