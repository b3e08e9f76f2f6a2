#include "ltlc/rotary/rotation.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <doctest/doctest.h>

using namespace ltlc::rotary;
using ltlc::exact::angle;
using ltlc::exact::rational;
using ltlc::exact::scalar;
namespace format = ltlc::format;

TEST_SUITE("rotary") {
  TEST_CASE("a rational number of turns has its denominator as period") {
    CHECK(period({0, 1, angle{rational(1, 7), 0, 0}}) == 7);
    CHECK(period({0, 1, angle{rational(6, 14), 0, 0}}) == 7);
    CHECK(period({0, 1, angle{}}) == 1);
    CHECK(period({0, 1, angle{0, 1, 0}}) == 0);
    CHECK(period({0, 1, angle{rational(1, 7), 0, 1}}) == 0);
  }

  TEST_CASE("rotations are cosine and sine of the position's multiple, rounded once") {
    for (auto const& f : format::formats()) {
      for (angle const& step : {angle{0, 1, 0}, angle{0, 0, 1}, angle{rational(3, 11), 0, 0}}) {
        rotary_pair const pair{0, 1, step};
        for (std::uint64_t i = 0; i < 40; ++i) {
          angle const total = static_cast<std::int64_t>(i) * step;
          auto const r = rotation(f, pair, i);
          CHECK(r.cosine == format::round(f, ltlc::exact::cosine(total)));
          CHECK(r.sine == format::round(f, ltlc::exact::sine(total)));
        }
      }
    }
    auto const r = rotation(format::fp64, {0, 1, angle{0, 0, 1}}, 3);
    CHECK(r.cosine == doctest::Approx(std::cos(3.0)));
    CHECK(r.sine == doctest::Approx(std::sin(3.0)));
  }

  TEST_CASE("a table holds the rotations, folded by the period, and its rows stay in place") {
    for (angle const& step : {angle{0, 1, 0}, angle{rational(3, 11), 0, 0}}) {
      rotary_pair const pair{0, 1, step};
      rotation_table table(format::fp16, pair);
      auto const& first = table.at(0);
      for (std::uint64_t const i : {5U, 0U, 300U, 12U, 299U}) {
        auto const expected = rotation(format::fp16, pair, i);
        CHECK(table.at(i).cosine == expected.cosine);
        CHECK(table.at(i).sine == expected.sine);
      }
      CHECK(&first == &table.at(0));
    }
    rotation_table seventh(format::fp32, {0, 1, angle{rational(1, 7), 0, 0}});
    CHECK(&seventh.at(3) == &seventh.at(7'000'000'000'003));
  }

  TEST_CASE("a rotation is two products and one sum a component") {
    using namespace format;
    std::mt19937_64 random(81);
    for (auto const& f : formats()) {
      for (int n = 0; n < 2'000; ++n) {
        auto const any = [&] {
          return round(f, std::uniform_real_distribution<double>(-3, 3)(random));
        };
        rounded_rotation const r{any(), any()};
        double const x = any();
        double const y = any();
        auto const [u, v] = rotate(f, r, x, y);
        CHECK(u == reference(f, '-', reference(f, '*', r.cosine, x), reference(f, '*', r.sine, y)));
        CHECK(v == reference(f, '+', reference(f, '*', r.sine, x), reference(f, '*', r.cosine, y)));
      }
    }
  }

  TEST_CASE("a score is summed from the left") {
    using namespace format;
    // 2048 + 1 + 1 is 2048 in fp16 from the left, 2050 from the right.
    CHECK(dot(fp16, {2048, 1, 1}, {1, 1, 1}) == 2048);
    CHECK(dot(fp16, {1, 1, 2048}, {1, 1, 1}) == 2050);
    CHECK(dot(fp16, {300}, {300}) == std::numeric_limits<double>::infinity());
    CHECK(dot(fp16, {}, {}) == 0);
    CHECK_FALSE(std::signbit(dot(fp16, {-0.0}, {1})));
  }

  TEST_CASE("exact rotation preserves length, and a score depends on the difference of positions") {
    std::mt19937_64 random(82);
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    for (int n = 0; n < 300; ++n) {
      angle step{rational(draw(0, 12), draw(1, 12)), 0, 0};
      if (n % 3 == 1) step = angle{0, draw(1, 3), 0};
      if (n % 3 == 2) step = angle{0, 0, rational(draw(1, 9), draw(1, 3))};
      scalar const x(rational(draw(-5, 5), draw(1, 3)));
      scalar const y(rational(draw(-5, 5), draw(1, 3)));
      std::int64_t const i = draw(0, 50);
      std::int64_t const j = draw(0, 50);
      auto const [u, v] = rotate(i * step, x, y);
      CHECK(ltlc::exact::compare(u * u + v * v, x * x + y * y) == 0);
      auto const [s, t] = rotate(j * step, 1, 0);
      auto const [p, q] = rotate((i - j) * step, x, y);
      CHECK(ltlc::exact::compare(dot({u, v}, {s, t}), p) == 0);
    }
  }
}
