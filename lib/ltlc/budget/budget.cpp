#include "ltlc/budget/budget.hpp"

namespace ltlc::budget {

std::string describe(limit_reached const& limit) {
  std::string text = limit.quantity + " passed " + grouped(limit.limit);
  if (!limit.way_out.empty()) text += " (raise it with " + limit.way_out + ")";
  return text;
}

std::string grouped(std::uint64_t n) {
  std::string const digits = std::to_string(n);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

} // namespace ltlc::budget
