#include <cmath>
#include <random>

#include <doctest/doctest.h>
#include <mpfr.h>

#include "ltlc/schedule/realized_period.hpp"
#include "ltlc/schedule/schedule.hpp"

using namespace ltlc;
using namespace ltlc::schedule;

namespace {

exact::angle turned(int a, int m) {
  return exact::angle{exact::rational(a, m), 0, 0} + exact::angle{};
}

// The twin of the phase: machine floats for the product, cos and sin of it to 200 bits, rounded to
// single precision and then into the format.
std::pair<double, double> literal_phase(float g, std::uint64_t i, format::number_format const& f) {
  float const angle = static_cast<float>(i) * g;
  mpfr_t x, y;
  mpfr_inits2(200, x, y, nullptr);
  mpfr_set_flt(x, angle, MPFR_RNDN);
  mpfr_sin_cos(x, y, x, MPFR_RNDN);
  std::pair<double, double> const both{round(f, static_cast<double>(mpfr_get_flt(y, MPFR_RNDN))),
                                       round(f, static_cast<double>(mpfr_get_flt(x, MPFR_RNDN)))};
  mpfr_clears(x, y, nullptr);
  return both;
}

// Of all pairs of positions m apart.
std::optional<std::uint64_t> literal_break(float g, std::uint64_t m, format::number_format const& f,
                                           std::uint64_t last) {
  std::vector<std::pair<double, double>> rows;
  for (std::uint64_t i = 0; i <= last; ++i)
    rows.push_back(literal_phase(g, i, f));
  for (std::uint64_t j = m; j <= last; ++j)
    if (rows[j] != rows[j - m]) return j;
  return std::nullopt;
}

std::optional<std::uint64_t> position(realized_period const& p) {
  return p.first ? std::optional(p.first->position) : std::nullopt;
}

constexpr format::number_format coarse{"coarse", 3, -6, 8};

} // namespace

TEST_CASE("Phases in single precision break the period of 1/7 of a turn at its first return") {
  double const g = single_precision_frequency(turned(1, 7));
  CHECK(g == static_cast<double>(static_cast<float>(2 * std::acos(-1.0) / 7)));
  for (auto const& f : {format::fp32, format::bf16, format::fp16}) {
    CAPTURE(f.name);
    auto const p = period_by_phase(g, 7, f, 1000);
    REQUIRE(p.first.has_value());
    CHECK(p.first->position == 7);
    CHECK(p.first->before.sine == 0);
    CHECK(p.first->there.sine != 0);
    CHECK(std::fabs(p.first->there.sine) < 1e-6);
    CHECK(period_by_table(exact::rational(1, 7), 7, f, std::nullopt, 1000).first == std::nullopt);
  }
}

TEST_CASE("Phases break the period of Möbius planes at its first return") {
  auto const s = mobius(2048, 64);
  for (std::size_t const plane : {0U, 1U, 31U}) {
    double const g = single_precision_frequency(s.planes[plane]);
    for (auto const& f : {format::fp32, format::bf16, format::fp16}) {
      auto const p = period_by_phase(g, 4096, f, 5000);
      CAPTURE(plane);
      CAPTURE(f.name);
      REQUIRE(p.first.has_value());
      CHECK(p.first->position == 4096);
    }
    CHECK(!period_by_table(exact::rational(1, 4096), 4096, format::bf16, std::nullopt, 1).first);
  }
}

TEST_CASE("The first break by phase is the twin's") {
  std::mt19937 random(5150);
  int breaks_later = 0;
  for (int run = 0; run < 80; ++run) {
    int const m = 1 + static_cast<int>(random() % 20), a = static_cast<int>(random() % 20);
    // Half of them a little off, which narrow formats hide for a while.
    double const off = run % 2 == 0 ? 1 : 1 + 2e-7 * static_cast<double>(random() % 1000);
    double const g = round(format::fp32, off * single_precision_frequency(turned(a, m)));
    for (auto const& f : {format::fp32, format::fp16, format::fp8_e4m3, coarse}) {
      CAPTURE(run);
      CAPTURE(f.name);
      auto const modulus = static_cast<std::uint64_t>(m);
      auto const p = period_by_phase(g, modulus, f, 400);
      auto const expected = literal_break(static_cast<float>(g), modulus, f, 400);
      CHECK(position(p) == expected);
      if (expected && *expected > modulus) ++breaks_later;
      if (!p.first && g != 0) CHECK(p.unbroken_to == 400);
      if (p.first) {
        auto const there = literal_phase(static_cast<float>(g), p.first->position, f);
        CHECK(p.first->there.cosine == there.first);
        CHECK(p.first->there.sine == there.second);
      }
    }
  }
  CHECK(breaks_later > 10);
}

TEST_CASE("Frequencies are rounded to single precision once") {
  CHECK(single_precision_frequency(exact::angle{0, 0, exact::rational(1, 10)}) ==
        static_cast<double>(0.1F));
  // Midway between two numbers of fp32, as a power: ties go to even.
  exact::rational const midway = 1 + exact::rational(1, 1 << 24);
  CHECK(single_precision_frequency(
            rotary::geometric{1, {{midway * midway, exact::rational(1, 2)}}, 0, false}) == 1);
  CHECK(single_precision_frequency(rotary::stated{midway, 0, false}) == 1);
  CHECK(single_precision_frequency(standard(10'000, 8).planes[1]) == static_cast<double>(0.1F));
  CHECK(single_precision_frequency(turned(3, 3)) == 0);
  CHECK(!period_by_phase(0, 5, format::fp32, 100).unbroken_to.has_value());
}

TEST_CASE("A table keeps its period while the counter counts") {
  using format::number_format;
  for (auto const& counter : {format::bf16, format::fp16, format::fp8_e4m3, coarse}) {
    for (int m = 1; m <= 8; ++m) {
      for (int a = 0; a < m; ++a) {
        // The twin: every position, from the first.
        std::optional<std::uint64_t> expected;
        auto const pair = rotary::rotary_pair{0, 1, turned(a, m)};
        auto const row = [&](std::uint64_t i) {
          double const kept = round(counter, static_cast<double>(i));
          if (!std::isfinite(kept)) return std::optional<std::pair<double, double>>();
          auto const r = rotation(format::fp16, pair,
                                  static_cast<std::uint64_t>(kept) % static_cast<std::uint64_t>(m));
          return std::optional(std::pair(r.cosine, r.sine));
        };
        auto const modulus = static_cast<std::uint64_t>(m);
        for (std::uint64_t j = modulus; j <= 400 && !expected; ++j)
          if (!row(j) || !row(j - modulus) || row(j) != row(j - modulus)) expected = j;
        auto const p = period_by_table(exact::rational(a, m), modulus, format::fp16, counter, 400);
        CAPTURE(counter.name);
        CAPTURE(m);
        CAPTURE(a);
        CHECK(position(p) == expected);
      }
    }
  }
  auto const in_fp32 =
      period_by_table(exact::rational(1, 7), 7, format::bf16, format::fp32, 1U << 25);
  CHECK(position(in_fp32) == (1U << 24) + 1);
  CHECK(!period_by_table(0, 7, format::bf16, format::fp32, 1U << 25).first.has_value());
}
