#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/range/score_error.hpp"
#include "ltlc/rotary/offset_scores.hpp"
#include "range/realized_twin.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::rational;

namespace {

constexpr format::number_format four_bits{"four", 4, -6, 8};
constexpr format::number_format no_small_numbers{"no_small", 6, -3, 12, {}, false};

std::vector<format::number_format> const& formats_to_try() {
  static std::vector<format::number_format> const list{
      format::bf16,
      format::fp16,
      format::fp32,
      format::tf32,
      format::fp64,
      format::fp8_e4m3,
      format::fp8_e5m2,
      four_bits,
      no_small_numbers,
      *format::find_format("bf16+ftz"),
      *format::find_format("fp16+ftz"),
      *format::find_format("fp32+ftz"),
      *format::find_format("fp8_e4m3+saturate"),
      *format::find_format("fp(12,-60,60)"),
      *format::find_format("fp(4,1,9)"),     // 1 is subnormal
      *format::find_format("fp(3,4,12)"),    // 1 rounds to 0
      *format::find_format("fp(4,2,9)+ftz"), // 1 is flushed
      *format::find_format("fp(5,-12,-2)")}; // 1 overflows
  return list;
}

rotary::frequency frequency_of(char const* text) {
  return rotary::parse_frequency(text).value();
}

std::vector<rotary::frequency> const& frequencies_to_try() {
  static std::vector<rotary::frequency> const list = [] {
    std::vector<rotary::frequency> found;
    for (auto const* const text : {"1", "golden", "10000^(-2/64)", "turns:1/7", "pi*1/1024", "2.5",
                                   "turns:19/50", "3*golden", "1/3*10000^(-1/8)", "-3/8",
                                   "turns:1/2", "turns:1/4", "turns:0", "0.01", "355/113"})
      found.push_back(frequency_of(text));
    return found;
  }();
  return list;
}

void check_against_twin(realized_answer const& found, support::realized_twin& twin,
                        realized_answer const& expected, double large) {
  CHECK(found.length == expected.length);
  CHECK(found.end == expected.end);
  REQUIRE(found.violation.has_value() == expected.violation.has_value());
  if (found.violation) {
    CHECK(found.violation->query == expected.violation->query);
    CHECK(found.violation->key == expected.violation->key);
    auto const same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    CHECK(same(found.violation->winner, expected.violation->winner));
    CHECK(same(found.violation->loser, expected.violation->loser));
  }
  REQUIRE(found.closest.has_value() == expected.closest.has_value());
  if (!found.closest) return;
  auto const& c = *found.closest;
  CHECK(c.query <= found.length + 1);
  CHECK(c.loser == twin.score(c.query, c.key));
  CHECK(c.margin <= c.winner - c.loser);
  CHECK(std::min(c.margin, large) <= expected.closest->margin);
}

// Of every pair up to the last query, against the exact score in long double, whose own error is
// far below that of a format of at most 24 bits. The greatest share of the bound that is used.
double check_errors(support::realized_twin& twin, std::uint64_t k, double scale,
                    score_error const& error, std::uint64_t last) {
  auto const turns = rotary::enclose_turns(twin.step(), 128);
  long double const g = std::acos(-1.0L) * 2 * mpfr_get_ld(turns.lower(), MPFR_RNDN);
  double const d = error.phase.convert_to<double>();
  double const bound = error.rounding.convert_to<double>() + scale * (d + d * d / 2);
  double worst = 0;
  for (std::uint64_t i = k + 1; i <= last; ++i)
    for (std::uint64_t j = 0; j < i; ++j) {
      auto const n = static_cast<long double>(i) - static_cast<long double>(k + j);
      auto const exact = static_cast<double>(static_cast<long double>(scale) * std::cos(g * n));
      worst = std::max(worst, std::fabs(twin.score(i, j) - exact) / bound);
    }
  CHECK(worst <= 1);
  return worst;
}

} // namespace

