// Operations and functions by MPFR. Results are computed to the format's precision in MPFR's wide
// exponent range and then brought into the format's; mpfr_subnormalize rounds a result once more,
// to the subnormal grid, without a double rounding, because it is told the direction of the first.
// MPFR's significands are in [1/2, 1), so its exponents are one greater than the format's.
#include "ltlc/format/multiple_precision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::format {

namespace {

// MPFR's least exponent is the thread's; it is put back however the scope is left.
class least_exponent_scope {
public:
  explicit least_exponent_scope(mpfr_exp_t least) : outer_(mpfr_get_emin()) {
    mpfr_set_emin(least);
  }
  least_exponent_scope(least_exponent_scope const&) = delete;
  least_exponent_scope& operator=(least_exponent_scope const&) = delete;
  ~least_exponent_scope() { mpfr_set_emin(outer_); }

private:
  mpfr_exp_t outer_;
};

double exp_by_mpfr(number_format const& f, double x) {
  mpfr_number argument(53), result(f.precision);
  mpfr_set_d(argument.get(), -x, MPFR_RNDN);
  int const ternary = mpfr_exp(result.get(), argument.get(), MPFR_RNDN);
  return rounded_into(f, result.get(), ternary);
}

// The positive numbers of the format in increasing order, counted from 1, and beyond the greatest
// as if exponents went on.
double positive_number(number_format const& f, std::uint64_t n) {
  std::uint64_t const binade = std::uint64_t{1} << (f.precision - 1);
  if (!f.subnormals) n += binade - 1;
  if (n < binade) return std::ldexp(static_cast<double>(n), least_exponent(f));
  auto const above = static_cast<int>(n / binade - 1);
  return std::ldexp(static_cast<double>(binade + n % binade), least_exponent(f) + above);
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

} // namespace

double overflowed(number_format const& f, bool negative) {
  double magnitude = greatest(f);
  if (f.overflow == overflow_rule::infinity) magnitude = std::numeric_limits<double>::infinity();
  if (f.overflow == overflow_rule::nan) magnitude = std::numeric_limits<double>::quiet_NaN();
  return negative ? -magnitude : magnitude;
}

double rounded_into(number_format const& f, mpfr_ptr number, int ternary) {
  bool const negative = mpfr_signbit(number) != 0;
  if (mpfr_inf_p(number) != 0) return overflowed(f, negative);
  if (mpfr_regular_p(number) == 0) return mpfr_get_d(number, MPFR_RNDN); // NaN and ±0
  if (f.subnormals) {
    least_exponent_scope const scope(least_exponent(f) + 1);
    int const in_range = mpfr_check_range(number, ternary, MPFR_RNDN);
    mpfr_subnormalize(number, in_range, MPFR_RNDN);
  } else if (mpfr_get_exp(number) - 1 < f.min_exponent) {
    return negative ? -0.0 : 0.0;
  }
  // Exact, or ∞ where the number is too large for any format.
  double const x = mpfr_get_d(number, MPFR_RNDN);
  return std::fabs(x) > greatest(f) ? overflowed(f, negative) : x;
}

double round_by_mpfr(number_format const& f, double x) {
  mpfr_number result(f.precision);
  int const ternary = mpfr_set_d(result.get(), x, MPFR_RNDN);
  return rounded_into(f, result.get(), ternary);
}

double reference(number_format const& f, char operation, double a, double b) {
  LTLC_EXPECTS(representable(f, a) && representable(f, b));
  mpfr_number x(f.precision), y(f.precision), result(f.precision);
  mpfr_set_d(x.get(), a, MPFR_RNDN);
  mpfr_set_d(y.get(), b, MPFR_RNDN);
  int ternary = 0;
  switch (operation) {
  case '+':
    ternary = mpfr_add(result.get(), x.get(), y.get(), MPFR_RNDN);
    break;
  case '-':
    ternary = mpfr_sub(result.get(), x.get(), y.get(), MPFR_RNDN);
    break;
  case '*':
    ternary = mpfr_mul(result.get(), x.get(), y.get(), MPFR_RNDN);
    break;
  default:
    LTLC_EXPECTS(operation == '/');
    ternary = mpfr_div(result.get(), x.get(), y.get(), MPFR_RNDN);
  }
  return rounded_into(f, result.get(), ternary);
}

double square_root(number_format const& f, double x) {
  mpfr_number argument(f.precision), result(f.precision);
  mpfr_set_d(argument.get(), x, MPFR_RNDN);
  int const ternary = mpfr_sqrt(result.get(), argument.get(), MPFR_RNDN);
  return rounded_into(f, result.get(), ternary);
}

double exp_of_negative(number_format const& f, double x) {
  LTLC_EXPECTS(!(x < 0));
  if (std::isnan(x)) return x;
  if (x == 0) return round(f, 1.0); // 1 is not in every format
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
    number_format key = f;
    key.name = {}; // may not live as long as this
    known.emplace_back(key, least_with_vanishing_exp(f));
    at = known.end() - 1;
  }
  last = *at;
  return last.second;
}

} // namespace ltlc::format
