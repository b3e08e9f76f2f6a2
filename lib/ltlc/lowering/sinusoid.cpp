// The error bound. In a format with u = 2^-p the weights w, z and the entries c_i, s_i are within a
// factor 1 ± u of the exact ones and each product is rounded, so a product is off by a factor
// (1 ± u)³; |w c_i| + |z s_i| <= 1 by the Cauchy–Schwarz inequality, and one rounding of the sum
// remains: |realized x − x| <= (1 + u)^4 − 1, below 4.1u. Below the least normal number 2^e an
// entry or product is off by at most 2^e, flushed or not, six times in all; with e <= −p − 3 that
// is less than 0.8u more. Formats with fewer exponents than that are refused, and so are those
// whose greatest number is less than 2^(p + 1), more than 1/D and the sums of both units need.
#include "ltlc/lowering/sinusoid.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;
using exact::scalar;

constexpr int sinusoid_digits = 6;
// Residues that are computed one by one.
constexpr std::uint64_t most_checked = 1 << 16;
constexpr int least_step_exponent = -60;

rational half_to(int exponent) {
  exact::integer p = 1;
  p <<= exponent;
  return rational(exact::integer(1), p);
}

// The exact gap is 1 − cos(2π/m).
exact::angle one_step(std::uint64_t m) {
  return {rational(1, m), 0, 0};
}

// x lies at most at `others` away from the residue and at least at `match` on it, as rationals.
struct extent {
  rational others;
  rational match;
};

// The least multiple of 2^-p that is >= q, for 0 <= q <= 1.
rational round_up(rational const& q, int p) {
  rational const scaled = q / half_to(p);
  exact::integer whole = numerator(scaled) / denominator(scaled);
  if (rational(whole) < scaled) ++whole;
  return rational(whole) * half_to(p);
}

// c and D that fit between. Multiples of 2^-p in [½, 1] are numbers of a format with p digits.
std::optional<sinusoid_numbers> between(extent const& x, int p) {
  rational const c = round_up(std::max(x.others, rational(3, 4)), p);
  for (int e = 2; - e >= least_step_exponent && e <= p; ++e)
    if (c + half_to(e) <= x.match && c + half_to(e) <= 1)
      return sinusoid_numbers{c, half_to(e), {}, {}};
  return std::nullopt;
}

// An upper bound on cos(2π/m), close to it; for m <= 3 it is negative and 0 is enough.
rational bound_on_others(std::uint64_t m) {
  if (m <= 4) return 0;
  rational upper = rational(format::round(format::fp64, exact::cosine(one_step(m))));
  while (exact::compare(scalar(upper), exact::cosine(one_step(m))) < 0)
    upper += half_to(53);
  return upper;
}

// The realized x at every residue.
extent realized_extent(std::uint64_t r, std::uint64_t m, format::number_format const& f) {
  exact::angle const at_r = static_cast<std::int64_t>(r % m) * one_step(m);
  double const w = format::round(f, exact::cosine(at_r));
  double const z = format::round(f, exact::sine(at_r));
  rotary::rotation_table circle(f, {0, 1, one_step(m)});
  double others = 0;
  double match = 0;
  for (std::uint64_t i = 0; i < m; ++i) {
    auto const& row = circle.at(i);
    double const x =
        format::add(f, format::multiply(f, w, row.cosine), format::multiply(f, z, row.sine));
    if (i == r % m)
      match = x;
    else
      others = std::max(others, x);
  }
  return {rational(others), rational(match)};
}

// Both hidden units and their difference as computed where sums are kept: 1 at the residue and 0 at
// every other one.
bool picks_exactly(sinusoid_numbers const& n, std::uint64_t r, std::uint64_t m,
                   arithmetic const& numbers) {
  auto const& f = *numbers.format;
  format::arithmetic const place(f, numbers.sums);
  rotary::rotation_table circle(f, {0, 1, one_step(m)});
  auto const at_r = circle.at(r % m);
  double const weight = format::round(f, rational(1 / n.step));
  auto const unit = [&](rotary::rounded_rotation const& row, rational const& bias) {
    format::running_sum sum(place);
    sum.add_product(at_r.cosine, row.cosine);
    sum.add_product(at_r.sine, row.sine);
    sum.add(format::round(f, bias));
    return std::max(sum.value(), 0.0);
  };
  for (std::uint64_t i = 0; i < m; ++i) {
    auto const& row = circle.at(i);
    format::running_sum picked(place);
    picked.add_product(weight, unit(row, rational(-n.threshold)));
    picked.add_product(-weight, unit(row, rational(-n.threshold - n.step)));
    if (picked.value() != (i == r % m ? 1.0 : 0.0)) return false;
  }
  return true;
}

std::string why_not(std::uint64_t m, rational const& gap, arithmetic const& numbers) {
  std::string const format =
      numbers.format ? std::string(numbers.format->name) : "exact arithmetic";
  return "the sinusoid of period " + std::to_string(m) + " leaves a gap of " +
         exact::approximate(scalar(gap), sinusoid_digits) +
         " between the residue and the others, " + "and " + format +
         " has no two numbers and a power of two between them";
}

} // namespace

tl::expected<sinusoid_numbers, std::string>
sinusoid_residue(std::uint64_t residue, std::uint64_t modulus, arithmetic const& numbers) {
  LTLC_EXPECTS(modulus >= 2);
  if (auto wrong = too_long_a_period(modulus); !wrong.empty())
    return tl::unexpected(std::move(wrong));
  extent const exact_x{bound_on_others(modulus), 1};
  if (!numbers.format) {
    auto found = between(exact_x, -least_step_exponent);
    if (!found) return tl::unexpected(why_not(modulus, exact_x.match - exact_x.others, numbers));
    found->gap = exact::approximate(scalar(1) - exact::cosine(one_step(modulus)), sinusoid_digits);
    found->error = "0";
    return *found;
  }
  auto const& f = *numbers.format;
  if (f.min_exponent > -f.precision - 3 || f.max_exponent < f.precision + 1)
    return tl::unexpected("sinusoids need exponents from " + std::to_string(-f.precision - 3) +
                          " to " + std::to_string(f.precision + 1) + ", and " +
                          std::string(f.name) + " has those from " +
                          std::to_string(f.min_exponent) + " to " + std::to_string(f.max_exponent));
  rational const error = 5 * half_to(f.precision);
  extent x{exact_x.others + error, exact_x.match - error};
  auto found = between(x, f.precision);
  if (!found && modulus <= most_checked) {
    x = realized_extent(residue, modulus, f);
    // The exact model must be right too, and x at the residue at most 3/2.
    rational const match = std::min<rational>(x.match, 1);
    if (x.match <= rational(3, 2))
      found = between({std::max(x.others, exact_x.others), match}, f.precision);
  }
  if (!found) return tl::unexpected(why_not(modulus, x.match - x.others, numbers));
  // Kept elsewhere, x is not rounded before c is taken from it, and the proof is another one.
  if (numbers.sums != format::accumulation::in_format &&
      (modulus > most_checked || !picks_exactly(*found, residue, modulus, numbers)))
    return tl::unexpected("with sums in " + std::string(format::name(numbers.sums)) +
                          " the hidden units that pick the residue out of a sinusoid of period " +
                          std::to_string(modulus) + " do not differ by exactly 1 in " +
                          std::string(f.name));
  found->gap = exact::approximate(scalar(rational(x.match - x.others)), sinusoid_digits);
  found->error = exact::approximate(scalar(error), sinusoid_digits);
  return *found;
}

} // namespace ltlc::lowering
