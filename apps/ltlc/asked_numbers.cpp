#include "asked_numbers.hpp"

namespace ltlc::app {

namespace {

// Digits alone, leading zeros left out; empty if that is not what the text is.
std::string plain_digits(std::string const& text) {
  bool const digits = !text.empty() && text.size() <= 4'000 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits) return {};
  auto const first = text.find_first_not_of('0');
  return first == std::string::npos ? "0" : text.substr(first);
}

} // namespace

outcome<exact::integer> read_whole(std::string const& option, std::string const& text) {
  bool const negative = text.starts_with("-");
  std::string const digits = plain_digits(text.substr(negative ? 1 : 0));
  if (digits.empty())
    return tl::unexpected(wrong_input(option + " " + text + ": expected a whole number"));
  exact::integer const n(digits);
  return negative ? exact::integer(-n) : n;
}

outcome<exact::integer> read_count(std::string const& option, std::string const& text) {
  std::string const digits = plain_digits(text);
  if (digits.empty() || digits == "0")
    return tl::unexpected(
        wrong_input(option + " " + text + ": expected a whole number, at least 1"));
  return exact::integer(digits);
}

outcome<exact::rational> read_positive(std::string const& option, std::string const& text) {
  auto const q = exact::parse_rational(text);
  if (!q) return tl::unexpected(wrong_input(option + " " + text + ": " + q.error()));
  if (*q <= 0) return tl::unexpected(wrong_input(option + " " + text + ": must be positive"));
  constexpr unsigned most_bits = 20'000; // 6,000 digits
  if (msb(numerator(*q)) > most_bits || msb(denominator(*q)) > most_bits)
    return tl::unexpected(wrong_input(option + ": a number of more than 6,000 digits"));
  return *q;
}

} // namespace ltlc::app
