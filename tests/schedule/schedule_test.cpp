#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/schedule/schedule.hpp"

using namespace ltlc;
using namespace ltlc::schedule;

namespace {

double radians_of(rotary::frequency const& g) {
  exact::enclosure const e = rotary::enclose_turns(g, 128);
  return 2 * std::numbers::pi * mpfr_get_d(e.lower(), MPFR_RNDN);
}

bool close(double a, double b) {
  return std::fabs(a - b) <= 1e-12 * std::fabs(b);
}

// Each plane against the formula in doubles.
template <class Formula>
void check_planes(rotary_schedule const& s, Formula&& radians) {
  for (std::size_t i = 0; i < s.planes.size(); ++i) {
    CAPTURE(s.name);
    CAPTURE(i);
    CHECK(close(radians_of(s.planes[i]), radians(static_cast<double>(i))));
  }
}

double const half_turn = std::numbers::pi;

} // namespace

TEST_CASE("Constructors make the planes that their formulas say") {
  for (std::uint32_t const dim : {2U, 4U, 10U, 64U, 128U}) {
    double const d = dim;
    auto const power = [d](double base) {
      return [=](double i) { return std::pow(base, -2 * i / d); };
    };
    CHECK(standard(10'000, dim).planes.size() == dim / 2);
    check_planes(standard(10'000, dim), power(1e4));
    check_planes(standard(exact::rational(3, 2), dim), power(1.5));
    check_planes(mobius(2048, dim), [](double i) { return half_turn * (2 * i + 1) / 2048; });
    check_planes(periodic(2048, dim), [](double i) { return 2 * half_turn * (i + 1) / 2048; });
    double const planes = d / 2;
    check_planes(band(2048, dim), [=](double i) {
      return half_turn / 2048 * (planes > 1 ? std::pow(d - 1, i / (planes - 1)) : 1);
    });
    check_planes(resonance(10'000, dim), [=](double i) {
      return 2 * half_turn / std::round(2 * half_turn / std::pow(1e4, -2 * i / d));
    });
    check_planes(p_rope(10'000, dim, exact::rational(3, 4)), [=](double i) {
      return i < std::floor(0.75 * planes) ? std::pow(1e4, -2 * i / d) : 0;
    });
    check_planes(nope(dim), [](double) { return 0; });
  }
  check_planes(rational({exact::rational(1, 7), exact::rational(-2, 7)}),
               [](double i) { return 2 * half_turn * (i == 0 ? 1.0 / 7 : 5.0 / 7); });
  check_planes(table({5, 12}), [](double i) { return 2 * half_turn / (i == 0 ? 5 : 12); });
}

TEST_CASE("Planes have two dimensions of their own, in either pairing") {
  auto const s = mobius(8, 6);
  for (auto const p : {pairing::half_split, pairing::interleaved}) {
    std::vector<int> used(6);
    for (std::size_t i = 0; i < 3; ++i) {
      auto const pair = dimensions_of_plane(s, i, p);
      ++used[pair.first];
      ++used[pair.second];
    }
    CHECK(used == std::vector<int>(6, 1));
  }
  CHECK(dimensions_of_plane(s, 1, pairing::half_split) ==
        std::pair<std::size_t, std::size_t>(1, 4));
  CHECK(dimensions_of_plane(s, 1, pairing::interleaved) ==
        std::pair<std::size_t, std::size_t>(2, 3));
}

TEST_CASE("A hybrid gives the first ceil(rho·heads) heads the Möbius planes") {
  for (std::uint32_t heads = 1; heads <= 16; ++heads) {
    for (int quarters = 0; quarters <= 4; ++quarters) {
      auto const a = hybrid(exact::rational(quarters, 4), 2048, heads, 64);
      REQUIRE(a.kind_of_head.size() == heads);
      for (std::uint32_t h = 0; h < heads; ++h)
        // h < ⌈q·heads/4⌉ exactly when 4h < q·heads
        CHECK(a.kinds[a.kind_of_head[h]].name ==
              (4 * h < static_cast<std::uint32_t>(quarters) * heads ? "mobius(2048,64)"
                                                                    : "standard(10000,64)"));
    }
  }
  // The two models of the paper.
  auto const special = [](allocation const& a) {
    return std::count(a.kind_of_head.begin(), a.kind_of_head.end(), 0U);
  };
  CHECK(special(hybrid(exact::rational(1, 4), 2048, 12, 64)) == 3);
  CHECK(special(hybrid(exact::rational(1, 4), 2048, 16, 64)) == 4);
}

TEST_CASE("A ladder has one head for each length") {
  auto const a = ladder({512, 1024, 2048}, 12, 64);
  CHECK(a.kind_of_head == std::vector<std::uint32_t>{0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3});
  CHECK(a.kinds[1] == mobius(1024, 64));
  CHECK(a.kinds[3] == standard(10'000, 64));
  CHECK(single(nope()).kind_of_head == std::vector<std::uint32_t>{0});
}
