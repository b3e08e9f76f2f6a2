// Gaps of several planes: what the fast scan says against enclosures of every single offset.
#include "ltlc/range/pair_gap.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/range/cosine_sums.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::enclosure;
using exact::rational;

namespace {

rotary::frequency step_of(std::string const& text) {
  auto const g = rotary::parse_frequency(text);
  REQUIRE_MESSAGE(g.has_value(), text);
  return *g;
}

// θ_d = base^(−2d/dimension).
pair_head standard_rope(rational const& base, int dimension) {
  pair_head head;
  for (int d = 0; d < dimension / 2; ++d)
    head.push_back(
        {rotary::geometric{1, {{base, rational(-2 * d, dimension)}}, 0}, rational(2, dimension)});
  return head;
}

// The twin: Σ a(1 − cos 2πt) for t = n·turns, from the definition, at 256 bits.
enclosure defined_gap(pair_head const& head, std::vector<enclosure> const& turns, std::uint64_t n) {
  constexpr mpfr_prec_t bits = 256;
  enclosure two_pi(bits), sum(bits);
  mpfi_const_pi(two_pi.get());
  mpfi_mul_2ui(two_pi.get(), two_pi.get(), 1);
  for (std::size_t d = 0; d < head.size(); ++d) {
    enclosure x = turns[d];
    mpfi_mul_ui(x.get(), x.get(), n);
    mpfi_mul(x.get(), x.get(), two_pi.get());
    mpfi_cos(x.get(), x.get());
    mpfi_ui_sub(x.get(), 1, x.get());
    mpfi_mul(x.get(), x.get(), exact::enclose(head[d].amplitude, bits).get());
    mpfi_add(sum.get(), sum.get(), x.get());
  }
  return sum;
}

std::vector<enclosure> defined_gaps(pair_head const& head, std::uint64_t length) {
  std::vector<enclosure> turns, gaps;
  for (auto const& plane : head)
    turns.push_back(rotary::enclose_turns(plane.step, 256));
  for (std::uint64_t n = 1; n <= length; ++n)
    gaps.push_back(defined_gap(head, turns, n));
  return gaps;
}

bool meets(enclosure const& x, rational const& low, rational const& high) {
  return exact::to_rational(x.lower()) <= high && low <= exact::to_rational(x.upper());
}

// Compares the fast way with the twin at every length and at thresholds between, at and next to
// gaps that occur.
void check_against_definition(pair_head const& head, std::uint64_t length) {
  auto const gaps = defined_gaps(head, length);
  enclosure least = gaps[0];
  for (std::uint64_t n = 1; n <= length; ++n) {
    enclosure const& here = gaps[n - 1];
    if (mpfr_cmp(here.lower(), least.lower()) < 0) least = here;
    if (n > 8 && n % 97 != 0 && n != length) continue;
    auto const found = find_least_gap(head, n);
    CAPTURE(n);
    CHECK(meets(least, found.low, found.high));
    CHECK(found.high - found.low <= (found.high + rational(1, 1000000)) / 1000000);
    REQUIRE(!found.at.empty());
    for (std::uint64_t const at : found.at) {
      CHECK(1 <= at);
      CHECK(at <= n);
      CHECK(meets(gaps[at - 1], found.low, found.high));
    }
  }
  std::mt19937_64 random(7);
  for (int round = 0; round < 12; ++round) {
    auto const& pivot = gaps[random() % length];
    rational f = exact::to_rational(round % 2 == 0 ? pivot.lower() : pivot.upper());
    rational const nudge(static_cast<long>(round) - 6, 1000000000000000);
    f += nudge;
    if (f <= 0) continue;
    std::optional<std::uint64_t> first;
    bool clear = true;
    for (std::uint64_t n = 1; n <= length && !first; ++n) {
      if (exact::to_rational(gaps[n - 1].upper()) < f)
        first = n;
      else if (exact::to_rational(gaps[n - 1].lower()) < f)
        clear = false;
    }
    if (!clear) continue; // the twin cannot tell
    auto const found = find_first_unsafe(head, f, length);
    REQUIRE(found.has_value());
    CHECK(*found == first);
  }
}

pair_head random_head(std::mt19937_64& random, int kind) {
  pair_head head;
  std::size_t const planes = 1 + random() % 5;
  for (std::size_t d = 0; d < planes; ++d) {
    rational const amplitude(random() % 20, 1 + random() % 5);
    rational const q(1 + random() % 1000, 1 + random() % 300);
    rotary::frequency g = exact::angle{rational(random() % 60, 60), 0, 0};
    if (kind == 1 || (kind == 3 && random() % 2 == 0)) g = exact::angle{0, 0, q};
    if (kind == 2 || (kind == 3 && random() % 2 == 0))
      g = rotary::geometric{q, {{rational(10000), rational(-1, 1 + random() % 9)}}, 0};
    if (kind == 4) g = exact::angle{0, static_cast<std::int64_t>(1 + random() % 9), 0};
    head.push_back({g, amplitude});
  }
  head[0].amplitude += 1;
  return head;
}

} // namespace

