// MPFR numbers in the formats' ranges: what the rest of this layer shares of them.
#pragma once

#include <mpfr.h>

#include "ltlc/format/parameters.hpp"

namespace ltlc::format {

// Owns one mpfr_t; NaN at first.
class mpfr_number {
public:
  explicit mpfr_number(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
  mpfr_number(mpfr_number const&) = delete;
  mpfr_number& operator=(mpfr_number const&) = delete;
  ~mpfr_number() { mpfr_clear(value_); }
  [[nodiscard]] mpfr_ptr get() { return value_; }
  [[nodiscard]] mpfr_srcptr get() const { return value_; }

private:
  mpfr_t value_;
};

// A number of f.precision bits that was rounded from y to nearest with unbounded exponents, and
// MPFR's ternary value of that rounding (the sign of the number minus y): y rounded into the format
// once, by its rules. The number's own value is lost.
[[nodiscard]] double rounded_into(number_format const& f, mpfr_ptr number, int ternary);

// What an infinite or too large result of the given sign becomes.
[[nodiscard]] double overflowed(number_format const& f, bool negative);

// round(f, x) for every format. Cost: about 0.2 µs.
[[nodiscard]] double round_by_mpfr(number_format const& f, double x);

} // namespace ltlc::format
