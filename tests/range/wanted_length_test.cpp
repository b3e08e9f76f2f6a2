#include <cmath>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/range/wanted_length.hpp"
#include "range/realized_twin.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::angle;
using exact::integer;
using exact::rational;

namespace {

format::number_format format_named(char const* text) {
  return *format::find_format(text);
}

std::vector<format::number_format> const& narrow_formats() {
  static std::vector<format::number_format> const list{format::fp8_e4m3,
                                                       format::fp8_e5m2,
                                                       format_named("fp(4,-6,8)"),
                                                       format_named("fp(3,-2,12)"),
                                                       format_named("fp(5,-3,9)+ftz"),
                                                       format_named("fp(2,-9,9)"),
                                                       format_named("fp8_e4m3+ftz")};
  return list;
}

rational random_scale(std::mt19937_64& random, double low, double high) {
  double const x =
      std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  return rational(x);
}

bool reaches(rotary::frequency const& g, wanted_range const& wanted, realization const& r,
             rational const& scale) {
  support::realized_twin twin({g, integer(wanted.offset), scale}, r);
  return twin.range(wanted.length).end == range_end::cap;
}

} // namespace

TEST_SUITE("range") {
  TEST_CASE("whether any scale does it: against many scales in formats of few bits") {
    constexpr unsigned seed = 31;
    MESSAGE("seed " << seed);
    std::mt19937_64 random(seed);
    auto const draw = [&](std::uint64_t low, std::uint64_t high) {
      return std::uniform_int_distribution<std::uint64_t>(low, high)(random);
    };
    int found = 0, none = 0, unknown = 0;
    for (int n = 0; n < 400; ++n) {
      CAPTURE(n);
      auto const& f = narrow_formats()[draw(0, narrow_formats().size() - 1)];
      auto r = realization_of(static_cast<profile>(draw(0, 2)), f);
      if (n % 5 == 0) r.product = narrow_formats()[draw(0, narrow_formats().size() - 1)];
      if (n % 7 == 0) r.exp = format::fp8_e4m3;
      rotary::frequency g = angle{rational(draw(1, 11), draw(2, 23)), 0, 0} + angle{};
      if (n % 3 == 1) g = angle{0, 1, 0};
      if (n % 3 == 2) g = angle{0, 0, rational(draw(1, 40), 7)};
      wanted_range wanted{draw(1, 3), 0, std::nullopt};
      wanted.length = wanted.offset + draw(0, 6);
      if (n % 4 == 0) wanted.most_scale = rational(draw(1, 90));
      CAPTURE(rotary::print(g));
      CAPTURE(f.name);
      CAPTURE(wanted.offset);
      CAPTURE(wanted.length);
      auto const answer = try_every_scale(g, wanted, r, 10'000'000);
      using outcome = every_scale_answer::outcome;
      if (answer.result == outcome::found) {
        ++found;
        CAPTURE(answer.scale.str());
        CHECK(reaches(g, wanted, r, answer.scale));
        CHECK((!wanted.most_scale || answer.scale <= *wanted.most_scale));
        continue;
      }
      ++(answer.result == outcome::none ? none : unknown);
      if (answer.result != outcome::none) continue;
      double const most =
          wanted.most_scale ? wanted.most_scale->convert_to<double>() : 1.2 * format::greatest(f);
      for (int trial = 0; trial < 150; ++trial)
        CHECK_FALSE(reaches(g, wanted, r, random_scale(random, std::min(1.0, most / 2), most)));
    }
    MESSAGE("found, none, not known: " << found << " " << none << " " << unknown);
    CHECK(found > 60);
    CHECK(none > 60);
    CHECK(unknown < 20);
  }

  TEST_CASE("the pairs of rounded cosine and sine are as many as the bound says, or fewer") {
    for (auto const& f : narrow_formats()) {
      CAPTURE(f.name);
      std::set<std::pair<double, double>> points;
      constexpr int steps = 200'000;
      for (int n = 0; n < steps; ++n) {
        double const x = 6.283185307179586 * n / steps;
        points.insert({format::round(f, std::cos(x)) + 0.0, format::round(f, std::sin(x)) + 0.0});
      }
      auto const bound = most_circle_points(f).convert_to<double>();
      CHECK(static_cast<double>(points.size()) <= bound);
      CHECK(static_cast<double>(points.size()) > 0.8 * bound);
    }
  }

  TEST_CASE("what is found for a length is certified by the definition") {
    int found = 0, impossible = 0, golden = 0;
    for (auto const& f : {format::fp32, format::bf16, format::fp16, format::fp8_e5m2})
      for (auto const p : {profile::strict, profile::hf, profile::fused})
        for (std::uint64_t const k : {1u, 4u})
          for (std::uint64_t const length : {4u, 11u, 40u, 90u}) {
            CAPTURE(f.name);
            CAPTURE(name(p));
            CAPTURE(k);
            CAPTURE(length);
            auto const r = realization_of(p, f);
            wanted_range const wanted{k, length, std::nullopt};
            auto const answer = find_head(wanted, r, {5'000'000, 5'000'000});
            CHECK_FALSE((answer.best.scale && answer.best.impossible));
            CHECK_FALSE((answer.best.scale && answer.impossible));
            for (auto const* const one : {&answer.best, &answer.golden})
              if (one->scale) CHECK(reaches(one->step, wanted, r, *one->scale));
            found += answer.best.scale ? 1 : 0;
            golden += answer.golden.scale ? 1 : 0;
            impossible += answer.best.impossible ? 1 : 0;
            if (answer.best.scale && answer.golden.scale)
              CHECK(*answer.best.scale <= *answer.golden.scale * 4);
          }
    MESSAGE("found, by golden, impossible: " << found << " " << golden << " " << impossible);
    CHECK(found > 50);
  }

  TEST_CASE("a limit on the scale that rules out every angle") {
    constexpr unsigned seed = 61;
    MESSAGE("seed " << seed);
    std::mt19937_64 random(seed);
    auto const r = realization_of(profile::strict, format::fp16);
    int ruled_out = 0;
    for (std::uint64_t length = 1; length <= 30; ++length) {
      wanted_range const wanted{1, length, rational(length * length, 3) + 20};
      auto const reason = out_of_reach(wanted, r);
      if (!reason) continue;
      ++ruled_out;
      CHECK(*reason == no_scale_reason::small_gaps);
      for (int trial = 0; trial < 60; ++trial) {
        auto const turns = std::uniform_int_distribution<int>(1, 5'000)(random);
        auto const scale = random_scale(random, 8, wanted.most_scale->convert_to<double>());
        CHECK_FALSE(reaches(angle{rational(turns, 10'000), 0, 0}, wanted, r, scale));
      }
    }
    CHECK(ruled_out > 10);
  }

  TEST_CASE("more positions than the format tells apart: no angle and no scale") {
    auto const e5m2 = realization_of(profile::strict, format::fp8_e5m2);
    auto const points = most_circle_points(format::fp8_e5m2).convert_to<std::uint64_t>();
    CHECK(out_of_reach({1, points, std::nullopt}, e5m2) == no_scale_reason::equal_keys);
    CHECK_FALSE(out_of_reach({1, points - 1, std::nullopt}, e5m2).has_value());
    // bf16's golden angle has two equal keys before 2,000 positions.
    auto const answer = find_scale(angle{0, 1, 0}, {1, 2'000, std::nullopt},
                                   realization_of(profile::strict, format::bf16));
    CHECK(answer.impossible == no_scale_reason::equal_keys);
    REQUIRE(answer.equal_keys.has_value());
    auto const [first, second] = *answer.equal_keys;
    auto const row = [&](std::uint64_t n) {
      return rotary::rotation(format::bf16, {0, 1, angle{0, 1, 0}}, n);
    };
    CHECK(row(first).cosine == row(second).cosine);
    CHECK(row(first).sine == row(second).sine);
    CHECK(first < second);
  }
}
