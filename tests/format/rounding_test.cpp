// Rounding under every rule: at all numbers, midpoints and thresholds of formats up to 16 bits, and
// in the small ones on a fine grid.
#include "ltlc/format/rounding.hpp"

#include <doctest/doctest.h>

#include "format/definition.hpp"

using namespace ltlc::format;
using ltlc::exact::cosine;
using ltlc::exact::integer;
using ltlc::exact::rational;
using ltlc::exact::scalar;

namespace {

// Every way to round agrees; counts as an assertion only when one does not.
bool rounds_to(number_format const& f, double x, double expected) {
  bool const agrees = same(round(f, x), expected) && same(round(f, -x), -expected) &&
                      same(rounding(f)(x), expected) &&
                      (x == 0 || same(round(f, rational(x)), expected)) &&
                      (x == 0 || same(round(f, rational(-x)), -expected));
  if (!agrees) {
    INFO(description(f));
    CAPTURE(x);
    CAPTURE(round(f, x));
    CAPTURE(round(f, -x));
    CAPTURE(expected);
    CHECK(agrees);
  }
  return agrees;
}

double overflow_of(number_format const& f) {
  if (f.overflow == overflow_rule::saturate) return all_numbers(f).back();
  return f.overflow == overflow_rule::nan ? std::nan("") : std::numeric_limits<double>::infinity();
}

// The finite positive numbers, then the one that would follow the greatest.
std::vector<double> with_next_binade(number_format const& f) {
  std::vector<double> positive;
  for (double const x : all_numbers(f)) {
    if (x > 0 && std::isfinite(x)) positive.push_back(x);
  }
  positive.push_back(2 * positive.back() - positive[positive.size() - 2]);
  return positive;
}

} // namespace

