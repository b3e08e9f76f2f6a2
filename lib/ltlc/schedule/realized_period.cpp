#include "ltlc/schedule/realized_period.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/multiple_precision.hpp"

namespace ltlc::schedule {

namespace {

using format::mpfr_number;
using rotary::rounded_rotation;

bool same_numbers(rounded_rotation const& a, rounded_rotation const& b) {
  return a.cosine == b.cosine && a.sine == b.sine;
}

// A number of fp32 in radians: cos and sin correctly rounded to fp32, then into the format.
rounded_rotation rotation_by_phase(double phase, format::number_format const& f) {
  mpfr_number angle(24);
  mpfr_set_d(angle.get(), phase, MPFR_RNDN);
  mpfr_number value(24);
  int ternary = mpfr_cos(value.get(), angle.get(), MPFR_RNDN);
  double const cosine = format::rounded_into(format::fp32, value.get(), ternary);
  ternary = mpfr_sin(value.get(), angle.get(), MPFR_RNDN);
  double const sine = format::rounded_into(format::fp32, value.get(), ternary);
  return {round(f, cosine), round(f, sine)};
}

// Radians that are a rational number are rounded as such; they can lie midway between two numbers,
// which no enclosure would tell. All others are irrational.
std::optional<exact::rational> rational_radians(rotary::frequency const& g) {
  if (rotary::period(g) == 1) return exact::rational(0); // whole turns, of which nothing is left
  if (auto const* const a = std::get_if<exact::angle>(&g); a != nullptr)
    return a->golden == 0 && a->turns == 0 ? std::optional(a->radians) : std::nullopt;
  if (auto const* const s = std::get_if<rotary::stated>(&g); s != nullptr)
    return s->in_turns ? std::nullopt : std::optional(s->value);
  auto const& p = std::get<rotary::geometric>(g);
  if (p.times_pi || p.smooth != 0) return std::nullopt;
  auto const b = rotary::rational_value(p.powers);
  return b ? std::optional(exact::rational(p.factor * *b)) : std::nullopt;
}

// The last m rotations, by position mod m.
class window_of_rotations {
public:
  explicit window_of_rotations(std::uint64_t m) : rows_(m) {}
  rounded_rotation& at(std::uint64_t position) { return rows_[position % rows_.size()]; }

private:
  std::vector<rounded_rotation> rows_;
};

} // namespace

double single_precision_frequency(rotary::frequency const& g) {
  LTLC_EXPECTS(rotary::exactly_known(g));
  if (auto const radians = rational_radians(g)) return round(format::fp32, *radians);
  for (mpfr_prec_t bits = 128;; bits *= 2) {
    exact::enclosure x = rotary::enclose_turns(g, bits);
    exact::enclosure pi(bits);
    mpfi_const_pi(pi.get());
    mpfi_mul(x.get(), x.get(), pi.get());
    mpfi_mul_2ui(x.get(), x.get(), 1);
    auto const rounded = [](mpfr_srcptr end) {
      mpfr_number value(24);
      int const ternary = mpfr_set(value.get(), end, MPFR_RNDN);
      return format::rounded_into(format::fp32, value.get(), ternary);
    };
    double const low = rounded(x.lower()), high = rounded(x.upper());
    // Rounding is monotone, so what both ends round to is what the number between them does.
    if (low == high) return low;
  }
}

rotary::rounded_rotation phase_rotation(double phase_frequency, std::uint64_t position,
                                        format::number_format const& f) {
  // fl32(i)·g32 has 48 bits and is exact in double.
  double const counter = round(format::fp32, static_cast<double>(position));
  return rotation_by_phase(format::multiply(format::fp32, counter, phase_frequency), f);
}

realized_period period_by_phase(double phase_frequency, std::uint64_t m,
                                format::number_format const& f, std::uint64_t last) {
  LTLC_EXPECTS(m >= 1 && last < (std::uint64_t{1} << 53));
  if (phase_frequency == 0) return {};
  if (last < m) return {std::nullopt, last};
  window_of_rotations window(m);
  for (std::uint64_t i = 0; i < m; ++i) {
    window.at(i) = phase_rotation(phase_frequency, i, f);
    // Position m + i is compared as soon as position i is known, in case the period breaks early;
    // so the first m positions are not all needed when it does.
    if (i + m > last) break;
    auto const there = phase_rotation(phase_frequency, i + m, f);
    if (!same_numbers(there, window.at(i))) return {period_break{i + m, there, window.at(i)}, {}};
  }
  for (std::uint64_t j = 2 * m; j <= last; ++j) {
    // Positions m … 2m − 1 were equal to those of the window.
    auto const there = phase_rotation(phase_frequency, j, f);
    if (!same_numbers(there, window.at(j))) return {period_break{j, there, window.at(j)}, {}};
  }
  return {std::nullopt, last};
}

realized_period period_by_table(exact::rational const& turns, std::uint64_t m,
                                format::number_format const& f,
                                std::optional<format::number_format> const& counter,
                                std::uint64_t last) {
  LTLC_EXPECTS(m >= 1 && m <= std::numeric_limits<std::uint32_t>::max());
  LTLC_EXPECTS(denominator(exact::rational(turns * m)) == 1 && last < (std::uint64_t{1} << 53));
  if (!counter) return {};
  rotary::rotation_table rows(f, {0, 1, exact::angle{turns, 0, 0} + exact::angle{}});
  auto const at = [&](std::uint64_t position) -> rounded_rotation {
    double const kept = round(*counter, static_cast<double>(position));
    if (!std::isfinite(kept)) {
      double const nothing = std::numeric_limits<double>::quiet_NaN();
      return {nothing, nothing};
    }
    return rows.at(static_cast<std::uint64_t>(kept) % m);
  };
  // Integers to 2^p are numbers of the format, so far as it reaches them.
  auto const exact_to = static_cast<std::uint64_t>(
      std::min(std::ldexp(1.0, counter->precision), std::floor(greatest(*counter))));
  for (std::uint64_t j = std::max(m, exact_to + 1); j <= last; ++j) {
    auto const there = at(j), before = at(j - m);
    if (!same_numbers(there, before)) return {period_break{j, there, before}, {}};
  }
  return {std::nullopt, last};
}

} // namespace ltlc::schedule
