#include <doctest/doctest.h>
#include <mpfr.h>

#include "exact/random_scalar.hpp"
#include "format/sample.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"

using namespace ltlc::format;
using ltlc::exact::angle;
using ltlc::exact::cosine;
using ltlc::exact::enclosure;
using ltlc::exact::integer;
using ltlc::exact::rational;
using ltlc::exact::scalar;

namespace {

// cos(2πn/d), correctly rounded by MPFR in the format's precision and exponent range.
double cosine_of_turns(number_format const& f, unsigned long n, unsigned long d) {
  auto const emin = mpfr_get_emin();
  auto const emax = mpfr_get_emax();
  mpfr_t x, result;
  mpfr_init2(x, 64);
  mpfr_init2(result, f.precision);
  mpfr_set_ui(x, n, MPFR_RNDN);
  mpfr_set_emin(f.min_exponent - f.precision + 2);
  mpfr_set_emax(f.max_exponent + 1);
  int direction = mpfr_cosu(result, x, d, MPFR_RNDN);
  mpfr_subnormalize(result, direction, MPFR_RNDN);
  double const rounded = mpfr_get_d(result, MPFR_RNDN);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  mpfr_clear(x);
  mpfr_clear(result);
  return rounded;
}

scalar hidden_zero() {
  scalar sum;
  for (int k = 0; k < 5; ++k)
    sum += cosine(angle{rational(k, 5), 0, 0});
  return sum;
}

} // namespace

TEST_SUITE("format") {
  TEST_CASE("cosines of rational turns round as MPFR rounds them") {
    for (auto const& f : {toy, fp16, bf16, fp32, fp64}) {
      CAPTURE(f.name);
      for (unsigned long d : {5UL, 7UL, 16UL, 48UL, 100UL, 1009UL}) {
        CAPTURE(d);
        for (unsigned long n = 0; n < d; ++n) {
          CAPTURE(n);
          double const rounded = round(f, cosine(angle{rational(n, d), 0, 0}));
          CHECK(rounded == cosine_of_turns(f, n, d));
        }
      }
    }
  }

  TEST_CASE("cosines of whole radians round as MPFR rounds them") {
    mpfr_t x, result;
    mpfr_init2(x, 64);
    mpfr_init2(result, 53);
    for (std::int64_t n = 0; n < 2'000; ++n) {
      mpfr_set_si(x, static_cast<long>(n * n * n), MPFR_RNDN);
      mpfr_cos(result, x, MPFR_RNDN);
      CAPTURE(n);
      double const expected = mpfr_get_d(result, MPFR_RNDN);
      CHECK(round(fp64, cosine(n * n * n * angle{0, 0, 1})) == expected);
    }
    mpfr_clear(x);
    mpfr_clear(result);
  }

  TEST_CASE("scalars round as a rational very near to them does") {
    std::mt19937_64 random(71);
    for (int round_number = 0; round_number < 1'000; ++round_number) {
      scalar const s = random_scalar(random, angle_kind::any, 4);
      if (s.is_plainly_rational() || is_zero(s)) continue;
      CAPTURE(print(s));
      enclosure const x = enclose(s, 600);
      integer significand, power = 1;
      auto const exponent = mpfr_get_z_2exp(significand.backend().data(), x.lower());
      power <<= std::abs(exponent);
      rational const near =
          exponent >= 0 ? rational(significand * power) : rational(significand, power);
      for (auto const& f : {toy, fp16, bf16, fp32, fp64}) {
        CHECK(same(round(f, s), round(f, near)));
      }
    }
  }

  TEST_CASE("a value on a midpoint goes to the even neighbor however it is written") {
    scalar const zero = hidden_zero();
    REQUIRE_FALSE(zero.is_plainly_rational());
    scalar const tiny = cosine(angle{0, 0, 1}) * rational(1, pow(integer(10), 120));
    for (auto const& f : {toy, eight_bits, odd_range}) {
      CAPTURE(f.name);
      auto const numbers = all_numbers(f);
      for (std::size_t i = 1; i < numbers.size(); ++i) {
        double const low = numbers[i - 1];
        double const high = numbers[i];
        rational const limit(std::ldexp(1.0, f.max_exponent + 1));
        rational const below = std::isinf(low) ? rational(-limit) : rational(low);
        rational const above = std::isinf(high) ? limit : rational(high);
        rational const middle = (below + above) / 2;
        CAPTURE(middle.str());
        CHECK(same(round(f, zero + middle), round(f, middle)));
        double const negative_zero_aware = high == 0 ? -0.0 : high;
        CHECK(same(round(f, tiny + middle), negative_zero_aware));
        CHECK(same(round(f, scalar(middle) - tiny), low));
        if (std::isfinite(high)) CHECK(same(round(f, zero + above), high));
      }
    }
    for (auto const& f : formats()) {
      double const unit = std::ldexp(1.0, 1 - f.precision);
      rational const middle = 1 + rational(unit) / 2;
      CHECK(round(f, zero + middle) == 1);
      CHECK(round(f, tiny + middle) == 1 + unit);
      CHECK(round(f, scalar(middle) - tiny) == 1);
      CHECK(round(f, zero + middle + rational(unit)) == 1 + 2 * unit);
    }
  }

  TEST_CASE("values that round to 0 keep their sign") {
    scalar const tiny = cosine(angle{0, 0, 1}) * rational(1, pow(integer(10), 400));
    for (auto const& f : formats()) {
      CHECK(same(round(f, tiny), 0.0));
      CHECK(same(round(f, -tiny), -0.0));
      CHECK(same(round(f, hidden_zero()), 0.0));
      CHECK(same(round(f, scalar()), 0.0));
    }
  }

  TEST_CASE("huge values round to infinity") {
    scalar const huge = cosine(angle{0, 0, 1}) * rational(pow(integer(10), 400));
    for (auto const& f : formats()) {
      CHECK(round(f, huge) == std::numeric_limits<double>::infinity());
      CHECK(round(f, -huge) == -std::numeric_limits<double>::infinity());
    }
  }
}
