#include "ltlc/exact/enclosure.hpp"

#include <cstdlib>
#include <utility>

#include "ltlc/contract.hpp"

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

// golden·(3 − √5)/2: 1/φ² = (3 − √5)/2.
enclosure turns_of_golden(std::int64_t golden, mpfr_prec_t bits) {
  enclosure turns(bits);
  if (golden == 0) return turns;
  mpfi_set_ui(turns.get(), 5);
  mpfi_sqrt(turns.get(), turns.get());
  mpfi_ui_sub(turns.get(), 3, turns.get());
  mpfi_div_2ui(turns.get(), turns.get(), 1);
  enclosure multiple(bits);
  set(multiple, rational(golden));
  mpfi_mul(turns.get(), turns.get(), multiple.get());
  return turns;
}

enclosure two_pi(mpfr_prec_t bits) {
  enclosure x(bits);
  mpfi_const_pi(x.get());
  mpfi_mul_2ui(x.get(), x.get(), 1);
  return x;
}

// The part of the angle that is given in turns, less a whole number of them: any will do.
enclosure reduced_turns(angle const& a, mpfr_prec_t bits) {
  enclosure turns = enclose_turns({a.turns, a.golden, 0}, bits);
  integer whole;
  mpfr_get_z(whole.backend().data(), turns.lower(), MPFR_RNDN);
  mpfi_sub_z(turns.get(), turns.get(), whole.backend().data());
  return turns;
}

enclosure cosine_of(angle const& a, mpfr_prec_t bits) {
  // The argument is needed with an absolute error of about 2^-bits.
  mpfr_prec_t const working = bits + magnitude_bits(a.golden) + magnitude_bits(a.radians) + 16;
  enclosure x = reduced_turns(a, working);
  mpfi_mul(x.get(), x.get(), two_pi(working).get());
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

enclosure enclose_turns(angle const& a, mpfr_prec_t bits) {
  enclosure sum = enclose(a.turns, bits);
  mpfi_add(sum.get(), sum.get(), turns_of_golden(a.golden, bits).get());
  if (a.radians != 0) {
    enclosure part = enclose(a.radians, bits);
    mpfi_div(part.get(), part.get(), two_pi(bits).get());
    mpfi_add(sum.get(), sum.get(), part.get());
  }
  return sum;
}

rational to_rational(mpfr_srcptr x) {
  LTLC_EXPECTS(mpfr_number_p(x) != 0);
  if (mpfr_zero_p(x) != 0) return 0;
  integer significand, power = 1;
  auto const exponent = mpfr_get_z_2exp(significand.backend().data(), x);
  power <<= std::abs(exponent);
  return exponent >= 0 ? rational(significand * power) : rational(significand, power);
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
