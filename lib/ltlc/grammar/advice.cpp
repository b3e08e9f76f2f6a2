#include "ltlc/grammar/advice.hpp"

#include <array>

#include "ltlc/grammar/lexical.hpp"

namespace ltlc::grammar {

namespace {

struct foreign_sign {
  std::string_view sign;
  std::string_view advice;
};

// Longer signs before their beginnings.
constexpr std::array<foreign_sign, 12> foreign_signs{{
    {"<=>", "write <-> for equivalence"},
    {"==>", "write -> for implication"},
    {"=>", "write -> for implication"},
    {"==", "write <-> for equivalence"},
    {"=", "write <-> for equivalence"},
    {"~", "write ! for negation"},
    {"/\\", "write & for conjunction"},
    {"\\/", "write | for disjunction"},
    {"+", "write | for disjunction"},
    {"*", "write & for conjunction"},
    {"\"", "write letters between single quotes"},
    {"^", "only Y takes an exponent: Y^2"},
}};

} // namespace

std::string connective_advice(std::string_view content, std::size_t offset) {
  std::string_view const rest = content.substr(offset);
  if (offset > 0 && !rest.empty() && content[offset - 1] == rest[0]) {
    if (rest[0] == '&') return "write & once";
    if (rest[0] == '|') return "write | once";
  }
  for (auto const& [sign, advice] : foreign_signs)
    if (rest.substr(0, sign.size()) == sign) return std::string(advice);
  return {};
}

text::diagnostic quoting_mistake(std::string_view content, std::size_t offset) {
  for (std::size_t at = offset; at < content.size(); ++at) {
    if (content[at] != '\\') continue;
    ++at;
    if (at < content.size() && content[at] != '\'' && content[at] != '\\')
      return {{at - 1, at},
              "expected \\' or \\\\ inside quotes, found another backslash",
              {},
              "double a backslash that belongs to the letter"};
  }
  return {{offset - 1, offset}, "expected a closing quote, found the end of the text", {}, {}};
}

} // namespace ltlc::grammar
