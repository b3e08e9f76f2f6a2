// What needs more than the machine's arithmetic: rounding of exact scalars by enclosures, and the
// functions that MPFR evaluates in the format itself. MPFR's significands are in [1/2, 1), so its
// exponents are one greater than those of number_format; with the exponent range set to the
// format's, mpfr_subnormalize rounds a result once more into the subnormal grid without a double
// rounding, because it is told the direction of the first.
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include <mpfr.h>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::format {

namespace {

using exact::rational;

// MPFR's exponent range is the thread's; it is put back however the scope is left.
class exponent_range {
public:
  explicit exponent_range(number_format const& f) : emin_(mpfr_get_emin()), emax_(mpfr_get_emax()) {
    mpfr_set_emin(f.min_exponent - f.precision + 2);
    mpfr_set_emax(f.max_exponent + 1);
  }
  exponent_range(exponent_range const&) = delete;
  exponent_range& operator=(exponent_range const&) = delete;
  ~exponent_range() {
    mpfr_set_emin(emin_);
    mpfr_set_emax(emax_);
  }

private:
  mpfr_exp_t emin_;
  mpfr_exp_t emax_;
};

class mpfr_number {
public:
  explicit mpfr_number(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
  mpfr_number(mpfr_number const&) = delete;
  mpfr_number& operator=(mpfr_number const&) = delete;
  ~mpfr_number() { mpfr_clear(value_); }
  [[nodiscard]] mpfr_ptr get() { return value_; }

private:
  mpfr_t value_;
};

double exp_by_mpfr(number_format const& f, double x) {
  mpfr_number argument(f.precision), result(f.precision);
  exponent_range const range(f);
  mpfr_set_d(argument.get(), -x, MPFR_RNDN);
  int const direction = mpfr_exp(result.get(), argument.get(), MPFR_RNDN);
  mpfr_subnormalize(result.get(), direction, MPFR_RNDN);
  return mpfr_get_d(result.get(), MPFR_RNDN);
}

// The positive numbers of the format in increasing order, counted from 1.
double positive_number(number_format const& f, std::uint64_t n) {
  std::uint64_t const binade = std::uint64_t{1} << (f.precision - 1);
  int const least = f.min_exponent - f.precision + 1;
  if (n < binade) return std::ldexp(static_cast<double>(n), least);
  std::uint64_t const above = n / binade - 1;
  return std::ldexp(static_cast<double>(binade + n % binade), least + static_cast<int>(above));
}

double least_with_vanishing_exp(number_format const& f) {
  std::uint64_t const binades = static_cast<std::uint64_t>(f.max_exponent - f.min_exponent) + 2;
  std::uint64_t low = 1;                             // may vanish
  std::uint64_t high = binades << (f.precision - 1); // past the greatest: vanishes by convention
  while (low < high) {
    std::uint64_t const middle = low + (high - low) / 2;
    if (exp_by_mpfr(f, positive_number(f, middle)) == 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  double const found = positive_number(f, low);
  return found > greatest(f) ? std::numeric_limits<double>::infinity() : found;
}

// A number of the format, or the value that ∞ stands for when midpoints are taken.
rational as_rational(number_format const& f, double x) {
  if (!std::isinf(x)) return rational(x);
  rational const limit = rational(exact::integer(1) << std::max(f.max_exponent + 1, 0),
                                  exact::integer(1) << std::max(-f.max_exponent - 1, 0));
  return x < 0 ? rational(-limit) : limit;
}

double next_above(number_format const& f, double x) {
  if (x == -std::numeric_limits<double>::infinity()) return -greatest(f);
  int const exponent = x == 0 ? f.min_exponent : std::max(std::ilogb(x), f.min_exponent);
  double const unit = std::ldexp(1.0, exponent - f.precision + 1);
  // From −2^e towards 0 the unit is that of the binade below.
  bool const enters_lower_binade = x == -std::ldexp(1.0, exponent) && exponent > f.min_exponent;
  double const above = x + (enters_lower_binade ? unit / 2 : unit);
  return above > greatest(f) ? std::numeric_limits<double>::infinity() : above;
}

// A result that rounds to 0 keeps the sign of the value.
double with_sign_of_zero(double rounded, exact::scalar const& s) {
  if (rounded != 0) return rounded;
  return exact::sign(s) < 0 ? -0.0 : 0.0;
}

} // namespace

double round(number_format const& f, exact::scalar const& s) {
  if (s.is_plainly_rational()) return round(f, s.as_rational());
  for (mpfr_prec_t bits = 64;; bits *= 2) {
    exact::enclosure const x = exact::enclose(s, bits);
    double const low = round(f, exact::to_rational(x.lower()));
    double const high = round(f, exact::to_rational(x.upper()));
    if (low == high) return with_sign_of_zero(low, s);
    bool const first_try = bits == 64;
    if (first_try || next_above(f, low) != high) continue;
    rational const midpoint = (as_rational(f, low) + as_rational(f, high)) / 2;
    int const side = exact::compare(s, midpoint);
    if (side == 0) return round(f, midpoint);
    return with_sign_of_zero(side < 0 ? low : high, s);
  }
}

double exp_of_negative(number_format const& f, double x) {
  LTLC_EXPECTS(!(x < 0));
  if (std::isnan(x)) return x;
  if (x == 0) return 1.0;
  if (x >= f_large(f)) return 0.0;
  return exp_by_mpfr(f, x);
}

double f_large(number_format const& f) {
  thread_local std::pair<number_format, double> last{}; // the interpreter asks for one, very often
  if (last.first == f) return last.second;
  static std::mutex guard;
  static std::vector<std::pair<number_format, double>> known;
  std::lock_guard const lock(guard);
  auto at = std::find_if(known.begin(), known.end(), [&](auto const& k) { return k.first == f; });
  if (at == known.end()) {
    known.emplace_back(f, least_with_vanishing_exp(f));
    at = known.end() - 1;
  }
  last = *at;
  return last.second;
}

double reference(number_format const& f, char operation, double a, double b) {
  LTLC_EXPECTS(representable(f, a) && representable(f, b));
  mpfr_number x(f.precision), y(f.precision), result(f.precision);
  exponent_range const range(f);
  mpfr_set_d(x.get(), a, MPFR_RNDN);
  mpfr_set_d(y.get(), b, MPFR_RNDN);
  int direction = 0;
  switch (operation) {
  case '+':
    direction = mpfr_add(result.get(), x.get(), y.get(), MPFR_RNDN);
    break;
  case '-':
    direction = mpfr_sub(result.get(), x.get(), y.get(), MPFR_RNDN);
    break;
  case '*':
    direction = mpfr_mul(result.get(), x.get(), y.get(), MPFR_RNDN);
    break;
  default:
    LTLC_EXPECTS(operation == '/');
    direction = mpfr_div(result.get(), x.get(), y.get(), MPFR_RNDN);
  }
  mpfr_subnormalize(result.get(), direction, MPFR_RNDN);
  return mpfr_get_d(result.get(), MPFR_RNDN);
}

} // namespace ltlc::format