TEST_SUITE("format") {
  TEST_CASE("all 16-bit numbers, their midpoints and what lies beside those round as they should") {
    for (auto const& base : {fp16, bf16, fp8_e4m3, fp8_e5m2}) {
      for (auto const& f : with_every_rule(base)) {
        auto const numbers = with_next_binade(f);
        double const overflow = overflow_of(f);
        for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
          double const low = numbers[i];
          double const high = numbers[i + 1];
          bool const last = i + 2 == numbers.size();
          double const middle = low / 2 + high / 2;
          // Counted from the least normal number, which is even, every second one is odd.
          auto const binade = std::size_t{1} << (f.precision - 1);
          bool const low_is_even = (f.subnormals ? (i + 1) % 2 : i % binade % 2) == 0;
          double const above = last ? overflow : high;
          if (!rounds_to(f, low, low)) return;
          if (!rounds_to(f, middle, low_is_even ? low : above)) return;
          if (!rounds_to(f, std::nextafter(middle, 0), low)) return;
          if (!rounds_to(f, std::nextafter(middle, high), above)) return;
        }
        if (!rounds_to(f, numbers.back(), overflow)) return;
        if (!rounds_to(f, 0x1p1000, overflow)) return;
        if (!rounds_to(f, std::numeric_limits<double>::max(), overflow)) return;
        CHECK(same(round(f, std::numeric_limits<double>::infinity()), overflow));
        CHECK(same(round(f, -std::numeric_limits<double>::infinity()), -overflow));
        CHECK(std::isnan(round(f, std::nan(""))));
        CHECK(std::isnan(round(f, -std::nan(""))));
        CHECK(same(round(f, -0.0), -0.0));
      }
    }
  }

  TEST_CASE("below the least number is half of it, or the flush threshold") {
    for (auto const& base : {toy, fp8_e4m3, fp8_e5m2, tf32, fp16, bf16, fp32,
                             *find_format("fp(52,-100,100)"), *find_format("fp(53,-100,100)"),
                             *find_format("fp(24,-1022,1023)"), *find_format("fp(50,-1000,3)")}) {
      for (auto const& f : with_every_rule(base)) {
        INFO(description(f));
        double const least = least_positive(f);
        rational const half = rational(least) / 2;
        rational const exact_threshold =
            f.subnormals ? half
                         : rational(least) - rational(least) / (integer(1) << (f.precision + 1));
        rational const tiny = rational(least) / pow(integer(10), 60);
        CHECK(same(round(f, exact_threshold), f.subnormals ? 0.0 : least));
        CHECK(same(round(f, rational(exact_threshold - tiny)), 0.0));
        CHECK(same(round(f, rational(tiny - exact_threshold)), -0.0));
        CHECK(same(round(f, rational(exact_threshold + tiny)), least));
        CHECK(same(round(f, rational(-exact_threshold - tiny)), -least));
        scalar const one_seventh = cosine({0, 0, 1}) * tiny; // not rational
        CHECK(same(round(f, one_seventh), 0.0));
        CHECK(same(round(f, -one_seventh), -0.0));
        CHECK(same(round(f, scalar(exact_threshold) + one_seventh), least));
        CHECK(same(round(f, scalar(exact_threshold) - one_seventh), 0.0));
        CHECK(same(round(f, scalar(rational(-exact_threshold)) - one_seventh), -least));
        CHECK(same(round(f, scalar(rational(-exact_threshold)) + one_seventh), -0.0));
        // On the threshold, written so that only exact comparison can tell.
        scalar zero = 0;
        for (int k = 0; k < 5; ++k)
          zero += cosine({rational(k, 5), 0, 0});
        REQUIRE_FALSE(zero.is_plainly_rational());
        double const at_threshold = f.subnormals ? 0.0 : least;
        CHECK(same(round(f, zero + exact_threshold), at_threshold));
        CHECK(same(round(f, zero + rational(-exact_threshold)), -at_threshold));
        // And in double, as near as doubles go.
        double const x = exact_threshold.convert_to<double>();
        for (double const y : {x, std::nextafter(x, 0.0), std::nextafter(x, 1.0), least,
                               std::nextafter(least, 0.0), std::nextafter(least, 1.0)}) {
          if (y != 0 && !rounds_to(f, y, round(f, rational(y)))) return;
        }
      }
    }
  }

  TEST_CASE("on a fine grid, small formats round by the definition under every rule") {
    auto top_is_nan = toy;
    top_is_nan.top_code_is_nan = true;
    for (auto const& base : {toy, odd_range, fp8_e4m3, *find_format("fp(3,-2,3)"), top_is_nan}) {
      for (auto const& f : with_every_rule(base)) {
        INFO(description(f));
        rounding_by_definition const definition(f);
        rational const least(std::ldexp(1.0, least_exponent(f)));
        // Sixteenths of the least subnormal number, in growing strides, past twice the greatest.
        for (integer n = 1; least * n / 16 < rational(greatest(f)) * 5 / 2; n += 1 + n / 2048) {
          rational const q = least * n / 16;
          double const expected = definition(q);
          REQUIRE(same(round(f, q), expected));
          REQUIRE(same(round(f, rational(-q)), -expected));
          REQUIRE(same(round(f, q.convert_to<double>()), expected)); // the conversion is exact
          REQUIRE(same(round(f, -q.convert_to<double>()), -expected));
        }
      }
    }
  }

  TEST_CASE("scalars overflow by the rule, from the threshold on") {
    scalar const tiny = cosine({0, 0, 1}) * rational(1, pow(integer(10), 60));
    for (auto const& base : {fp8_e4m3, fp8_e5m2, fp16, fp64}) {
      for (auto const& f : with_every_rule(base)) {
        INFO(description(f));
        double const unit = std::ldexp(1.0, f.max_exponent - f.precision + 1);
        rational const threshold = rational(greatest(f)) + rational(unit) / 2;
        double const overflow =
            f.overflow == overflow_rule::infinity
                ? std::numeric_limits<double>::infinity()
                : (f.overflow == overflow_rule::nan ? std::nan("") : greatest(f));
        CHECK(same(round(f, scalar(threshold) + tiny), overflow));
        CHECK(same(round(f, scalar(rational(-threshold)) - tiny), -overflow));
        CHECK(same(round(f, scalar(threshold) - tiny), greatest(f)));
        CHECK(same(round(f, tiny * rational(pow(integer(10), 400))), overflow));
        // 464 lies between 448, which is even, and 480.
        CHECK(same(round(f, threshold), f.top_code_is_nan ? greatest(f) : overflow));
        CHECK(representable(f, greatest(f)));
        CHECK(representable(f, std::numeric_limits<double>::infinity()) ==
              (f.overflow == overflow_rule::infinity));
      }
    }
    CHECK(round(fp8_e4m3, 464.0) == 448);
    CHECK(std::isnan(round(fp8_e4m3, std::nextafter(464.0, 500.0))));
    CHECK(std::isnan(round(fp8_e4m3, 480.0)));
    CHECK(round(*find_format("fp8_e4m3+saturate"), 480.0) == 448);
    CHECK(std::isnan(divide(fp8_e4m3, 1.0, 0.0)));
    CHECK(divide(*find_format("fp8_e4m3+saturate"), -1.0, 0.0) == -448);
    CHECK(std::isnan(divide(*find_format("fp8_e4m3+saturate"), 0.0, 0.0)));
    CHECK_FALSE(representable(fp8_e4m3, 480.0));
  }
}
