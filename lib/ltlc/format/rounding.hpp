// Rounding of doubles into a format on the bits of the double, and the ways in which one operation
// is rounded once.
//
// A double's magnitude, read as an integer, grows with the magnitude; dropping the low 53 − p bits
// to the nearest even multiple rounds to p bits, with the carry going into the exponent as it
// should. That is the whole story between the least normal number and the greatest. Below it,
// adding and subtracting 2^(l + 52), with 2^l the least subnormal number, rounds to a multiple of
// 2^l: the sum lies in the binade of 2^(l + 52), where doubles are 2^l apart, because the magnitude
// is less than 2^min_exponent = 2^(l + p − 1) <= 2^(l + 52). 2^l times an even number there is an
// even significand.
//
// Ways of one operation on numbers of the format; x is the exact result and d its double:
//   machine_double     fp64: the machine's operation.
//   machine_float      fp32: d converted by the machine, which is double_then_round in hardware.
//   checked_double     fp64 with other rules: d where 2^-1022 < |d| < ∞, or d = 0 (then |x| is at
//                      most half of 2^-1074): the rules make no difference there. Otherwise
//                      multiple_precision. |d| = 2^-1022 itself is not enough to tell whether x is
//                      flushed: fp64's subnormal grid is coarser there than 53 bits.
//   double_then_round  p <= 24: d rounded again. Why this is right:
//     Numbers of the format, midpoints between neighbors, the overflow threshold (greatest plus
//     half a unit) and the flush threshold 2^min − 2^(min−p−1) have at most p + 1 bits and are
//     doubles, for 2^(l−1) >= 2^-1021. Rounding to double is monotone, so d lies on the same side
//     of each of them as x, or lands on one. Landing on a number of the format is harmless: x is
//     then nearer to it than to any midpoint. So one thing can go wrong: d is a midpoint or
//     threshold and x is not.
//       ×: x has 2p <= 48 bits, so d = x unless x is beyond fp64's range: above, both overflow;
//          below, x has a bit under 2^-1074, so |x| < 2^(48 − 1074) and d is less than half of 2^l.
//       ±: if d ≠ x, the operands' exponents differ by more than 53 − p >= p + 5 (less, and the sum
//          has at most 53 bits), so the smaller one is less than 2^-6 units of the larger, a number
//          of the format: no midpoint is near. x is a multiple of 2^l; below 2^min, in the
//          subnormal range or where flushing is decided, it has fewer than p bits: d = x.
//       ÷: x = a/b with p-bit a, b. A midpoint or threshold is m·2^k with m < 2^(p+1). Unless x is
//          that, it differs from it by at least 1 part in b·m < 2^(2p+1) <= 2^49, and d from x by
//          at most 1 in 2^53 where |x| >= 2^-1022. Any smaller x is less than half of 2^l >=
//          2^-1020 together with d.
//     Source: [Figueroa95] for the normal range.
//   multiple_precision the others (25 <= p <= 53, or exponents near fp64's): MPFR. For them
//                      53 < 2p + 2, and d can be a midpoint next to x.
#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ltlc/format/parameters.hpp"

static_assert(FLT_EVAL_METHOD == 0, "double operations must round to double, once");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559);

