// Amplitudes: what is certified from both sides, and optima that are known.
#include "ltlc/range/amplitudes.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace ltlc;
using namespace ltlc::range;
using exact::rational;

namespace {

rotary::frequency turn(std::uint64_t a, std::uint64_t m) {
  return exact::angle{rational(a, m), 0, 0};
}

std::vector<rotary::frequency> conventional(int dimension) {
  std::vector<rotary::frequency> steps;
  for (int d = 0; d < dimension / 2; ++d)
    steps.push_back(rotary::geometric{1, {{rational(10'000), rational(-2 * d, dimension)}}, 0});
  return steps;
}

std::uint64_t offsets_of_request(amplitude_request const& r) {
  return std::max(r.length + 1 - r.offset, r.offset - 1);
}

// The bound from its proof, by the definition and with more bits: an upper end.
rational bound_of_prices(amplitude_request const& r, best_amplitudes const& found) {
  rational sum = 0, most = 0;
  for (auto const& [n, y] : found.prices) {
    CHECK(1 <= n);
    CHECK(n <= offsets_of_request(r));
    CHECK(y > 0);
    sum += y;
  }
  CHECK(sum == 1);
  for (auto const& g : r.steps) {
    rational gain = 0;
    for (auto const& [n, y] : found.prices)
      gain += y * exact::to_rational(enclose_gap({{g, 1}}, n, 128).upper());
    most = std::max(most, gain);
  }
  return most * r.total;
}

best_amplitudes check(amplitude_request const& r) {
  auto const found = maximize_gap(r);
  REQUIRE(found.head.size() == r.steps.size());
  for (std::size_t d = 0; d < r.steps.size(); ++d) {
    CHECK(found.head[d].step == r.steps[d]);
    CHECK(found.head[d].amplitude >= 0);
  }
  CHECK(total_amplitude(found.head) <= r.total);
  CHECK(found.gap.low <= found.bound);
  CHECK(found.gap.low >= found.bound * rational(998, 1000));
  CHECK(bound_of_prices(r, found) <= found.bound);
  auto const again = find_least_gap(found.head, offsets_of_request(r));
  CHECK(again.low == found.gap.low);
  return found;
}

// The least gap of given amplitudes, rounded up.
rational gap_of(amplitude_request const& r, std::vector<rational> const& amplitudes) {
  pair_head head;
  for (std::size_t d = 0; d < r.steps.size(); ++d)
    head.push_back({r.steps[d], amplitudes[d]});
  return find_least_gap(head, offsets_of_request(r)).high;
}

} // namespace

TEST_SUITE_BEGIN("range");

TEST_CASE("all harmonics of a prime have equal amplitudes at best") {
  // Σ_{a=1}^{m−1} cos 2πan/m = −1: the gap is 1 + 1/(m − 1) at every n.
  for (std::uint64_t const m : {5U, 7U, 13U}) {
    amplitude_request r;
    for (std::uint64_t a = 1; a <= m / 2; ++a)
      r.steps.push_back(turn(a, m));
    r.length = m - 1;
    r.total = 3;
    auto const found = check(r);
    rational const optimum(3 * m, m - 1);
    CHECK(found.gap.low >= optimum * rational(998, 1000));
    CHECK(found.gap.low <= optimum);
    CHECK(found.bound >= optimum);
  }
}

TEST_CASE("no amplitudes on a grid are better than the bound") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 6; ++round) {
    amplitude_request r;
    for (int d = 0; d < 2; ++d)
      r.steps.push_back(round % 2 == 0 ? turn(1 + random() % 40, 83)
                                       : exact::angle{0, 0, rational(1 + random() % 50, 37)});
    r.offset = 1 + random() % 6;
    r.length = r.offset + random() % 40;
    CAPTURE(round);
    auto const found = check(r);
    constexpr int grid = 40;
    for (int x = 0; x <= grid; ++x)
      CHECK(gap_of(r, {rational(x, grid), rational(grid - x, grid)}) <=
            found.bound * (1 + rational(1, 1'000'000'000)));
  }
}

TEST_CASE("amplitudes of conventional RoPE that are best, and better than equal ones") {
  amplitude_request r;
  r.steps = conventional(32);
  r.length = 20'000;
  r.total = 100;
  auto const found = check(r);
  std::vector<rational> const equal(r.steps.size(), r.total / r.steps.size());
  CHECK(gap_of(r, equal) * rational(3, 2) < found.gap.low);
}

TEST_CASE("planes that never turn have no gap") {
  amplitude_request r;
  r.steps = {turn(0, 1), turn(0, 1)};
  r.length = 5;
  auto const found = maximize_gap(r);
  CHECK(found.bound == 0);
  CHECK(found.gap.high == 0);
}

TEST_CASE("one plane holds as long as its continued fraction says") {
  for (std::uint64_t const k : {1U, 3U, 30U}) {
    for (int const scale : {20, 1000, 100'000}) {
      amplitude_request r;
      r.steps = {rotary::geometric{1, {{rational(10'000), rational(-1, 32)}}, 0}};
      r.offset = k;
      r.length = 20'000;
      r.total = scale;
      rational const gap(17);
      auto const found = find_longest(r, gap);
      auto const ideal = ideal_range({r.steps[0], k, scale}, gap);
      REQUIRE(ideal.has_value());
      REQUIRE(ideal->has_value());
      CHECK(found.length == (*ideal)->length);
      CHECK(found.out_of_reach == found.length + 1);
    }
  }
}

TEST_CASE("the longest head is certified, and nearly the best") {
  for (int const scale : {40, 70, 100}) {
    amplitude_request r;
    r.steps = conventional(16);
    r.length = 3'000;
    r.total = scale;
    rational const gap(17);
    auto const found = find_longest(r, gap);
    CAPTURE(scale);
    CHECK(total_amplitude(found.head) <= r.total);
    auto const unsafe = find_first_unsafe(found.head, gap, r.length);
    REQUIRE(unsafe.has_value());
    CHECK(found.length == (*unsafe ? **unsafe - 1 : r.length));
    if (found.length == r.length) continue;
    REQUIRE(found.out_of_reach.has_value());
    CHECK(found.length < *found.out_of_reach);
    // No amplitudes: the bound at that length says so too.
    amplitude_request past = r;
    past.length = *found.out_of_reach;
    CHECK(maximize_gap(past, {rational(1, 100'000), 200}).bound < gap);
    // Equal amplitudes do not hold longer.
    pair_head equal;
    for (auto const& g : r.steps)
      equal.push_back({g, r.total / r.steps.size()});
    auto const plain = find_first_unsafe(equal, gap, r.length);
    REQUIRE(plain.has_value());
    if (*plain) CHECK(**plain - 1 < *found.out_of_reach);
  }
}

TEST_SUITE_END();
