#include "ltlc/kernel/predictions.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "kernel/schedules.hpp"
#include "ltlc/kernel/profile.hpp"

using namespace ltlc;
using namespace ltlc::kernel;
using namespace ltlc::kernel_tests;
using exact::integer;
using exact::rational;

namespace {

// c(m+t) = sign·c(m) for all m in one period of what the planes can have, tried one by one.
bool shifts_by(planes const& p, std::int64_t t, int sign, std::int64_t all) {
  for (std::int64_t m = 0; m < all; ++m) {
    auto const a = exact_sum(p, m + t), b = exact_sum(p, m);
    if (compare(a, sign > 0 ? b : -b) != 0) return false;
  }
  return true;
}

std::int64_t least_period(planes const& p, std::int64_t all) {
  std::int64_t t = 1;
  while (!shifts_by(p, t, 1, all))
    ++t;
  return t;
}

double of(exact::enclosure const& x) {
  return mpfi_get_d(x.get());
}

// θ_i spread geometrically over [π/N, π(D−1)/N], with 355/113 for π: rational radians, no period.
planes band(std::int64_t n, std::int64_t d) {
  planes p;
  for (std::int64_t i = 0; i < d / 2; ++i) {
    rotary::geometric g{1, {{d - 1, {2 * i, d - 2}}}, 0};
    g.factor = rational(355, 113 * n);
    p.emplace_back(g);
  }
  return p;
}

} // namespace

TEST_CASE("P3 and P4 are what trying every offset says: small rational planes, two at a time") {
  for (std::int64_t n = 4; n <= 6; ++n) {
    std::int64_t const below = 2 * n;
    for (std::int64_t a = 0; a < below; ++a) {
      for (std::int64_t b = a; b < below; ++b) {
        planes const p{exact::angle{{a, below}, 0, 0}, exact::angle{{b, below}, 0, 0}};
        auto const q = predict(p, static_cast<std::uint64_t>(n));
        CAPTURE(n);
        CAPTURE(a);
        CAPTURE(b);
        bool const anti = shifts_by(p, n, -1, below), same = shifts_by(p, n, 1, below);
        CHECK((q.beyond.antiperiodic == verdict::holds) == anti);
        CHECK((q.ends.is == verdict::holds) == anti);
        CHECK((q.ends.at_scale == schedule::holonomy::minus_identity) == anti);
        CHECK((q.ends.at_scale == schedule::holonomy::plus_identity) == same);
        auto const t = least_period(p, below);
        CHECK(q.beyond.period == integer(t));
        CHECK((q.beyond.is == verdict::holds) == (anti && t == 2 * n));
      }
    }
  }
}

TEST_CASE("P1 and P2 are what exact signs say: all small ladders, Möbius and periodic") {
  for (std::int64_t n = 4; n <= 14; ++n) {
    for (std::int64_t d = 2; d <= 10; d += 2) {
      for (bool const anti : {true, false}) {
        planes const p = anti ? mobius(n, d) : periodic(n, d);
        auto const q = predict(p, static_cast<std::uint64_t>(n));
        CAPTURE(n);
        CAPTURE(d);
        CAPTURE(anti);
        CHECK(q.ladder.has_value() == anti);
        std::int64_t first = 1;
        while (first <= n && exact::sign(exact_sum(p, first)) > 0)
          ++first;
        std::int64_t const predicted = (n + d - 1) / d;
        CHECK(q.lobe.predicted == predicted);
        if (q.lobe.half_width) {
          CHECK(*q.lobe.half_width == first);
          CHECK((q.lobe.is == verdict::holds) == (first == predicted));
        } else if (q.lobe.is == verdict::fails) {
          CHECK(first > predicted);
        }
        // |P·c(m)|·2·sin(πm/N) <= 1
        bool holds = true;
        for (std::int64_t m = 1; m < n; ++m) {
          auto const c = exact_sum(p, m);
          auto const s = exact::scalar(2) * exact::sine(exact::angle{{m, 2 * n}, 0, 0});
          bool const within = compare(c * s, 1) <= 0 && compare(-(c * s), 1) <= 0;
          if (q.silence.witness == integer(m)) CHECK(!within);
          holds = holds && within;
        }
        if (q.silence.is == verdict::holds) CHECK(holds);
        if (q.silence.is == verdict::fails) CHECK(!holds);
        if (anti) CHECK(q.silence.is == verdict::holds);
      }
    }
  }
}

TEST_CASE("Extremes are the definition's, and ties are all listed") {
  for (std::int64_t n = 4; n <= 16; ++n) {
    planes const p = mobius(n, 6);
    auto const last = static_cast<std::uint64_t>(n - 1);
    auto const greatest = greatest_magnitude(p, 1, last);
    auto const least = least_value(p, 0, last);
    CAPTURE(n);
    auto const magnitude = [&p](std::int64_t m) {
      auto const c = exact_sum(p, m);
      return exact::sign(c) < 0 ? -c : c;
    };
    std::vector<integer> peaks, lows;
    for (std::int64_t m = 0; m < n; ++m) {
      bool peak = m > 0, low = true;
      for (std::int64_t k = 0; k < n; ++k) {
        if (k > 0 && compare(magnitude(k), magnitude(m)) > 0) peak = false;
        if (compare(exact_sum(p, k), exact_sum(p, m)) < 0) low = false;
      }
      if (peak) peaks.emplace_back(m);
      if (low) lows.emplace_back(m);
    }
    CHECK(greatest.at == peaks);
    CHECK(least.at == lows);
  }
}

