// Ideal ranges against the definition, and against tables that an independent program found by
// continued fractions (Python, checked by direct evaluation with MPFR and with PARI/GP).
#include "ltlc/range/ideal_range.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/format/number_format.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::angle;
using exact::integer;
using exact::parse_angle;
using exact::parse_rational;
using exact::rational;

namespace {

// length <= cap, and the first violation unless there is none up to cap.
struct capped_range {
  std::uint64_t length = 0;
  std::uint64_t query = 0;
  std::uint64_t key = 0;
  friend bool operator==(capped_range const&, capped_range const&) = default;
};

// The twin, word for word from the definition: every query, every key, exact scores.
capped_range literal_range(angle const& step, std::int64_t k, rational const& scale,
                           rational const& gap, std::int64_t cap) {
  auto const score = [&](std::int64_t i, std::int64_t j) {
    return scale * exact::cosine((i - k - j) * step);
  };
  for (std::int64_t length = 1; length <= cap; ++length) {
    auto const i = length + 1; // the last query of this length
    if (i < k + 1) continue;
    for (std::int64_t j = 0; j < i; ++j) {
      if (j == i - k) continue;
      if (exact::compare(score(i, i - k) - score(i, j), gap) >= 0) continue;
      return {static_cast<std::uint64_t>(length - 1), static_cast<std::uint64_t>(i),
              static_cast<std::uint64_t>(j)};
    }
  }
  return {static_cast<std::uint64_t>(cap), 0, 0};
}

capped_range up_to(std::int64_t cap, rotary::frequency const& step, std::int64_t k,
                   rational const& scale, rational const& gap) {
  auto const answer = ideal_range({step, k, scale}, gap);
  REQUIRE(answer.has_value());
  if (!*answer || (*answer)->length >= cap) return {static_cast<std::uint64_t>(cap), 0, 0};
  return {(*answer)->length.convert_to<std::uint64_t>(),
          (*answer)->query.convert_to<std::uint64_t>(), (*answer)->key.convert_to<std::uint64_t>()};
}

ideal_answer range_of(std::string const& step, integer const& k, std::string const& scale,
                      rational const& gap) {
  auto const answer = ideal_range({*rotary::parse_frequency(step), k, *parse_rational(scale)}, gap);
  REQUIRE(answer.has_value());
  REQUIRE(answer->has_value());
  return **answer;
}

constexpr std::array scales{"16",    "64",    "100", "256", "1000", "4096",
                            "10000", "65536", "1e6", "1e8", "1e12", "1e20"};

struct row {
  char const* step;
  char const* format;
  std::array<std::uint64_t, scales.size()> range;
};

// k = 1.
row const table[] = {
    {"1", "fp8_e4m3", {5, 5, 5, 18, 43, 43, 43, 332, 709, 709, 312688, 12335900907}},
    {"1", "fp8_e5m2", {0, 5, 5, 5, 18, 43, 43, 43, 709, 709, 312688, 2549491778}},
    {"1", "fp16", {0, 5, 5, 5, 18, 43, 43, 43, 709, 709, 312688, 2549491778}},
    {"1", "bf16", {0, 0, 0, 5, 5, 18, 24, 43, 332, 709, 312688, 2549491778}},
    {"1", "tf32", {0, 0, 0, 5, 5, 18, 24, 43, 332, 709, 312688, 2549491778}},
    {"1", "fp32", {0, 0, 0, 5, 5, 18, 24, 43, 332, 709, 312688, 2549491778}},
    {"1", "fp64", {0, 0, 0, 0, 0, 5, 5, 18, 43, 709, 103992, 411557986}},
    {"golden", "fp8_e4m3", {2, 7, 7, 12, 33, 54, 88, 232, 986, 10945, 832039, 7778742048}},
    {"golden", "fp8_e5m2", {2, 4, 7, 12, 20, 54, 88, 232, 609, 6764, 832039, 7778742048}},
    {"golden", "fp16", {1, 4, 4, 7, 20, 33, 54, 143, 609, 6764, 514228, 4807526975}},
    {"golden", "bf16", {0, 1, 1, 4, 7, 20, 20, 54, 232, 2583, 317810, 2971215072}},
    {"golden", "tf32", {0, 1, 1, 4, 7, 20, 20, 54, 232, 2583, 317810, 2971215072}},
    {"golden", "fp32", {0, 1, 1, 2, 7, 12, 20, 54, 232, 2583, 196417, 2971215072}},
    {"golden", "fp64", {0, 0, 0, 0, 2, 4, 7, 20, 88, 986, 75024, 1134903169}},
    {"10000^(-2/64)", "fp8_e4m3", {0, 7, 7, 16, 24, 66, 66, 242, 552, 10020, 822894, 5774665938}},
    {"10000^(-2/64)", "fp8_e5m2", {0, 7, 7, 7, 24, 66, 66, 242, 552, 10020, 822894, 5774665938}},
    {"10000^(-2/64)", "fp16", {0, 0, 7, 7, 16, 41, 66, 66, 552, 4733, 822894, 5774665938}},
    {"10000^(-2/64)", "bf16", {0, 0, 0, 0, 7, 16, 24, 66, 242, 552, 282556, 2574258585}},
    {"10000^(-2/64)", "tf32", {0, 0, 0, 0, 7, 16, 24, 66, 242, 552, 282556, 2574258585}},
    {"10000^(-2/64)", "fp32", {0, 0, 0, 0, 7, 16, 24, 66, 242, 552, 282556, 2574258585}},
    {"10000^(-2/64)", "fp64", {0, 0, 0, 0, 0, 7, 7, 24, 66, 552, 24775, 626148766}},
    {"pi*1/1024", "fp8_e4m3", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "fp8_e5m2", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "fp16", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "bf16", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "tf32", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "fp32", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "fp64", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047}},
    {"pi*2/7", "fp8_e4m3", {0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp8_e5m2", {0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp16", {0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "bf16", {0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "tf32", {0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp32", {0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp64", {0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6}},
    {"1", "fp8_e4m3+ftz", {5, 5, 5, 18, 43, 43, 43, 332, 709, 709, 312688, 12335900907}},
    {"1", "fp8_e5m2+ftz", {0, 5, 5, 18, 24, 43, 43, 332, 709, 709, 312688, 12335900907}},
    {"1", "fp16+ftz", {0, 5, 5, 18, 24, 43, 43, 332, 709, 709, 312688, 12335900907}},
    {"1", "bf16+ftz", {0, 0, 0, 5, 5, 18, 43, 43, 332, 709, 312688, 2549491778}},
    {"1", "tf32+ftz", {0, 0, 0, 5, 5, 18, 43, 43, 332, 709, 312688, 2549491778}},
    {"1", "fp32+ftz", {0, 0, 0, 5, 5, 18, 43, 43, 332, 709, 312688, 2549491778}},
    {"1", "fp64+ftz", {0, 0, 0, 0, 0, 5, 5, 24, 43, 709, 103992, 411557986}},
    {"golden", "fp8_e4m3+ftz", {4, 7, 12, 20, 33, 88, 143, 376, 986, 10945, 1346268, 12586269024}},
    {"golden", "fp8_e5m2+ftz", {2, 4, 7, 12, 20, 54, 88, 232, 986, 6764, 832039, 7778742048}},
    {"golden", "fp16+ftz", {2, 7, 7, 12, 20, 54, 88, 232, 986, 6764, 832039, 7778742048}},
    {"golden", "bf16+ftz", {0, 1, 2, 4, 7, 20, 33, 54, 232, 2583, 317810, 2971215072}},
    {"golden", "tf32+ftz", {0, 1, 2, 4, 7, 20, 33, 54, 232, 2583, 317810, 2971215072}},
    {"golden", "fp32+ftz", {0, 1, 2, 4, 7, 20, 33, 54, 232, 2583, 317810, 2971215072}},
    {"golden", "fp64+ftz", {0, 0, 0, 0, 2, 4, 7, 20, 88, 986, 75024, 1134903169}},
    {"10000^(-2/64)",
     "fp8_e4m3+ftz",
     {0, 7, 7, 16, 41, 66, 66, 309, 552, 10020, 822894, 14749739230}},
    {"10000^(-2/64)",
     "fp8_e5m2+ftz",
     {0, 7, 7, 16, 24, 66, 66, 242, 552, 10020, 822894, 5774665938}},
    {"10000^(-2/64)", "fp16+ftz", {0, 7, 7, 16, 24, 66, 66, 242, 552, 10020, 822894, 5774665938}},
    {"10000^(-2/64)", "bf16+ftz", {0, 0, 0, 0, 7, 16, 24, 66, 242, 552, 282556, 2574258585}},
    {"10000^(-2/64)", "tf32+ftz", {0, 0, 0, 0, 7, 16, 24, 66, 242, 552, 282556, 2574258585}},
    {"10000^(-2/64)", "fp32+ftz", {0, 0, 0, 0, 7, 16, 24, 66, 242, 552, 282556, 2574258585}},
    {"10000^(-2/64)", "fp64+ftz", {0, 0, 0, 0, 0, 7, 7, 24, 66, 552, 24775, 626148766}},
    {"pi*1/1024", "fp8_e4m3+ftz", {0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047, 2047}},
    {"pi*1/1024", "fp8_e5m2+ftz", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "fp16+ftz", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "bf16+ftz", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "tf32+ftz", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "fp32+ftz", {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047, 2047}},
    {"pi*1/1024", "fp64+ftz", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047}},
    {"pi*2/7", "fp8_e4m3+ftz", {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp8_e5m2+ftz", {0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp16+ftz", {0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "bf16+ftz", {0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "tf32+ftz", {0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp32+ftz", {0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"pi*2/7", "fp64+ftz", {0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6}},
};

struct least_gap_row {
  char const* step;
  std::int64_t length;
  std::int64_t attained_at;
  char const* relative_gap;
};

// The least 1 − cos gn over 1 <= n <= length, to 20 digits, by a scan with MPFR.
least_gap_row const least_gaps[] = {
    {"1", 1, 1, "0.4596976941318602826"},
    {"1", 5, 1, "0.4596976941318602826"},
    {"1", 6, 6, "0.039829713349633979454"},
    {"1", 10, 6, "0.039829713349633979454"},
    {"1", 100, 44, "0.00015669135230877993099"},
    {"1", 1000, 710, "1.8173640789234051086e-09"},
    {"1", 2047, 710, "1.8173640789234051086e-09"},
    {"1", 2048, 710, "1.8173640789234051086e-09"},
    {"1", 10000, 710, "1.8173640789234051086e-09"},
    {"1", 100000, 710, "1.8173640789234051086e-09"},
    {"1", 1000000, 312689, "4.2070284736446903809e-12"},
    {"golden", 1, 1, "1.7373688780783199015"},
    {"golden", 5, 5, "0.15624470518760230578"},
    {"golden", 6, 5, "0.15624470518760230578"},
    {"golden", 10, 8, "0.060678703675882685345"},
    {"golden", 100, 89, "0.00049838570587543144191"},
    {"golden", 1000, 987, "4.0525180671706780965e-06"},
    {"golden", 2047, 1597, "1.5479248077903714597e-06"},
    {"golden", 2048, 1597, "1.5479248077903714597e-06"},
    {"golden", 10000, 6765, "8.6262914017616105613e-08"},
    {"golden", 100000, 75025, "7.0137087664188502911e-10"},
    {"golden", 1000000, 832040, "5.7025792050459037619e-12"},
    {"10000^(-2/64)", 1, 1, "0.26823902420127524279"},
    {"10000^(-2/64)", 5, 1, "0.26823902420127524279"},
    {"10000^(-2/64)", 6, 1, "0.26823902420127524279"},
    {"10000^(-2/64)", 10, 8, "0.0400665336069411913"},
    {"10000^(-2/64)", 100, 67, "0.0002547013911256077433"},
    {"10000^(-2/64)", 1000, 553, "8.0326153417151935076e-07"},
    {"10000^(-2/64)", 2047, 553, "8.0326153417151935076e-07"},
    {"10000^(-2/64)", 2048, 553, "8.0326153417151935076e-07"},
    {"10000^(-2/64)", 10000, 4734, "1.3085531645344282269e-07"},
    {"10000^(-2/64)", 100000, 24776, "2.6241369794163728511e-10"},
    {"10000^(-2/64)", 1000000, 822895, "4.0778635162443398591e-15"},
    {"pi*1/1024", 1, 1, "4.7061904238284884199e-06"},
    {"pi*1/1024", 5, 1, "4.7061904238284884199e-06"},
    {"pi*1/1024", 6, 1, "4.7061904238284884199e-06"},
    {"pi*1/1024", 10, 1, "4.7061904238284884199e-06"},
    {"pi*1/1024", 100, 1, "4.7061904238284884199e-06"},
    {"pi*1/1024", 1000, 1, "4.7061904238284884199e-06"},
    {"pi*1/1024", 2047, 1, "4.7061904238284884199e-06"},
    {"pi*1/1024", 2048, 2048, "0"},
    {"pi*1/1024", 10000, 2048, "0"},
    {"pi*1/1024", 100000, 2048, "0"},
    {"pi*1/1024", 1000000, 2048, "0"},
    {"pi*2/7", 1, 1, "0.37651019814126646947"},
    {"pi*2/7", 5, 1, "0.37651019814126646947"},
    {"pi*2/7", 6, 1, "0.37651019814126646947"},
    {"pi*2/7", 10, 7, "0"},
    {"pi*2/7", 100, 7, "0"},
    {"pi*2/7", 1000, 7, "0"},
    {"pi*2/7", 2047, 7, "0"},
    {"pi*2/7", 2048, 7, "0"},
    {"pi*2/7", 10000, 7, "0"},
    {"pi*2/7", 100000, 7, "0"},
    {"pi*2/7", 1000000, 7, "0"},
};

std::string digits20(exact::enclosure const& x) {
  char text[64];
  mpfr_snprintf(text, sizeof text, "%.20Rg", x.lower());
  return text;
}

} // namespace

TEST_SUITE("range") {
  TEST_CASE("ideal ranges are those of an independent computation, and an offset k adds k − 1") {
    for (row const& expected : table) {
      rational const gap(format::f_large(*format::find_format(expected.format)));
      for (std::size_t c = 0; c < scales.size(); ++c) {
        CAPTURE(expected.step);
        CAPTURE(expected.format);
        CAPTURE(scales[c]);
        integer const range = expected.range[c];
        auto const first = range_of(expected.step, 1, scales[c], gap);
        CHECK(first.length == range);
        CHECK(first.first_unsafe == range + 1);
        CHECK(first.query == range + 2);
        CHECK(first.key == 0);
        for (integer const k : {2, 3, 7, 100}) {
          auto const answer = range_of(expected.step, k, scales[c], gap);
          bool const target_is_safe = k - 1 <= range;
          CHECK(answer.length == (target_is_safe ? integer(range + k - 1) : integer(k - 1)));
        }
      }
    }
  }

  TEST_CASE("the least gap up to a length is that of the last safe denominator") {
    for (auto const& expected : least_gaps) {
      CAPTURE(expected.step);
      CAPTURE(expected.length);
      auto const g = *rotary::parse_frequency(expected.step);
      CHECK(digits20(relative_gap(g, expected.attained_at, 100)) == expected.relative_gap);
      for (std::int64_t n = 1; n <= std::min<std::int64_t>(expected.length, 300); ++n) {
        auto const here = relative_gap(g, n, 100),
                   least = relative_gap(g, expected.attained_at, 100);
        CHECK(mpfr_cmp(here.upper(), least.lower()) >= 0);
      }
    }
    // 710 is what stops g = 1: no practical scale reaches past 709.
    CHECK(range_of("1", 1, "1e9", 93).length == 709);
    CHECK(digits20(relative_gap(*rotary::parse_frequency("1"), 710, 100)) ==
          "1.8173640789234051086e-09");
  }

  TEST_CASE("ranges of a thousand digits") {
    auto const answer = range_of("1", 1, "1e2000", 93);
    CHECK(answer.length.str().size() == 1'000);
    integer const n = answer.first_unsafe, before = answer.last_safe;
    rational const scale = *parse_rational("1e2000");
    auto const g = *rotary::parse_frequency("1");
    CHECK(compare_gap(g, n, scale, 93) == -1);
    CHECK(compare_gap(g, before, scale, 93) == 1);
  }

  TEST_CASE("no gap is asked: the range has no end") {
    auto const answer = ideal_range({*rotary::parse_frequency("1"), 3, 5}, 0);
    REQUIRE(answer.has_value());
    CHECK_FALSE(answer->has_value());
  }

  TEST_CASE("stated digits: the true range, or a range that is certain") {
    std::mt19937_64 random(7'703);
    int decided = 0, open = 0;
    for (int round = 0; round < 500; ++round) {
      auto const draw = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
      };
      rational const error(1, pow(integer(10), static_cast<unsigned>(draw(1, 12))));
      rational const center(draw(1, 4'000'000'000), 1'000'000'000);
      bool const in_turns = draw(0, 1) == 1;
      rational const scale(draw(1, 100'000)), gap(draw(1, 200));
      integer const k = draw(1, 6);
      auto const answer = ideal_range({rotary::stated{center, error, in_turns}, k, scale}, gap);
      CAPTURE(round);
      for (int sample = 0; sample < 5; ++sample) {
        rational const value = center + error * rational(draw(-100, 100), 100);
        angle const g = in_turns ? angle{value, 0, 0} : angle{0, 0, value};
        auto const one = ideal_range({g, k, scale}, gap);
        REQUIRE(one.has_value());
        if (answer) {
          CHECK((*one)->length == (*answer)->length);
        } else {
          CHECK((*one)->length >= answer.error().certified);
        }
      }
      (answer ? decided : open) += 1;
    }
    CHECK(decided > 100);
    CHECK(open > 50);
  }

  TEST_CASE("powers and large radians: no n below n* is unsafe, and n* is") {
    std::mt19937_64 random(515);
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    for (int round = 0; round < 300; ++round) {
      rotary::frequency g = angle{0, 0, rational(draw(1, 1'000'000), 100'000)};
      if (round % 3 == 0)
        g = rotary::geometric{1, {{draw(2, 20'000), rational(-draw(0, 40), draw(1, 64))}}, 0};
      if (round % 3 == 1)
        g = rotary::geometric{rational(1, draw(1, 8)),
                              {{10'000, rational(-1, draw(2, 9))}},
                              rational(draw(-3, 3), 7)};
      rational const scale(draw(1, 200'000)), gap(draw(1, 200));
      auto const answer = ideal_range({g, 1, scale}, gap);
      REQUIRE(answer.has_value());
      auto const n = (*answer)->first_unsafe;
      if (n > 2'000) continue;
      CAPTURE(rotary::print(g));
      for (integer m = 1; m < n; ++m)
        CHECK(compare_gap(g, m, scale, gap) != -1);
      CHECK(compare_gap(g, n, scale, gap) == -1);
    }
  }

  TEST_CASE("the ideal range is that of the definition") {
    std::mt19937_64 random(91);
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    int failing = 0;
    for (int n = 0; n < 1'000; ++n) {
      angle step = static_cast<std::int64_t>(draw(0, 60)) * angle{rational(1, draw(1, 40)), 0, 0};
      if (n % 4 == 1) step = angle{0, draw(-3, 3), 0};
      if (n % 4 == 2) step = angle{rational(draw(0, 3), 4), 0, rational(draw(-40, 40), draw(1, 7))};
      if (n % 8 == 3) step = angle{rational(draw(0, 5), 6), draw(1, 2), 0};
      auto const k = draw(1, 9);
      auto const cap = draw(0, 34);
      rational const scale(draw(1, 60), draw(1, 3));
      // Often a gap that is met exactly: C(1 − cos) at a multiple of 1/6 or 1/4 turn.
      rational gap(draw(0, 40), draw(1, 16));
      if (n % 3 == 0) gap = scale * rational(draw(0, 4), 2);
      CAPTURE(n);
      CAPTURE(print(step));
      CAPTURE(k);
      CAPTURE(cap);
      CAPTURE(scale.str());
      CAPTURE(gap.str());
      auto const expected = literal_range(step, k, scale, gap, cap);
      CHECK(up_to(cap, step, k, scale, gap) == expected);
      failing += expected.query == 0 ? 0 : 1;
    }
    CHECK(failing > 200);
    CHECK(failing < 900);
  }

  TEST_CASE("every rational step with a small denominator has the range of the definition") {
    for (int m = 1; m <= 11; ++m) {
      for (int a = 0; a < m; ++a) {
        angle const step{rational(a, m), 0, 0};
        for (auto const& gap : {rational(0), rational(1, 100), rational(1, 10), rational(3, 10),
                                rational(1, 2), rational(1), rational(3, 2), rational(2)}) {
          CAPTURE(a);
          CAPTURE(m);
          CAPTURE(gap.str());
          for (std::int64_t const k : {1, 4}) {
            CHECK(up_to(20, step, k, 1, gap) == literal_range(step, k, 1, gap, 20));
          }
        }
      }
    }
  }

  TEST_CASE("below the offset nothing is asked, and the range is at least k − 1") {
    auto const answer = range_of("0", 5, "1", 1); // all scores equal
    CHECK(answer.length == 4);
    CHECK(answer.query == 6);
    CHECK(answer.key == 0);
  }
}
