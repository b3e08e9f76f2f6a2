// Rounding of exact scalars: enclosures of growing precision until both ends round alike, or an
// exact comparison with the one value between them where rounding changes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/multiple_precision.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::format {

namespace {

using exact::rational;

// The unit of the binade that x lies in. Pre: x is a finite number of the format.
double unit_at(number_format const& f, double x) {
  int const exponent = x == 0 ? f.min_exponent : std::max(std::ilogb(x), f.min_exponent);
  return std::ldexp(1.0, exponent - f.precision + 1);
}

// A number of the format, or the one that would follow the greatest.
rational as_rational(number_format const& f, double x) {
  if (!std::isinf(x)) return rational(x);
  rational const next = rational(greatest(f)) + rational(unit_at(f, greatest(f)));
  return x < 0 ? rational(-next) : next;
}

// Pre: x is a number of the format or ±∞, and less than ∞.
double next_above(number_format const& f, double x) {
  if (x == -std::numeric_limits<double>::infinity()) return -greatest(f);
  double const least = least_positive(f);
  if (x == 0) return least;
  if (x == -least) return -0.0;
  // From −2^e towards 0 the unit is that of the binade below.
  int exponent = 0;
  bool const enters_lower_binade =
      x < 0 && std::frexp(x, &exponent) == -0.5 && exponent - 1 > f.min_exponent;
  double const unit = unit_at(f, x);
  // Near the least double and the greatest the sums are exact, too: numbers of the format.
  double const above = x + (enters_lower_binade ? unit / 2 : unit);
  return above > greatest(f) ? std::numeric_limits<double>::infinity() : above;
}

// Where rounding changes from one number to the next: halfway, but between 0 and the least number
// of a format without subnormals, halfway below that number in a binade that is not there.
rational boundary(number_format const& f, double low, double high) {
  if (f.subnormals || (low != 0 && high != 0))
    return (as_rational(f, low) + as_rational(f, high)) / 2;
  rational const least(least_positive(f));
  rational const inner = least - least / (exact::integer(1) << (f.precision + 1));
  return low == 0 ? inner : rational(-inner);
}

// s rounded into a format that overflows to ∞.
double rounded_scalar(number_format const& f, exact::scalar const& s) {
  for (mpfr_prec_t bits = 64;; bits *= 2) {
    exact::enclosure const x = exact::enclose(s, bits);
    double const low = round(f, exact::to_rational(x.lower()));
    double const high = round(f, exact::to_rational(x.upper()));
    if (low == high) return low;
    bool const first_try = bits == 64;
    if (first_try || next_above(f, low) != high) continue;
    rational const middle = boundary(f, low, high);
    int const side = exact::compare(s, middle);
    if (side == 0) return round(f, middle);
    return side < 0 ? low : high;
  }
}

} // namespace

double round(number_format const& f, exact::scalar const& s) {
  if (s.is_plainly_rational()) return round(f, s.as_rational());
  number_format with_infinity = f; // one that compares, and has a neighbor
  with_infinity.overflow = overflow_rule::infinity;
  double const rounded = rounded_scalar(with_infinity, s);
  if (std::isinf(rounded)) return overflowed(f, rounded < 0);
  // A result that rounds to 0 keeps the sign of the value.
  if (rounded == 0) return exact::sign(s) < 0 ? -0.0 : 0.0;
  return rounded;
}

} // namespace ltlc::format
