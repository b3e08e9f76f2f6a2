#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/range/circle.hpp"
#include "ltlc/range/close_offsets.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::rational;

namespace {

// Every n in order, by the enclosure of n·g.
std::vector<std::uint64_t> scanned(rotary::frequency const& g, std::uint64_t last,
                                   rational const& width) {
  rational const turns = exact::to_rational(rotary::enclose_turns(g, 256).lower());
  std::vector<std::uint64_t> found;
  rational at = 0;
  for (std::uint64_t n = 1; n <= last; ++n) {
    at += turns;
    at -= numerator(at) / denominator(at);
    rational const folded = at < 0 ? rational(at + 1) : at;
    if (folded < width || 1 - folded < width) found.push_back(n);
  }
  return found;
}

bool same_row(rotary::rounded_rotation const& a, rotary::rounded_rotation const& b) {
  return a.cosine == b.cosine && a.sine == b.sine;
}

} // namespace

TEST_SUITE("range") {
  TEST_CASE("offsets near whole turns are those of a scan") {
    constexpr unsigned seed = 5;
    MESSAGE("seed " << seed);
    std::mt19937_64 random(seed);
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    std::size_t hits = 0;
    for (int n = 0; n < 400; ++n) {
      CAPTURE(n);
      rotary::frequency g = exact::angle{rational(draw(0, 60), draw(1, 60)), 0, 0} + exact::angle{};
      if (n % 4 == 1) g = exact::angle{0, draw(-3, 3), 0};
      if (n % 4 == 2) g = exact::angle{0, 0, rational(draw(-400, 400), draw(1, 99))};
      if (n % 4 == 3) // near a fraction: long runs of intermediate records
        g = exact::angle{rational(draw(1, 9), draw(2, 9)) + rational(draw(-9, 9), 100'000), 0, 0} +
            exact::angle{};
      auto const last = static_cast<std::uint64_t>(draw(0, n % 10 == 0 ? 3'000 : 300));
      // No multiple of a fraction above lies so near an end that 2^-128 of last matters.
      rational const width =
          rational(draw(0, 1 << 16), std::int64_t{1} << draw(17, 24)) + rational(1, 1'000'003);
      CAPTURE(rotary::print(g));
      CAPTURE(last);
      CAPTURE(width.str());
      auto const expected = scanned(g, last, width);
      auto const found = close_offsets(g).up_to(last, width, last);
      REQUIRE(found.has_value());
      if (width >= rational(1, 4)) {
        CHECK(found->size() == last);
      } else {
        CHECK(*found == expected);
      }
      hits += expected.size();
      if (expected.size() > 1) CHECK_FALSE(close_offsets(g).up_to(last, width, 1).has_value());
    }
    CHECK(hits > 3'000);
  }

  TEST_CASE("far offsets in as many steps as there are") {
    close_offsets const golden(rotary::parse_frequency("golden").value());
    auto const found =
        golden.up_to(std::uint64_t{1} << 50, rational(1, std::int64_t{1} << 47), 100);
    REQUIRE(found.has_value());
    CHECK(found->size() > 10);
    CHECK(found->size() < 20);
    std::vector<std::uint64_t> fibonacci{1, 1};
    while (fibonacci.back() < (std::uint64_t{1} << 50))
      fibonacci.push_back(fibonacci[fibonacci.size() - 2] + fibonacci.back());
    for (auto const q : fibonacci)
      if (q > (std::uint64_t{1} << 46) && q < (std::uint64_t{1} << 50))
        CHECK(std::find(found->begin(), found->end(), q) != found->end());
  }

  TEST_CASE("points of the circle are the correctly rounded ones") {
    constexpr unsigned seed = 8;
    MESSAGE("seed " << seed);
    std::mt19937_64 random(seed);
    int undecided = 0, decided = 0;
    for (auto const& f :
         {format::fp32, format::bf16, format::fp16, format::fp8_e5m2, format::fp64,
          *format::find_format("fp16+ftz"), *format::find_format("fp(40,-99,99)")}) {
      CAPTURE(f.name);
      for (auto const* const text : {"golden", "1", "turns:3/7", "turns:1/8", "-2.5"}) {
        CAPTURE(text);
        auto const g = exact::parse_angle(text).value();
        auto const unit = fixed([&](mpfr_prec_t bits) { return exact::enclose_turns(g, bits); });
        for (int n = 0; n < 150; ++n) {
          auto const at = n < 30 ? static_cast<std::uint64_t>(n) : random() >> (12 + n % 50);
          CAPTURE(at);
          auto const point = circle_point(f, at * unit);
          if (g.turns == 0 && at > 0 && f != format::fp64) ++(point ? decided : undecided);
          if (point) CHECK(same_row(*point, rotary::rotation(f, {0, 1, g}, at)));
        }
      }
      circle_of_radians circle;
      for (int n = 0; n < 400; ++n) {
        double const x = std::ldexp(static_cast<double>(random() >> 11), -53 - 20 + n % 60) *
                         (n % 2 == 0 ? 1 : -1);
        CAPTURE(x);
        auto const point = circle.point(f, x);
        if (f != format::fp64) ++(point ? decided : undecided);
        if (point)
          CHECK(same_row(*point, rotary::rotation(f, {0, 1, exact::angle{0, 0, rational(x)}}, 1)));
      }
    }
    MESSAGE("decided, undecided: " << decided << " " << undecided);
    CHECK(decided > 4'000);
    CHECK(decided > 50 * undecided); // most of these in 40 bits
  }
}
