#include "ltlc/range/best_angle.hpp"

#include "ltlc/contract.hpp"
#include "ltlc/range/ideal_range.hpp"

namespace ltlc::range {

namespace {

using exact::integer;
using exact::rational;

// C(1 − cos 2π/m) >= f.
bool holds(integer const& m, rational const& scale, rational const& gap) {
  exact::angle const step{rational(1, m), 0, 0};
  return *compare_gap(step, 1, scale, gap) >= 0;
}

} // namespace

integer best_period(rational const& scale, rational const& gap) {
  LTLC_EXPECTS(scale > 0 && gap > 0);
  // From m = 2 on the gap falls with m. 1 is the one that holds nothing.
  if (!holds(2, scale, gap)) return 1;
  integer low = 2, high = 4;
  while (holds(high, scale, gap)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    integer const middle = (low + high) / 2;
    (holds(middle, scale, gap) ? low : high) = middle;
  }
  return low;
}

integer spread_numerator(integer const& period) {
  LTLC_EXPECTS(period >= 1);
  if (period <= 2) return 1;
  // ⌊m(√5 − 1)/2⌋ and its neighbours below, then above; 1 is prime to every m.
  integer const section = (sqrt(integer(5 * period * period)) - period) / 2;
  for (integer distance = 0; distance <= period; ++distance) {
    for (integer const& a : {integer(section - distance), integer(section + distance)}) {
      if (a >= 1 && a < period && gcd(a, period) == 1) return a;
    }
  }
  return 1;
}

rational least_scale(integer const& length, rational const& gap, mpfr_prec_t bits) {
  LTLC_EXPECTS(length >= 1 && gap > 0);
  exact::angle const step{rational(1, length + 1), 0, 0};
  exact::enclosure scale = relative_gap(step, 1, bits + 16);
  exact::enclosure const f = exact::enclose(gap, bits + 16);
  mpfi_div(scale.get(), f.get(), scale.get());
  exact::enclosure rounded(bits);
  mpfr_set(&rounded.get()->right, scale.upper(), MPFR_RNDU);
  return exact::to_rational(rounded.upper());
}

bool out_of_reach(integer const& length, rational const& scale, rational const& gap) {
  LTLC_EXPECTS(length >= 1);
  return !holds(length + 1, scale, gap);
}

} // namespace ltlc::range
