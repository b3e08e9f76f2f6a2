#include "ltlc/kernel/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "kernel/schedules.hpp"

using namespace ltlc;
using namespace ltlc::kernel;
using namespace ltlc::kernel_tests;
using exact::integer;
using exact::rational;

namespace {

exact::scalar defined_kernel(planes const& p, std::int64_t m) {
  return exact_sum(p, m) * exact::scalar(rational(1, static_cast<std::int64_t>(p.size())));
}

bool contains(exact::enclosure const& x, exact::scalar const& s) {
  exact::scalar const low = exact::to_rational(x.lower()), high = exact::to_rational(x.upper());
  return compare(low, s) <= 0 && compare(s, high) <= 0;
}

bool meet(exact::enclosure const& a, exact::enclosure const& b) {
  return mpfr_lessequal_p(a.lower(), b.upper()) && mpfr_lessequal_p(b.lower(), a.upper());
}

bool narrower_than(exact::enclosure const& x, int bits) {
  return exact::to_rational(x.upper()) - exact::to_rational(x.lower()) <=
         rational(1, integer(1) << static_cast<unsigned>(bits));
}

bool is_exactly(exact::enclosure const& x, int value) {
  return mpfr_cmp_si(x.lower(), value) == 0 && mpfr_cmp_si(x.upper(), value) == 0;
}

std::string closed(std::int64_t n, std::uint64_t d, integer const& m, unsigned digits) {
  return kernel_decimal(mobius_ladder{n, d}, m, digits).text;
}

} // namespace

TEST_CASE("Both ways to the kernel contain the definition's exact value: all small ladders") {
  for (std::int64_t n = 1; n <= 12; ++n) {
    for (std::int64_t d = 2; d <= 10; d += 2) {
      planes const p = mobius(n, d);
      mobius_ladder const ladder{n, static_cast<std::uint64_t>(d)};
      for (std::int64_t m = -2 * n - 1; m <= 2 * n + 1; ++m) {
        CAPTURE(n);
        CAPTURE(d);
        CAPTURE(m);
        exact::scalar const c = defined_kernel(p, m);
        auto const direct = enclose_kernel(p, m, 100), closed_form = enclose_kernel(ladder, m, 100);
        CHECK(contains(direct, c));
        CHECK(contains(closed_form, c));
        CHECK(narrower_than(direct, 98));
        CHECK(narrower_than(closed_form, 98));
        if (exact::is_zero(c)) CHECK(is_exactly(closed_form, 0));
        if (m % n == 0) CHECK(is_exactly(closed_form, (m / n) % 2 == 0 ? 1 : -1));
        if (m % n == 0) CHECK(is_exactly(direct, (m / n) % 2 == 0 ? 1 : -1));
      }
    }
  }
}

TEST_CASE("Other exact angles: the direct kernel contains the definition's value") {
  constexpr unsigned seed = 20260101;
  CAPTURE(seed);
  std::mt19937 random(seed);
  auto const below = [&random](unsigned n) { return static_cast<std::int64_t>(random() % n); };
  for (int round = 0; round < 300; ++round) {
    planes p;
    bool const golden = random() % 2 == 0; // golden and radian angles do not mix in one scalar
    for (auto k = below(4); k >= 0; --k) {
      exact::angle a{{below(30), 1 + below(15)}, 0, 0};
      if (golden) a.golden = below(3);
      if (!golden) a.radians = rational(below(40) - 20, 1 + below(7));
      p.emplace_back(a);
    }
    std::int64_t const m = below(4000) - 2000;
    CAPTURE(round);
    CAPTURE(m);
    auto const x = enclose_kernel(p, m, 90);
    CHECK(contains(x, defined_kernel(p, m)));
    CHECK(narrower_than(x, 80));
  }
}

TEST_CASE("Sum and closed form meet in 200 bits, for offsets of 1 to 400 bits") {
  constexpr unsigned seed = 7;
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 400; ++round) {
    auto const n = static_cast<std::int64_t>(1 + random() % 5000);
    auto const d = static_cast<std::int64_t>(2 + 2 * (random() % 40));
    integer m = 0;
    for (auto k = random() % 13; k-- > 0;)
      m = (m << 32) + random();
    if (random() % 2 == 0) m = -m;
    CAPTURE(round);
    auto const direct = enclose_kernel(mobius(n, d), m, 200);
    auto const closed_form =
        enclose_kernel(mobius_ladder{n, static_cast<std::uint64_t>(d)}, m, 200);
    CHECK(meet(direct, closed_form));
    CHECK(narrower_than(direct, 195));
    CHECK(narrower_than(closed_form, 195));
  }
}

