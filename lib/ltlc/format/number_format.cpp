// Why double-then-round is right (p <= 24). Let x be the exact result and d its double. All numbers
// of the format and all midpoints between neighbors (and the overflow threshold) are doubles, and
// rounding is monotone, so d and x lie on the same side of each of them or d lands on one. Landing
// on a number is harmless: x is then nearer to it than to any midpoint. So only one thing can go
// wrong: d is a midpoint and x is not.
//   ×: x has 2p <= 48 bits and is far above the least double: d = x.
//   ±: if d ≠ x, the operands' exponents differ by more than 53 − p >= p + 5, and x is within
//      2^-(p+4) units of the larger operand, which is a number of the format: no midpoint is near.
//      A sum in the subnormal range is a multiple of the least number: d = x.
//   ÷: x = a/b with p-bit a, b; a midpoint is m·2^k with m of at most p + 1 bits, so that x and the
//      midpoint, if different, differ by at least 1 part in b·m < 2^(2p+1) <= 2^49; d differs from
//      x by at most 1 in 2^53.
// Source: [Figueroa95] for the normal range.
#include "ltlc/format/number_format.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "ltlc/contract.hpp"

namespace ltlc::format {

namespace {

using exact::integer;
using exact::rational;

[[maybe_unused]] bool supported(number_format const& f) { // in contracts only
  if (f.precision == 53) return f == fp64;
  return f.precision >= 2 && f.precision <= 24 && f.min_exponent >= -126 && f.max_exponent <= 127 &&
         f.min_exponent <= f.max_exponent;
}

double with_sign(double magnitude, bool negative) {
  return negative ? -magnitude : magnitude;
}

// floor(log2 q). Pre: q > 0.
std::int64_t exponent_of(rational const& q) {
  integer const n = numerator(q);
  integer const d = denominator(q);
  auto const e = static_cast<std::int64_t>(msb(n)) - static_cast<std::int64_t>(msb(d));
  // 2^(e−1) < q < 2^(e+1)
  bool const reaches = e >= 0 ? n >= integer(d << e) : integer(n << -e) >= d;
  return reaches ? e : e - 1;
}

} // namespace

std::vector<number_format> const& formats() {
  static std::vector<number_format> const all{fp64, fp32, bf16, fp16};
  return all;
}

std::optional<number_format> find_format(std::string_view name) {
  for (auto const& f : formats()) {
    if (f.name == name) return f;
  }
  return std::nullopt;
}

double greatest(number_format const& f) {
  return std::ldexp(2.0 - std::ldexp(1.0, 1 - f.precision), f.max_exponent);
}

double least_positive(number_format const& f) {
  return std::ldexp(1.0, f.min_exponent - f.precision + 1);
}

double round(number_format const& f, double x) {
  LTLC_EXPECTS(supported(f));
  if (f.precision == 53) return x;
  constexpr int bias = 1023;
  auto const bits = std::bit_cast<std::uint64_t>(x);
  int const exponent = static_cast<int>((bits >> 52) & 0x7ff) - bias;
  if (exponent > f.max_exponent) {
    return std::isnan(x) ? x : with_sign(std::numeric_limits<double>::infinity(), std::signbit(x));
  }
  // Adding 1.5·2^(q+52) makes the unit of a double's sum 2^q, the format's unit at x: the machine's
  // addition rounds to nearest even there, and the subtraction is exact.
  int const q = std::max(exponent, f.min_exponent) - (f.precision - 1);
  auto const magic = std::bit_cast<double>((static_cast<std::uint64_t>(q + 52 + bias) << 52) |
                                           (std::uint64_t{1} << 51));
  double const magnitude = std::fabs((x + magic) - magic);
  bool const overflows = magnitude > greatest(f);
  return with_sign(overflows ? std::numeric_limits<double>::infinity() : magnitude,
                   std::signbit(x));
}

double round(number_format const& f, rational const& q) {
  LTLC_EXPECTS(supported(f));
  if (q == 0) return 0.0;
  bool const negative = q < 0;
  rational const magnitude = abs(q);
  std::int64_t const exponent = exponent_of(magnitude);
  if (exponent > f.max_exponent) {
    return with_sign(std::numeric_limits<double>::infinity(), negative);
  }
  int const least = f.min_exponent - f.precision + 1;
  if (exponent < least - 1) return with_sign(0.0, negative);
  int const unit = std::max(static_cast<int>(exponent), f.min_exponent) - (f.precision - 1);
  integer n = numerator(magnitude);
  integer d = denominator(magnitude);
  (unit >= 0 ? d : n) <<= std::abs(unit);
  integer significand, remainder;
  divide_qr(n, d, significand, remainder);
  int const half = integer(remainder << 1).compare(d);
  if (half > 0 || (half == 0 && bit_test(significand, 0))) ++significand;
  double const rounded = std::ldexp(significand.convert_to<double>(), unit);
  // In fp64, ldexp itself has gone to ∞ where the significand carried over.
  return with_sign(rounded > greatest(f) ? std::numeric_limits<double>::infinity() : rounded,
                   negative);
}

bool representable(number_format const& f, double x) {
  return std::isnan(x) || round(f, x) == x;
}

double add(number_format const& f, double a, double b) {
  return round(f, a + b);
}
double subtract(number_format const& f, double a, double b) {
  return round(f, a - b);
}
double multiply(number_format const& f, double a, double b) {
  return round(f, a * b);
}
double divide(number_format const& f, double a, double b) {
  return round(f, a / b);
}

std::string shortest_decimal(double x) {
  if (std::isnan(x)) return "nan";
  std::array<char, 32> text{};
  auto const [end, error] = std::to_chars(text.data(), text.data() + text.size(), x);
  LTLC_ENSURES(error == std::errc{});
  return {text.data(), end};
}

} // namespace ltlc::format
