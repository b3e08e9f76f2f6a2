// How the printers write signs and atoms: for keyboards, for screens, and in LaTeX's math mode. The
// first two stand in the operator table, which the parsers read too; nothing reads LaTeX back.
// Private to logic/.
#pragma once

#include <array>
#include <string>

#include "ltlc/logic/formula.hpp"
#include "ltlc/text/alphabet.hpp"
#include "ltlc/text/latex.hpp"

namespace ltlc::logic {

enum class notation : std::uint8_t { ascii, unicode, latex };

// In the order of `op`; letters and MOD are written with what they hold.
inline constexpr std::array<std::string_view, operator_count> latex_signs{"\\bot",
                                                                          "\\top",
                                                                          "",
                                                                          "",
                                                                          "\\lnot ",
                                                                          "\\land",
                                                                          "\\lor",
                                                                          "\\to",
                                                                          "\\leftrightarrow",
                                                                          "\\mathbf{P}",
                                                                          "\\mathbf{Y}",
                                                                          "\\mathbin{\\mathbf{S}}",
                                                                          "\\mathbf{F}",
                                                                          "\\mathbf{X}",
                                                                          "\\mathbin{\\mathbf{U}}"};

[[nodiscard]] inline std::string_view sign(op kind, notation style) {
  if (style == notation::latex) return latex_signs[static_cast<std::size_t>(kind)];
  return style == notation::unicode ? info(kind).unicode : info(kind).ascii;
}

// \pi_{\texttt{a}}, as the papers write the predicate of a letter.
[[nodiscard]] inline std::string latex_letter(std::string_view token) {
  return "\\pi_{" + text::latex_token(token) + "}";
}

// \mathrm{MOD}^{r}_{m}
[[nodiscard]] inline std::string latex_residue(char const* name, std::uint32_t r, std::uint32_t m) {
  return std::string("\\mathrm{") + name + "}^{" + std::to_string(r) + "}_{" + std::to_string(m) +
         "}";
}

} // namespace ltlc::logic
