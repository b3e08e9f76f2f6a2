#include "ltlc/format/number_format.hpp"

#include <array>
#include <charconv>

#include <doctest/doctest.h>
#include <mpfr.h>

#include "format/sample.hpp"

using namespace ltlc::format;
using ltlc::exact::integer;
using ltlc::exact::rational;

namespace {

// The twin of rounding: the nearest number by exact distances, the even one of two; ∞ stands at the
// place that the next binade would begin with.
double nearest(number_format const& f, std::vector<double> const& numbers, rational const& q) {
  auto const place = [&](double x) {
    if (!std::isinf(x)) return rational(x);
    rational const limit(std::ldexp(1.0, f.max_exponent + 1));
    return x < 0 ? rational(-limit) : limit;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    rational const here = abs(place(numbers[i]) - q);
    rational const before = abs(place(numbers[best]) - q);
    // The numbers alternate between odd and even, with 0 even.
    bool const even = (i + numbers.size() / 2) % 2 == 0;
    if (here < before || (here == before && even)) best = i;
  }
  double const x = numbers[best];
  return x == 0 && q < 0 ? -0.0 : x;
}

} // namespace

TEST_SUITE("format") {
  TEST_CASE("extreme numbers are those of the machine's types and of the standards") {
    CHECK(greatest(fp64) == std::numeric_limits<double>::max());
    CHECK(least_positive(fp64) == std::numeric_limits<double>::denorm_min());
    CHECK(greatest(fp32) == double{std::numeric_limits<float>::max()});
    CHECK(least_positive(fp32) == double{std::numeric_limits<float>::denorm_min()});
    CHECK(greatest(fp16) == 65504);
    CHECK(least_positive(fp16) == 0x1p-24);
    CHECK(greatest(bf16) == 0x1.fep127);
    CHECK(least_positive(bf16) == 0x1p-133);
    CHECK(greatest(tf32) == 0x1.ffcp127);
    CHECK(greatest(fp8_e4m3) == 448);
    CHECK(least_positive(fp8_e4m3) == 0x1p-9);
    CHECK(greatest(fp8_e5m2) == 57344);
    CHECK(least_positive(fp8_e5m2) == 0x1p-16);
    CHECK(least_positive(*find_format("fp16+ftz")) == 0x1p-14);
    CHECK(least_positive(*find_format("fp64+ftz")) == std::numeric_limits<double>::min());
  }

  TEST_CASE("every number of a format rounds to itself") {
    for (auto const& f : {toy, eight_bits, five_two, odd_range, fp16, bf16}) {
      CAPTURE(f.name);
      for (double const x : all_numbers(f)) {
        REQUIRE(same(round(f, x), x));
        REQUIRE(representable(f, x));
        if (std::isfinite(x)) REQUIRE(same(round(f, rational(x)), x));
      }
      CHECK(same(round(f, -0.0), -0.0));
      CHECK(std::isnan(round(f, std::nan(""))));
      CHECK(representable(f, std::nan("")));
    }
    CHECK_FALSE(representable(fp16, 1 + 0x1p-11));
    CHECK_FALSE(representable(fp16, 65520));
    CHECK_FALSE(representable(fp16, 0x1p-25));
  }

  TEST_CASE("between numbers, rounding goes to the nearest, and to the even one of two") {
    for (auto const& f : {toy, eight_bits, odd_range}) {
      CAPTURE(f.name);
      auto const numbers = all_numbers(f);
      // Every multiple of a sixteenth of the least positive number, past the greatest.
      rational const step = rational(least_positive(f)) / 16;
      integer const most = static_cast<integer>(rational(greatest(f)) * 5 / 4 / step);
      integer const stride = most / 3'000 + 1;
      for (integer n = -most; n <= most; n += stride) {
        rational const q = step * n;
        CAPTURE(q.str());
        REQUIRE(same(round(f, q), nearest(f, numbers, q)));
        double const x = q.convert_to<double>(); // exact
        REQUIRE(same(round(f, x), n == 0 ? 0.0 : nearest(f, numbers, q)));
      }
      // Every midpoint, and just beside it.
      for (std::size_t i = 2; i + 1 < numbers.size(); ++i) {
        rational const middle = (rational(numbers[i]) + rational(numbers[i - 1])) / 2;
        for (auto const& q : {rational(middle - rational(1, pow(integer(10), 60))), middle,
                              rational(middle + rational(1, pow(integer(10), 60)))}) {
          if (std::isinf(numbers[i])) continue;
          REQUIRE(same(round(f, q), nearest(f, numbers, q)));
        }
      }
      rational const threshold =
          rational(greatest(f)) +
          step * 16 * rational(std::ldexp(1.0, f.max_exponent - f.min_exponent)) / 2;
      CHECK(round(f, threshold) == std::numeric_limits<double>::infinity());
      CHECK(round(f, rational(threshold - rational(1, pow(integer(10), 60)))) == greatest(f));
      CHECK(round(f, threshold.convert_to<double>()) == std::numeric_limits<double>::infinity());
      CHECK(round(f, std::nextafter(threshold.convert_to<double>(), 0)) == greatest(f));
    }
  }

  TEST_CASE("doubles and rationals round alike") {
    std::mt19937_64 random(41);
    for (auto const& f : formats()) {
      CAPTURE(f.name);
      for (int n = 0; n < 50'000; ++n) {
        double x = std::bit_cast<double>(random());
        if (n % 2 == 0) {
          double const a = random_number(random, f);
          x = a + least_positive(f) * 0.5 * (n % 4 - 1);
          if (n % 8 < 4) x = a * (1 + std::ldexp(1.0, -f.precision));
          if (n % 3 == 0) x = std::nextafter(x, random() % 2 == 0 ? 0.0 : 1e300);
        }
        if (!std::isfinite(x)) continue;
        CAPTURE(x);
        REQUIRE(same(round(f, x), x == 0 ? x : round(f, rational(x))));
      }
    }
  }

  TEST_CASE("rounding of doubles is that of the machine where it has the format") {
    std::mt19937_64 random(42);
    for (int n = 0; n < 2'000'000; ++n) {
      double const x = n % 2 == 0 ? std::bit_cast<double>(random())
                                  : std::ldexp(static_cast<double>(random()),
                                               static_cast<int>(random() % 320) - 230);
      REQUIRE(same(round(fp32, x), static_cast<double>(static_cast<float>(x))));
      REQUIRE(same(round(fp64, x), x));
    }
  }

  TEST_CASE("rationals of any size round to 0 and infinity") {
    rational const huge(pow(integer(10), 100'000));
    for (auto const& f : formats()) {
      CHECK(round(f, huge) == std::numeric_limits<double>::infinity());
      CHECK(round(f, rational(-huge)) == -std::numeric_limits<double>::infinity());
      CHECK(same(round(f, rational(1 / huge)), 0.0));
      CHECK(same(round(f, rational(-1 / huge)), -0.0));
      CHECK(same(round(f, rational(0)), 0.0));
      CHECK(round(f, rational(rational(1) + 1 / huge)) == 1);
      rational const half = rational(least_positive(f)) / 2;
      CHECK(same(round(f, half), 0.0));
      CHECK(round(f, rational(half + 1 / huge)) == least_positive(f));
    }
    CHECK(round(fp64, rational(1, 10)) == 0.1);
    CHECK(round(fp64, rational(1, 3)) == 1.0 / 3.0);
    CHECK(round(fp32, rational(1, 3)) == double{1.0F / 3.0F});
  }

  TEST_CASE("f_large has the values that an independent computation found") {
    // MPFR bisection and Python prototypes, gradual underflow.
    CHECK(f_large(fp64) == 0x1.74910d52d3052p+9); // 745.1332191019412221066886559128761291504
    CHECK(f_large(fp32) == 103.97208404541015625);
    CHECK(f_large(bf16) == 93);
    CHECK(f_large(fp16) == 17.34375);
    CHECK(f_large({"tf32", 11, -126, 127}) == 95);
    CHECK(f_large(five_two) == 12);
    CHECK(f_large(eight_bits) == 7);
    // greatest 12, least positive 1: e^-x rounds to 0 below 1/2.
    CHECK(f_large(odd_range) == 1);
    // e^-12 does not vanish against 2^-24, and there is no greater number.
    CHECK(f_large({"no-room", 2, -23, 3}) == std::numeric_limits<double>::infinity());
  }

  TEST_CASE("exp of a negative number is correctly rounded and 0 from f_large on") {
    mpfr_t wide;
    mpfr_init2(wide, 300);
    std::mt19937_64 random(43);
    for (auto const& f : {toy, eight_bits, five_two, fp16, bf16, fp32, fp64}) {
      CAPTURE(f.name);
      CHECK(exp_of_negative(f, 0.0) == 1);
      CHECK(exp_of_negative(f, f_large(f)) == 0);
      CHECK(exp_of_negative(f, std::numeric_limits<double>::infinity()) == 0);
      CHECK(std::isnan(exp_of_negative(f, std::nan(""))));
      for (int n = 0; n < 3'000; ++n) {
        double x = std::fabs(random_number(random, f, n % 2 == 0 ? 1.0 : 20.0));
        if (n == 0) x = round(f, f_large(f) - least_positive(f)); // the same, or just below
        if (x == 0 || !std::isfinite(x)) continue;
        CAPTURE(x);
        mpfr_set_d(wide, -x, MPFR_RNDN);
        mpfr_exp(wide, wide, MPFR_RNDN);
        integer significand, power = 1;
        auto const exponent = mpfr_get_z_2exp(significand.backend().data(), wide);
        if (exponent < -4'000) continue;
        power <<= -exponent;
        REQUIRE(exp_of_negative(f, x) == round(f, rational(significand, power)));
      }
    }
    mpfr_clear(wide);
  }

  TEST_CASE("decimals are the shortest that read back") {
    CHECK(shortest_decimal(0.1) == "0.1");
    CHECK(shortest_decimal(-3) == "-3");
    CHECK(shortest_decimal(1e-5) == "1e-05");
    CHECK(shortest_decimal(0.0) == "0");
    CHECK(shortest_decimal(-0.0) == "-0");
    CHECK(shortest_decimal(1000) == "1000");
    CHECK(shortest_decimal(103.97208404541015625) == "103.97208404541016");
    CHECK(shortest_decimal(std::numeric_limits<double>::infinity()) == "inf");
    CHECK(shortest_decimal(-std::numeric_limits<double>::infinity()) == "-inf");
    CHECK(shortest_decimal(std::nan("")) == "nan");
    CHECK(shortest_decimal(-std::nan("")) == "nan");
    std::mt19937_64 random(44);
    for (int n = 0; n < 20'000; ++n) {
      double const x = std::bit_cast<double>(random());
      if (std::isnan(x)) continue;
      auto const text = shortest_decimal(x);
      double back = 0;
      std::from_chars(text.data(), text.data() + text.size(), back);
      REQUIRE(same(back, x));
    }
  }
}
