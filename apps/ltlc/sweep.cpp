#include "sweep.hpp"

#include <algorithm>

#include "ltlc/exact/scalar.hpp"

namespace ltlc::app {

namespace {

constexpr std::size_t most_swept = 10'000;

failure bad_sweep(std::string_view text, std::string const& why) {
  return wrong_input("--sweep " + std::string(text) + ": " + why);
}

// At each separator that is in no parentheses.
std::vector<std::string> split_outside_parentheses(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char const c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == separator && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// "A:B", "A:B:STEP" or "A:B:xF" of rational numbers.
outcome<std::vector<std::string>> progression(std::string_view text, std::string_view part) {
  auto const ends = split_outside_parentheses(part, ':');
  bool const by_factors = ends.size() == 3 && ends[2].starts_with("x");
  auto const first = exact::parse_rational(ends[0]);
  auto const last = exact::parse_rational(ends.size() > 1 ? ends[1] : "");
  auto const step = exact::parse_rational(ends.size() < 3 ? "1"
                                          : by_factors    ? ends[2].substr(1)
                                                          : ends[2]);
  if (ends.size() > 3 || !first || !last || !step)
    return tl::unexpected(bad_sweep(text, "expected FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR with "
                                          "rational numbers, found " +
                                              std::string(part)));
  if (*first > *last || (by_factors ? *step <= 1 || *first <= 0 : *step <= 0))
    return tl::unexpected(bad_sweep(text, "expected FROM <= TO and a step above 0 or a factor "
                                          "above 1 (from a number above 0), found " +
                                              std::string(part)));
  std::vector<std::string> values;
  for (exact::rational x = *first; x <= *last && values.size() <= most_swept;
       x = by_factors ? exact::rational(x * *step) : exact::rational(x + *step)) {
    values.push_back(x.str());
    if (values.back().size() > 1'000)
      return tl::unexpected(bad_sweep(text, "its numbers pass 1,000 digits; take a step or factor "
                                            "with fewer of them"));
  }
  return values;
}

} // namespace

outcome<swept> parse_sweep(std::string_view text) {
  auto const equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
    return tl::unexpected(bad_sweep(text, "expected OPTION=VALUES, for example scale=16:1024:x2"));
  swept s{std::string(text.substr(0, equals)), {}};
  for (std::string const& part : split_outside_parentheses(text.substr(equals + 1), ',')) {
    if (part.empty()) return tl::unexpected(bad_sweep(text, "a value is missing beside a comma"));
    // "turns:1/7" is one value.
    bool const numbers = part.find(':') != std::string::npos && !part.starts_with("turns:");
    if (!numbers) {
      s.values.push_back(part);
      continue;
    }
    auto const more = progression(text, part);
    if (!more) return tl::unexpected(more.error());
    s.values.insert(s.values.end(), more->begin(), more->end());
    if (s.values.size() > most_swept) break;
  }
  if (s.values.size() > most_swept)
    return tl::unexpected(bad_sweep(text, "more than " + budget::grouped(most_swept) + " values"));
  return s;
}

} // namespace ltlc::app
