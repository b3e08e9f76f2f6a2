#include "ltlc/exact/enclosure.hpp"

#include <random>
#include <utility>

#include <doctest/doctest.h>

#include "exact/random_scalar.hpp"

using namespace ltlc::exact;

namespace {

class real {
public:
  real() { mpfr_init2(value_, 2'000); }
  real(real const&) = delete;
  real& operator=(real const&) = delete;
  ~real() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }

private:
  mpfr_t value_;
};

// Straight from the definition, in MPFR at 2000 bits and without intervals.
void evaluate(mpfr_ptr sum, scalar const& s) {
  real x, part, golden;
  mpfr_sqrt_ui(golden.get(), 5, MPFR_RNDN);
  mpfr_ui_sub(golden.get(), 3, golden.get(), MPFR_RNDN);
  mpfr_div_ui(golden.get(), golden.get(), 2, MPFR_RNDN);
  mpfr_set_ui(sum, 0, MPFR_RNDN);
  for (auto const& t : s.terms()) {
    mpfr_mul_si(x.get(), golden.get(), t.at.golden, MPFR_RNDN);
    mpfr_add_q(x.get(), x.get(), t.at.turns.backend().data(), MPFR_RNDN);
    mpfr_const_pi(part.get(), MPFR_RNDN);
    mpfr_mul(x.get(), x.get(), part.get(), MPFR_RNDN);
    mpfr_mul_ui(x.get(), x.get(), 2, MPFR_RNDN);
    mpfr_add_q(x.get(), x.get(), t.at.radians.backend().data(), MPFR_RNDN);
    mpfr_cos(x.get(), x.get(), MPFR_RNDN);
    mpfr_mul_q(x.get(), x.get(), t.coefficient.backend().data(), MPFR_RNDN);
    mpfr_add(sum, sum, x.get(), MPFR_RNDN);
  }
}

bool contains(enclosure const& x, mpfr_srcptr value) {
  return mpfr_lessequal_p(x.lower(), value) != 0 && mpfr_lessequal_p(value, x.upper()) != 0;
}

// Width at most 2^-(bits − slack).
bool narrow(enclosure const& x, mpfr_prec_t bits, mpfr_prec_t slack) {
  enclosure width(64);
  mpfi_diam_abs(&width.get()->left, x.get());
  return mpfr_zero_p(width.lower()) != 0 || mpfr_get_exp(width.lower()) <= slack - bits;
}

} // namespace

TEST_SUITE("exact") {
  TEST_CASE("an enclosure contains the value and is narrow") {
    std::mt19937_64 random(11);
    real value;
    for (int round = 0; round < 1'000; ++round) {
      scalar const s = random_scalar(random, angle_kind::any, 6);
      CAPTURE(print(s));
      evaluate(value.get(), s);
      for (mpfr_prec_t const bits : {64, 128, 500}) {
        enclosure const x = enclose(s, bits);
        CHECK(contains(x, value.get()));
        CHECK(narrow(x, bits, 10)); // the coefficients' absolute sum is at most 30
      }
    }
  }

  TEST_CASE("large multiples of an irrational angle lose no accuracy") {
    std::mt19937_64 random(12);
    real value;
    for (int round = 0; round < 300; ++round) {
      std::int64_t const n = draw(random, 1, std::int64_t{1} << draw(random, 1, 60));
      for (angle const& step : {angle{0, 1, 0}, angle{0, 0, 1}, angle{0, 0, rational(22, 7)},
                                angle{rational(1, 1'000'003), 0, 0}, angle{rational(1, 3), 1, 0}}) {
        scalar const s = cosine(n * step);
        CAPTURE(print(s));
        evaluate(value.get(), s);
        enclosure const x = enclose(s, 64);
        CHECK(contains(x, value.get()));
        CHECK(narrow(x, 64, 2));
      }
    }
    scalar const far = cosine(angle{0, 0, pow(integer(10), 300)});
    evaluate(value.get(), far);
    CHECK(contains(enclose(far, 64), value.get()));
    CHECK(narrow(enclose(far, 64), 64, 2));
  }

  TEST_CASE("the certain sign is that of an interval without 0") {
    CHECK(enclose(rational(1, 3), 64).certain_sign() == 1);
    CHECK(enclose(rational(-1, 3), 64).certain_sign() == -1);
    CHECK(enclose(rational(0), 64).certain_sign() == 0);
    enclosure wide(64);
    mpfi_interv_si(wide.get(), -1, 1);
    CHECK(wide.certain_sign() == 0);
    mpfi_interv_si(wide.get(), 0, 1);
    CHECK(wide.certain_sign() == 0);
  }

  TEST_CASE("enclosures are values") {
    enclosure a = enclose(rational(1, 3), 100);
    enclosure b = a;
    enclosure c = std::move(a);
    CHECK(mpfi_cmp(b.get(), c.get()) == 0);
    CHECK(mpfr_equal_p(b.lower(), c.lower()) != 0);
    CHECK(mpfr_equal_p(b.upper(), c.upper()) != 0);
    a = enclose(rational(2), 64);
    b = a;
    CHECK(b.certain_sign() == 1);
    CHECK(mpfr_cmp_ui(b.lower(), 2) == 0);
  }
}
