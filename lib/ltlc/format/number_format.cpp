// Rounding of doubles and rationals, and decimals.
#include "ltlc/format/number_format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "ltlc/contract.hpp"
#include "ltlc/format/multiple_precision.hpp"

namespace ltlc::format {

namespace {

using exact::integer;
using exact::rational;

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

// q / 2^unit to the nearest integer, the even one of two. Pre: q > 0.
integer nearest_multiple(rational const& q, int unit) {
  integer n = numerator(q);
  integer d = denominator(q);
  (unit >= 0 ? d : n) <<= std::abs(unit);
  integer multiple, remainder;
  divide_qr(n, d, multiple, remainder);
  int const half = integer(remainder << 1).compare(d);
  if (half > 0 || (half == 0 && bit_test(multiple, 0))) ++multiple;
  return multiple;
}

} // namespace

double round(number_format const& f, double x) {
  LTLC_EXPECTS(supported(f));
  return rounds_on_bits(f) ? rounding(f)(x) : round_by_mpfr(f, x);
}

double round(number_format const& f, rational const& q) {
  LTLC_EXPECTS(supported(f));
  if (q == 0) return 0.0;
  bool const negative = q < 0;
  rational const magnitude = abs(q);
  std::int64_t const exponent = exponent_of(magnitude);
  if (exponent > f.max_exponent) return overflowed(f, negative);
  int const least = f.subnormals ? least_exponent(f) : f.min_exponent;
  if (exponent < least - 1) return with_sign(0.0, negative); // less than half of the least number
  int const own = static_cast<int>(exponent);
  int const unit = (f.subnormals ? std::max(own, f.min_exponent) : own) - (f.precision - 1);
  integer const significand = nearest_multiple(magnitude, unit);
  // Flushed unless the significand carried over, to 2^min_exponent. Asked before ldexp, which may
  // round to that number itself.
  bool const carried = significand == integer(1) << f.precision;
  if (!f.subnormals && own < f.min_exponent && !carried) return with_sign(0.0, negative);
  double const rounded = std::ldexp(significand.convert_to<double>(), unit);
  // In fp64, ldexp itself has gone to ∞ where the significand carried over.
  return rounded > greatest(f) ? overflowed(f, negative) : with_sign(rounded, negative);
}

bool representable(number_format const& f, double x) {
  return std::isnan(x) || round(f, x) == x;
}

std::string shortest_decimal(double x) {
  if (std::isnan(x)) return "nan";
  std::array<char, 32> text{};
  auto const [end, error] = std::to_chars(text.data(), text.data() + text.size(), x);
  LTLC_ENSURES(error == std::errc{});
  return {text.data(), end};
}

} // namespace ltlc::format
