// Heads of several planes in formats: what is certified by the error bound, against realised
// scores.
#include "ltlc/range/pair_error.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/rotary/difference.hpp"
#include "ltlc/rotary/offset_scores.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::angle;
using exact::rational;
using format::number_format;

namespace {

// Planes a·step of equal amplitude.
pair_head comb(angle const& step, std::vector<std::uint64_t> const& harmonics,
               rational const& scale) {
  pair_head head;
  for (std::uint64_t const a : harmonics)
    head.push_back({static_cast<std::int64_t>(a) * step, scale});
  return head;
}

// A head for offset 1 and 10^6 tokens: its planes turn by a/m.
constexpr std::uint64_t million = 1'000'000;
constexpr std::uint64_t period_of_million = 1'000'001;
std::vector<std::uint64_t> const harmonics_of_million{
    1, 34928, 30677, 422547, 79702, 199021, 467370, 101028, 296445, 73438, 61829, 136342};
constexpr int scale_of_million = 744;

// cos and sin of j/m of a turn in bf16, by double where that decides. An entry is the product of
// two correctly rounded points and off by less than 2^-50 (each factor by 2^-53 as a point, the
// product by 2^-51.5); bf16 numbers and the midpoints between them, of numbers at least 2^-20 in
// size, are multiples of 2^-30, so an entry that is 2^-49 away from every multiple of 2^-30
// decides.
class rounded_circle {
public:
  explicit rounded_circle(std::uint64_t m) : pair_{0, 1, angle{rational(1, m), 0, 0}} {
    constexpr std::uint64_t block = 1024;
    auto const high = points(m / block + 1, block), low = points(block, 1);
    for (std::uint64_t j = 0; j < m; ++j) {
      auto const& x = high[j / block];
      auto const& y = low[j % block];
      double const c = x.cosine * y.cosine - x.sine * y.sine;
      double const s = x.sine * y.cosine + x.cosine * y.sine;
      if (clear(c) && clear(s))
        rows_.push_back({format::round(format::bf16, c), format::round(format::bf16, s)});
      else
        rows_.push_back(rotary::rotation(format::bf16, pair_, j));
    }
  }
  [[nodiscard]] rotary::rounded_rotation const& at(std::uint64_t n) const {
    return rows_[n % rows_.size()];
  }

private:
  [[nodiscard]] std::vector<rotary::rounded_rotation> points(std::uint64_t count,
                                                             std::uint64_t stride) const {
    std::vector<rotary::rounded_rotation> found;
    for (std::uint64_t t = 0; t < count; ++t)
      found.push_back(rotary::rotation(format::fp64, pair_, t * stride));
    return found;
  }
  static bool clear(double x) {
    double const scaled = std::ldexp(x, 30); // exact, and so is the distance to a whole number
    return std::fabs(x) > 0x1p-20 && std::fabs(scaled - std::nearbyint(scaled)) > 0x1p-19;
  }

  rotary::rotary_pair pair_;
  std::vector<rotary::rounded_rotation> rows_;
};

// The scores of planes a/m by the operations of rotary::offset_scores, but without rows for every
// position before.
class scores_in_bf16 {
public:
  scores_in_bf16(std::uint64_t m, std::vector<std::uint64_t> harmonics, std::uint64_t k,
                 rational const& scale)
      : circle_(m), harmonics_(std::move(harmonics)) {
    for (std::uint64_t const a : harmonics_) {
      angle const at_k = static_cast<std::int64_t>(a * k) * angle{rational(1, m), 0, 0};
      at_zero_.emplace_back(format::round(format::bf16, scale * exact::cosine(at_k)),
                            format::round(format::bf16, -(scale * exact::sine(at_k))));
    }
  }
  [[nodiscard]] double operator()(std::uint64_t i, std::uint64_t j) const {
    return score(query(i), j);
  }
  // How far the target is ahead of each key.
  [[nodiscard]] std::vector<double> ahead(std::uint64_t i, std::uint64_t target,
                                          std::vector<std::uint64_t> const& keys) const {
    auto const q = query(i);
    double const best = score(q, target);
    std::vector<double> found;
    for (std::uint64_t const j : keys)
      found.push_back(rotary::difference_down(best, score(q, j)));
    return found;
  }

private:
  using turned = std::vector<std::pair<double, double>>;
  [[nodiscard]] turned query(std::uint64_t i) const {
    turned q;
    for (std::size_t d = 0; d < harmonics_.size(); ++d)
      q.push_back(rotary::rotate(format::bf16, circle_.at(harmonics_[d] * i), at_zero_[d].first,
                                 at_zero_[d].second));
    return q;
  }
  [[nodiscard]] double score(turned const& q, std::uint64_t j) const {
    auto const& f = format::bf16;
    double sum = 0;
    for (std::size_t d = 0; d < harmonics_.size(); ++d) {
      auto const& key = circle_.at(harmonics_[d] * j); // (1, 0) turned: products with 1 and 0
      sum = format::add(f, sum, format::multiply(f, q[d].first, key.cosine));
      sum = format::add(f, sum, format::multiply(f, q[d].second, key.sine));
    }
    return sum;
  }

