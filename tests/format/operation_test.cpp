// Operations against MPFR in the format itself: exhaustively for small formats, densely for the
// others, and against the machine's own types.
#include <array>
#include <cstdlib>

#include <doctest/doctest.h>
#include <mpfr.h>

#include "format/definition.hpp"
#include "format/sample.hpp"
#include "ltlc/format/number_format.hpp"

using namespace ltlc::format;

namespace {

constexpr std::array<char, 4> operations{'+', '-', '*', '/'};
constexpr double infinity = std::numeric_limits<double>::infinity();

double in_float(char operation, float a, float b) {
  switch (operation) {
  case '+':
    return double{a + b};
  case '-':
    return double{a - b};
  case '*':
    return double{a * b};
  default:
    return double{a / b};
  }
}

std::vector<double> numbers_and_specials(number_format const& f) {
  auto numbers = all_numbers(f);
  numbers.push_back(-0.0);
  numbers.push_back(std::nan(""));
  return numbers;
}

// Counts as an assertion only when it fails: there are millions.
bool agrees(number_format const& f, char operation, double a, double b) {
  bool const equal = same(apply(f, operation, a, b), reference(f, operation, a, b));
  if (!equal) {
    INFO(description(f));
    CAPTURE(a);
    CAPTURE(operation);
    CAPTURE(b);
    CHECK(same(apply(f, operation, a, b), reference(f, operation, a, b)));
  }
  return equal;
}

} // namespace