TEST_CASE("The paper's ladder: all four predictions, and what rivals of the same scale do") {
  auto const q = predict(mobius(2048, 64), 2048);
  CHECK(q.lobe.is == verdict::holds);
  CHECK(q.lobe.half_width == integer(32));
  CHECK(q.silence.is == verdict::holds);
  CHECK(of(q.silence.greatest.value) == doctest::Approx(0.0215741).epsilon(1e-5));
  CHECK(q.ends.is == verdict::holds);
  CHECK(q.beyond.is == verdict::holds);
  CHECK(q.beyond.period == integer(4096));

  auto const round = predict(periodic(2048, 64), 2048);
  CHECK(round.ends.at_scale == schedule::holonomy::plus_identity);
  CHECK(round.ends.is == verdict::fails);
  CHECK(round.beyond.antiperiodic == verdict::fails);
  CHECK(round.beyond.period == integer(2048));
  CHECK(of(round.ends.endpoint) == 1);

  for (planes const& p : {standard(64), band(2048, 64)}) {
    auto const other = predict(p, 2048);
    CHECK(!other.ladder);
    CHECK(other.ends.at_scale == schedule::holonomy::neither);
    CHECK(other.ends.is == verdict::fails);
    CHECK(other.beyond.is == verdict::fails);
    CHECK(!other.beyond.period);
    CHECK(other.silence.is == verdict::fails);
  }
}

TEST_CASE("A plane known only to an error is undecided where the error matters, else decided") {
  rotary::stated const near_half{rational(1, 16), rational(1, 1'000'000), true};
  auto const q = predict({near_half}, 8);
  CHECK(!q.ends.at_scale.has_value());
  CHECK(q.ends.is == verdict::undecided);
  CHECK(q.beyond.is == verdict::undecided);
  rotary::stated const elsewhere{rational(1, 29), rational(1, 1'000'000), true};
  CHECK(predict({elsewhere}, 8).ends.is == verdict::fails);
  CHECK(schedule::holonomy_after({near_half, elsewhere}, 8) == schedule::holonomy::neither);
}

TEST_CASE("The census of the paper") {
  auto const c = take_census(mobius(10000, 32), 10000);
  CHECK(of(c.middle.value) == doctest::Approx(0.0421921).epsilon(1e-5));
  CHECK(of(c.ratio) == doctest::Approx(0.042).epsilon(0.01));
  CHECK(c.least.at == std::vector<integer>{9999});
  auto const d = take_census(mobius(2048, 64), 2048);
  CHECK(of(d.ratio) == doctest::Approx(0.0216).epsilon(0.01));
  CHECK(d.least.at == std::vector<integer>{2047});
  CHECK(take_census(standard(64), 2048).least.at != std::vector<integer>{2047});
}

TEST_CASE("Endpoints to 4N: the paper's figures, and doubles of the definition") {
  auto const multiples = endpoint_multiples();
  CHECK(multiples.size() == 10);
  auto const ladder = endpoints(mobius(2048, 64), 2048, multiples, 100);
  auto const usual = endpoints(standard(64), 2048, multiples, 100);
  REQUIRE(ladder.size() == 10);
  CHECK(ladder.back().length == 8192);
  auto const printed = [](double x, double unit) { return std::round(x / unit) * unit; };
  CHECK(printed(of(ladder[3].value), 1e-4) == doctest::Approx(-0.9984));
  CHECK(printed(of(ladder[4].value), 1e-4) == doctest::Approx(0.0022));
  CHECK(printed(of(usual[0].value), 1e-2) == doctest::Approx(0.20));
  CHECK(printed(of(usual[1].value), 1e-2) == doctest::Approx(0.24));
  CHECK(printed(of(usual[2].value), 1e-3) == doctest::Approx(0.014));
  CHECK(printed(of(usual[3].value), 1e-3) == doctest::Approx(-0.011));
  for (auto const& e : usual) {
    double sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += std::cos((e.length.convert_to<double>() - 1) * std::pow(10000.0, -i / 32.0));
    CHECK(std::fabs(of(e.value) - sum / 32) < 1e-11);
  }
}

TEST_CASE("The attention map is the definition's, with its anti-diagonal from corner to corner") {
  planes const p = mobius(24, 8);
  attention_map const map(p, 24);
  for (std::size_t i = 0; i < 24; ++i) {
    for (std::size_t j = 0; j < 24; ++j) {
      double sum = 0;
      for (int k = 0; k < 4; ++k)
        sum += std::cos((static_cast<double>(i) - static_cast<double>(j)) * std::acos(-1.0) *
                        (2 * k + 1) / 24);
      CHECK(std::fabs(map(i, j) - sum / 4) < 1e-13);
    }
  }
  auto const across = map.anti_diagonal();
  REQUIRE(across.size() == 24);
  for (std::size_t i = 0; i < 24; ++i)
    CHECK(across[i] == map(i, 23 - i));
  CHECK(across.front() == doctest::Approx(-map(0, 1))); // c(N−1) = −c(1)
}
