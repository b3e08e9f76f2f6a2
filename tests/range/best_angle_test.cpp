#include "ltlc/range/best_angle.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/format/number_format.hpp"
#include "ltlc/range/ideal_range.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::angle;
using exact::integer;
using exact::rational;

namespace {

integer length_of(rotary::frequency const& g, rational const& scale, rational const& gap) {
  auto const answer = ideal_range({g, 1, scale}, gap);
  REQUIRE(answer.has_value());
  return (*answer)->length;
}

} // namespace

TEST_CASE("best and golden ranges are those of an independent program") {
  struct row {
    char const* format;
    char const* scale;
    int best, golden;
  };
  for (row const& expected : {row{"fp16", "1000", 32, 20}, row{"fp16", "1e6", 1'065, 609},
                              row{"fp16", "1e12", 1'066'824, 514'228}, row{"bf16", "1000", 13, 7},
                              row{"bf16", "1e6", 459, 232}, row{"bf16", "1e12", 460'704, 317'810},
                              row{"fp32", "1000", 12, 7}, row{"fp32", "1e6", 434, 232},
                              row{"fp32", "1e12", 435'717, 196'417}, row{"fp64", "1000", 3, 2},
                              row{"fp64", "1e6", 161, 88}, row{"fp64", "1e12", 162'759, 75'024}}) {
    CAPTURE(expected.format);
    CAPTURE(expected.scale);
    rational const scale = *exact::parse_rational(expected.scale);
    rational const gap(format::f_large(*format::find_format(expected.format)));
    integer const m = best_period(scale, gap);
    CHECK(m - 1 == expected.best);
    integer const a = spread_numerator(m);
    CHECK(length_of(angle{rational(a, m), 0, 0}, scale, gap) == expected.best);
    CHECK(length_of(angle{0, 1, 0}, scale, gap) == expected.golden);
  }
}

TEST_CASE("no angle is better than the best, for an offset too") {
  std::mt19937_64 random(31);
  auto const draw = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  for (int round = 0; round < 1'000; ++round) {
    rational const scale(draw(1, 5'000), draw(1, 9)), gap(draw(1, 100), draw(1, 4));
    integer const m = best_period(scale, gap);
    CAPTURE(scale.str());
    CAPTURE(gap.str());
    if (m > 1) {
      integer const a = spread_numerator(m);
      CHECK(gcd(a, m) == 1);
      CHECK(length_of(angle{rational(a, m), 0, 0}, scale, gap) == m - 1);
      integer const k = draw(1, 20);
      auto const offset = ideal_range({angle{rational(a, m), 0, 0}, k, scale}, gap);
      CHECK((*offset)->length == (k <= m ? integer(m - 1 + k - 1) : integer(k - 1)));
    }
    angle g{rational(draw(0, 400), draw(1, 400)), 0, 0};
    if (round % 3 == 1) g = angle{0, draw(1, 5), 0};
    if (round % 3 == 2) g = angle{0, 0, rational(draw(1, 1'000), draw(1, 100))};
    CHECK(length_of(g, scale, gap) <= m - 1);
  }
}

TEST_CASE("the least scale reaches the length, and one unit less does not") {
  std::mt19937_64 random(77);
  for (int round = 0; round < 500; ++round) {
    integer const length = std::uniform_int_distribution<std::int64_t>(1, 1'000'000)(random);
    rational const gap(std::uniform_int_distribution<std::int64_t>(1, 1'000)(random), 7);
    CAPTURE(length.str());
    rational const scale = least_scale(length, gap, 24);
    CHECK(best_period(scale, gap) >= length + 1);
    CHECK_FALSE(out_of_reach(length, scale, gap));
    // 24 bits: the next number below is at least a factor 1 − 2^−23 away. Where the least scale is
    // itself a number of 24 bits (length 1, 2, 3 or 5), equality is reached exactly.
    rational const less = scale * (1 - rational(1, 1 << 22));
    CHECK(best_period(less, gap) < length + 1);
    CHECK(out_of_reach(length, less, gap));
  }
}