TEST_SUITE("format") {
  TEST_CASE("every operation on every pair of a small format is rounded once, under every rule") {
    for (auto const& base :
         {toy, eight_bits, five_two, odd_range, fp8_e4m3, fp8_e5m2, *find_format("fp(3,-2,3)"),
          *find_format("fp(4,-3,4)"), *find_format("fp(2,-1,0)"), *find_format("fp(5,-3,2)")}) {
      for (auto const& f : with_every_rule(base)) {
        auto const numbers = numbers_and_specials(f);
        for (char const operation : operations) {
          for (double const a : numbers) {
            for (double const b : numbers) {
              if (!agrees(f, operation, a, b)) return;
            }
          }
        }
      }
    }
  }

  TEST_CASE("the reference is rounding by its definition, for every pair of small formats") {
    std::vector<number_format> all{fp8_e4m3};
    for (auto const name : {"fp(3,-2,3)", "fp(4,-3,4)", "fp(2,-1,0)", "fp(3,2,5)"}) {
      for (auto const& f : with_every_rule(*find_format(name)))
        all.push_back(f);
      auto top_is_nan = *find_format(name);
      top_is_nan.top_code_is_nan = true;
      top_is_nan.overflow = overflow_rule::nan;
      all.push_back(top_is_nan);
    }
    for (auto const& f : all) {
      INFO(description(f));
      rounding_by_definition const definition(f);
      auto const numbers = numbers_and_specials(f);
      for (char const operation : operations) {
        CAPTURE(operation);
        for (double const a : numbers) {
          CAPTURE(a);
          for (double const b : numbers) {
            if (same(reference(f, operation, a, b), definition.operation(operation, a, b)))
              continue;
            CAPTURE(b);
            CHECK(same(reference(f, operation, a, b), definition.operation(operation, a, b)));
            return;
          }
        }
      }
    }
  }

  TEST_CASE("operations on random pairs of each large format are rounded once") {
    char const* const wanted = std::getenv("LTLC_ROUNDING_OPERATIONS");
    long const total = wanted == nullptr ? 10'000'000 : std::atol(wanted);
    std::array<number_format, 5> const large{tf32, bf16, fp16, fp32, fp64};
    long const each = total / static_cast<long>(large.size() * operations.size());
    REQUIRE(each > 0);
    for (auto const& f : large) {
      for (char const operation : operations) {
        std::uint64_t const seed = 51 + static_cast<std::uint64_t>(operation);
        std::mt19937_64 random(seed);
        INFO("seed ", seed);
        for (long n = 0; n < each; ++n) {
          double const a = random_number(random, f);
          if (!agrees(f, operation, a, random_number(random, f, a))) return;
        }
      }
    }
  }

  TEST_CASE("operations under every rule of each format are rounded once") {
    std::uint64_t const seed = 57;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& base : {tf32, bf16, fp16, fp32, fp64}) {
      for (auto const& f : with_every_rule(base)) {
        for (char const operation : operations) {
          for (int n = 0; n < 10'000; ++n) {
            double const a = random_number(random, f);
            if (!agrees(f, operation, a, random_number(random, f, a))) return;
          }
        }
      }
    }
  }

  TEST_CASE("results at and beside midpoints and thresholds are rounded once") {
    std::vector<number_format> all;
    for (auto const& base : {fp32, bf16, fp16, tf32, fp64, *find_format("fp(24,-997,1023)"),
                             *find_format("fp(11,-1010,1000)"), *find_format("fp(2,-1019,971)")}) {
      for (auto const& f : with_every_rule(base))
        all.push_back(f);
    }
    for (auto const& f : all) {
      std::vector<double> edges;
      double const unit = std::ldexp(1.0, 1 - f.precision);
      double const least = least_positive(f);
      double const least_normal = std::ldexp(1.0, f.min_exponent);
      for (double const x : {0.0,
                             least,
                             2 * least,
                             3 * least,
                             least_normal - least,
                             least_normal,
                             least_normal + least,
                             0.5,
                             1 - unit / 2,
                             1.0,
                             1 + unit,
                             1 + 2 * unit,
                             1.5,
                             2 - unit,
                             2.0,
                             3.0,
                             unit / 4,
                             unit / 2,
                             unit * 3 / 4,
                             unit * (1 + unit) / 2,
                             unit * (1 - unit / 2) / 2,
                             greatest(f),
                             greatest(f) * (1 - unit),
                             greatest(f) / 2,
                             std::ldexp(1.0, f.max_exponent),
                             std::ldexp(unit, f.max_exponent - 1),
                             std::ldexp(unit * (1 - unit / 2), f.max_exponent - 1),
                             infinity}) {
        edges.push_back(round(f, x));
        edges.push_back(round(f, -x));
      }
      for (char const operation : operations) {
        for (double const a : edges) {
          for (double const b : edges) {
            if (!agrees(f, operation, a, b)) return;
          }
        }
      }
    }
  }

  TEST_CASE("fp32 and fp64 are the machine's float and double, and MPFR's") {
    std::mt19937_64 random(61);
    for (char const operation : operations) {
      CAPTURE(operation);
      for (int n = 0; n < 1'000'000; ++n) {
        double const a = random_number(random, fp32);
        double const b = random_number(random, fp32, a);
        REQUIRE(same(apply(fp32, operation, a, b),
                     in_float(operation, static_cast<float>(a), static_cast<float>(b))));
      }
      for (int n = 0; n < 300'000; ++n) {
        double const a = random_number(random, fp64);
        if (!agrees(fp64, operation, a, random_number(random, fp64, a))) return;
      }
    }
  }

  TEST_CASE("operations without a value give NaN") {
    for (auto const& f : formats()) {
      CHECK(std::isnan(subtract(f, infinity, infinity)));
      CHECK(std::isnan(add(f, infinity, -infinity)));
      CHECK(std::isnan(multiply(f, 0.0, infinity)));
      CHECK(std::isnan(multiply(f, -infinity, 0.0)));
      CHECK(std::isnan(divide(f, 0.0, 0.0)));
      CHECK(std::isnan(divide(f, infinity, infinity)));
      CHECK(std::isnan(add(f, std::nan(""), 1.0)));
      CHECK(same(divide(f, 1.0, 0.0), infinity));
      CHECK(same(divide(f, 1.0, -0.0), -infinity));
      CHECK(same(divide(f, 1.0, -infinity), -0.0));
      CHECK(same(add(f, -0.0, -0.0), -0.0));
      CHECK(same(add(f, 0.0, -0.0), 0.0));
      CHECK(same(subtract(f, 1.0, 1.0), 0.0));
      CHECK(same(add(f, greatest(f), greatest(f)), infinity));
    }
  }

  TEST_CASE("the reference leaves MPFR's exponent range as it was") {
    auto const low = mpfr_get_emin();
    auto const high = mpfr_get_emax();
    static_cast<void>(reference(fp16, '*', 3.0, 5.0));
    static_cast<void>(exp_of_negative(fp16, 3.0));
    CHECK(mpfr_get_emin() == low);
    CHECK(mpfr_get_emax() == high);
  }
}
