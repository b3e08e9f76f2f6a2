// The machine's float operations are correctly rounded single operations; -ffp-contract=off and
// FLT_EVAL_METHOD 0 (format/rounding.hpp asserts it) keep them apart. A value is stored before it
// is used again, so that no compiler may fuse across statements.
#include "ltlc/schedule/real_functions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ltlc/contract.hpp"
#include "ltlc/format/multiple_precision.hpp"
#include "ltlc/format/rounding.hpp"

namespace ltlc::schedule {

namespace {

using format::mpfr_number;

// A product that is not fused with what follows.
float product32(float a, float b) {
  // 48 bits: exact in double, then rounded once.
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b));
}

float in_fp32(double x) {
  return static_cast<float>(x);
}

// fl32(base^fl32(2i/dim)).
float power_of_plane(double base, std::uint32_t i, std::uint32_t dim) {
  return fp32_power(in_fp32(base), static_cast<float>(2 * i) / static_cast<float>(dim));
}

// The base that dynamic and ntk use, in doubles.
double stretched_base(rope_parameters const& p, std::uint64_t length) {
  double const ratio = static_cast<double>(p.dim) / static_cast<double>(p.dim - 2);
  if (p.type == rope_type::ntk) return p.base * power_of_doubles(p.factor, ratio);
  if (p.type != rope_type::dynamic) return p.base;
  double const s = static_cast<double>(std::max(length, p.max_positions));
  double const grown = p.factor * s;
  double const stretch = grown / static_cast<double>(p.max_positions) - (p.factor - 1);
  return p.base * power_of_doubles(stretch, ratio);
}

float yarn_value(rope_parameters const& p, yarn_range const& range, std::uint32_t i) {
  double const high = range.low == range.high ? range.high + 0.001 : range.high;
  float const t = power_of_plane(p.base, i, p.dim);
  float const extrapolated = 1.0F / t;
  float const interpolated = 1.0F / product32(in_fp32(p.factor), t);
  float const linear = (static_cast<float>(i) - in_fp32(range.low)) / in_fp32(high - range.low);
  float const kept = 1.0F - std::clamp(linear, 0.0F, 1.0F);
  return product32(interpolated, 1.0F - kept) + product32(extrapolated, kept);
}

float llama3_value(rope_parameters const& p, std::uint32_t i) {
  float const f = 1.0F / power_of_plane(p.base, i, p.dim);
  float const factor = in_fp32(p.factor);
  float const wavelength = product32(1.0F / f, in_fp32(2 * std::numbers::pi));
  auto const original = static_cast<double>(p.original_positions);
  // These comparisons are the software's own, in single precision: they decide what it computes.
  bool const beyond_low = wavelength > in_fp32(original / p.low_freq_factor);
  bool const before_high = wavelength < in_fp32(original / p.high_freq_factor);
  if (beyond_low) return f / factor;
  if (before_high) return f;
  float const s = (product32(1.0F / wavelength, in_fp32(original)) - in_fp32(p.low_freq_factor)) /
                  in_fp32(p.high_freq_factor - p.low_freq_factor);
  return product32(1.0F - s, f) / factor + product32(s, f);
}

float value_of(rope_parameters const& p, double base, std::uint32_t i, std::uint64_t length) {
  float const t = power_of_plane(base, i, p.dim);
  if (p.type == rope_type::longrope)
    return 1.0F / product32(in_fp32(longrope_factors(p, length)[i]), t);
  float const f = 1.0F / t;
  return p.type == rope_type::linear ? f / in_fp32(p.factor) : f;
}

} // namespace

double log_of(double x) {
  LTLC_EXPECTS(x > 0);
  mpfr_number n(53); // doubles near ln x are far from MPFR's and fp64's ends of range
  mpfr_set_d(n.get(), x, MPFR_RNDN);
  mpfr_log(n.get(), n.get(), MPFR_RNDN);
  return mpfr_get_d(n.get(), MPFR_RNDN);
}

double power_of_doubles(double x, double exponent) {
  LTLC_EXPECTS(x > 0);
  mpfr_number n(53), e(53);
  mpfr_set_d(n.get(), x, MPFR_RNDN);
  mpfr_set_d(e.get(), exponent, MPFR_RNDN);
  int const ternary = mpfr_pow(n.get(), n.get(), e.get(), MPFR_RNDN);
  return format::rounded_into(format::fp64, n.get(), ternary);
}

float fp32_power(float x, float exponent) {
  LTLC_EXPECTS(x > 0);
  mpfr_number n(24), e(24);
  mpfr_set_flt(n.get(), x, MPFR_RNDN);
  mpfr_set_flt(e.get(), exponent, MPFR_RNDN);
  int const ternary = mpfr_pow(n.get(), n.get(), e.get(), MPFR_RNDN);
  return static_cast<float>(format::rounded_into(format::fp32, n.get(), ternary));
}

std::uint32_t turning_planes(rope_parameters const& p) {
  double const turning = p.share * static_cast<double>(p.head_dim);
  return static_cast<std::uint32_t>(std::floor(turning / 2));
}

std::vector<double> realized_inverse_frequencies(rope_parameters const& p, std::uint64_t length) {
  LTLC_EXPECTS(valid(p).empty());
  std::vector<double> values;
  if (p.type == rope_type::proportional) {
    values.resize(p.head_dim / 2, 0.0);
    for (std::uint32_t i = 0; i < turning_planes(p); ++i)
      values[i] =
          static_cast<double>((1.0F / power_of_plane(p.base, i, p.head_dim)) / in_fp32(p.factor));
    return values;
  }
  double const base = stretched_base(p, length);
  auto const range = p.type == rope_type::yarn ? range_of_ramp(p) : yarn_range{};
  for (std::uint32_t i = 0; i < p.dim / 2; ++i) {
    float const v = p.type == rope_type::yarn     ? yarn_value(p, range, i)
                    : p.type == rope_type::llama3 ? llama3_value(p, i)
                                                  : value_of(p, base, i, length);
    values.push_back(static_cast<double>(v));
  }
  return values;
}

} // namespace ltlc::schedule
