// An entry of the circle. With j = gB + b, cos 2πj/m = cos·cos − sin·sin of gB/m and b/m of a turn,
// whose four values are correctly rounded doubles, off by at most 2^-54. A product of two is off by
// at most 2·2^-54 + 2^-108, and 2^-54 more when rounded; the difference by twice that, and 2^-53
// when rounded: together less than 2^-51 + 2^-100. In units of 2^-56 that is 32, and cutting off
// the fraction adds 1 more.
#include "ltlc/lowering/harmonics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ltlc/contract.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;

// For m beyond this, only a sample of the candidates is looked at: as many as keep the work of one
// step the same.
constexpr std::uint64_t searched_fully = 4'096;
constexpr std::uint64_t work_of_a_step = std::uint64_t{1} << 22;
constexpr std::uint64_t least_candidates = 16;
// Offsets at which E is highest now, which are looked at first: most candidates fail there.
constexpr std::size_t most_worst = 2'048;
// Sets of at most this many are improved after they grew.
constexpr std::size_t improved_size = 8;
constexpr int improvements = 2;

constexpr std::int64_t least_integer = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest_integer = std::numeric_limits<std::int64_t>::max();

struct cosine_and_sine {
  double cosine, sine;
};

cosine_and_sine rounded_point(std::uint64_t j, std::uint64_t m) {
  exact::angle const at{rational(j, m), 0, 0};
  return {format::round(format::fp64, exact::cosine(at)),
          format::round(format::fp64, exact::sine(at))};
}

// The t-th number of a fixed stream: a mixing of 64 bits, the same on every machine.
std::uint64_t scattered(std::uint64_t t) {
  std::uint64_t x = (t + 1) * 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
  return x ^ (x >> 29);
}

rational in_units(std::int64_t n) {
  return rational(exact::integer(n), exact::integer(1) << cosine_circle::fraction_bits);
}

} // namespace

cosine_circle::cosine_circle(std::uint64_t m) : entries_(m) {
  LTLC_EXPECTS(2 <= m && m <= most_entries);
  std::uint64_t const half = m / 2;
  auto const block = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(half))) + 1;
  std::vector<cosine_and_sine> steps;
  for (std::uint64_t b = 0; b < block; ++b)
    steps.push_back(rounded_point(b, m));
  for (std::uint64_t start = 0; start <= half; start += block) {
    cosine_and_sine const at = rounded_point(start, m);
    for (std::uint64_t b = 0; b < block && start + b <= half; ++b) {
      double const c = at.cosine * steps[b].cosine - at.sine * steps[b].sine;
      auto const entry = static_cast<std::int64_t>(std::ldexp(c, fraction_bits));
      entries_[start + b] = entry;
      if (start + b > 0) entries_[m - start - b] = entry;
    }
  }
}

harmonic_set::harmonic_set(cosine_circle const& circle, std::uint64_t ordered)
    : circle_(&circle), ordered_(ordered), sums_(circle.size() / 2) {
  LTLC_EXPECTS(ordered <= circle.size());
}

void harmonic_set::grow() {
  LTLC_EXPECTS(harmonics_.size() < most_pairs);
  // Multiplying all harmonics by a unit of m permutes E: the first may as well be 1.
  std::uint64_t const a = harmonics_.empty() ? 1 : best_addition();
  harmonics_.push_back(a);
  add(a, 1);
  if (harmonics_.size() > 2 && harmonics_.size() <= improved_size &&
      circle_->size() <= searched_fully)
    choose_again();
}

void harmonic_set::add(std::uint64_t a, int sign) {
  std::uint64_t const m = circle_->size();
  std::uint64_t at = 0;
  for (std::int64_t& sum : sums_) {
    at += a;
    if (at >= m) at -= m;
    sum += sign * circle_->at(at);
  }
}

void harmonic_set::choose_again() {
  for (int sweep = 0; sweep < improvements; ++sweep) {
    bool improved = false;
    for (std::size_t d = 1; d < harmonics_.size(); ++d) {
      std::int64_t const before = goal();
      std::uint64_t const old = harmonics_[d];
      add(old, -1);
      std::uint64_t const better = best_addition();
      add(better, 1);
      if (goal() < before) {
        harmonics_[d] = better;
        improved = true;
      } else {
        add(better, -1);
        add(old, 1);
      }
    }
    if (!improved) return;
  }
}

std::int64_t harmonic_set::sum_in_units(std::uint64_t n) const {
  return sums_[std::min(n, circle_->size() - n) - 1];
}

std::int64_t harmonic_set::highest_in_units() const {
  return *std::max_element(sums_.begin(), sums_.end());
}

