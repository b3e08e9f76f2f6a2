#include <cmath>
#include <limits>
#include <random>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/rotary/certified_range.hpp"
#include "ltlc/rotary/modular_gap.hpp"
#include "ltlc/rotary/offset_scores.hpp"

using namespace ltlc::rotary;
using ltlc::exact::angle;
using ltlc::exact::cosine;
using ltlc::exact::rational;
using ltlc::exact::scalar;
using ltlc::exact::sine;
namespace format = ltlc::format;

namespace {

constexpr format::number_format toy{"toy", 4, -6, 8};

// winner − loser >= gap, as real numbers; a winner must be finite.
bool decided(double winner, double loser, double gap) {
  if (!std::isfinite(winner) || std::isnan(loser)) return false;
  if (std::isinf(loser)) return loser < 0;
  return rational(winner) - rational(loser) >= rational(gap);
}

// The twin: a head of four dimensions with its vectors written out, each rotated and multiplied
// where it is used.
range_answer literal_range(offset_head const& head, format::number_format const& f,
                           std::uint64_t cap) {
  rotary_pair const pair{0, 1, head.step};
  auto const k = static_cast<std::int64_t>(head.offset);
  double const x = round(f, scalar(head.scale) * cosine(k * head.step));
  double const y = round(f, scalar(head.scale) * sine(k * head.step) * -1);
  auto const rotated = [&](std::uint64_t position, double u, double v) {
    auto const [p, q] = rotate(f, rotation(f, pair, position), u, v);
    return std::vector<double>{p, q, 0.0, 0.0};
  };
  for (std::uint64_t i = head.offset + 1; i <= cap + 1; ++i) {
    auto const query = rotated(i, x, y);
    double const winner = dot(f, query, rotated(i - head.offset, 1, 0));
    for (std::uint64_t j = 0; j < i; ++j) {
      if (j == i - head.offset) continue;
      if (!decided(winner, dot(f, query, rotated(j, 1, 0)), format::f_large(f))) {
        return {i - 2, false, i, j};
      }
    }
  }
  return {cap, true, 0, 0};
}

void check_equal_range(range_answer const& a, range_answer const& b) {
  CHECK(a.length == b.length);
  CHECK(a.reached_cap == b.reached_cap);
  CHECK(a.query == b.query);
  CHECK(a.key == b.key);
}

struct realized_row {
  char const* step;
  format::number_format const& format;
  std::uint64_t offset;
  int scale;
  std::uint64_t range;
};

// Realised ranges found by an independent brute force over all pairs up to query 1501.
realized_row const realized_ranges[] = {
    {"1", format::bf16, 1, 1024, 5},         {"1", format::bf16, 1, 8192, 24},
    {"1", format::bf16, 3, 1024, 7},         {"1", format::bf16, 3, 8192, 26},
    {"1", format::fp16, 1, 1024, 18},        {"1", format::fp16, 1, 8192, 43},
    {"1", format::fp16, 3, 1024, 20},        {"1", format::fp16, 3, 8192, 45},
    {"golden", format::bf16, 1, 1024, 7},    {"golden", format::bf16, 1, 8192, 20},
    {"golden", format::bf16, 3, 1024, 9},    {"golden", format::bf16, 3, 8192, 22},
    {"golden", format::fp16, 1, 1024, 20},   {"golden", format::fp16, 1, 8192, 54},
    {"golden", format::fp16, 3, 1024, 22},   {"golden", format::fp16, 3, 8192, 56},
    {"turns:1/7", format::bf16, 1, 1024, 6}, {"turns:1/7", format::bf16, 3, 8192, 8},
    {"turns:1/7", format::fp16, 1, 8192, 6}, {"turns:1/7", format::fp16, 3, 1024, 8},
};

// The twin of least_gap: exact differences of scores, each spelled out.
rational literal_least_gap(modular_head const& head, format::number_format const& f) {
  auto const turn = [&](std::uint64_t n) {
    return angle{rational(n, head.modulus), 0, 0} + angle{};
  };
  scalar const side = head.inverted ? -1 : 1;
  rational least = 0;
  for (std::uint64_t s = 0; s < head.modulus; ++s) {
    std::vector<double> query, bos, other;
    auto const push = [](std::vector<double>& row, std::pair<double, double> const& v) {
      row.push_back(v.first);
      row.push_back(v.second);
    };
    for (std::uint64_t const a : head.harmonics) {
      rotary_pair const pair{0, 1, turn(a)};
      push(query, rotate(f, rotation(f, pair, s), round(f, cosine(turn(a * head.residue))),
                         round(f, -sine(turn(a * head.residue)))));
      push(bos, rotate(f, rotation(f, pair, 0), round(f, side * head.scale), 0));
      push(other, {0, 0});
    }
    push(query, {1, 0});
    push(bos, {0, 0});
    push(other, {round(f, side * head.baseline), 0});
    rational difference = rational(dot(f, query, bos)) - rational(dot(f, query, other));
    if ((s == head.residue) == head.inverted) difference = -difference;
    if (s == 0 || difference < least) least = difference;
  }
  return least;
}

scalar midway(scalar const& scale, std::uint64_t m) { // C(1 − δ_m/2)
  return scale * (scalar(rational(1, 2)) + cosine(angle{rational(1, m), 0, 0}) * rational(1, 2));
}

} // namespace

