#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <doctest/doctest.h>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/schedule/period.hpp"
#include "ltlc/schedule/scaling.hpp"

using namespace ltlc;
using namespace ltlc::schedule;

namespace {

double const pi = std::numbers::pi;

double in_radians(rotary::frequency const& g) {
  exact::enclosure const e = rotary::enclose_turns(g, 200);
  return 2 * pi * mpfr_get_d(e.lower(), MPFR_RNDN);
}

std::vector<double> exact_planes(rope_parameters const& p, std::uint64_t length = 1) {
  std::vector<double> all;
  for (auto const& g : scaled(p, length).planes)
    all.push_back(in_radians(g));
  return all;
}

// The twin: each rule written from its formula, all in doubles.
std::vector<double> literal_planes(rope_parameters const& p, double length) {
  double const d = p.dim, s = p.factor;
  double base = p.base;
  if (p.type == rope_type::ntk) base *= std::pow(s, d / (d - 2));
  if (p.type == rope_type::dynamic) {
    double const reached = std::max(length, static_cast<double>(p.max_positions));
    base *= std::pow(s * reached / static_cast<double>(p.max_positions) - (s - 1), d / (d - 2));
  }
  if (p.type == rope_type::proportional) {
    std::vector<double> all(p.head_dim / 2);
    auto const turning = static_cast<int>(p.share * p.head_dim) / 2;
    for (int i = 0; i < turning; ++i)
      all[static_cast<std::size_t>(i)] = 1 / std::pow(base, 2.0 * i / p.head_dim) / s;
    return all;
  }
  auto const original = static_cast<double>(p.original_positions);
  auto const corr = [&](double beta) {
    return d * std::log(original / (2 * pi * beta)) / (2 * std::log(base));
  };
  std::vector<double> all;
  for (std::uint32_t i = 0; i < p.dim / 2; ++i) {
    double const f = std::pow(base, -2.0 * i / d);
    double value = f;
    if (p.type == rope_type::linear) value = f / s;
    if (p.type == rope_type::longrope)
      value = f / (length > original ? p.long_factors : p.short_factors)[i];
    if (p.type == rope_type::yarn) {
      double low = corr(p.beta_fast), high = corr(p.beta_slow);
      if (p.truncate) {
        low = std::floor(low);
        high = std::ceil(high);
      }
      low = std::max(low, 0.0);
      high = std::min(high, d - 1);
      if (low == high) high += 0.001;
      double const r = std::clamp((i - low) / (high - low), 0.0, 1.0);
      value = f / s * r + f * (1 - r);
    }
    if (p.type == rope_type::llama3) {
      double const w = 2 * pi / f;
      if (w > original / p.low_freq_factor) {
        value = f / s;
      } else if (w >= original / p.high_freq_factor) {
        double const t =
            (original / w - p.low_freq_factor) / (p.high_freq_factor - p.low_freq_factor);
        value = (1 - t) * f / s + t * f;
      }
    }
    all.push_back(value);
  }
  return all;
}

bool near(double a, double b, double relative) {
  return std::fabs(a - b) <= relative * std::fabs(b);
}

void check_against_twin(rope_parameters const& p, std::uint64_t length) {
  REQUIRE(valid(p).empty());
  auto const exactly = exact_planes(p, length);
  auto const expected = literal_planes(p, static_cast<double>(length));
  auto const realized = realized_inverse_frequencies(p, length);
  REQUIRE(exactly.size() == expected.size());
  REQUIRE(realized.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(name(p.type));
    CAPTURE(i);
    CHECK(near(exactly[i], expected[i], 1e-9));
    // The exponent's error of half a unit counts ln(base) times.
    CHECK(near(realized[i], expected[i], 1e-5));
    CHECK(realized[i] == static_cast<double>(static_cast<float>(realized[i])));
  }
}

rope_parameters of(rope_type t, double base, std::uint32_t dim) {
  rope_parameters p;
  p.type = t;
  p.base = base;
  p.dim = p.head_dim = dim;
  return p;
}

rope_parameters llama3(double factor) {
  auto p = of(rope_type::llama3, 500'000, 128);
  p.factor = factor;
  p.original_positions = 8192;
  return p;
}

rope_parameters yarn(double base, std::uint32_t dim, double factor, std::uint64_t original) {
  auto p = of(rope_type::yarn, base, dim);
  p.factor = factor;
  p.original_positions = original;
  return p;
}

// 12 digits are given.
bool printed(double value, double reference) {
  return near(value, reference, 1e-11);
}

// The planes of llama3 between the two wavelengths are those with a smooth term.
std::pair<std::size_t, std::size_t> medium_planes(rope_parameters const& p) {
  std::size_t first = 0, count = 0;
  auto const s = scaled(p);
  for (std::size_t i = 0; i < s.planes.size(); ++i) {
    auto const* const g = std::get_if<rotary::geometric>(&s.planes[i]);
    if (g == nullptr || g->smooth == 0) continue;
    if (count++ == 0) first = i;
  }
  return {first, count};
}

} // namespace

TEST_CASE("Every rule is its formula, exactly and in single precision") {
  std::mt19937 random(4096);
  auto const one_of = [&](auto const&... x) {
    std::vector<double> const list{static_cast<double>(x)...};
    return list[random() % list.size()];
  };
  for (int run = 0; run < 60; ++run) {
    CAPTURE(run);
    rope_parameters p;
    p.type = static_cast<rope_type>(run % 8);
    p.base = one_of(1e4, 5e5, 1e6, 150'000, 12.5);
    p.dim = static_cast<std::uint32_t>(one_of(4, 20, 64, 128));
    p.head_dim = 2 * p.dim;
    p.share = one_of(0.25, 0.334, 0.5, 1);
    p.factor = one_of(1, 2, 8, 32, 1.7);
    p.max_positions = 8192;
    p.original_positions = static_cast<std::uint64_t>(one_of(4096, 8192, 65536));
    p.beta_fast = one_of(32, 4, 1);
    p.truncate = run % 3 != 0;
    for (std::uint32_t i = 0; i < p.dim / 2; ++i) {
      p.short_factors.push_back(1 + 0.01 * i);
      p.long_factors.push_back(1 + 0.7 * i);
    }
    for (std::uint64_t const length : {1U, 8192U, 20'000U})
      check_against_twin(p, length);
  }
}

TEST_CASE("Reference numbers of public models: llama3") {
  auto const p8 = llama3(8), p32 = [] {
    auto p = llama3(32);
    p.dim = 64;
    return p;
  }();
  CHECK(medium_planes(p8) == std::pair<std::size_t, std::size_t>(29, 6));
  CHECK(printed(exact_planes(p8)[29], 2.166570763503e-03));
  CHECK(printed(exact_planes(p8)[63], 3.068925988915e-07));
  CHECK(medium_planes(p32) == std::pair<std::size_t, std::size_t>(15, 3));
  CHECK(printed(exact_planes(p32)[15], 1.290547928209e-03));
  CHECK(printed(exact_planes(p32)[31], 9.418306725435e-08));
  auto scout = llama3(16); // both factors 1: nothing lies between
  scout.high_freq_factor = 1;
  CHECK(medium_planes(scout).second == 0);
  CHECK(printed(exact_planes(scout)[63], 1.534462994457e-07));
  auto const planes = exact_planes(scout),
             unscaled = exact_planes(of(rope_type::standard, 5e5, 128));
  CHECK(planes[34] == unscaled[34]);
  CHECK(near(planes[35] * 16, unscaled[35], 1e-14));
}

TEST_CASE("Reference numbers of public models: yarn") {
  auto v3 = yarn(10'000, 64, 40, 4096);
  v3.mscale = v3.mscale_all_dim = 1;
  auto const r = range_of_ramp(v3);
  CHECK(std::fabs(r.raw_low - 10.4722) < 5e-5);
  CHECK(std::fabs(r.raw_high - 22.5134) < 5e-5);
  CHECK(r.low == 10);
  CHECK(r.high == 23);
  CHECK(printed(exact_planes(v3)[16], 5.5e-03));
  CHECK(printed(exact_planes(v3)[31], 3.333803580408e-06));
  CHECK(attention_factor(v3) == 1);
  CHECK(latent_score_factor(v3) == 1.8738542070926265);
  auto v2_lite = v3;
  v2_lite.mscale = v2_lite.mscale_all_dim = 0.707;
  CHECK(attention_factor(v2_lite) == 1);
  CHECK(latent_score_factor(v2_lite) == 1.5896261651208736);

  auto kimi = yarn(50'000, 64, 32, 4096);
  kimi.beta_fast = 1;
  auto const equal = range_of_ramp(kimi);
  CHECK(std::fabs(equal.raw_low - 19.1646) < 5e-5);
  CHECK(equal.raw_low == equal.raw_high);
  CHECK(equal.low == 19);
  CHECK(equal.high == 20);
  CHECK(printed(exact_planes(kimi)[31], 8.764412911590e-07));

  auto oss = yarn(150'000, 64, 32, 4096);
  oss.truncate = false;
  auto const raw = range_of_ramp(oss);
  CHECK(near(raw.low, 8.092779115512402, 1e-15));
  CHECK(near(raw.high, 17.39802450158856, 1e-15));
  CHECK(printed(exact_planes(oss)[8], 5.081327481546e-02));
  CHECK(attention_factor(oss) == 1.3465735902799727);
  CHECK(latent_score_factor(oss) == 1);

  auto const olmo = yarn(500'000, 128, 8, 8192);
  CHECK(range_of_ramp(olmo).low == 18);
  CHECK(range_of_ramp(olmo).high == 35);
  CHECK(printed(exact_planes(olmo)[63], 3.068925988915e-07));
  CHECK(attention_factor(olmo) == 1.2079441541679836);

  auto const ministral = yarn(1e6, 128, 16, 16384);
  CHECK(range_of_ramp(ministral).low == 20);
  CHECK(range_of_ramp(ministral).high == 37);
  CHECK(printed(exact_planes(ministral)[63], 7.755861004698e-08));

  auto devstral = yarn(1e6, 128, 64, 4096);
  devstral.beta_fast = 4;
  devstral.mscale = 1;
  CHECK(range_of_ramp(devstral).low == 23);
  CHECK(range_of_ramp(devstral).high == 31);
  CHECK(attention_factor(devstral) == 1.4158883083359672);
}

TEST_CASE("Reference numbers of public models: the other rules") {
  auto phi = of(rope_type::longrope, 10'000, 96);
  phi.factor = 32;
  phi.original_positions = 4096;
  phi.short_factors.assign(48, 1);
  phi.long_factors.assign(48, 2);
  CHECK(attention_factor(phi) == 1.1902380714238083);
  CHECK(exact_planes(phi, 4096) == exact_planes(of(rope_type::standard, 10'000, 96)));
  CHECK(near(exact_planes(phi, 4097)[7] * 2, exact_planes(phi, 4096)[7], 1e-15));

  auto gemma = of(rope_type::proportional, 1e6, 0);
  gemma.head_dim = 512;
  gemma.share = 0.25;
  auto const planes = exact_planes(gemma);
  CHECK(planes.size() == 256);
  CHECK(std::count(planes.begin(), planes.end(), 0.0) == 192);
  CHECK(near(planes[1], std::pow(1e6, -2.0 / 512), 1e-14));
  // The planes that do not turn have period 1, the others none.
  auto const periods = period_of(scaled(gemma)).planes;
  CHECK(periods[255].period == 1);
  CHECK(!periods[63].period.has_value());

  auto dynamic = of(rope_type::dynamic, 10'000, 128);
  dynamic.factor = 4;
  dynamic.max_positions = 4096;
  auto const base_of = [&](std::uint64_t length) {
    // f_1 = base'^(−2/dim)
    return std::pow(exact_planes(dynamic, length)[1], -64.0) / 10'000;
  };
  CHECK(near(base_of(4096), 1, 1e-12));
  CHECK(near(base_of(8192), 5.129378727, 1e-9));
  CHECK(near(base_of(16384), 13.540197304, 1e-9));
}

TEST_CASE("A factor hard-coded to 8 is off by four for a model that says 32") {
  auto p = llama3(8);
  p.dim = 64;
  CHECK(near(exact_planes(p)[31], 3.767e-07, 2e-4));
}

TEST_CASE("No scaled schedule has a period, but for planes that do not turn") {
  for (auto const& p : {llama3(8), yarn(10'000, 64, 40, 4096)}) {
    auto const all = period_of(scaled(p));
    CHECK(!all.period.has_value());
    for (auto const& plane : all.planes)
      CHECK(!plane.period.has_value());
  }
}

TEST_CASE("Single precision: values that were computed operation by operation by hand") {
  // base 16, dim 8: powers 1, 2, 4, 8 are exact at every step.
  auto p = of(rope_type::standard, 16, 8);
  CHECK(realized_inverse_frequencies(p) == std::vector<double>{1, 0.5, 0.25, 0.125});
  p.type = rope_type::linear;
  p.factor = 3;
  CHECK(realized_inverse_frequencies(p)[0] == static_cast<double>(1.0F / 3.0F));
  // A ramp that begins past its end, which is cut at dim − 1: every plane is interpolated.
  p = yarn(16, 8, 3, 1);
  p.beta_fast = p.beta_slow = 1e-6;
  CHECK(range_of_ramp(p).low > range_of_ramp(p).high);
  std::vector<double> thirds;
  for (float const t : {1.0F, 2.0F, 4.0F, 8.0F})
    thirds.push_back(static_cast<double>(1.0F / (3.0F * t)));
  CHECK(realized_inverse_frequencies(p) == thirds);
}

TEST_CASE("Numbers without a meaning are refused in words") {
  auto const refused = [](rope_parameters p, std::string const& part) {
    CAPTURE(valid(p));
    CHECK(valid(p).find(part) != std::string::npos);
  };
  refused(of(rope_type::standard, 10'000, 7), "even");
  refused(of(rope_type::standard, 10'000, 0), "even");
  refused(of(rope_type::standard, 0, 8), "base");
  refused(of(rope_type::standard, std::nan(""), 8), "base");
  refused(of(rope_type::standard, 1e300, 8), "base");
  refused(of(rope_type::dynamic, 10'000, 8), "max_position_embeddings");
  refused(of(rope_type::ntk, 10'000, 2), "divides by 0");
  refused(of(rope_type::yarn, 10'000, 8), "original");
  refused(of(rope_type::llama3, 10'000, 8), "original");
  refused(of(rope_type::longrope, 10'000, 8), "original");
  refused(yarn(1, 8, 2, 4096), "logarithm");
  auto p = of(rope_type::longrope, 10'000, 8);
  p.original_positions = 4096;
  refused(p, "0 factors for 4 planes");
  p = of(rope_type::linear, 10'000, 8);
  p.factor = -1;
  refused(p, "factor");
  p = of(rope_type::proportional, 10'000, 8);
  p.share = 1.5;
  refused(p, "partial_rotary_factor");
}

TEST_CASE("Names of rules read back") {
  for (int t = 0; t < 8; ++t)
    CHECK(find_rope_type(name(static_cast<rope_type>(t))) == static_cast<rope_type>(t));
  CHECK(!find_rope_type("su").has_value());
}