  rounded_circle circle_;
  std::vector<std::uint64_t> harmonics_;
  std::vector<std::pair<double, double>> at_zero_;
};

} // namespace

TEST_SUITE_BEGIN("range");

TEST_CASE("scores are within the error bound of exact ones") {
  std::mt19937_64 random(41);
  for (auto const& f : format::named_formats()) {
    for (int round = 0; round < 6; ++round) {
      std::vector<std::uint64_t> harmonics{1};
      while (harmonics.size() < 1 + static_cast<std::size_t>(round))
        harmonics.push_back(1 + random() % 9);
      angle const step = round % 2 == 0 ? angle{rational(1, 97), 0, 0} : angle{0, 1, 0};
      rational const scale(1 + random() % 300, 1 + random() % 40);
      auto const head = comb(step, harmonics, scale);
      auto const error = pair_score_error(head, f);
      if (!error) continue; // fp8
      std::uint64_t const k = 1 + random() % 3;
      rotary::rotation_table turns(f, {0, 1, step});
      rotary::offset_scores score({step, harmonics, k, scale, std::nullopt}, f, turns);
      rational worst = 0;
      for (int sample = 0; sample < 60; ++sample) {
        std::uint64_t const i = 1 + random() % 60, j = random() % i;
        auto const n = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(k + j);
        exact::scalar exactly;
        for (auto const& plane : head)
          exactly +=
              exact::scalar(plane.amplitude) * exact::cosine(n * std::get<angle>(plane.step));
        rational const off = abs(rational(
            rational(score(i, j)) - exact::to_rational(exact::enclose(exactly, 100).lower())));
        worst = std::max(worst, off);
      }
      CAPTURE(f.name);
      CHECK(worst <= *error);
      CHECK(*error < 400 * scale * harmonics.size()); // not all too weak
    }
  }
}

// The bonus is far greater than the planes, so that hardly anything else adds to the error.
TEST_CASE("scores with a bonus on the first key are within the bound too, and need all of it") {
  std::mt19937_64 random(43);
  double closest = 0;
  for (auto const& f : {format::fp32, format::bf16, format::fp16, format::fp64})
    for (int round = 0; round < 40; ++round) {
      angle const step{rational(1, 89 + random() % 9), 0, 0};
      std::vector<std::uint64_t> const harmonics{1, 2 + random() % 7};
      rational const scale(1 + random() % 9, 64);
      rational const size(512 + random() % 1024); // a number of every format here, once rounded
      rational const bonus(format::round(f, size));
      bool const turns_too = round % 2 == 1;
      rotary::bos_bonus const added{turns_too ? angle{rational(1, 400), 0, 0} : angle{}, {}, bonus};
      auto head = comb(step, harmonics, scale);
      if (turns_too) head.push_back({added.step, bonus});
      rational const bound = pair_rounding_error(head, f, turns_too ? rational(0) : bonus);
      rotary::rotation_table turns(f, {0, 1, step});
      rotary::offset_scores score({step, harmonics, 1, scale, added}, f, turns);
      for (std::uint64_t i = 1; i <= 60; ++i) {
        exact::scalar exactly =
            exact::scalar(bonus) * exact::cosine(static_cast<std::int64_t>(i) * added.step);
        for (auto const a : harmonics)
          exactly +=
              exact::scalar(scale) * exact::cosine(static_cast<std::int64_t>(a * (i - 1)) * step);
        exact::scalar const off = exact::scalar(rational(score(i, 0))) - exactly;
        CAPTURE(f.name);
        CAPTURE(round);
        CAPTURE(i);
        CHECK(exact::compare(off, bound) <= 0);
        CHECK(exact::compare(off, rational(-bound)) >= 0);
        if (!turns_too)
          closest = std::max(
              closest,
              std::fabs(rational(exact::to_rational(exact::enclose(off, 100).lower()) / bound)
                            .convert_to<double>()));
      }
    }
  MESSAGE("a constant: errors reach " << closest << " of the bound");
  CHECK(closest > 0.3);
}

