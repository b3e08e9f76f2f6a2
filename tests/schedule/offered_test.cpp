#include <cmath>
#include <numeric>
#include <random>

#include <doctest/doctest.h>

#include "ltlc/schedule/bounded_modulus.hpp"
#include "ltlc/schedule/offered.hpp"
#include "ltlc/schedule/realized_period.hpp"

using namespace ltlc;
using namespace ltlc::schedule;

namespace {

using moduli = std::vector<std::uint64_t>;

double const full_turn = 2 * std::acos(-1.0);

rotary_schedule random_rational_schedule(std::mt19937& source, unsigned most) {
  std::vector<exact::rational> turns;
  for (auto planes = 1 + source() % 5; planes > 0; --planes) {
    auto const m = 1 + source() % most;
    turns.emplace_back(static_cast<long>(source() % (3 * m)), m);
  }
  return rational(turns);
}

// Numerators over m of the planes that m positions turn wholly, from the turns themselves.
std::vector<std::uint64_t> numerators_over(rotary_schedule const& s, std::uint64_t m) {
  std::vector<std::uint64_t> list;
  for (auto const& g : s.planes) {
    auto const turns = std::get<exact::angle>(g).turns;
    for (std::uint64_t a = 0; a < m; ++a)
      if (turns == exact::rational(a, m)) list.push_back(a);
  }
  return list;
}

// No other residue looks like 0 on all planes.
bool offered_by_definition(rotary_schedule const& s, std::uint64_t m) {
  auto const harmonics = numerators_over(s, m);
  for (std::uint64_t n = 1; n < m; ++n) {
    bool told_apart = false;
    for (auto const a : harmonics)
      told_apart = told_apart || a * n % m != 0;
    if (!told_apart) return false;
  }
  return true;
}

double highest_sum(std::vector<std::uint64_t> const& harmonics, std::uint64_t m) {
  double highest = -1e9;
  for (std::uint64_t n = 1; n < m; ++n) {
    double sum = 0;
    for (auto const a : harmonics)
      sum += std::cos(full_turn * static_cast<double>(a * n % m) / static_cast<double>(m));
    highest = std::max(highest, sum);
  }
  return highest;
}

double relative_gap_of(std::vector<std::uint64_t> const& harmonics, std::uint64_t m) {
  return 1 - highest_sum(harmonics, m) / static_cast<double>(harmonics.size());
}

// Scores of the head, operation by operation, with rotations by position from `rows`.
template <class Rows>
std::vector<std::pair<double, double>>
literal_scores(std::size_t planes, std::uint64_t residue, double scale, double baseline,
               format::number_format const& f, std::uint64_t last, Rows const& rows) {
  std::vector<std::pair<double, double>> scores; // at BOS, elsewhere
  for (std::uint64_t i = 0; i <= last; ++i) {
    double bos = 0, other = 0;
    for (std::size_t l = 0; l < planes; ++l) {
      auto const at_r = rows(l, residue), at_i = rows(l, i), at_0 = rows(l, 0);
      auto const rotated = [&](rotary::rounded_rotation const& r, double x, double y) {
        return std::pair(subtract(f, multiply(f, r.cosine, x), multiply(f, r.sine, y)),
                         add(f, multiply(f, r.sine, x), multiply(f, r.cosine, y)));
      };
      auto const q = rotated(at_i, at_r.cosine, -at_r.sine), k = rotated(at_0, scale, 0);
      bos = add(f, bos, multiply(f, q.first, k.first));
      bos = add(f, bos, multiply(f, q.second, k.second));
    }
    other = add(f, other, multiply(f, 1, baseline));
    scores.emplace_back(bos, other);
  }
  return scores;
}

double as_double(exact::rational const& q) {
  return q.convert_to<double>();
}

std::optional<certified_length>
literal_length_by_phase(rotary_schedule const& s, std::vector<std::size_t> const& planes,
                        std::uint64_t m, std::uint64_t r, double scale, double baseline,
                        format::number_format const& f, std::uint64_t cap) {
  auto const scores = literal_scores(
      planes.size(), r, scale, baseline, f, cap, [&](std::size_t l, std::uint64_t i) {
        return phase_rotation(single_precision_frequency(s.planes[planes[l]]), i, f);
      });
  for (std::uint64_t i = 0; i <= cap; ++i) {
    auto const [bos, other] = scores[i];
    // Exact differences.
    exact::rational const gap = exact::rational(bos) - exact::rational(other);
    if ((i % m == r ? gap : exact::rational(-gap)) >= exact::rational(format::f_large(f))) continue;
    return i == 0 ? std::nullopt : std::optional(certified_length{i - 1, false});
  }
  return certified_length{cap, true};
}

// In long double, whose errors are far below the gaps met here.
std::uint64_t literal_bounded_length(long double turns, std::uint64_t m, double gap,
                                     std::uint64_t cap) {
  long double const pi = std::acos(-1.0L);
  long double matching = 1, other = -1;
  for (std::uint64_t n = 1; n <= cap; ++n) {
    long double const x = turns * static_cast<long double>(n);
    long double const c = std::cos(2 * pi * (x - std::floor(x)));
    if (n % m == 0) {
      matching = std::min(matching, c);
    } else {
      other = std::max(other, c);
    }
    if (matching - other < static_cast<long double>(gap) || matching <= other) return n - 1;
  }
  return cap;
}

} // namespace