TEST_SUITE("rotary") {
  TEST_CASE("realised ranges are those of an independent brute force") {
    for (realized_row const& expected : realized_ranges) {
      CAPTURE(expected.step);
      CAPTURE(expected.format.name);
      CAPTURE(expected.offset);
      CAPTURE(expected.scale);
      auto const g = ltlc::exact::parse_angle(expected.step).value();
      auto const answer =
          certified_range({g, expected.offset, expected.scale}, expected.format, 1'500);
      CHECK(answer.length == expected.range);
      CHECK_FALSE(answer.reached_cap);
    }
  }

  TEST_CASE("the realised range is that of the definition") {
    std::mt19937_64 random(101);
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    int failing = 0;
    for (int n = 0; n < 250; ++n) {
      CAPTURE(n);
      auto const& f = n % 5 == 4 ? toy : format::formats()[static_cast<std::size_t>(n % 5)];
      angle step{rational(draw(1, 30), draw(2, 30)), 0, 0};
      step = step + angle{};
      if (n % 3 == 1) step = angle{0, draw(1, 3), 0};
      if (n % 3 == 2) step = angle{0, 0, rational(draw(1, 40), draw(1, 7))};
      auto const k = static_cast<std::uint64_t>(draw(1, 6));
      auto const cap = static_cast<std::uint64_t>(draw(0, 24));
      // Around the scales where the answer depends on rounding; sometimes past the greatest number.
      rational const scale = rational(format::f_large(f)) * draw(1, 400) / draw(1, 90);
      CAPTURE(print(step));
      CAPTURE(f.name);
      CAPTURE(k);
      CAPTURE(scale.str());
      CAPTURE(cap);
      auto const expected =
          cap < k ? range_answer{cap, true, 0, 0} : literal_range({step, k, scale}, f, cap);
      check_equal_range(certified_range({step, k, scale}, f, cap), expected);
      failing += expected.reached_cap ? 0 : 1;
    }
    CHECK(failing > 50);
    CHECK(failing < 230);
  }

  TEST_CASE("a scale past the format's greatest number certifies nothing") {
    auto const answer = certified_range({angle{0, 1, 0}, 1, 1'000'000}, format::fp16, 100);
    CHECK(answer.length == 0);
    CHECK_FALSE(answer.reached_cap);
  }

  TEST_CASE("a score that overflows is a violation, even where it is the winner's") {
    for (int n = 1; n <= 40; ++n) {
      CAPTURE(n);
      offset_head const head{angle{0, 0, rational(n, 7)}, 1,
                             rational(format::greatest(format::fp16))};
      check_equal_range(certified_range(head, format::fp16, 30),
                        literal_range(head, format::fp16, 30));
    }
  }

  TEST_CASE("a long range in fp32 reaches its cap, and a period ends every range") {
    rational const large(1'000'000'000);
    auto const golden = certified_range({angle{0, 1, 0}, 1, large}, format::fp32, 1'024);
    CHECK(golden.reached_cap);
    CHECK(golden.length == 1'024);
    // m = 50: key 0 has the score of key 50, the target of query 51.
    angle const step{rational(19, 50), 0, 0};
    auto const answer = certified_range({step, 1, large}, format::fp32, 1'000'000'000);
    CHECK(answer.length == 49);
    CHECK(answer.query == 51);
    CHECK(answer.key == 0);
  }

  TEST_CASE("the difference of fp64 scores is not rounded up to the gap") {
    // With g = half a turn and k = 1 the scores are C and −C; 2C is f_large at C = f_large/2, and
    // just misses it one unit below.
    double const half = format::f_large(format::fp64) / 2;
    angle const step{rational(1, 2), 0, 0};
    CHECK(certified_range({step, 1, rational(half)}, format::fp64, 1).reached_cap);
    double const less = std::nextafter(half, 0.0);
    CHECK_FALSE(certified_range({step, 1, rational(less)}, format::fp64, 1).reached_cap);
    // A quarter turn, less a little: the scores of query 2 are C and a small positive number, and
    // their difference is a little less than C, although its double is C.
    angle const nearly{rational(1, 4) - rational(1, pow(ltlc::exact::integer(10), 30)), 0, 0};
    CHECK_FALSE(certified_range({nearly, 1, rational(2 * half)}, format::fp64, 1).reached_cap);
    // With g = a quarter the scores are C and 0.
    angle const quarter{rational(1, 4), 0, 0};
    CHECK(certified_range({quarter, 1, rational(2 * half)}, format::fp64, 1).reached_cap);
    CHECK_FALSE(certified_range({quarter, 1, rational(2 * less)}, format::fp64, 1).reached_cap);
  }

  TEST_CASE("the least gap of a modular head is that of its scores") {
    for (auto const& f : {format::fp64, format::fp32, format::bf16, format::fp16, toy}) {
      for (std::uint64_t m = 1; m <= 9; ++m) {
        for (std::uint64_t r = 0; r < m; ++r) {
          for (bool const inverted : {false, true}) {
            int const c = 37 * static_cast<int>(m);
            modular_head head{r, m, c, midway(c, m), inverted};
            if (r % 3 == 2) {
              head.harmonics = {1, m / 2, m - 1};
              head.scale = rational(c, 3); // the sum stays finite in the toy format
            }
            CAPTURE(f.name);
            CAPTURE(m);
            CAPTURE(r);
            CAPTURE(inverted);
            CAPTURE(c);
            rational const exact = literal_least_gap(head, f);
            rational const found(least_gap(head, f));
            CHECK(found <= exact);
            CHECK(exact < rational(std::nextafter(least_gap(head, f), 1e300)));
          }
        }
      }
    }
  }

  TEST_CASE("scores of several pairs and a bonus are those of the definition") {
    std::mt19937_64 random(103);
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    for (int n = 0; n < 60; ++n) {
      CAPTURE(n);
      auto const& f = n % 5 == 4 ? toy : format::formats()[static_cast<std::size_t>(n % 5)];
      comb_offset_head head{
          angle{rational(1, draw(2, 40)), 0, 0}, {}, 1, rational(draw(1, 99), 7), std::nullopt};
      if (n % 3 == 1) head.step = angle{0, 1, 0};
      head.offset = static_cast<std::uint64_t>(draw(1, 6));
      for (auto pairs = draw(1, 4); pairs > 0; --pairs)
        head.harmonics.push_back(static_cast<std::uint64_t>(draw(1, 9)));
      if (n % 2 == 0)
        head.bonus = bos_bonus{angle{rational(1, draw(5, 30)), 0, 0},
                               angle{rational(draw(0, 10), 11), 0, 0}, rational(draw(1, 50))};
      rotation_table turns(f, {0, 1, head.step});
      offset_scores score(head, f, turns);
      auto const k = static_cast<std::int64_t>(head.offset);
      auto const row = [&](std::uint64_t position, bool query) {
        std::vector<double> v;
        auto const push = [&](angle const& step, double x, double y) {
          auto const [p, q] = rotate(f, rotation(f, {0, 1, step}, position), x, y);
          v.push_back(p);
          v.push_back(q);
        };
        for (std::uint64_t const a : head.harmonics) {
          auto const step = static_cast<std::int64_t>(a) * head.step;
          push(step, query ? round(f, head.scale * cosine(k * step)) : 1,
               query ? round(f, -(head.scale * sine(k * step))) : 0);
        }
        if (!head.bonus) return v;
        auto const& b = *head.bonus;
        push(b.step, query ? round(f, b.scale * cosine(b.phase)) : (position == 0 ? 1 : 0),
             query ? round(f, b.scale * sine(b.phase)) : 0);
        return v;
      };
      for (int sample = 0; sample < 40; ++sample) {
        auto const i = static_cast<std::uint64_t>(draw(1, 60));
        auto const j = sample % 4 == 0
                           ? 0
                           : static_cast<std::uint64_t>(draw(0, static_cast<std::int64_t>(i) - 1));
        CHECK(score(i, j) == dot(f, row(i, true), row(j, false)));
      }
    }
  }

  TEST_CASE("a modular head with scale 2λ/δ decides every residue, and with a wrong baseline it "
            "does not") {
    for (auto const& f : {format::fp64, format::fp32}) {
      double const lambda = format::f_large(f);
      for (std::uint64_t m = 2; m <= 40; ++m) {
        CAPTURE(m);
        double const delta = 1 - std::cos(6.283185307179586 / static_cast<double>(m));
        scalar const scale(rational(std::ceil(2.01 * lambda / delta)));
        for (bool const inverted : {false, true}) {
          CHECK(least_gap({m - 1, m, scale, midway(scale, m), inverted}, f) >= lambda);
          CHECK(least_gap({m - 1, m, scale, scale * 2, inverted}, f) < 0);
          CHECK(least_gap({m - 1, m, scale, scale * -2, inverted}, f) < 0);
        }
      }
    }
    CHECK(least_gap({0, 3, 100'000, 50'000, false}, format::fp16) ==
          -std::numeric_limits<double>::infinity());
  }
}
