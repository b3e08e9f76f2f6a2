// The error bound. u = 2^-53. A position n = 256b + r is turned by z·y: y from the table of the
// least digit, z the product of the entries of the other digits; l digits in all.
//
// Entries. The turns are known to 2^-80, the angle in radians to 2π·2^-80 plus two roundings to 96
// bits of numbers below 4; cos and sin are then off by less than 2^-76, and are rounded once to
// double: less than 2^-54 + 2^-75 in each component. As a point of the plane an entry is off by
// less than e = 0.71u.
//
// Products. Each component of a computed product x·x' has two rounded products and a rounded sum,
// off by at most ((1 + u)² − 1)(|ac| + |bd|) <= (2u + u²)|x||x'| (Cauchy and Schwarz); as a point
// by at most √2 times that, which is below 2.83u|x||x'|. With factors off by E and e the product is
// off by E + e + Ee + 2.83u(1 + E)(1 + e) < E + 4u. So z, of l − 1 digits, is off by E < 4(l − 1)u.
//
// Terms. w is rounded to w(1 + δ), and w·Re z and w·Im z and their products with y are rounded: the
// two products of a plane are together off by at most
//   w((1 + u)³(1 + E)(1 + e) − 1) = w(3u + E + e) + second order <= w(4u + E),
// again by Cauchy and Schwarz, as the weight has one rounding and each product two.
//
// Sum. 2D numbers are added one by one to 0; their absolute values sum to at most (1 + 8lu)Σw. The
// error of recursive summation is at most (2D − 1)u(1 + …) times that.
//
// Altogether 4u + 4(l − 1)u + (2D − 1)u = (4l + 2D − 1)u, and terms of second order below
// (4l + 2D)²u² < u, as 2D < 2^21. Underflow of a weight or product adds less than 2^-1074 each. The
// bound (4l + 2D + 2)u covers it all.
#include "ltlc/range/cosine_sums.hpp"

#include <cmath>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/multiple_precision.hpp"

namespace ltlc::range {

namespace {

constexpr unsigned digit_bits = 8;
constexpr mpfr_prec_t circle_bits = 96;
constexpr int phase_exponent = -80;

using format::mpfr_number;

// The turns of g to within 2^-80 after multiplication by n < 2^48: an absolute width of 2^-129.
exact::enclosure narrow_turns(rotary::frequency const& g) {
  mpfr_number width(circle_bits);
  for (mpfr_prec_t bits = 192;; bits *= 2) {
    auto turns = rotary::enclose_turns(g, bits);
    mpfi_diam_abs(width.get(), turns.get());
    if (mpfr_cmp_si_2exp(width.get(), 1, phase_exponent - 49) <= 0) return turns;
  }
}

} // namespace

cosine_sums::cosine_sums(std::vector<rotary::frequency> const& steps, std::uint64_t last)
    : last_(last) {
  LTLC_EXPECTS(steps.size() < (std::size_t{1} << 20) && last < (std::uint64_t{1} << 48));
  std::size_t digits = 1;
  while (digits < 6 && (last >> (digit_bits * digits)) != 0)
    ++digits;
  auto const count = [&](std::size_t digit) {
    return digit + 1 < digits ? block : (last >> (digit_bits * digit)) + 1;
  };
  error_ = std::ldexp(static_cast<double>(4 * digits + 2 * steps.size() + 2), -53);

  mpfr_number two_pi(circle_bits), cosine(circle_bits), sine(circle_bits);
  mpfr_const_pi(two_pi.get(), MPFR_RNDN);
  mpfr_mul_2ui(two_pi.get(), two_pi.get(), 1, MPFR_RNDN);
  for (auto const& g : steps) {
    LTLC_EXPECTS(rotary::exactly_known(g));
    auto const turns = narrow_turns(g);
    // Exact products: 48 bits more than the ends have; then only the fraction is kept.
    mpfr_number at(mpfr_get_prec(turns.lower()) + 64), whole(mpfr_get_prec(turns.lower()) + 64);
    auto& tables = planes_.emplace_back();
    for (std::size_t digit = 0; digit < digits; ++digit) {
      // The evaluation reads whole tables of the least digit; entries past `last` mean nothing.
      digit_table table{std::vector<double>(digit == 0 ? block : count(digit)), {}};
      table.sine.resize(table.cosine.size());
      for (std::uint64_t t = 0; t < count(digit); ++t) {
        mpfr_mul_ui(at.get(), turns.lower(), t << (digit_bits * digit), MPFR_RNDN);
        mpfr_round(whole.get(), at.get());
        mpfr_sub(at.get(), at.get(), whole.get(), MPFR_RNDN);
        mpfr_mul(sine.get(), at.get(), two_pi.get(), MPFR_RNDN);
        mpfr_sin_cos(sine.get(), cosine.get(), sine.get(), MPFR_RNDN);
        table.cosine[t] = mpfr_get_d(cosine.get(), MPFR_RNDN);
        table.sine[t] = mpfr_get_d(sine.get(), MPFR_RNDN);
      }
      tables.push_back(std::move(table));
    }
  }
}

void cosine_sums::evaluate(std::uint64_t b, std::vector<double> const& weights, sums& at) const {
  LTLC_EXPECTS(weights.size() == planes_.size() && b <= last_ / block);
  at.fill(0);
  for (std::size_t d = 0; d < planes_.size(); ++d) {
    if (weights[d] == 0) continue;
    auto const& tables = planes_[d];
    double x = 1, y = 0;
    std::uint64_t rest = b;
    for (std::size_t digit = 1; digit < tables.size(); ++digit, rest >>= digit_bits) {
      std::size_t const t = rest % block;
      double const c = tables[digit].cosine[t], s = tables[digit].sine[t];
      double const turned = x * c - y * s;
      y = x * s + y * c;
      x = turned;
    }
    x *= weights[d];
    y *= weights[d];
    double const* const c = tables[0].cosine.data();
    double const* const s = tables[0].sine.data();
    for (std::size_t r = 0; r < block; ++r)
      at[r] = (at[r] + x * c[r]) - y * s[r];
  }
}

} // namespace ltlc::range
