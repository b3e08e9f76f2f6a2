#include "ltlc/exact/enclosure.hpp"

#include <utility>

#include <mpfi_io.h>

namespace ltlc::exact {

namespace {

// Bits of the integer part of |q|, roughly from above.
mpfr_prec_t magnitude_bits(rational const& q) {
  integer const whole = abs(numerator(q)) / denominator(q);
  return whole == 0 ? 0 : static_cast<mpfr_prec_t>(msb(whole)) + 1;
}

mpfr_prec_t magnitude_bits(std::int64_t n) {
  return magnitude_bits(rational(n));
}

void set(enclosure& x, rational const& q) {
  mpfi_set_q(x.get(), q.backend().data());
}

// turns + golden·(3 − √5)/2, less a whole number of turns. 1/φ² = (3 − √5)/2.
enclosure turns_of(angle const& a, mpfr_prec_t bits) {
  enclosure turns(bits);
  set(turns, a.turns);
  if (a.golden == 0) return turns;
  enclosure golden(bits);
  mpfi_set_ui(golden.get(), 5);
  mpfi_sqrt(golden.get(), golden.get());
  mpfi_ui_sub(golden.get(), 3, golden.get());
  mpfi_div_2ui(golden.get(), golden.get(), 1);
  enclosure multiple(bits);
  set(multiple, rational(a.golden));
  mpfi_mul(golden.get(), golden.get(), multiple.get());
  mpfi_add(turns.get(), turns.get(), golden.get());
  // Any integer near the value will do: cos has period one turn.
  integer whole;
  mpfr_get_z(whole.backend().data(), turns.lower(), MPFR_RNDN);
  mpfi_sub_z(turns.get(), turns.get(), whole.backend().data());
  return turns;
}

enclosure cosine_of(angle const& a, mpfr_prec_t bits) {
  // The argument is needed with an absolute error of about 2^-bits.
  mpfr_prec_t const working = bits + magnitude_bits(a.golden) + magnitude_bits(a.radians) + 16;
  enclosure x = turns_of(a, working);
  enclosure pi(working);
  mpfi_const_pi(pi.get());
  mpfi_mul(x.get(), x.get(), pi.get());
  mpfi_mul_2ui(x.get(), x.get(), 1);
  if (a.radians != 0) {
    enclosure radians(working);
    set(radians, a.radians);
    mpfi_add(x.get(), x.get(), radians.get());
  }
  enclosure cosine(bits + 16);
  mpfi_cos(cosine.get(), x.get());
  return cosine;
}

} // namespace

enclosure::enclosure(mpfr_prec_t bits) {
  mpfi_init2(value_, bits);
  mpfi_set_ui(value_, 0);
}

enclosure::enclosure(enclosure const& other) {
  mpfi_init2(value_, mpfi_get_prec(other.value_));
  mpfi_set(value_, other.value_);
}

enclosure::enclosure(enclosure&& other) noexcept {
  mpfi_init2(value_, MPFR_PREC_MIN);
  mpfi_swap(value_, other.value_);
}

enclosure& enclosure::operator=(enclosure other) noexcept {
  mpfi_swap(value_, other.value_);
  return *this;
}

enclosure::~enclosure() {
  mpfi_clear(value_);
}

int enclosure::certain_sign() const {
  if (mpfr_sgn(lower()) > 0) return 1;
  if (mpfr_sgn(upper()) < 0) return -1;
  return 0;
}

enclosure enclose(rational const& q, mpfr_prec_t bits) {
  enclosure x(bits);
  set(x, q);
  return x;
}

enclosure enclose(scalar const& s, mpfr_prec_t bits) {
  enclosure sum(bits + 16);
  for (auto const& t : s.terms()) {
    enclosure product = enclose(t.coefficient, bits + 16);
    if (t.at != angle{}) {
      enclosure const cosine = cosine_of(t.at, bits);
      mpfi_mul(product.get(), product.get(), cosine.get());
    }
    mpfi_add(sum.get(), sum.get(), product.get());
  }
  return sum;
}

} // namespace ltlc::exact
