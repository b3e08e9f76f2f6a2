// Outward-rounded intervals (MPFI): a value that is known to lie between two MPFR numbers.
#pragma once

#include <mpfi.h>

#include "ltlc/exact/scalar.hpp"

namespace ltlc::exact {

// RAII around one mpfi_t. Every operation is an enclosure: the exact result lies in it.
class enclosure {
public:
  explicit enclosure(mpfr_prec_t bits);
  enclosure(enclosure const& other);
  enclosure(enclosure&& other) noexcept;
  enclosure& operator=(enclosure other) noexcept;
  ~enclosure();

  [[nodiscard]] mpfi_ptr get() { return value_; }
  [[nodiscard]] mpfi_srcptr get() const { return value_; }
  [[nodiscard]] mpfr_srcptr lower() const { return &value_->left; }
  [[nodiscard]] mpfr_srcptr upper() const { return &value_->right; }
  // −1 or 1 when the interval excludes 0, else 0 (which does not mean that the value is 0).
  [[nodiscard]] int certain_sign() const;

private:
  mpfi_t value_;
};

// An interval that contains s; its width goes to 0 as bits grow.
[[nodiscard]] enclosure enclose(scalar const& s, mpfr_prec_t bits);
[[nodiscard]] enclosure enclose(rational const& q, mpfr_prec_t bits);
// The angle as a number of full turns, whole turns kept.
[[nodiscard]] enclosure enclose_turns(angle const& a, mpfr_prec_t bits);
// Every finite MPFR number is a rational. Pre: x is finite.
[[nodiscard]] rational to_rational(mpfr_srcptr x);

} // namespace ltlc::exact