namespace ltlc::format {

enum class operation_way : std::uint8_t {
  machine_double,
  machine_float,
  checked_double,
  double_then_round,
  multiple_precision
};

// 2^(l + 52) is a double, as `rounding` needs.
[[nodiscard]] constexpr bool rounds_on_bits(number_format const& f) {
  return least_exponent(f) + 52 <= 1023;
}

[[nodiscard]] constexpr operation_way way_of(number_format const& f) {
  bool const plain = f.subnormals && f.overflow == overflow_rule::infinity && !f.top_code_is_nan;
  if (f.precision == 53) {
    if (f.min_exponent != -1022 || f.max_exponent != 1023 || f.top_code_is_nan)
      return operation_way::multiple_precision;
    return plain ? operation_way::machine_double : operation_way::checked_double;
  }
  if (f.precision > 24 || least_exponent(f) < -1020 || !rounds_on_bits(f))
    return operation_way::multiple_precision;
  bool const fp32_range = f.precision == 24 && f.min_exponent == -126 && f.max_exponent == 127;
  return plain && fp32_range ? operation_way::machine_float : operation_way::double_then_round;
}

// The double nearest to a number of a format, rounded into it: nearest, ties to even, by the
// format's rules for small and large results. Pre: supported(f), rounds_on_bits(f).
class rounding {
public:
  explicit constexpr rounding(number_format const& f)
      : dropped_(53 - f.precision), tie_to_even_(dropped_ == 0 ? 0 : 1),
        below_half_(dropped_ == 0 ? 0 : (std::uint64_t{1} << (dropped_ - 1)) - 1),
        least_(f.subnormals ? power_of_two(f.min_exponent) : flush_threshold(f)),
        greatest_(greatest_number(f)), flushes_(!f.subnormals),
        grid_(std::bit_cast<double>(power_of_two(least_exponent(f) + 52))),
        overflowed_(overflow_value(f)) {}

  [[nodiscard]] double operator()(double x) const {
    auto const bits = std::bit_cast<std::uint64_t>(x);
    std::uint64_t const sign = bits & sign_bit;
    std::uint64_t const magnitude = bits ^ sign;
    if (magnitude < least_) [[unlikely]]
      return std::copysign(flushes_ ? 0.0 : (std::fabs(x) + grid_) - grid_, x);
    std::uint64_t const odd = (magnitude >> dropped_) & tie_to_even_;
    std::uint64_t const rounded = ((magnitude + below_half_ + odd) >> dropped_) << dropped_;
    if (rounded > greatest_) [[unlikely]] // NaN too: its magnitude is above that of ∞
      return std::isnan(x) ? x : std::copysign(overflowed_, x);
    return std::bit_cast<double>(rounded | sign);
  }

private:
  static constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

  // The bits of the double 2^e. Pre: -1022 <= e <= 1023.
  static constexpr std::uint64_t power_of_two(int e) {
    return static_cast<std::uint64_t>(e + 1023) << 52;
  }
  // The bits of the least double that is not flushed: 2^min − 2^(min−p−1), the midpoint below 2^min
  // on the grid of p bits, goes to 2^min, which is even. Doubles below 2^min are 2^(min−53) apart,
  // in fp64's last binade 2^(min−52); where the midpoint is no double, the next one is 2^min
  // itself.
  static constexpr std::uint64_t flush_threshold(number_format const& f) {
    int const steps = (f.min_exponent == -1022 ? 51 : 52) - f.precision;
    return power_of_two(f.min_exponent) - (steps < 0 ? 0 : std::uint64_t{1} << steps);
  }
  static constexpr std::uint64_t greatest_number(number_format const& f) {
    std::uint64_t const unit = std::uint64_t{1} << (53 - f.precision);
    std::uint64_t const next_binade = power_of_two(f.max_exponent) + (std::uint64_t{1} << 52);
    return next_binade - (f.top_code_is_nan ? 2 * unit : unit);
  }
  static constexpr double overflow_value(number_format const& f) {
    if (f.overflow == overflow_rule::infinity) return std::numeric_limits<double>::infinity();
    if (f.overflow == overflow_rule::nan) return std::numeric_limits<double>::quiet_NaN();
    return std::bit_cast<double>(greatest_number(f));
  }

  int dropped_; // bits of a double's significand that the format has not
  std::uint64_t tie_to_even_;
  std::uint64_t below_half_; // just less than half a unit, in the dropped bits
  std::uint64_t least_;      // bits of the magnitude from which on p bits are kept
  std::uint64_t greatest_;
  bool flushes_;
  double grid_;
  double overflowed_;
};

} // namespace ltlc::format
