// Errors of scores. Let u = 2^-p, and η a bound on what underflow adds: rounding x gives at most
// u|x| + η of error. Let v = 1 + u.
//
// A rotated query. Its pair (X, Y) has length C and components rounded once; so are c and s of the
// table. fl(ĉX̂) is off by at most |cX|(v³ − 1) + h with h = v(vη(1 + C) + η²) + η, as |c| <= 1 and
// |X| <= C. The other product likewise, and |cX| + |sY| <= C by Cauchy and Schwarz, so their sum,
// before it is rounded, is off by C(v³ − 1) + 2h, and after it by
//   e = C(v⁴ − 1) + 2vh + η                                        in each component.
//
// A modular head, C = 1 in the query: the key is (A, 0) with A a power of two, not rotated as BOS
// is at position 0, so the term A·q_x is off by A·e + η. The partial sums of d terms are at most
// dA + E in size, E being the error so far, and each sum but the first, which is from 0, adds
// u(dA + E) + η. Adding zeros is exact.
//
// An offset head: range/pair_error.cpp. A bonus of the BOS key is one more plane with D in place of
// C, or a constant.
#include "ltlc/lowering/head_arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "ltlc/contract.hpp"
#include "ltlc/range/pair_error.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;
using exact::scalar;

constexpr int gap_digits = 6;
constexpr int error_digits = 4;

struct rounding_error {
  rational u;   // relative
  rational eta; // absolute
};

rounding_error error_of(format::number_format const& f) {
  // Without subnormal numbers, up to the least normal number can be lost.
  double const half_normal = std::ldexp(0.5, f.min_exponent);
  bool const gradual = f.precision > 1 && format::representable(f, half_normal);
  return {power_of_two(-f.precision),
          gradual ? rational(format::least_positive(f)) : power_of_two(f.min_exponent)};
}

// e of the head of this file.
rational query_error(rounding_error const& r, rational const& scale) {
  rational const v = 1 + r.u;
  rational const h = v * (v * r.eta * (1 + scale) + r.eta * r.eta) + r.eta;
  return scale * (v * v * v * v - 1) + 2 * v * h + r.eta;
}

// Rounded up to 64 bits, so that long sums of bounds stay small.
rational rounded_up(rational const& q) {
  if (q <= 0) return q;
  constexpr int kept = 64;
  rational const unit = power_of_two(exponent_of(q) - kept);
  rational const scaled = q / unit;
  return (numerator(scaled) / denominator(scaled) + 1) * unit;
}

} // namespace

rational power_of_two(int e) {
  exact::integer p = 1;
  p <<= std::abs(e);
  return e >= 0 ? rational(p) : rational(exact::integer(1), p);
}

exact::angle turns(exact::integer const& numerator, exact::integer const& denominator) {
  rational q(numerator, denominator);
  exact::integer whole =
      boost::multiprecision::numerator(q) / boost::multiprecision::denominator(q);
  if (whole > q) --whole;
  return exact::angle{q - whole, 0, 0};
}

std::string too_long_a_period(exact::integer const& period) {
  if (period <= rotary::longest_period) return {};
  return "a rotation of period " + period.str() +
         " is needed, and the longest that model files have is " +
         std::to_string(rotary::longest_period);
}

rational f_large_of(format::number_format const& f) {
  return rational(format::f_large(f));
}

int exponent_of(rational const& q) {
  LTLC_EXPECTS(q > 0);
  int e = static_cast<int>(msb(numerator(q))) - static_cast<int>(msb(denominator(q)));
  if (power_of_two(e) > q) --e; // 2^(e−1) < q < 2^(e+1)
  return e;
}

rational least_scale(scalar const& factor, rational const& wanted, rational const& lambda) {
  rational c = lambda;
  if (exact::compare(c * factor, wanted) < 0) {
    while (exact::compare(c * factor, wanted) < 0)
      c *= 2;
    return c;
  }
  while (exact::compare(c * factor, rational(2 * wanted)) >= 0)
    c /= 2;
  return c;
}

bool fits(rational const& size, arithmetic const& numbers) {
  return !numbers.format || size * 2 <= power_of_two(numbers.format->max_exponent) * 2;
}

rational modular_score_error(format::number_format const& f, std::size_t pairs,
                             rational const& scale) {
  auto const r = error_of(f);
  rational const term = rounded_up(scale * query_error(r, 1) + r.eta);
  rational error = term;
  for (std::size_t d = 2; d <= pairs; ++d) {
    error += term;
    error = rounded_up(error + r.u * (d * scale + error) + r.eta);
  }
  return error;
}

rational offset_score_error(format::number_format const& f, std::size_t pairs,
                            rational const& scale, std::optional<bonus_size> const& bonus) {
  range::pair_head head(pairs, {{}, scale}); // steps do not matter here
  if (bonus && !bonus->constant) head.push_back({{}, bonus->scale});
  return range::pair_rounding_error(head, f, bonus && bonus->constant ? bonus->scale : rational(0));
}

rational error_with_sums(arithmetic const& numbers, rational const& error, rational const& size) {
  if (!numbers.format || numbers.sums == format::accumulation::in_format) return error;
  auto const r = error_of(*numbers.format);
  return rounded_up(error + r.u * (size + error) + r.eta);
}

bool differences_fit(rational const& size, arithmetic const& numbers) {
  if (!numbers.format) return true;
  bool const nan = numbers.format->overflow == format::overflow_rule::nan;
  return (nan ? 2 : 1) * size <= rational(format::greatest(*numbers.format));
}

double summed_score(arithmetic const& numbers, std::vector<double> const& query,
                    std::vector<double> const& key) {
  format::running_sum sum(format::arithmetic(*numbers.format, numbers.sums));
  for (std::size_t d = 0; d < query.size(); ++d)
    sum.add_product(query[d], key[d]);
  return sum.value();
}

std::string at_least(scalar const& gap, rational const& error) {
  return ">= " + exact::approximate(rational(9999, 10000) * (gap - scalar(error)), gap_digits);
}

std::string at_most(rational const& bound) {
  return bound == 0 ? "0" : exact::approximate(rational(1002, 1000) * bound, error_digits);
}

} // namespace ltlc::lowering
