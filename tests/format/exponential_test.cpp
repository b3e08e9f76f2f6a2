// f_large and exp under every rule, against exp at 300 bits and the definition of rounding to 0.
#include <doctest/doctest.h>
#include <mpfr.h>

#include "format/sample.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"

using namespace ltlc::format;
using ltlc::exact::integer;
using ltlc::exact::rational;

namespace {

// exp(−x) to 300 bits: near enough, since it is irrational and far from all thresholds of doubles.
rational wide_exp(double x) {
  mpfr_t y;
  mpfr_init2(y, 300);
  mpfr_set_d(y, -x, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
  rational const q = ltlc::exact::to_rational(y);
  mpfr_clear(y);
  return q;
}

// By definition: less than half of the least subnormal number, or than the midpoint below the least
// normal one on the grid of p bits.
bool vanishes(number_format const& f, double x) {
  if (x > 2'000) return true; // e^-2000 < 2^-2800
  rational const least(least_positive(f));
  rational const threshold = f.subnormals
                                 ? rational(least / 2)
                                 : rational(least - least / (integer(1) << (f.precision + 1)));
  return wide_exp(x) < threshold;
}

double number_below(number_format const& f, double x) {
  if (x <= std::ldexp(1.0, f.min_exponent)) return f.subnormals ? x - least_positive(f) : 0.0;
  int exponent = 0;
  bool const first_of_binade = std::frexp(x, &exponent) == 0.5;
  return x - std::ldexp(1.0, exponent - 1 - (f.precision - 1) - (first_of_binade ? 1 : 0));
}

std::vector<number_format> formats_of_many_kinds() {
  std::vector<number_format> all;
  for (auto const& f : named_formats()) {
    for (auto const& g : with_every_rule(f))
      all.push_back(g);
  }
  for (auto const name :
       {"fp(5,-6,7)", "fp(2,-2,3)", "fp(3,-2,3)", "fp(4,-3,4)", "fp(2,-23,3)", "fp(2,3,9)",
        "fp(3,-20,-5)", "fp(30,-126,127)", "fp(53,-100,100)", "fp(24,-1022,1023)",
        "fp(2,1000,1023)", "fp(8,-300,6)", "fp(8,-300,7)", "fp(8,-300,8)"}) {
    for (auto const& g : with_every_rule(find_format(name).value()))
      all.push_back(g);
  }
  return all;
}

} // namespace

TEST_SUITE("format") {
  TEST_CASE("f_large is the least number whose exp(-x) rounds to 0") {
    for (auto const& f : formats_of_many_kinds()) {
      INFO(description(f));
      double const large = f_large(f);
      if (std::isinf(large)) {
        CHECK_FALSE(vanishes(f, greatest(f)));
        continue;
      }
      CHECK(representable(f, large));
      CHECK(vanishes(f, large));
      CHECK(exp_of_negative(f, large) == 0);
      double const below = number_below(f, large);
      REQUIRE(representable(f, below));
      REQUIRE(below < large);
      if (below == 0) continue;
      CHECK_FALSE(vanishes(f, below));
      CHECK(exp_of_negative(f, below) > 0);
    }
  }

  TEST_CASE("in small formats no smaller number than f_large vanishes, and all greater ones do") {
    for (auto const& f : formats_of_many_kinds()) {
      if (f.precision > 11 || f.max_exponent - f.min_exponent > 40) continue;
      INFO(description(f));
      for (double const x : all_numbers(f)) {
        if (x > 0 && std::isfinite(x) && (x > 1 || f.precision < 9))
          REQUIRE(vanishes(f, x) == (x >= f_large(f)));
      }
    }
  }

  TEST_CASE("f_large depends on the rule for small results and on nothing about large ones") {
    for (auto const& f : named_formats()) {
      auto other = f;
      other.overflow = overflow_rule::saturate;
      CHECK(f_large(other) == f_large(f));
      other.name = "no matter";
      other.subnormals = false;
      CHECK(f_large(other) < f_large(f));
      CHECK(f_large(*find_format(std::string(f.name) + "+ftz")) == f_large(other));
    }
  }

  TEST_CASE("exp of a negative number is correctly rounded under every rule") {
    std::uint64_t const seed = 91;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& f : formats_of_many_kinds()) {
      INFO(description(f));
      CHECK(same(exp_of_negative(f, 0.0), round(f, 1.0)));
      for (int n = 0; n < 200; ++n) {
        double const x = std::fabs(random_number(random, f, n % 2 == 0 ? 1.0 : 20.0));
        if (x == 0 || !(x < 2'000)) continue;
        REQUIRE(same(exp_of_negative(f, x), round(f, wide_exp(x))));
      }
    }
  }
}
