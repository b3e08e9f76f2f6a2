#include <array>
#include <limits>
#include <random>

#include <doctest/doctest.h>

#include "ltlc/rotary/certified_range.hpp"

using namespace ltlc::rotary;
using ltlc::exact::angle;
using ltlc::exact::parse_angle;
using ltlc::exact::parse_rational;
using ltlc::exact::rational;
using ltlc::exact::scalar;
namespace format = ltlc::format;

namespace {

// The twin, word for word from the definition: every query, every key, exact scores.
range_answer literal_range(offset_head const& head, rational const& gap, std::uint64_t cap) {
  auto const k = static_cast<std::int64_t>(head.offset);
  auto const score = [&](std::int64_t i, std::int64_t j) {
    return head.scale * ltlc::exact::cosine((i - k - j) * head.step);
  };
  for (std::uint64_t length = 1; length <= cap; ++length) {
    auto const i = static_cast<std::int64_t>(length) + 1; // the last query of this length
    if (i < k + 1) continue;
    for (std::int64_t j = 0; j < i; ++j) {
      if (j == i - k) continue;
      if (ltlc::exact::compare(score(i, i - k) - score(i, j), gap) >= 0) continue;
      return {length - 1, false, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)};
    }
  }
  return {cap, true, 0, 0};
}

void check_equal(range_answer const& a, range_answer const& b) {
  CHECK(a.length == b.length);
  CHECK(a.reached_cap == b.reached_cap);
  CHECK(a.query == b.query);
  CHECK(a.key == b.key);
}

constexpr std::array scales{"16",    "64",    "100", "256", "1000", "4096",
                            "10000", "65536", "1e6", "1e8", "1e12"};

struct row {
  char const* step;
  format::number_format const& format;
  std::array<std::uint64_t, scales.size()> range;
};

// Ideal ranges for k = 1, found by an independent program (continued fractions in Python, checked
// by direct evaluation with MPFR and with PARI/GP).
row const table[] = {
    {"1", format::fp16, {0, 5, 5, 5, 18, 43, 43, 43, 709, 709, 312688}},
    {"1", format::bf16, {0, 0, 0, 5, 5, 18, 24, 43, 332, 709, 312688}},
    {"1", format::fp32, {0, 0, 0, 5, 5, 18, 24, 43, 332, 709, 312688}},
    {"1", format::fp64, {0, 0, 0, 0, 0, 5, 5, 18, 43, 709, 103992}},
    {"golden", format::fp16, {1, 4, 4, 7, 20, 33, 54, 143, 609, 6764, 514228}},
    {"golden", format::bf16, {0, 1, 1, 4, 7, 20, 20, 54, 232, 2583, 317810}},
    {"golden", format::fp32, {0, 1, 1, 2, 7, 12, 20, 54, 232, 2583, 196417}},
    {"golden", format::fp64, {0, 0, 0, 0, 2, 4, 7, 20, 88, 986, 75024}},
    {"turns:1/2048", format::fp16, {0, 0, 0, 0, 0, 0, 0, 0, 0, 2047, 2047}},
    {"turns:1/2048", format::fp64, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2047}},
    {"turns:1/7", format::fp16, {0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"turns:1/7", format::bf16, {0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6}},
    {"turns:1/7", format::fp32, {0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6}},
    {"turns:1/7", format::fp64, {0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6}},
};

} // namespace

TEST_SUITE("rotary") {
  TEST_CASE("exact ranges are those of an independent computation, and an offset k adds k − 1") {
    constexpr std::uint64_t cap = 1'000'000'000'000;
    for (row const& expected : table) {
      auto const& f = expected.format;
      auto const& ranges = expected.range;
      for (std::size_t c = 0; c < scales.size(); ++c) {
        CAPTURE(expected.step);
        CAPTURE(f.name);
        CAPTURE(scales[c]);
        angle const g = parse_angle(expected.step).value();
        rational const scale = parse_rational(scales[c]).value();
        rational const gap(format::f_large(f));
        auto const first = certified_range({g, 1, scale}, gap, cap);
        CHECK(first.length == ranges[c]);
        CHECK_FALSE(first.reached_cap);
        CHECK(first.query == ranges[c] + 2);
        CHECK(first.key == 0);
        for (std::uint64_t const k : {2U, 3U, 7U, 100U}) {
          CAPTURE(k);
          auto const answer = certified_range({g, k, scale}, gap, cap);
          bool const target_is_safe = k - 1 <= ranges[c];
          CHECK(answer.length == (target_is_safe ? ranges[c] + k - 1 : k - 1));
        }
        if (ranges[c] < 1'000) continue;
        CHECK(certified_range({g, 1, scale}, gap, 1'000).reached_cap);
      }
    }
  }

  TEST_CASE("far ranges are those of an independent computation") {
    rational const scale = parse_rational("1e20").value();
    constexpr std::uint64_t cap = std::uint64_t{1} << 61;
    rational const fp32_gap(format::f_large(format::fp32));
    CHECK(certified_range({angle{0, 0, 1}, 1, scale}, fp32_gap, cap).length == 2'549'491'778);
    CHECK(certified_range({angle{0, 1, 0}, 1, scale}, fp32_gap, cap).length == 2'971'215'072);
    rational const fp64_gap(format::f_large(format::fp64));
    CHECK(certified_range({angle{0, 0, 1}, 1, scale}, fp64_gap, cap).length == 411'557'986);
    CHECK(certified_range({angle{0, 1, 0}, 1, scale}, fp64_gap, cap).length == 1'134'903'169);
  }

  TEST_CASE("the exact range is that of the definition") {
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
      auto const k = static_cast<std::uint64_t>(draw(1, 9));
      auto const cap = static_cast<std::uint64_t>(draw(0, 34));
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
      auto const expected = literal_range({step, k, scale}, gap, cap);
      check_equal(certified_range({step, k, scale}, gap, cap), expected);
      failing += expected.reached_cap ? 0 : 1;
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
          for (std::uint64_t const k : {1U, 4U}) {
            check_equal(certified_range({step, k, 1}, gap, 20),
                        literal_range({step, k, 1}, gap, 20));
          }
        }
      }
    }
  }

  TEST_CASE("below the offset nothing is asked, and the range is at least k − 1") {
    offset_head const hopeless{angle{}, 5, 1}; // all scores equal
    for (std::uint64_t cap = 0; cap < 5; ++cap) {
      auto const answer = certified_range(hopeless, 1, cap);
      CHECK(answer.reached_cap);
      CHECK(answer.length == cap);
    }
    auto const answer = certified_range(hopeless, 1, 5);
    CHECK_FALSE(answer.reached_cap);
    CHECK(answer.length == 4);
    CHECK(answer.query == 6);
    CHECK(answer.key == 0);
  }
}