TEST_CASE("A modulus is offered exactly if its residues look different on its planes") {
  std::mt19937 source(21);
  MESSAGE("seed 21");
  for (int round = 0; round < 300; ++round) {
    auto const s = random_rational_schedule(source, 24);
    CAPTURE(s.name);
    moduli expected;
    for (std::uint64_t m = 2; m <= 60; ++m) {
      bool const offered = offered_by_definition(s, m);
      if (offered) expected.push_back(m);
      CHECK(best_head(s, m).has_value() == offered);
    }
    CHECK(offered_moduli(s, 60) == expected);
  }
}

TEST_CASE("Schedules side by side: what they offer") {
  CHECK(offered_moduli(standard(10'000, 128), 1000).empty());
  CHECK(offered_moduli(nope(4), 1000).empty());
  CHECK(offered_moduli(mobius(2048, 64), 5000) == moduli{4096});
  CHECK(offered_moduli(mobius(12, 8), 100) == moduli{8, 24}); // 1/24, 3/24, 5/24, 7/24
  CHECK(offered_moduli(periodic(12, 8), 100) == moduli{3, 4, 6, 12});
  CHECK(offered_moduli(rational({exact::rational(1, 6)}), 100) == moduli{6});
  CHECK(offered_moduli(table({2, 3, 5}), 100) == moduli{2, 3, 5, 6, 10, 15, 30});
  CHECK(offered_moduli(table({2, 3, 5}), 9) == moduli{2, 3, 5, 6});
  CHECK(offered_moduli(band(10, 4), 100) == moduli{20}); // 1/20 and 3/20
  // Wavelengths 6, 63, 628 and 6283 are 2·3, 3²·7, 4·157 and 61·103.
  CHECK(offered_moduli(resonance(10'000, 8), 700) == moduli{6, 63, 126, 628});
}

TEST_CASE("The best head of few harmonics is that of all sets") {
  std::mt19937 source(22);
  MESSAGE("seed 22");
  for (int round = 0; round < 200; ++round) {
    auto const s = random_rational_schedule(source, 20);
    CAPTURE(s.name);
    for (auto const m : offered_moduli(s, 100)) {
      CAPTURE(m);
      auto const head = best_head(s, m).value();
      auto const harmonics = numerators_over(s, m);
      double best = 0;
      for (unsigned bits = 1; bits < 1U << harmonics.size(); ++bits) {
        std::vector<std::uint64_t> set;
        bool twice = false;
        for (std::size_t h = 0; h < harmonics.size(); ++h) {
          if ((bits >> h & 1U) == 0) continue;
          for (auto const other : set)
            twice = twice || other == harmonics[h] || (other + harmonics[h]) % m == 0;
          twice = twice || harmonics[h] == 0;
          set.push_back(harmonics[h]);
        }
        if (!twice) best = std::max(best, relative_gap_of(set, m));
      }
      CHECK(std::fabs(head.relative_gap - best) < 1e-13);
      CHECK(head.relative_gap > 0);
      CHECK(head.planes.size() == head.harmonics.size());
      CHECK(head.harmonics.size() <= head.available);
      for (std::size_t l = 0; l < head.planes.size(); ++l) {
        exact::rational const whole = *rotary::rational_turns(s.planes[head.planes[l]]) -
                                      exact::rational(head.harmonics[l], m);
        CHECK(denominator(whole) == 1);
      }
      double const highest = highest_sum(head.harmonics, m);
      CHECK(head.highest >= highest - 1e-15 * static_cast<double>(head.planes.size()) * 8);
      CHECK(std::fabs(head.highest - highest) < 1e-13);
      CHECK(std::fabs(head.relative_gap - relative_gap_of(head.harmonics, m)) < 1e-13);
    }
  }
}

TEST_CASE("More planes than sets can be tried") {
  // All harmonics of 31: the sum is −1/2 wherever it is not 15.
  auto const all = best_head(periodic(31, 30), 31).value();
  CHECK(all.available == 15);
  CHECK(all.harmonics.size() == 15);
  CHECK(all.relative_gap == doctest::Approx(1 + 0.5 / 15).epsilon(1e-13));
  // No harmonic alone tells the residues of 2·3·5·7 apart; their heads grow all the same.
  std::vector<exact::rational> turns;
  for (int a = 1; a < 210 && turns.size() < 20; ++a)
    if (std::gcd(a, 210) != 1) turns.emplace_back(a, 210);
  auto const s = rational(turns);
  auto const head = best_head(s, 210).value();
  CHECK(head.available == 20);
  CHECK(head.relative_gap == doctest::Approx(relative_gap_of(head.harmonics, 210)).epsilon(1e-12));
  CHECK(head.relative_gap > relative_gap_of({2, 3, 5, 7}, 210));
  auto const mobius_head = best_head(mobius(2048, 64), 4096).value();
  CHECK(mobius_head.available == 32);
  CHECK(mobius_head.relative_gap > 1 - std::cos(full_turn * 31.5 / 4096));
  CHECK(mobius_head.relative_gap ==
        doctest::Approx(relative_gap_of(mobius_head.harmonics, 4096)).epsilon(1e-9));
}

TEST_CASE("Heads in a format are decided by their scores, operation by operation") {
  std::mt19937 source(23);
  MESSAGE("seed 23");
  std::vector<rotary_schedule> schedules;
  for (int round = 0; round < 12; ++round)
    schedules.push_back(random_rational_schedule(source, 24));
  for (int const m : {61, 90, 97})
    schedules.push_back(table({exact::integer(m)}));
  int held = 0, failed = 0;
  for (auto const& s : schedules)
    for (auto const m : offered_moduli(s, 97)) {
      auto const head = best_head(s, m).value();
      for (auto const& f : {format::fp32, format::bf16, format::fp16}) {
        CAPTURE(s.name);
        CAPTURE(m);
        CAPTURE(f.name);
        std::vector<std::vector<rotary::rounded_rotation>> rows(head.planes.size());
        for (std::size_t l = 0; l < rows.size(); ++l)
          for (std::uint64_t i = 0; i < m; ++i)
            rows[l].push_back(rotary::rotation(
                f, {0, 1, std::get<exact::angle>(s.planes[head.planes[l]]), {}}, i));
        auto const answer = realized(head, f);
        (answer.holds ? held : failed)++;
        CHECK((answer.scale > 0 || !answer.holds));
        if (answer.gap == -HUGE_VAL) continue;
        exact::rational least = 1'000'000'000;
        for (std::uint64_t r = 0; r < m; ++r) {
          auto const scores =
              literal_scores(rows.size(), r, as_double(answer.scale), as_double(answer.baseline), f,
                             m - 1, [&](std::size_t l, std::uint64_t i) { return rows[l][i]; });
          for (std::uint64_t i = 0; i < m; ++i) {
            exact::rational const d =
                exact::rational(scores[i].first) - exact::rational(scores[i].second);
            least = std::min(least, i == r ? d : exact::rational(-d));
          }
          // One residue alone can hold at a smaller scale, and where others do not.
          if (r < 2 && answer.holds) CHECK(realized(head, r, f).holds);
        }
        CHECK((least >= exact::rational(format::f_large(f))) == answer.holds);
        if (answer.gap <= 0) continue;
        CHECK(exact::rational(answer.gap) <= least);
        CHECK(exact::rational(std::nextafter(answer.gap, HUGE_VAL)) > least);
      }
    }
  CHECK(held > 50);
  CHECK(failed > 3);
}

TEST_CASE("One plane of 1/m: how far each format goes") {
  auto const holds = [](std::uint64_t m, format::number_format const& f) {
    return realized(best_head(table({exact::integer(m)}), m).value(), f).holds;
  };
  for (std::uint64_t m = 2; m <= 8; ++m) {
    CAPTURE(m);
    CHECK(holds(m, format::fp32));
    CHECK(holds(m, format::bf16));
    CHECK(holds(m, format::fp16));
  }
  CHECK(holds(256, format::fp32));
  CHECK(!holds(256, format::bf16));
  CHECK(!holds(256, format::fp16));
}

TEST_CASE("Without tables a head holds as long as its scores, operation by operation") {
  std::mt19937 source(24);
  MESSAGE("seed 24");
  for (int round = 0; round < 15; ++round) {
    auto const s = random_rational_schedule(source, 12);
    for (auto const m : offered_moduli(s, 30)) {
      auto const head = best_head(s, m).value();
      for (auto const& f : {format::fp32, format::bf16, format::fp16}) {
        auto const table = realized(head, f);
        if (!table.holds) continue;
        auto const r = source() % m;
        std::uint64_t const cap = 80;
        auto const expected = literal_length_by_phase(s, head.planes, m, r, as_double(table.scale),
                                                      as_double(table.baseline), f, cap);
        CAPTURE(s.name);
        CHECK(length_by_phase(s, head.planes, m, r, table.scale, table.baseline, f, cap) ==
              expected);
      }
    }
  }
  // Tables hold these heads for ever; phases lose them in the end.
  auto const s = rational({exact::rational(30, 61)});
  auto const head = best_head(s, 61).value();
  auto const table = realized(head, format::fp32);
  REQUIRE(table.holds);
  auto const by_phase =
      length_by_phase(s, head.planes, 61, 0, table.scale, table.baseline, format::fp32, 300'000);
  REQUIRE(by_phase.has_value());
  CHECK(!by_phase->reached_cap);
  MESSAGE("turns:30/61 by phase in fp32: " << by_phase->length);
}

TEST_CASE("Planes that never come back tell residues for a while") {
  // 710 radians are 113 turns and 6e-5: of 1 radian m = 44 and m = 710 are near misses.
  auto const radian = rotary::parse_frequency("1").value();
  auto const m44 = bounded_modulus_of(radian, 44, 0.001, 100'000).value();
  CHECK(m44.range.length >= 44);
  CHECK(!m44.range.reached_cap);
  CHECK(m44.matching - m44.other >= 0.001);
  CHECK(!bounded_modulus_of(radian, 7, 0.001, 1000).has_value());
  CHECK(bounded_modulus_of(radian, 710, 1e-6, 100'000)->range.length > 50'000);
  // A periodic plane holds for ever, and no other modulus with it.
  auto const seventh = rotary::parse_frequency("turns:1/7").value();
  CHECK(bounded_modulus_of(seventh, 7, 0.1, 5000)->range == certified_length{5000, true});
  CHECK(!bounded_modulus_of(seventh, 14, 0, 5000).has_value());
  CHECK(bounded_modulus_of(seventh, 7, 0.38, 5000) == std::nullopt); // 1 − cos(2π/7) = 0.3765

  std::mt19937 source(25);
  MESSAGE("seed 25");
  for (int round = 0; round < 300; ++round) {
    std::uint64_t const m = 2 + source() % 20;
    // Near a/m of a turn, or anywhere.
    exact::rational turns(source() % 1000, 1000);
    if (source() % 2 == 0) turns = exact::rational(1 + source() % m, m);
    turns += exact::rational(static_cast<long>(source() % 2001) - 1000, 1'000'003'000);
    double const gap = source() % 2 == 0 ? 0.001 : 0.05;
    auto const expected = literal_bounded_length(numerator(turns).convert_to<long double>() /
                                                     denominator(turns).convert_to<long double>(),
                                                 m, gap, 3000);
    rotary::frequency const g = exact::angle{turns, 0, 0} + exact::angle{};
    auto const found = bounded_modulus_of(g, m, gap, 3000);
    CAPTURE(m);
    CAPTURE(turns.str());
    CHECK(found.has_value() == (expected >= m));
    if (found) CHECK(found->range.length == expected);
  }
}

TEST_CASE("The bounded moduli of a schedule have its best planes") {
  auto const s = standard(10'000, 16);
  auto const all = bounded_moduli(s, 100, 0.001, 2000);
  CHECK(!all.empty());
  for (std::uint64_t m = 2; m <= 100; ++m) {
    std::uint64_t longest = 0;
    for (auto const& g : s.planes)
      if (auto const one = bounded_modulus_of(g, m, 0.001, 2000))
        longest = std::max(longest, one->range.length);
    auto const at =
        std::find_if(all.begin(), all.end(), [&](auto const& b) { return b.modulus == m; });
    CHECK((at != all.end()) == (longest > 0));
    if (at == all.end()) continue;
    CHECK(at->range.length == longest);
    CHECK(bounded_modulus_of(s.planes[at->plane], m, 0.001, 2000)->range == at->range);
  }
  // What holds in exact arithmetic holds in single precision by phase, for a scale with some room.
  auto const& one = all.front();
  exact::rational const scale(1 << 20);
  exact::rational const baseline(
      round(format::fp32, (one.matching + one.other) / 2 * static_cast<double>(1 << 20)));
  auto const held = length_by_phase(s, {one.plane}, one.modulus, 0, scale, baseline, format::fp32,
                                    one.range.length);
  REQUIRE(held.has_value());
  CHECK(held->reached_cap);
}