TEST_SUITE_BEGIN("range");

TEST_CASE("sums of cosines are within their error bound of enclosures") {
  for (std::uint64_t const last : {3U, 255U, 256U, 70'000U, 20'000'000U}) {
    auto const head = standard_rope(10'000, 20);
    std::vector<rotary::frequency> steps;
    std::vector<double> weights;
    for (auto const& plane : head) {
      steps.push_back(plane.step);
      weights.push_back(0.1);
    }
    cosine_sums const sums(steps, last);
    CHECK(sums.error() < 1e-14);
    std::vector<enclosure> turns;
    for (auto const& g : steps)
      turns.push_back(rotary::enclose_turns(g, 256));
    std::mt19937_64 random(last);
    for (int round = 0; round < 300; ++round) {
      std::uint64_t const n = round == 0 ? last : random() % (last + 1);
      cosine_sums::sums at;
      sums.evaluate(n / cosine_sums::block, weights, at);
      // The real weights are 1/10.
      enclosure x = defined_gap(head, turns, n);
      mpfi_ui_sub(x.get(), 1, x.get());
      rational const error(sums.error());
      rational const computed(at[n % cosine_sums::block]);
      CHECK(exact::to_rational(x.upper()) >= computed - error);
      CHECK(exact::to_rational(x.lower()) <= computed + error);
    }
  }
}

TEST_CASE("the least gap and the first unsafe offset are those of the definition") {
  std::mt19937_64 random(20'260);
  for (int kind = 0; kind < 5; ++kind) {
    for (int round = 0; round < 4; ++round) {
      CAPTURE(kind);
      CAPTURE(round);
      check_against_definition(random_head(random, kind), 600);
    }
  }
  check_against_definition(standard_rope(10'000, 16), 700);
  check_against_definition(standard_rope(500'000, 8), 700);
}

TEST_CASE("planes in rational turns repeat, and ties go to the first offset") {
  pair_head const head{{step_of("turns:1/12"), 1}, {step_of("turns:1/8"), 2}};
  for (std::uint64_t length = 1; length < 24; ++length) {
    auto const found = find_least_gap(head, length);
    REQUIRE(found.at.size() == 1);
    // By the scalars.
    std::uint64_t best = 1;
    auto const gap = [](std::uint64_t n) {
      auto const m = static_cast<std::int64_t>(n);
      return exact::scalar(3) - exact::cosine(m * exact::angle{rational(1, 12), 0, 0}) -
             exact::scalar(2) * exact::cosine(m * exact::angle{rational(1, 8), 0, 0});
    };
    for (std::uint64_t n = 2; n <= length; ++n)
      if (exact::compare(gap(n), gap(best)) < 0) best = n;
    CHECK(found.at[0] == best);
  }
  auto const repeated = find_least_gap(head, 24);
  CHECK(repeated.low == 0);
  CHECK(repeated.high == 0);
  CHECK(repeated.at == std::vector<std::uint64_t>{24});
  auto const unsafe = find_first_unsafe(head, rational(1, 1'000'000'000), 1'000'000);
  REQUIRE(unsafe.has_value());
  CHECK(**unsafe == 24);
}

TEST_CASE("an equality is decided") {
  // 2(1 − cos π/3) + (1 − cos 1·0) = 1.
  pair_head const rational_cosines{{step_of("turns:1/6"), 2}, {step_of("turns:1/4"), 0}};
  CHECK(compare_gap(rational_cosines, 1, 1) == 0);
  CHECK(compare_gap(rational_cosines, 6, rational(1, 100)) == -1);
  // cos 2π/5 + cos 4π/5 = −1/2.
  pair_head const golden_section{{step_of("turns:1/5"), 1}, {step_of("turns:2/5"), 1}};
  CHECK(compare_gap(golden_section, 1, rational(5, 2)) == 0);
  CHECK(compare_gap(golden_section, 1, rational(5, 2) + rational(1, exact::integer(1) << 2000)) ==
        -1);
  auto const first = find_first_unsafe(golden_section, rational(5, 2), 1000);
  REQUIRE(first.has_value());
  CHECK(**first == 5);
  // With a radian in it nothing is rational.
  pair_head const radian{{step_of("1"), 1}, {step_of("turns:1/4"), 1}};
  CHECK(compare_gap(radian, 2, 3).has_value());
  // Opposite planes: (1 − cos(π + 1)) + (1 − cos 1) = 2, where no enclosure ends.
  pair_head const opposite{{exact::angle{rational(1, 2), 0, 1}, 1},
                           {rotary::geometric{1, {}, 0}, 1}};
  CHECK(compare_gap(opposite, 1, 2) == std::nullopt);
  CHECK(compare_gap({{exact::angle{rational(1, 2), 0, 1}, 1}, {exact::angle{0, 0, 1}, 1}}, 1, 2) ==
        0);
  // π times an irrational number.
  auto const x = rotary::geometric{1, {{rational(1, 2), rational(1, 2)}}, 0, true};
  CHECK(compare_gap({{x, 1}, {step_of("turns:1/4"), 1}}, 1, 2) == 1); // x > 1/2
  CHECK(compare_gap({{x, 1}, {x, 2}}, 1,
                    exact::to_rational(enclose_gap({{x, 3}}, 1, 300).lower()) -
                        rational(1, exact::integer(1) << 250)) == 1);
  auto const undecided = find_first_unsafe(opposite, 2, 10);
  REQUIRE(!undecided.has_value());
  CHECK(undecided.error().certified == 0);
}

TEST_CASE("conventional RoPE with equal amplitudes is least at the next position") {
  auto const head = standard_rope(10'000, 128);
  auto const found = find_least_gap(head, 1'000'000);
  CHECK(found.at == std::vector<std::uint64_t>{1});
  CHECK(found.low > rational(297861, 10'000'000));
  CHECK(found.high < rational(297863, 10'000'000));
  auto const unsafe = find_first_unsafe(head, rational(297863, 10'000'000), 1'000'000);
  REQUIRE(unsafe.has_value());
  CHECK(*unsafe == std::optional<std::uint64_t>(1));
  auto const safe = find_first_unsafe(head, rational(297861, 10'000'000), 1'000'000);
  REQUIRE(safe.has_value());
  CHECK(*safe == std::nullopt);
}

TEST_CASE("one plane agrees with its continued fraction") {
  for (auto const* const text : {"1", "golden", "10000^(-2/64)", "turns:355/1130000"}) {
    for (int scale : {16, 1000, 1'000'000}) {
      CAPTURE(text);
      CAPTURE(scale);
      rational const gap(17);
      auto const ideal = ideal_range({step_of(text), 1, scale}, gap);
      REQUIRE(ideal.has_value());
      REQUIRE(ideal->has_value());
      auto const found = find_first_unsafe({{step_of(text), scale}}, gap, 3'000'000);
      REQUIRE(found.has_value());
      REQUIRE(found->has_value());
      CHECK((*ideal)->first_unsafe == **found);
    }
  }
}

TEST_SUITE_END();
