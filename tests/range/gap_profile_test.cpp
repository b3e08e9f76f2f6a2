#include <cmath>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/range/gap_profile.hpp"
#include "range/realized_twin.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::angle;
using exact::rational;

TEST_SUITE("range") {
  TEST_CASE("exact gaps are C(1 − cos gn), on the right side of every double") {
    for (auto const* const text :
         {"1", "golden", "turns:3/7", "10000^(-2/64)", "turns:1/6", "-5/2"}) {
      CAPTURE(text);
      auto const g = rotary::parse_frequency(text).value();
      auto const turns = rotary::enclose_turns(g, 128);
      long double const step = std::acos(-1.0L) * 2 * mpfr_get_ld(turns.lower(), MPFR_RNDN);
      // At sixths of a turn the gaps are doubles.
      bool const sixths = std::string_view(text) == "turns:1/6";
      offset_pair const head{g, 3, sixths ? rational(1'000) : rational(1'000, 3)};
      auto const gaps = exact_gaps(head, -9, 60);
      REQUIRE(gaps.size() == 70);
      for (std::size_t n = 0; n < gaps.size(); ++n) {
        auto const& gap = gaps[n];
        CAPTURE(gap.offset);
        CHECK(gap.offset == static_cast<std::int64_t>(n) - 9);
        long double const half = std::sin(step * static_cast<long double>(gap.offset) / 2);
        auto const expected = static_cast<double>(1'000.0L / (sixths ? 1 : 3) * 2 * half * half);
        CHECK(gap.below == doctest::Approx(expected).epsilon(1e-12));
        CHECK(gap.below <= gap.above);
        if (sixths) CHECK(gap.below == gap.above);
        CHECK(gap.above <= std::nextafter(gap.below, 1e300));
        for (double const f : {gap.below, gap.above, expected}) {
          if (gap.offset == 0) continue;
          auto const n_of_gap = exact::integer(std::abs(gap.offset));
          bool const less = *compare_gap(g, n_of_gap, head.scale, rational(f)) < 0;
          CHECK(less == (gap.below < f));
        }
      }
    }
  }

  TEST_CASE("realised margins are the least over all queries") {
    for (auto const& f : {format::bf16, format::fp32, format::fp8_e4m3})
      for (auto const p : {profile::strict, profile::hf, profile::fused}) {
        offset_pair const head{angle{0, 1, 0}, 4, rational(700)};
        auto const r = realization_of(p, f);
        constexpr std::uint64_t length = 40;
        auto const found = realized_margins(head, r, length, -6, 45);
        REQUIRE(found.has_value());
        CHECK(found->size() == 51);
        support::realized_twin twin(head, r);
        for (auto const& one : *found) {
          CAPTURE(one.offset);
          std::optional<double> least;
          for (std::int64_t i = 5; i <= 41; ++i) {
            std::int64_t const j = i - 4 - one.offset;
            if (j < 0 || j >= i) continue;
            double const winner =
                twin.score(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(i - 4));
            double const loser =
                twin.score(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j));
            double const margin =
                std::isfinite(winner) && !std::isnan(loser) ? winner - loser : -HUGE_VAL;
            if (!least || margin < *least) least = margin;
          }
          REQUIRE(one.margin.has_value() == least.has_value());
          if (!least) continue;
          CHECK((*one.margin == *least || std::nextafter(*one.margin, HUGE_VAL) == *least));
          CHECK(static_cast<std::int64_t>(one.query) - 4 - static_cast<std::int64_t>(one.key) ==
                one.offset);
        }
      }
    offset_pair const head{angle{0, 1, 0}, 1, rational(700)};
    CHECK_FALSE(realized_margins(head, realization_of(profile::strict, format::fp16), 1'000, 1, 100,
                                 99'999));
  }
}
