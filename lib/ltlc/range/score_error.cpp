// Rounding a real x into a format of p bits gives at most u|x| + η of error as long as it does not
// overflow: u = 2^-p; η is half the least subnormal number or, without subnormals, the least normal
// number. Rounding into a format that contains the operand gives none. Errors of numbers are kept
// as |v̂ − v| <= r|v| + a, of vectors as one bound on the length of the difference.
//
// Table entry   cos θ is rounded into the table, in phase mode into the angle's format first.
// Weights       |(X, Y)| = C; each is rounded once. Both may be rounded on into the product format.
// Turned query  A product ĉX̂: r = (1 + r_c)(1 + r_X) − 1, and a = a_c·C(1 + r_X) + a_X(1 + r_c) +
//               a_c·a_X, as |c| <= 1 and |X| <= C. It is rounded: u, η; no u if it fits. In one
//               component |cX| + |sY|, in the other |sX| + |cY|; as a vector these two are at most
//               √2·C long (C² + 4|cXsY| and |cX·sY| <= C²/4). So before the sums are rounded the
//               vector is off by √2(rC + 2a), and each rounding of both components takes an error
//               d to d + u(C + d) + √2η: the sum, and what is kept in the activation format.
// Turned key    With 1 a number of each format, ĉ·1 ± ŝ·0 is the table's entry, rounded into each
//               format: κ = r + √2·a.
// Score         Query and key off by d and κ: their exact product is off by d(1 + κ) + Cκ. The two
//               products together are at most M = (C + d)(1 + κ) by Cauchy and Schwarz: uM + 2η
//               (2η alone if they fit). The sum and the stored score, where it is narrower: an
//               error e becomes e + u(C + e) + η.
// Phase         1 is a number of the format, so whole numbers up to 2^p are, and greater ones are
//               normal. fl(fl(n)·g) is off by |ng|((1 + u)² − 1) + η at most, or with n <= 2^p by
//               |ng|u + η. Two positions: twice that.
//
// Overflow: every rounded value is, before its rounding, at most C + e or 1 + κ in size, e being
// the last error: what is formed is at most C, 1 or M and has no greater error. If those do not
// exceed a format's greatest number, nothing overflows there.
//
// Safe gaps: let d be the phase's bound, ε the rounding's, M = C(1 − cos gn). The winner's score is
// at least C cos d − ε >= C − Cd²/2 − ε. The loser's is at most C cos(gn) + C(|sin gn|·d + d²/2) +
// ε by Taylor's formula, and sin² = (1 − cos)(1 + cos) <= 2M/C. So the realised gap is at least
//   M − √(2CM)·d − Cd² − 2ε,
// which with y = √M is at least f for y >= (√(2C)·d + √(2Cd² + 4(f + 2ε + Cd²)))/2. Let t be the
// square of that: t − f = √(2Ct)·d + Cd² + 2ε. Conversely the winner's score is at most C + ε and
// the loser's at least C cos gn − C(|sin gn|·d + d²/2) − ε: with M < f the gap is at most
// M + √(2Cf)·d + Cd²/2 + 2ε <= M + (t − f), less than f when M < 2f − t.
#include "ltlc/range/score_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::range {