TEST_SUITE("range") {
  TEST_CASE("the realised range is that of the definition: profiles and any six formats") {
    constexpr unsigned seed = 2024;
    MESSAGE("seed " << seed);
    std::mt19937_64 random(seed);
    auto const draw = [&](std::uint64_t low, std::uint64_t high) {
      return std::uniform_int_distribution<std::uint64_t>(low, high)(random);
    };
    auto const any_format = [&] { return formats_to_try()[draw(0, formats_to_try().size() - 1)]; };
    std::array<int, 2> ends{}, by_bound{};
    int bounded = 0;
    for (int n = 0; n < 5'000; ++n) {
      CAPTURE(n);
      auto r = realization_of(static_cast<profile>(draw(0, 2)), any_format());
      if (n % 3 == 0) {
        r = {std::nullopt, any_format(), any_format(), any_format(),
             any_format(), any_format(), any_format()};
        if (draw(0, 1) == 0) r.angle = any_format();
      }
      if (draw(0, 4) == 0) r = with_flushing_exp(r);
      if (draw(0, 9) == 0) r.angle = std::nullopt;
      auto const& g = frequencies_to_try()[draw(0, frequencies_to_try().size() - 1)];
      double const large = format::f_large(r.exp);
      // Around the scales where a range is somewhere between 1 and 300.
      double const factor = std::exp(std::uniform_real_distribution<double>(-1, 10)(random));
      rational const scale =
          rational(std::isfinite(large) ? large * factor : factor) * draw(1, 9) / 9;
      std::uint64_t const k = draw(0, 5) == 0 ? draw(1, 40) : draw(1, 4);
      std::uint64_t const cap = draw(0, 9) == 0 ? 300 : draw(0, 90);
      CAPTURE(rotary::print(g));
      CAPTURE(r.table.name);
      CAPTURE(r.activation.name);
      CAPTURE(r.product.name);
      CAPTURE(r.accumulation.name);
      CAPTURE(r.score.name);
      CAPTURE(r.exp.name);
      CAPTURE(std::string(r.angle ? r.angle->name : "exact"));
      CAPTURE(scale.str());
      CAPTURE(k);
      CAPTURE(cap);
      offset_pair const head{g, k, scale};
      support::realized_twin twin(head, r);
      auto const found = realized_range(head, r, cap);
      check_against_twin(found, twin, twin.range(cap), large);
      ++ends[found.end == range_end::fails ? 1 : 0];
      ++by_bound[found.by_bound ? 1 : 0];
      bounded += found.error ? 1 : 0;
    }
    MESSAGE("capped, failing: " << ends[0] << " " << ends[1] << "; by check, by bound: "
                                << by_bound[0] << " " << by_bound[1] << "; bounded: " << bounded);
    CHECK(std::min(ends[0], ends[1]) > 300);
    CHECK(std::min(by_bound[0], by_bound[1]) > 300);
    CHECK(bounded > 1'500);
  }

  TEST_CASE("no score is farther from the exact one than the bound says") {
    constexpr unsigned seed = 77;
    MESSAGE("seed " << seed);
    std::mt19937_64 random(seed);
    auto const draw = [&](std::uint64_t low, std::uint64_t high) {
      return std::uniform_int_distribution<std::uint64_t>(low, high)(random);
    };
    auto const any_format = [&] {
      auto const& list = formats_to_try();
      for (;;)
        if (auto const& f = list[draw(0, list.size() - 1)]; f.precision <= 24) return f;
    };
    double greatest = 0;
    int compared = 0;
    for (int n = 0; n < 600; ++n) {
      CAPTURE(n);
      auto r = realization_of(static_cast<profile>(draw(0, 2)), any_format());
      if (n % 3 == 0)
        r = {std::nullopt, any_format(), any_format(), any_format(),
             any_format(), any_format(), any_format()};
      if (draw(0, 1) == 0) r.angle = any_format();
      auto const& g = frequencies_to_try()[draw(0, frequencies_to_try().size() - 1)];
      auto const scale =
          std::ldexp(static_cast<double>(draw(1, 64)), static_cast<int>(draw(0, 12)) - 8);
      std::uint64_t const k = draw(1, 9), last = k + draw(2, 30);
      offset_pair const head{g, k, rational(scale)};
      support::realized_twin twin(head, r);
      if (!twin.is_number()) continue;
      auto const error = error_of_scores(twin.step(), head.scale, r, last);
      if (!error) continue;
      CAPTURE(rotary::print(g));
      CAPTURE(scale);
      greatest = std::max(greatest, check_errors(twin, k, scale, *error, last));
      ++compared;
    }
    MESSAGE("greatest share of the bound: " << greatest);
    CHECK(compared > 300);
    CHECK(greatest > 0.2);
  }

  TEST_CASE("strict scores are those of the compiler's heads") {
    for (auto const& f : formats_to_try()) {
      for (auto const& g : frequencies_to_try()) {
        auto const* const step = std::get_if<exact::angle>(&g);
        if (step == nullptr) continue;
        for (std::uint64_t const k : {1u, 5u}) {
          offset_pair const head{g, k, rational(100, 3)};
          support::realized_twin twin(head, realization_of(profile::strict, f));
          rotary::rotation_table turns(f, {0, 1, *step});
          rotary::offset_scores compiled({*step, {1}, k, head.scale, std::nullopt}, f, turns);
          for (std::uint64_t i = 1; i <= 20; ++i)
            for (std::uint64_t j = 0; j < i; ++j) {
              double const a = compiled(i, j), b = twin.score(i, j);
              if (!(a == b || (std::isnan(a) && std::isnan(b)))) {
                CAPTURE(f.name);
                CAPTURE(rotary::print(g));
                CAPTURE(k);
                CHECK(a == b);
              }
            }
        }
      }
    }
  }

  TEST_CASE("profiles") {
    auto const hf = realization_of(profile::hf, format::bf16);
    CHECK(hf.angle == format::fp32);
    CHECK(hf.table == format::bf16);
    CHECK(hf.product == format::bf16);
    CHECK(hf.accumulation == format::fp32);
    CHECK(hf.score == format::bf16);
    CHECK(hf.exp == format::fp32);
    auto const fused = realization_of(profile::fused, format::fp16);
    CHECK(fused.activation == format::fp16);
    CHECK(fused.product == format::fp32);
    CHECK(fused.score == format::fp32);
    CHECK(realization_of(profile::strict, format::bf16).exp == format::bf16);
    CHECK_FALSE(realization_of(profile::strict, format::bf16).angle.has_value());
    CHECK(realization_of(profile::hf, format::fp64).exp == format::fp64);
    CHECK(realization_of(profile::hf, *format::find_format("bf16+ftz")).exp.name == "fp32+ftz");
    CHECK(with_flushing_exp(hf).exp.name == "fp32+ftz");
    auto const saturating = *format::find_format("fp8_e4m3+saturate");
    CHECK(with_flushing_exp(realization_of(profile::strict, saturating)).exp.name ==
          "fp8_e4m3+ftz+saturate");
    for (auto const p : {profile::strict, profile::hf, profile::fused})
      CHECK(find_profile(name(p)) == p);
    CHECK_FALSE(find_profile("flash").has_value());
    for (auto const& f : formats_to_try())
      for (auto const& in : formats_to_try()) {
        CAPTURE(f.name);
        CAPTURE(in.name);
        double const least = format::least_positive(f), most = format::greatest(f);
        bool const all = format::representable(in, least) && format::representable(in, most) &&
                         format::representable(
                             in, std::ldexp(2 - std::ldexp(1.0, 1 - f.precision), f.min_exponent));
        CHECK(contained(f, in) == all);
      }
  }

  TEST_CASE("a limit is not a failure") {
    offset_pair const head{frequency_of("golden"), 1, rational(1'000'000)};
    auto const strict = realization_of(profile::strict, format::fp32);
    auto const full = realized_range(head, strict, 10'000);
    CHECK(full.end == range_end::fails);
    for (std::uint64_t const work : {0u, 100u, 2'000u, 20'000u}) {
      auto const cut = realized_range(head, strict, 10'000, {work});
      CAPTURE(work);
      if (cut.end == range_end::limit) CHECK(cut.length < full.length);
      CHECK_FALSE(cut.violation.has_value() != (cut.end == range_end::fails));
    }
    CHECK(realized_range(head, strict, 10'000, {0}).end == range_end::limit);
  }

  TEST_CASE("long ranges by the bound alone") {
    offset_pair const head{frequency_of("golden"), 3, rational(exact::integer(1) << 80)};
    auto const answer =
        realized_range(head, realization_of(profile::strict, format::fp64), 10'000'000);
    CHECK(answer.end == range_end::cap);
    CHECK(answer.length == 10'000'000);
    CHECK(answer.by_bound);
    CHECK(answer.pairs_computed == 0);
    REQUIRE(answer.closest.has_value());
    CHECK(answer.closest->query == 3 + 9'227'465); // a Fibonacci number
  }
}