// The disorder when a is added; 0 adds nothing to the differences.
std::int64_t harmonic_set::disorder_with(std::uint64_t a) const {
  std::uint64_t const m = circle_->size();
  std::int64_t found = least_integer;
  std::int64_t highest_after = least_integer;
  for (std::uint64_t n = ordered_ - 1; n >= 1; --n) {
    std::int64_t const here = sum_in_units(n) + circle_->at(a * n % m);
    if (highest_after != least_integer) found = std::max(found, highest_after - here);
    highest_after = std::max(highest_after, here);
  }
  return found;
}

std::int64_t harmonic_set::goal() const {
  std::int64_t const disorder = ordered_ >= 3 ? disorder_with(0) : 0;
  return highest_in_units() + std::max<std::int64_t>(0, disorder);
}

// The offsets at which E is highest now, highest first.
std::vector<std::uint32_t> harmonic_set::worst() const {
  std::vector<std::uint32_t> at(sums_.size());
  for (std::size_t i = 0; i < at.size(); ++i)
    at[i] = static_cast<std::uint32_t>(i + 1);
  auto const higher = [this](std::uint32_t a, std::uint32_t b) {
    return sums_[a - 1] != sums_[b - 1] ? sums_[a - 1] > sums_[b - 1] : a < b;
  };
  std::size_t const kept = std::min(at.size(), most_worst);
  auto const end = at.begin() + static_cast<std::ptrdiff_t>(kept);
  std::partial_sort(at.begin(), end, at.end(), higher);
  at.resize(kept);
  return at;
}

// The goal with a added, or anything >= bound when it is not below bound.
std::int64_t harmonic_set::goal_with(std::uint64_t a, std::vector<std::uint32_t> const& at,
                                     std::int64_t bound) const {
  std::uint64_t const m = circle_->size();
  std::int64_t value = least_integer;
  for (std::uint32_t const n : at) {
    value = std::max(value, sums_[n - 1] + circle_->at(a * n % m));
    if (value >= bound) return value;
  }
  if (at.size() < sums_.size()) {
    std::uint64_t j = 0;
    for (std::int64_t const sum : sums_) {
      j += a;
      if (j >= m) j -= m;
      value = std::max(value, sum + circle_->at(j));
      if (value >= bound) return value;
    }
  }
  if (ordered_ >= 3) value += std::max<std::int64_t>(0, disorder_with(a));
  return value;
}

std::uint64_t harmonic_set::best_addition() const {
  std::uint64_t const half = circle_->size() / 2;
  bool const all = circle_->size() <= searched_fully;
  std::uint64_t const candidates = all ? half : std::max(least_candidates, work_of_a_step / half);
  auto const at = worst();
  std::uint64_t best = 1;
  std::int64_t best_goal = greatest_integer;
  for (std::uint64_t t = 0; t < candidates; ++t) {
    std::uint64_t const a = 1 + (all ? t : scattered(harmonics_.size() * candidates + t) % half);
    std::int64_t const found = goal_with(a, at, best_goal);
    if (found >= best_goal) continue;
    best = a;
    best_goal = found;
  }
  return best;
}

// An entry is off by at most 34 units, and so is each term of a sum.
std::int64_t harmonic_set::error_in_units() const {
  return cosine_circle::error * static_cast<std::int64_t>(harmonics_.size());
}

rational harmonic_set::highest() const {
  return in_units(highest_in_units() + error_in_units());
}

rational harmonic_set::disorder() const {
  LTLC_EXPECTS(ordered_ >= 3);
  return in_units(disorder_with(0) + 2 * error_in_units());
}

std::vector<std::uint64_t> harmonic_set::contenders() const {
  return above(in_units(highest_in_units() - error_in_units()));
}

std::vector<std::uint64_t> harmonic_set::above(rational const& bound) const {
  // sum + error >= bound, compared in whole units: floor(bound) makes the list longer, if anything.
  rational const scaled = bound * (exact::integer(1) << cosine_circle::fraction_bits);
  exact::integer whole = numerator(scaled) / denominator(scaled);
  if (whole > scaled) --whole;
  exact::integer const least = whole - error_in_units();
  std::vector<std::uint64_t> found;
  for (std::size_t i = 0; i < sums_.size(); ++i)
    if (sums_[i] >= least) found.push_back(i + 1);
  return found;
}

exact::scalar harmonic_set::sum_at(std::uint64_t n) const {
  std::uint64_t const m = circle_->size();
  exact::scalar sum;
  for (std::uint64_t const a : harmonics_)
    sum += exact::cosine(exact::angle{rational(a * n % m, m), 0, 0});
  return sum;
}

} // namespace ltlc::lowering
