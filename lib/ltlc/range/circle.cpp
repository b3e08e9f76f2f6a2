// The angle is folded to y in [−π/4, π/4] from the nearest multiple of a quarter turn, in integers.
// There, with ε = 2^-53:
//   y     the fraction is known to 2^-74 turns and is at least 2^-22, so to 2ε; its conversion to
//         double, 2π in double and the product add at most ε each: 5ε of y. As |y cot y| <= 1 and
//         |y tan y| <= π/4, sin y and cos y move by at most 5ε of themselves.
//   sin   = y + y·zP(z), z = y²; the series stops with an error below y²⁰/21! < 2^-62 of y. |zP| <
//         0.11, and Horner's rule evaluates it to 10ε of itself: coefficients fall by factors of 20
//         and more, so that errors of inner steps count little. With the last product and sum that
//         is 3ε of the value, which is at least 0.9y.
//   cos   = 1 − zQ(z), likewise; 0 <= zQ < 0.31 to 10ε, so 5ε with the sum, and as cos y > 0.7, 8ε
//         of the value.
// Together less than 16ε = 2^-49 of the value. Rounding is monotone: where doubles 2^-48 below and
// above round alike, so does the value.
#include "ltlc/range/circle.hpp"

#include <cmath>
#include <cstdlib>

namespace ltlc::range {

namespace {

__extension__ typedef __int128 signed_turns;

constexpr int most_precision = 40;
constexpr double relative_error = 0x1p-48;
constexpr double radians_of_turn = 0x1.921fb54442d18p+2;
constexpr double quarter_pi_below = 0.785;

double sine_near_zero(double y) {
  double const z = y * y;
  double p = -1.0 / 121'645'100'408'832'000.0; // 19!
  p = p * z + 1.0 / 355'687'428'096'000.0;
  p = p * z - 1.0 / 1'307'674'368'000.0;
  p = p * z + 1.0 / 6'227'020'800.0;
  p = p * z - 1.0 / 39'916'800.0;
  p = p * z + 1.0 / 362'880.0;
  p = p * z - 1.0 / 5'040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return y + y * (p * z);
}

double cosine_near_zero(double y) {
  double const z = y * y;
  double p = 1.0 / 2'432'902'008'176'640'000.0; // 20!
  p = p * z - 1.0 / 6'402'373'705'728'000.0;
  p = p * z + 1.0 / 20'922'789'888'000.0;
  p = p * z - 1.0 / 87'178'291'200.0;
  p = p * z + 1.0 / 479'001'600.0;
  p = p * z - 1.0 / 3'628'800.0;
  p = p * z + 1.0 / 40'320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  p = p * z - 0.5;
  return 1.0 + p * z;
}

// Of a number within relative_error of x.
std::optional<double> rounded(format::number_format const& f, double x) {
  double const low = format::round(f, x * (1 - relative_error));
  double const high = format::round(f, x * (1 + relative_error));
  return low == high ? std::optional(low) : std::nullopt;
}

// For y radians from `quarter` quarters of a turn.
std::optional<rotary::rounded_rotation> point_near(format::number_format const& f, double y,
                                                   unsigned quarter) {
  double const cosine = cosine_near_zero(y);
  double const sine = sine_near_zero(y);
  bool const swapped = quarter % 2 == 1; // cos(π/2 + y) = −sin y, sin(π/2 + y) = cos y
  auto const c =
      rounded(f, (quarter == 1 || quarter == 2 ? -1.0 : 1.0) * (swapped ? sine : cosine));
  auto const s = rounded(f, (quarter >= 2 ? -1.0 : 1.0) * (swapped ? cosine : sine));
  if (!c || !s) return std::nullopt;
  return rotary::rounded_rotation{*c, *s};
}

} // namespace

std::optional<fixed_turns> fixed_lower_end(exact::enclosure const& turns) {
  using exact::integer;
  auto const scaled = [](mpfr_srcptr x) {
    exact::rational const q = exact::to_rational(x) * (integer(1) << 128);
    integer floor = numerator(q) / denominator(q);
    if (floor > q) --floor;
    return floor;
  };
  integer const low = scaled(turns.lower());
  if (scaled(turns.upper()) - low > 1) return std::nullopt;
  integer const unit = integer(1) << 64;
  integer high_part = low >> 64; // rounds down
  integer const low_part = low - (high_part << 64);
  high_part %= unit;
  if (high_part < 0) high_part += unit;
  return (fixed_turns{high_part.convert_to<std::uint64_t>()} << 64) |
         low_part.convert_to<std::uint64_t>();
}

std::optional<rotary::rounded_rotation> circle_point(format::number_format const& f,
                                                     fixed_turns t) {
  if (f.precision > most_precision) return std::nullopt;
  fixed_turns const eighth = fixed_turns{1} << 125;
  fixed_turns const from_eighth = t + eighth;
  auto const quarter = static_cast<unsigned>(from_eighth >> 126);
  auto const rest = static_cast<signed_turns>(from_eighth & ((fixed_turns{1} << 126) - 1)) -
                    static_cast<signed_turns>(eighth);
  auto const least = signed_turns{1} << (128 - 22);
  if (-least < rest && rest < least) return std::nullopt;
  double const y = static_cast<double>(rest) * 0x1p-128 * radians_of_turn;
  return point_near(f, y, quarter);
}

std::optional<rotary::rounded_rotation> circle_of_radians::point(format::number_format const& f,
                                                                 double x) {
  if (f.precision > most_precision || !std::isfinite(x)) return std::nullopt;
  // x² is a normal number and has ε.
  if (std::fabs(x) <= quarter_pi_below)
    return std::fabs(x) > 0x1p-500 ? point_near(f, x, 0) : std::nullopt;
  // |x| = m·2^e with a whole m < 2^53: turns of 2^e are known to 2^-127, m times that to 2^-74.
  int e = 0;
  auto const m = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(x), &e), 53));
  e -= 53;
  auto found = unit_turns_.find(e);
  if (found == unit_turns_.end()) {
    exact::integer const power = exact::integer(1) << std::abs(e);
    exact::rational const unit = e < 0 ? exact::rational(exact::integer(1), power)
                                       : exact::rational(power, exact::integer(1));
    exact::angle const a{0, 0, unit};
    found = unit_turns_
                .emplace(e, fixed([&](mpfr_prec_t bits) { return exact::enclose_turns(a, bits); }))
                .first;
  }
  // The error of a negative angle is on its other side.
  fixed_turns const t = m * found->second;
  return circle_point(f, x < 0 ? fixed_turns{0} - t - (fixed_turns{1} << 54) : t);
}

} // namespace ltlc::range