namespace {

using exact::enclosure;
using exact::integer;
using exact::rational;
using format::number_format;

constexpr mpfr_prec_t kept_bits = 64;

rational upper(enclosure const& x) {
  return exact::to_rational(x.upper());
}

// At least q and not much more, with few digits.
rational rounded_up(rational const& q) {
  return upper(exact::enclose(q, kept_bits));
}

rational power_of_two(int e) {
  integer const power = integer(1) << std::abs(e);
  return e < 0 ? rational(integer(1), power) : rational(power);
}

rational root_two_above() {
  return {99, 70}; // 9801/4900
}

// u and η.
struct rounding_error {
  rational relative;
  rational absolute;
  explicit rounding_error(number_format const& f)
      : relative(power_of_two(-f.precision)),
        absolute(power_of_two(f.subnormals ? format::least_exponent(f) - 1 : f.min_exponent)) {}
};

struct number_error {
  rational relative = 0;
  rational absolute = 0;
};

number_error rounded_into(number_error const& e, number_format const& f) {
  rounding_error const u(f);
  return {(1 + e.relative) * (1 + u.relative) - 1, e.absolute * (1 + u.relative) + u.absolute};
}

number_error converted(number_error const& e, number_format const& from, number_format const& to) {
  return contained(from, to) ? e : rounded_into(e, to);
}

// A value of at most `size`, off by e.
rational rounded_into(rational const& e, rational const& size, number_format const& f,
                      rational const& eta_factor) {
  rounding_error const u(f);
  return rounded_up(e + u.relative * (size + e) + eta_factor * u.absolute);
}

bool product_fits(number_format const& a, number_format const& b, number_format const& in) {
  return std::min(a.precision, in.precision) + std::min(b.precision, in.precision) <= in.precision;
}

number_error table_error(realization const& r) {
  if (!r.angle) return rounded_into(number_error{}, r.table);
  return converted(rounded_into(number_error{}, *r.angle), *r.angle, r.table);
}

// As a vector, in the accumulation format.
rational query_error(realization const& r, rational const& scale) {
  auto const c = converted(table_error(r), r.table, r.product);
  auto const x = converted(rounded_into(number_error{}, r.activation), r.activation, r.product);
  number_error product{(1 + c.relative) * (1 + x.relative) - 1,
                       c.absolute * scale * (1 + x.relative) + x.absolute * (1 + c.relative) +
                           c.absolute * x.absolute};
  if (product_fits(r.table, r.activation, r.product))
    product.absolute += rounding_error(r.product).absolute;
  else
    product = rounded_into(product, r.product);
  rational const two = root_two_above();
  rational d = two * (product.relative * scale + 2 * product.absolute);
  d = rounded_into(d, scale, r.product, two);
  if (!contained(r.product, r.activation)) d = rounded_into(d, scale, r.activation, two);
  if (!contained(r.activation, r.accumulation)) d = rounded_into(d, scale, r.accumulation, two);
  return d;
}

rational key_error(realization const& r) {
  auto e = converted(table_error(r), r.table, r.product);
  e = converted(e, r.product, r.activation);
  e = converted(e, r.activation, r.accumulation);
  return e.relative + root_two_above() * e.absolute;
}

rational phase_error(rotary::frequency const& g, number_format const& f, std::uint64_t last) {
  auto const& radians = std::get<exact::angle>(g).radians;
  rational const size = abs(radians);
  rounding_error const u(f);
  if (rational(integer(last)) <= power_of_two(f.precision))
    return rounded_up(2 * (integer(last) * size * u.relative + u.absolute));
  return rounded_up(2 * (integer(last) * size * u.relative * (2 + u.relative) + u.absolute));
}

bool fits(rational const& size, number_format const& f) {
  return size <= rational(format::greatest(f));
}

} // namespace

std::optional<score_error> error_of_scores(rotary::frequency const& g, rational const& scale,
                                           realization const& r, std::uint64_t last) {
  LTLC_EXPECTS(scale > 0);
  for (auto const& f : {r.angle.value_or(r.table), r.activation, r.product, r.accumulation})
    if (!format::representable(f, 1.0)) return std::nullopt;
  score_error result{0, 0};
  if (r.angle) {
    result.phase = phase_error(g, *r.angle, last);
    rational const position(integer(last) + 1);
    rational const size = abs(std::get<exact::angle>(g).radians) * position + result.phase + 1;
    if (!fits(size, *r.angle) || !fits(2 * position, *r.angle)) return std::nullopt;
  }
  rational const query = query_error(r, scale);
  rational const key = key_error(r);
  rational const size = (scale + query) * (1 + key); // M
  rational e = query * (1 + key) + scale * key;
  rounding_error const u(r.accumulation);
  e += 2 * u.absolute;
  if (!product_fits(r.activation, r.activation, r.accumulation)) e += u.relative * size;
  e = rounded_into(e, scale, r.accumulation, 1);
  if (!contained(r.accumulation, r.score)) e = rounded_into(e, scale, r.score, 1);
  result.rounding = e;
  for (auto const& f : {r.activation, r.product, r.accumulation, r.score})
    if (!fits(scale + e, f) || !fits(1 + key, f)) return std::nullopt;
  if (!fits(1 + key, r.table)) return std::nullopt;
  return result;
}

rational safe_gap(score_error const& e, rational const& scale, rational const& f) {
  LTLC_EXPECTS(f > 0 && scale > 0);
  rational const d = e.phase;
  if (d == 0) return f + 2 * e.rounding;
  auto const root = [](rational const& q) {
    enclosure x = exact::enclose(q, kept_bits);
    mpfi_sqrt(x.get(), x.get());
    return upper(x);
  };
  rational const slope = root(2 * scale) * d;
  rational const twice = slope + root(2 * scale * d * d + 4 * (f + 2 * e.rounding + scale * d * d));
  return twice * twice / 4;
}

} // namespace ltlc::range
