// Formats that take MPFR, fp64 under other rules, and formats at the edge of double-then-round,
// against rationals: another way of rounding than either.
#include <array>

#include <doctest/doctest.h>

#include "format/sample.hpp"
#include "ltlc/format/number_format.hpp"

using namespace ltlc::format;
using ltlc::exact::rational;

namespace {

// The exact result rounded; where it has no finite nonzero value, what IEEE arithmetic says.
double by_rationals(number_format const& f, char operation, double a, double b) {
  bool const special = !std::isfinite(a) || !std::isfinite(b) || (operation == '/' && b == 0) ||
                       ((operation == '*' || operation == '/') && (a == 0 || b == 0));
  // In fp64 and not finite or 0: exact, since no operand is near its range's ends in this case.
  if (special) {
    double const x = operation == '+'   ? a + b
                     : operation == '-' ? a - b
                     : operation == '*' ? a * b
                                        : a / b;
    return round(f, x);
  }
  rational const x(a), y(b);
  rational const result = operation == '+'   ? rational(x + y)
                          : operation == '-' ? rational(x - y)
                          : operation == '*' ? rational(x * y)
                                             : rational(x / y);
  if (result == 0) return operation == '+' ? a + b : a - b; // the sign of an exact 0
  return round(f, result);
}

std::vector<number_format> uncommon_formats() {
  std::vector<number_format> all;
  for (auto const name :
       {"fp(25,-126,127)", "fp(30,-30,30)", "fp(40,-1022,1023)", "fp(52,-1022,1023)",
        "fp(53,-100,100)", "fp(53,-1022,1022)", "fp(53,-1022,1023)", "fp(24,-1022,1023)",
        "fp(24,-998,1023)", "fp(24,-997,1023)", "fp(11,-1022,1023)", "fp(11,-1010,1023)",
        "fp(2,-1022,-1000)", "fp(2,-1019,971)", "fp(2,1000,1023)", "fp(24,993,1023)",
        "fp(24,994,1023)", "fp(24,995,1023)", "fp(48,-30,1023)"}) {
    for (auto const& f : with_every_rule(find_format(name).value()))
      all.push_back(f);
  }
  return all;
}

// Counts as an assertion only when it fails.
bool agrees_with_rationals(number_format const& f, char operation, double a, double b) {
  double const expected = by_rationals(f, operation, a, b);
  bool const equal =
      same(apply(f, operation, a, b), expected) && same(reference(f, operation, a, b), expected);
  if (!equal) {
    INFO(description(f));
    CAPTURE(a);
    CAPTURE(operation);
    CAPTURE(b);
    CAPTURE(apply(f, operation, a, b));
    CAPTURE(reference(f, operation, a, b));
    CHECK(expected == apply(f, operation, a, b));
  }
  return equal;
}

} // namespace

TEST_SUITE("format") {
  TEST_CASE("each format takes the way that is proven for it") {
    auto const way = [](char const* name) { return way_of(*find_format(name)); };
    CHECK(way("fp64") == operation_way::machine_double);
    CHECK(way("fp64+ftz") == operation_way::checked_double);
    CHECK(way("fp32") == operation_way::machine_float);
    for (auto const name : {"fp32+ftz", "fp32+saturate", "tf32", "bf16", "fp16", "fp8_e4m3",
                            "fp8_e5m2", "fp(24,-997,1023)", "fp(2,-1019,971)"})
      CHECK(way(name) == operation_way::double_then_round);
    for (auto const name : {"fp(25,-126,127)", "fp(52,-1022,1023)", "fp(53,-100,100)",
                            "fp(24,-998,1023)", "fp(2,-1020,0)", "fp(2,973,1000)"})
      CHECK(way(name) == operation_way::multiple_precision);
  }

  TEST_CASE("random operations of uncommon formats are rounded once") {
    std::uint64_t const seed = 81;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& f : uncommon_formats()) {
      for (char const operation : {'+', '-', '*', '/'}) {
        for (int n = 0; n < 1'000; ++n) {
          double const a = random_number(random, f);
          if (!agrees_with_rationals(f, operation, a, random_number(random, f, a))) return;
        }
      }
    }
  }

  TEST_CASE("products and quotients at the lower end are rounded once") {
    std::uint64_t const seed = 82;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& f : uncommon_formats()) {
      double const least_normal = std::ldexp(1.0, f.min_exponent);
      for (int n = 0; n < 1'000; ++n) {
        // a·b and a/b near the least normal and the least subnormal number.
        double const a = random_number(random, f);
        if (a == 0 || !std::isfinite(a)) continue;
        int const places = static_cast<int>(random() % static_cast<unsigned>(2 * f.precision));
        double const target = std::ldexp(least_normal, f.precision / 2 - places);
        double const jitter = 1 + std::ldexp(static_cast<double>(random() % 5) - 2, -f.precision);
        double const factor = round(f, target / a * jitter);
        double const divisor = round(f, a / target * jitter);
        if (!agrees_with_rationals(f, '*', a, factor)) return;
        if (!agrees_with_rationals(f, '/', a, divisor)) return;
        double const other = round(f, a + target * jitter);
        if (!agrees_with_rationals(f, '-', other, a)) return;
      }
    }
  }

  TEST_CASE("doubles round into uncommon formats as rationals do") {
    std::uint64_t const seed = 83;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& f : uncommon_formats()) {
      INFO(description(f));
      double const low = least_exponent(f) - 3;
      for (int n = 0; n < 1'000; ++n) {
        double x = std::bit_cast<double>(random());
        if (n % 2 == 0)
          x = std::ldexp(1 + std::ldexp(static_cast<double>(random() >> 11), -53),
                         static_cast<int>(low) + n % 80);
        if (n % 5 == 0) x = random_number(random, f) * (1 + std::ldexp(1.0, -f.precision));
        if (x == 0 || !std::isfinite(x)) continue;
        REQUIRE(same(round(f, x), round(f, rational(x))));
      }
    }
  }

  TEST_CASE("fp64 that flushes does so where 53 bits say it, not the subnormal grid") {
    auto const f = *find_format("fp64+ftz");
    double const least = 0x1p-1022;
    double const below_one = 1 - 0x1p-53;
    // 2^-1022 − 2^-1075: the machine goes to 2^-1022, but with 53 bits it is a number below that.
    CHECK(below_one * least == least);
    CHECK(same(multiply(f, below_one, least), 0.0));
    CHECK(same(multiply(f, -below_one, least), -0.0));
    // 2^-1022·(1 − 2^-54 …) rounds to 2^-1022 with 53 bits.
    double const x = 1 + 0x1p-52;
    CHECK(rational(x) * rational(below_one) < rational(1) + rational(0x1p-53));
    CHECK(multiply(f, least * x, below_one) == least); // 1 + 2^-53 − 2^-105 of it, to the even one
    CHECK(divide(f, least, 1.0) == least);
    CHECK(same(divide(f, least, 1 + 0x1p-52), 0.0));
    CHECK(same(subtract(f, least * x, least), 0.0));
    CHECK(same(subtract(f, least, least * x), -0.0));
    std::uint64_t const seed = 84;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (int n = 0; n < 20'000; ++n) {
      // A factor and the nearest to its inverse times the threshold.
      double const a = 1 + std::ldexp(static_cast<double>(random() >> 12), -52);
      double const b = least * 2 / a * (1 - 0x1p-53 * static_cast<double>(random() % 3));
      if (!agrees_with_rationals(f, '*', a / 2, round(f, b))) return;
      if (!agrees_with_rationals(f, '/', round(f, b), 2 / a)) return;
    }
  }
}
