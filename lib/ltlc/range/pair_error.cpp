// Rounding a real x gives at most u|x| + η of error: u = 2^-p; η is half the least subnormal number
// or, without those, the least normal number. v = 1 + u. One plane, of amplitude a:
//
// Turned query. A weight X and a table entry c are rounded once. Before it is rounded, their
// product
//   is off by |cX|(v² − 1) + ηv(1 + a) + η² at most, as |c| <= 1 and |X| <= a; after it by
//   |cX|(v³ − 1) + h, h = v(ηv(1 + a) + η²) + η. A component is the sum of two, and |cX| + |sY| <=
//   a by Cauchy and Schwarz: s = a(v³ − 1) + 2h before the sum is rounded and e = s + u(a + s) + η
//   after it. As a vector the query is off by d = √2·e.
// Turned key. ĉ·1 − ŝ·0 and ŝ·1 + ĉ·0 are the entries of the table: κ = u + √2·η as a vector.
// Products. The exact product of what is computed is off by d(1 + κ) + aκ, and rounding the two
//   products adds u(a + d)(1 + κ) + 2η: t in all.
//
// Sum. Adding to 0 is exact. Every later sum is, exactly, at most A = a_1 + … + a_d in size, d
// being its plane, also between the two products of a plane. An error E grows to E + u(A + E) + η.
// The t of a plane is counted before its first product is added. A constant that is a number of the
// format, in a plane that does not turn, adds its zero second product exactly and so is one sum.
//
// Overflow. All that is formed is at most A + E in size before it is rounded, or 1 + κ, or a part
// of a product of at most (a + d)(1 + κ) = a + … <= A + E + u(…); twice that has to be finite.
#include "ltlc/range/pair_error.hpp"

#include <algorithm>
#include <cstdlib>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"

namespace ltlc::range {

namespace {

using exact::integer;
using exact::rational;

constexpr mpfr_prec_t bits_of_a_bound = 64;

rational as_power_of_two(int e) {
  integer const power = integer(1) << std::abs(e);
  return e < 0 ? rational(integer(1), power) : rational(power);
}

// At least q and little more, so that sums of bounds stay short.
rational short_bound(rational const& q) {
  return exact::to_rational(exact::enclose(q, bits_of_a_bound).upper());
}

rational above_root_two() {
  return {99, 70}; // its square is 9801/4900
}

struct unit_errors {
  rational u, eta;
};

// t of the head of this file.
rational error_of_products(rational const& a, unit_errors const& r) {
  rational const v = 1 + r.u;
  rational const h = v * (r.eta * v * (1 + a) + r.eta * r.eta) + r.eta;
  rational const s = a * (v * v * v - 1) + 2 * h;
  rational const d = above_root_two() * (s + r.u * (a + s) + r.eta);
  rational const key = r.u + above_root_two() * r.eta;
  return short_bound(d * (1 + key) + a * key + r.u * (a + d) * (1 + key) + 2 * r.eta);
}

} // namespace

rational pair_rounding_error(pair_head const& head, format::number_format const& f,
                             rational const& constant) {
  unit_errors const r{
      as_power_of_two(-f.precision),
      as_power_of_two(f.subnormals ? format::least_exponent(f) - 1 : f.min_exponent)};
  rational error = 0, size = 0;
  bool empty = true;
  auto const add = [&] {
    if (!empty) error = short_bound(error + r.u * (size + error) + r.eta);
    empty = false;
  };
  for (auto const& plane : head) {
    LTLC_EXPECTS(plane.amplitude >= 0);
    size += plane.amplitude;
    error += error_of_products(plane.amplitude, r);
    add();
    add();
  }
  if (constant != 0) {
    size += constant;
    add();
  }
  return error;
}

std::optional<rational> pair_score_error(pair_head const& head, format::number_format const& f) {
  rational const error = pair_rounding_error(head, f);
  if (2 * (total_amplitude(head) + error) + 2 > rational(format::greatest(f))) return std::nullopt;
  return error;
}

certified_length certify_pairs(pair_head const& head, std::uint64_t k,
                               format::number_format const& f, std::uint64_t cap) {
  LTLC_EXPECTS(k >= 1 && cap < (std::uint64_t{1} << 46));
  std::uint64_t const none = std::min(cap, k - 1); // there is nothing to compare
  auto const error = pair_score_error(head, f);
  if (!error) return {none, std::nullopt};
  if (cap < k) return {cap, error};
  rational const needed = rational(format::f_large(f)) + 2 * *error;
  std::uint64_t const last = std::max(cap + 1 - k, k - 1);
  auto const unsafe = find_first_unsafe(head, needed, last);
  if (unsafe && !*unsafe) return {cap, error};
  std::uint64_t const safe = // all offsets up to it
      unsafe ? **unsafe - 1 : unsafe.error().certified.convert_to<std::uint64_t>();
  return {safe >= k - 1 ? std::min(cap, safe + k - 1) : none, error};
}

} // namespace ltlc::range