TEST_CASE("what is certified holds at every pair of positions") {
  std::mt19937_64 random(42);
  int certified = 0;
  for (auto const& f : {format::bf16, format::fp16, format::fp32, format::fp8_e5m2}) {
    double const gap = format::f_large(f);
    for (int round = 0; round < 8; ++round) {
      constexpr std::uint64_t m = 211, cap = 240;
      std::vector<std::uint64_t> harmonics{1};
      for (int extra = round % 4; extra > 0; --extra)
        harmonics.push_back(2 + random() % 100);
      angle const step{rational(1, m), 0, 0};
      std::uint64_t const k = 1 + random() % 4;
      rational const scale(64 << (random() % 8));
      auto const answer = certify_pairs(comb(step, harmonics, scale), k, f, cap);
      CHECK(answer.length >= k - 1);
      CHECK(answer.length < m + k); // n = m has no gap
      if (!answer.error) continue;
      rotary::rotation_table turns(f, {0, 1, step});
      rotary::offset_scores score({step, harmonics, k, scale, std::nullopt}, f, turns);
      for (std::uint64_t i = k + 1; i <= answer.length + 1; ++i)
        for (std::uint64_t j = 0; j < i; ++j)
          if (j != i - k) REQUIRE(rotary::difference_down(score(i, i - k), score(i, j)) >= gap);
      certified += answer.length > 20 ? 1 : 0;
    }
  }
  CHECK(certified >= 6);
}

TEST_CASE("nothing is certified where a score may overflow") {
  auto const head = comb(angle{rational(1, 7), 0, 0}, {1}, 40'000);
  CHECK(pair_score_error(head, format::fp16) == std::nullopt);
  CHECK(certify_pairs(head, 3, format::fp16, 5).length == 2);
  CHECK(certify_pairs(head, 3, format::fp32, 5).length == 5);
}

TEST_CASE("a bf16 head for a million tokens") {
  angle const step{rational(1, period_of_million), 0, 0};
  auto const head = comb(step, harmonics_of_million, scale_of_million);
  auto const answer = certify_pairs(head, 1, format::bf16, 2 * million);
  CHECK(answer.length == million); // n = m has no gap
  auto const least = find_least_gap(head, million);
  CHECK(least.low >= rational(format::f_large(format::bf16)) + 2 * *answer.error);

  // A million pairs of positions: ten keys each of 100,000 queries, one of them that which is
  // nearest to winning in exact arithmetic.
  scores_in_bf16 const score(period_of_million, harmonics_of_million, 1, scale_of_million);
  double const gap = format::f_large(format::bf16);
  double closest = INFINITY;
  constexpr std::uint64_t seed = 2026;
  std::mt19937_64 random(seed);
  for (int sample = 0; sample < 100'000; ++sample) {
    std::uint64_t const i = 2 + random() % million; // query 1 has one key
    std::vector<std::uint64_t> keys;
    if (i - 1 >= least.at[0]) keys.push_back(i - 1 - least.at[0]);
    while (keys.size() < 10) {
      std::uint64_t const j = random() % i;
      keys.push_back(j == i - 1 ? j - 1 : j);
    }
    auto const ahead = score.ahead(i, i - 1, keys);
    double const here = *std::min_element(ahead.begin(), ahead.end());
    closest = std::min(closest, here);
    CAPTURE(seed);
    CAPTURE(i);
    REQUIRE(here >= gap);
  }
  CHECK(closest < 2000); // the keys that are nearest to winning were among them
}

TEST_CASE("scores without rows are those of the interpreter") {
  for (std::uint64_t const m : {97U, 1000U, 5041U}) {
    std::vector<std::uint64_t> const harmonics{1, 34, m - 3};
    constexpr std::uint64_t k = 2;
    scores_in_bf16 const score(m, harmonics, k, 744);
    angle const step{rational(1, m), 0, 0};
    rotary::rotation_table turns(format::bf16, {0, 1, step});
    rotary::offset_scores interpreted({step, harmonics, k, 744, std::nullopt}, format::bf16, turns);
    std::mt19937_64 random(m);
    for (int sample = 0; sample < 2'000; ++sample) {
      std::uint64_t const i = 1 + random() % 3'000, j = random() % i;
      REQUIRE(score(i, j) == interpreted(i, j));
    }
  }
}

TEST_SUITE_END();