TEST_CASE("Standard planes agree with doubles, and at a huge offset with themselves at more bits") {
  planes const p = standard(64);
  for (int m = 0; m < 3000; m += 7) {
    double sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += std::cos(m * std::pow(10000.0, -i / 32.0));
    CAPTURE(m);
    auto const x = enclose_kernel(p, m, 100);
    CHECK(std::fabs(mpfi_get_d(x.get()) - sum / 32) < 1e-11);
    CHECK(narrower_than(x, 90));
  }
  integer const far = pow(integer(10), 60) + 12345;
  auto const rough = enclose_kernel(p, far, 100), fine = enclose_kernel(p, far, 2000);
  CHECK(narrower_than(rough, 90));
  CHECK(narrower_than(fine, 1990));
  CHECK(mpfi_is_inside(fine.get(), rough.get()) != 0);
}

TEST_CASE("Reference values") {
  CHECK(closed(128, 64, 1, 20) == "0.63668369272598231369");
  CHECK(closed(1024, 64, 1, 20) == "0.99358840981678129627");
  CHECK(closed(4096, 128, 1, 20) == "0.99839449092391293393");
  CHECK(closed(100, 64, 1, 20) == "0.45009809089987794368");
  CHECK(closed(2048, 64, 2047, 8) == "-0.99839478");
  CHECK(closed(2048, 64, 2559, 8) == "0.00216922");
  for (int m = 1; m < 128; ++m)
    CHECK(is_exactly(enclose_kernel(mobius_ladder{64, 64}, m, 64), m == 64 ? -1 : 0));
}

TEST_CASE("Decimals are within their error, which is what was asked for") {
  planes const p = mobius(100, 64);
  for (unsigned const digits : {0U, 1U, 3U, 20U, 300U}) {
    for (int m = -5; m <= 105; m += 5) {
      CAPTURE(digits);
      CAPTURE(m);
      auto const a = kernel_decimal(p, m, digits);
      auto const b = kernel_decimal(mobius_ladder{100, 64}, m, digits);
      rational const unit(1, pow(integer(10), digits));
      CHECK(a.error <= unit);
      CHECK(b.error <= unit);
      auto const read = [](std::string const& text) { return *exact::parse_rational(text); };
      auto const fine = enclose_kernel(p, m, 4000);
      rational const low = exact::to_rational(fine.lower()),
                     high = exact::to_rational(fine.upper());
      CHECK(low >= read(a.text) - a.error);
      CHECK(high <= read(a.text) + a.error);
      CHECK(low >= read(b.text) - b.error);
      CHECK(high <= read(b.text) + b.error);
    }
  }
  CHECK(closed(2048, 64, 2048, 3) == "-1.000");
  CHECK(closed(64, 64, 5, 2) == "0.00");
  CHECK(closed(2048, 64, 0, 0) == "1");
}

TEST_CASE("A plane stated with an error passes its error on, and only that") {
  planes const p{rotary::stated{rational(1, 4), rational(1, 1000), true}};
  auto const c = kernel_decimal(p, 1, 10);
  CHECK(c.error > rational(6, 1000)); // 2π/1000
  CHECK(c.error < rational(7, 1000));
  auto const nothing_known = kernel_decimal(p, 1000, 10);
  CHECK(nothing_known.error >= 1);
}

TEST_CASE("A ladder is recognised in any order, and nothing near it") {
  planes p = mobius(2048, 64);
  std::reverse(p.begin(), p.end());
  auto const found = as_mobius(p, 2048);
  REQUIRE(found.has_value());
  CHECK(found->dimension == 64);
  CHECK(!as_mobius(p, 2047));
  CHECK(!as_mobius(p, 4096));
  p.back() = p.front();
  CHECK(!as_mobius(p, 2048));
  CHECK(!as_mobius(periodic(2048, 64), 2048));
  CHECK(!as_mobius(standard(64), 2048));
}
