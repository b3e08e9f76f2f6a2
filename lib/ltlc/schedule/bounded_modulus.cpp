// cos falls with the distance from whole turns, so only the farthest match and the nearest other
// position count: the cosines are taken where one of these two changes.
#include "ltlc/schedule/bounded_modulus.hpp"

#include <algorithm>
#include <cmath>
#include <mpfi.h>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/multiple_precision.hpp"

namespace ltlc::schedule {

namespace {

constexpr mpfr_prec_t precision = 256;

using exact::enclosure;

// The distance of n·g to the nearest whole number of turns.
class walk {
public:
  explicit walk(rotary::frequency const& g)
      : g_(rotary::enclose_turns(g, precision)), x_(precision), nearest_(precision) {}

  enclosure const& distance(std::uint64_t n) {
    mpfi_mul_ui(x_.get(), g_.get(), n);
    mpfr_rint(nearest_.get(), x_.lower(), MPFR_RNDN);
    mpfi_sub_fr(x_.get(), x_.get(), nearest_.get());
    mpfi_abs(x_.get(), x_.get());
    if (mpfr_cmp_d(x_.upper(), 0.5) > 0) { // then 1 − |x| can be the distance
      mpfr_ui_sub(nearest_.get(), 1, x_.upper(), MPFR_RNDD);
      mpfi_put_fr(x_.get(), nearest_.get());
    }
    return x_;
  }

private:
  enclosure g_, x_;
  format::mpfr_number nearest_;
};

enclosure cosine_at(enclosure const& distance) {
  enclosure c(precision);
  mpfi_const_pi(c.get());
  mpfi_mul_2ui(c.get(), c.get(), 1);
  mpfi_mul(c.get(), c.get(), distance.get());
  mpfi_cos(c.get(), c.get());
  return c;
}

} // namespace

std::optional<bounded_modulus> bounded_modulus_of(rotary::frequency const& g, std::uint64_t m,
                                                  double relative_gap, std::uint64_t cap) {
  LTLC_EXPECTS(rotary::exactly_known(g) && m >= 2 && relative_gap >= 0);
  walk from(g);
  enclosure farthest(precision), nearest(precision); // match, other
  mpfi_set_ui(farthest.get(), 0);
  mpfi_set_d(nearest.get(), 0.5);
  bounded_modulus found{m, 0, {0, false}, 1, -1};
  enclosure matching = cosine_at(farthest), other = cosine_at(nearest), gap(precision);
  for (std::uint64_t n = 1; n <= cap; ++n) {
    auto const& here = from.distance(n);
    bool const matches = n % m == 0;
    // Of the farthest match the greatest upper end counts, of the nearest other the least lower.
    bool const changes = matches ? mpfr_greater_p(here.upper(), farthest.upper()) != 0
                                 : mpfr_less_p(here.lower(), nearest.lower()) != 0;
    if (changes) {
      (matches ? farthest : nearest) = here;
      (matches ? matching : other) = cosine_at(here);
      mpfi_sub(gap.get(), matching.get(), other.get());
      if (mpfr_cmp_d(gap.lower(), relative_gap) < 0 || mpfr_sgn(gap.lower()) <= 0) {
        found.range = {n - 1, false};
        return found.range.length >= m ? std::optional(found) : std::nullopt;
      }
      found.matching = mpfr_get_d(matching.lower(), MPFR_RNDD);
      found.other = mpfr_get_d(other.upper(), MPFR_RNDU);
    }
  }
  found.range = {cap, true};
  return cap >= m ? std::optional(found) : std::nullopt;
}

std::vector<bounded_modulus> bounded_moduli(rotary_schedule const& s, std::uint64_t bound,
                                            double relative_gap, std::uint64_t cap) {
  std::vector<bounded_modulus> all;
  for (std::uint64_t m = 2; m <= bound; ++m) {
    std::optional<bounded_modulus> best;
    for (std::size_t l = 0; l < s.planes.size(); ++l) {
      if (!rotary::exactly_known(s.planes[l])) continue;
      auto here = bounded_modulus_of(s.planes[l], m, relative_gap, cap);
      if (!here || (best && here->range.length <= best->range.length)) continue;
      here->plane = l;
      best = here;
    }
    if (best) all.push_back(*best);
  }
  return all;
}

} // namespace ltlc::schedule
