#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

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
