#include "ltlc/text/latex.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::text {

namespace {

using spelled = std::pair<std::string_view, std::string_view>;

// Empty braces after a command keep the space that follows it.
constexpr std::array<spelled, 15> special{{
    {"#", "\\#"},
    {"$", "\\$"},
    {"%", "\\%"},
    {"&", "\\&"},
    {"_", "\\_"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"\\", "\\textbackslash{}"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    // Two of them in a row would be joined into another sign.
    {"-", "-{}"},
    {"'", "\\textquotesingle{}"},
    {"`", "\\textasciigrave{}"},
    {"!", "!{}"},
    {"?", "?{}"},
}};

constexpr std::array<spelled, 4> in_math{{
    {"<", "$<$"},
    {">", "$>$"},
    {"|", "$|$"},
    {"\"", "''"}, // the character itself can be a command of babel's
}};

constexpr std::array<spelled, 36> signs{{
    {"→", "$\\to$"},
    {"←", "$\\gets$"},
    {"↔", "$\\leftrightarrow$"},
    {"ε", "$\\varepsilon$"},
    {"Σ", "$\\Sigma$"},
    {"∖", "$\\setminus$"},
    {"∈", "$\\in$"},
    {"∉", "$\\notin$"},
    {"∪", "$\\cup$"},
    {"∩", "$\\cap$"},
    {"⊆", "$\\subseteq$"},
    {"∧", "$\\land$"},
    {"∨", "$\\lor$"},
    {"¬", "$\\lnot$"},
    {"∃", "$\\exists$"},
    {"∀", "$\\forall$"},
    {"⊤", "$\\top$"},
    {"⊥", "$\\bot$"},
    {"≠", "$\\neq$"},
    {"≤", "$\\leq$"},
    {"≥", "$\\geq$"},
    {"≡", "$\\equiv$"},
    {"×", "$\\times$"},
    {"·", "$\\cdot$"},
    {"⟨", "$\\langle$"},
    {"⟩", "$\\rangle$"},
    {"−", "$-$"},
    {"…", "\\ldots{}"},
    {"–", "--"},
    {"²", "${}^2$"},
    {"³", "${}^3$"},
    {"₁", "${}_1$"},
    {"₂", "${}_2$"},
    {"§", "\\S{}"},
    {"’", "'"},
    {"ω", "$\\omega$"},
}};

template <std::size_t n>
std::string_view spelling(std::array<spelled, n> const& table, std::string_view character) {
  auto const at = std::find_if(table.begin(), table.end(),
                               [&](spelled const& s) { return s.first == character; });
  return at == table.end() ? std::string_view() : at->second;
}

template <class F>
void each_character(std::string_view bytes, F const& f) {
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t const length = code_point_length(bytes, at);
    f(bytes.substr(at, length));
    at += length;
  }
}

} // namespace

std::string latex_text(std::string_view bytes) {
  std::string out;
  each_character(bytes, [&](std::string_view c) {
    std::string_view found = spelling(special, c);
    if (found.empty()) found = spelling(in_math, c);
    if (found.empty()) found = spelling(signs, c);
    out += found.empty() ? c : found;
  });
  return out;
}

std::string latex_token(std::string_view token) {
  std::string out = "\\texttt{";
  each_character(token, [&](std::string_view c) {
    std::string_view found = spelling(special, c);
    if (found.empty()) found = c == "\"" ? "\\char34{}" : spelling(signs, c);
    out += found.empty() ? c : found;
  });
  return out + "}";
}

bool latex_knows(std::string_view bytes) {
  bool known = true;
  each_character(bytes, [&](std::string_view c) {
    bool const ascii = static_cast<unsigned char>(c.front()) < 128;
    known = known && (ascii || !spelling(signs, c).empty());
  });
  return known;
}

std::string latex_comment(std::string_view bytes) {
  return "% " + escaped(bytes) + "\n";
}

} // namespace ltlc::text
