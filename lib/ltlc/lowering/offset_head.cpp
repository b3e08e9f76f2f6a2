// Offset heads. The score of key j for query i is C·cos(g·n) with n = i − k − j. Past the paper:
// with the slow angle g = 1/m of a turn, m >= max(L + 2 − k, 2(k − 1)), no gate is needed.
//   i > k:  the target has n = 0 and the others 0 < |n| < m, so the gap is at least C(1 − cos g),
//   the
//           same as for every other a/m of a turn, and the best for one angle.
//   i <= k: |n| = k − i + j grows with j and stays within half a turn (k − 1 <= m/2), so BOS wins.
//   For
//           x = g(k − i), cos x − cos(x + g) = 2 sin(x + g/2) sin(g/2) >= 2 sin²(g/2) = 1 − cos g
//           as g/2 <= x + g/2 <= π − g/2: the same gap. The value at BOS is 0, as Y^k wants it.
//
// With an angle that is given, nothing is known about i < k. There a second pair, which only the
// BOS key has, adds D·cos of an angle g' per position that is positive exactly for i <= k: g' =
// 1/m' of a turn, zero between k and k + 1, m' >= 2 max(k, L + 1 − k), so that it is at least
// D·sin(g'/2) up to k and at most −D·sin(g'/2) after it. With D·sin(g'/2) >= 2C + λ BOS wins by λ
// up to k, and after k it only loses more.
//
// Error of a score in a format with u = 2^-p: every product and sum is off by a factor 1 ± u, table
// entries too; the query's components are off by at most ((1+u)^4 − 1)C, the score by
// ((1+u)^3 − 1 + √2((1+u)^4 − 1)(1+u)^3)C < 10uC. A gap of f_large + 20uC needs no check.
#include "ltlc/lowering/heads.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/rotary/certified_range.hpp"

namespace ltlc::lowering {

namespace {

using exact::angle;
using exact::rational;
using exact::scalar;

constexpr int gap_digits = 6;
// Doublings of C past the exact minimum: rounding errors grow with C, so more would not help.
constexpr int doublings = 4;
// Pairs of positions, or residues, that are checked one by one.
constexpr std::uint64_t most_pairs = 20'000'000;
constexpr std::uint64_t most_positions = 4'000;
// Doublings of C for an angle that is given: a rational one has a range that no scale exceeds.
constexpr int most_doublings = 200;
constexpr std::uint64_t most_residues = 4'096;

rational power_of_two(int e) {
  exact::integer p = 1;
  p <<= std::abs(e);
  return e >= 0 ? rational(p) : rational(exact::integer(1), p);
}

angle turns(exact::integer const& numerator, exact::integer const& denominator) {
  rational q(numerator, denominator);
  exact::integer whole =
      boost::multiprecision::numerator(q) / boost::multiprecision::denominator(q);
  if (whole > q) --whole;
  return angle{q - whole, 0, 0};
}

angle slow(std::uint64_t m) {
  return turns(1, m);
}

// λ·2^e, the least with factor·λ·2^e >= wanted. Pre: factor > 0.
rational least_scale(scalar const& factor, rational const& wanted, rational const& lambda) {
  rational c = lambda;
  while (exact::compare(c * factor, wanted) < 0)
    c *= 2;
  return c;
}

// Leaves room for a factor below 2 by rounding, and for no more.
bool fits(rational const& c, arithmetic const& numbers) {
  return !numbers.format || c * 2 <= rational(power_of_two(numbers.format->max_exponent) * 2);
}

rational unit_roundoff(format::number_format const& f) {
  return power_of_two(-f.precision);
}

rational f_large_of(format::number_format const& f) {
  return rational(format::f_large(f));
}

// a − b >= gap for finite a, b, exactly: rounding is monotone, and a tie is settled by the error
// term.
bool ahead_by(double a, double b, double gap) {
  double const d = a - b;
  if (!(d >= gap)) return false;
  double const bb = a - d;
  double const error = (a - (d + bb)) + (bb - b);
  return d > gap || error >= 0;
}

// What is left of an exact gap after errors; a little less, as the digits are rounded.
std::string at_least(scalar const& gap, rational const& error) {
  return ">= " + exact::approximate(rational(9999, 10000) * (gap - scalar(error)), gap_digits);
}

} // namespace

arithmetic arithmetic_for(std::optional<format::number_format> const& f) {
  arithmetic result{f, 1};
  if (f)
    while (result.lambda < f_large_of(*f))
      result.lambda *= 2;
  return result;
}

namespace {

struct offset_candidate {
  angle step;
  rational scale;
  std::uint64_t offset;
};

// Scores as the interpreter computes them.
class realized_scores {
public:
  realized_scores(offset_candidate const& head, format::number_format const& f)
      : f_(f), table_(f, {0, 1, head.step}) {
    angle const at_k = static_cast<std::int64_t>(head.offset) * head.step;
    x_ = format::round(f, head.scale * exact::cosine(at_k));
    y_ = format::round(f, -(head.scale * exact::sine(at_k)));
  }
  // Pre: j < i.
  double operator()(std::uint64_t i, std::uint64_t j) {
    while (queries_.size() <= i) {
      auto const& r = table_.at(queries_.size());
      queries_.push_back(rotary::rotate(f_, r, x_, y_));
      keys_.push_back(rotary::rotate(f_, r, 1.0, 0.0));
    }
    q_ = {queries_[i].first, queries_[i].second};
    k_ = {keys_[j].first, keys_[j].second};
    return rotary::dot(f_, q_, k_);
  }

private:
  format::number_format f_;
  rotary::rotation_table table_;
  double x_ = 0, y_ = 0; // the query before rotation
  std::vector<std::pair<double, double>> queries_, keys_;
  std::vector<double> q_, k_;
};

// The least realized gap for the queries `first` … `last`, or none when it is less than f_large.
// Up to k the winner is BOS, with its bonus, and from then on the position k before.
std::optional<double> realized_gap(offset_candidate const& head, format::number_format const& f,
                                   std::vector<double> const& bonus, std::uint64_t first,
                                   std::uint64_t last) {
  realized_scores score(head, f);
  double const gap = format::f_large(f);
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t i = first; i <= last; ++i) {
    std::uint64_t const target = i <= head.offset ? 0 : i - head.offset;
    double best = score(i, target);
    if (target == 0 && i < bonus.size()) best = format::add(f, best, bonus[i]);
    if (!std::isfinite(best)) return std::nullopt;
    for (std::uint64_t j = 0; j < i; ++j) {
      if (j == target) continue;
      double const other = score(i, j);
      if (!ahead_by(best, other, gap)) return std::nullopt;
      least = std::min(least, best - other);
    }
  }
  return least;
}

// The slow angle with period m, for words up to `length` with this C: the gap as text.
std::optional<std::string> slow_angle_gap(offset_candidate const& head, std::uint64_t length,
                                          arithmetic const& numbers) {
  scalar const gap = head.scale * (scalar(1) - exact::cosine(head.step));
  if (exact::compare(gap, numbers.lambda) < 0) return std::nullopt;
  if (!numbers.format) return exact::approximate(gap, gap_digits);
  auto const& f = *numbers.format;
  rational const error = 20 * unit_roundoff(f) * head.scale;
  if (exact::compare(gap, rational(f_large_of(f) + error)) >= 0) return at_least(gap, error);
  if (length + 2 > most_pairs / (length + 2)) return std::nullopt;
  auto const least = realized_gap(head, f, {}, 2, length + 1);
  if (!least) return std::nullopt;
  return std::isfinite(*least) ? format::shortest_decimal(*least) : std::string();
}

// The slow angle for exactly this length; none when the format is too small for it.
std::optional<offset_numbers> slow_angle(offset_request const& wanted, std::uint64_t length,
                                         arithmetic const& numbers) {
  std::uint64_t const k = wanted.offset;
  std::uint64_t const m = std::max<std::uint64_t>({length + 2 - k, 2 * (k - 1), 2});
  offset_candidate head{slow(m), numbers.lambda, k};
  scalar const relative = scalar(1) - exact::cosine(head.step);
  head.scale = wanted.scale ? *wanted.scale : least_scale(relative, numbers.lambda, numbers.lambda);
  for (int step = 0; step < (wanted.scale ? 1 : doublings) && fits(head.scale, numbers); ++step) {
    if (auto gap = slow_angle_gap(head, length, numbers))
      return offset_numbers{{head.step}, head.scale, std::nullopt, length, std::move(*gap), {}};
    head.scale *= 2;
  }
  return std::nullopt;
}

// The longest length from `from` down for which attempt(length) found a head: down in steps of a
// sixteenth, then up by one.
template <class Attempt>
std::optional<offset_numbers> longest(std::uint64_t from, std::uint64_t k, Attempt attempt) {
  std::optional<offset_numbers> found;
  std::uint64_t length = from;
  while (length >= k && !(found = attempt(length)))
    length -= std::max<std::uint64_t>(1, std::min(length / 16, length - k));
  if (!found) return std::nullopt;
  while (found->length < from) {
    auto longer = attempt(found->length + 1);
    if (!longer) break;
    found = std::move(longer);
  }
  return found;
}

std::optional<offset_numbers> longest_slow_angle(offset_request const& wanted,
                                                 arithmetic const& numbers) {
  std::uint64_t length = wanted.length;
  if (numbers.format) { // 1 − cos 1/m of a turn is about 20/m²; below u there is nothing to find
    double const most = 5 * std::pow(2.0, numbers.format->precision / 2.0);
    if (static_cast<double>(length) > most + static_cast<double>(wanted.offset))
      length = static_cast<std::uint64_t>(most) + wanted.offset;
  }
  return longest(length, wanted.offset,
                 [&](std::uint64_t l) { return slow_angle(wanted, l, numbers); });
}

std::vector<double> realized_bonus(bonus_pair const& b, format::number_format const& f,
                                   std::uint64_t last) {
  rotary::rotation_table table(f, {0, 1, b.step});
  double const x = format::round(f, b.scale * exact::cosine(b.phase));
  double const y = format::round(f, b.scale * exact::sine(b.phase));
  std::vector<double> by_position;
  for (std::uint64_t i = 0; i <= last; ++i)
    by_position.push_back(rotary::rotate(f, table.at(i), x, y).first);
  return by_position;
}

std::optional<bonus_pair> bonus_for(offset_candidate const& head, std::uint64_t length,
                                    arithmetic const& numbers) {
  std::uint64_t const k = head.offset;
  std::uint64_t const m = std::max<std::uint64_t>({2 * k, 2 * (length + 1 - k), 4});
  // At i = k + ½ the angle is a quarter turn.
  angle const phase =
      turns(exact::integer(m) - 2 * (2 * exact::integer(k) + 1), 4 * exact::integer(m));
  scalar const least = exact::sine(turns(1, 2 * exact::integer(m)));
  rational const wanted = 2 * head.scale + numbers.lambda;
  bonus_pair bonus{slow(m), phase, least_scale(least, wanted, numbers.lambda)};
  for (int step = 0; step < 2 && fits(bonus.scale + head.scale, numbers);
       ++step, bonus.scale *= 2) {
    if (!numbers.format) return bonus;
    auto const values = realized_bonus(bonus, *numbers.format, length + 1);
    bool holds = realized_gap(head, *numbers.format, values, 2, k).has_value();
    for (std::uint64_t i = k + 1; i <= length + 1; ++i)
      holds = holds && values[i] <= 0;
    if (holds) return bonus;
  }
  return std::nullopt;
}

// How far a given angle and C go: as far as the error bound tells, and then as far as checking
// every pair of positions tells, unless there are too many.
std::uint64_t range_of(offset_candidate const& head, std::uint64_t cap, arithmetic const& numbers) {
  rotary::offset_head const h{head.step, head.offset, head.scale};
  std::uint64_t const length = rotary::certified_range(h, numbers.lambda, cap).length;
  if (!numbers.format) return length;
  auto const& f = *numbers.format;
  rational const safe = f_large_of(f) + 20 * unit_roundoff(f) * head.scale;
  std::uint64_t const certain = rotary::certified_range(h, safe, length).length;
  if (certain == length) return length;
  std::uint64_t const checked = std::min(length, most_positions);
  return std::max(certain, rotary::certified_range(h, f, checked).length);
}

// What is known of the least gap of a head that was certified: f_large, or λ in exact arithmetic.
std::string certified_gap(arithmetic const& numbers) {
  return ">= " + (numbers.format ? format::shortest_decimal(format::f_large(*numbers.format))
                                 : exact::print(scalar(numbers.lambda)));
}

// With an angle that is given and C free, C grows until the exact range is long enough, and a
// little further for the format; the range can stay the same for many doublings. The result's
// length can be less than was wanted.
std::optional<offset_numbers> given_angle(offset_request const& wanted, arithmetic const& numbers) {
  offset_candidate head{*wanted.angle, wanted.scale ? *wanted.scale : numbers.lambda,
                        wanted.offset};
  offset_candidate best = head;
  std::uint64_t best_length = 0;
  int enough = 0;
  for (int step = 0; step < most_doublings && enough < doublings; ++step, head.scale *= 2) {
    if (!fits(head.scale, numbers)) break;
    rotary::offset_head const h{head.step, head.offset, head.scale};
    std::uint64_t const ideal = rotary::certified_range(h, numbers.lambda, wanted.length).length;
    if (ideal == wanted.length) ++enough;
    std::uint64_t const length =
        ideal > best_length ? range_of(head, wanted.length, numbers) : best_length;
    if (length > best_length) {
      best = head;
      best_length = length;
    }
    if (wanted.scale || length == wanted.length) break;
  }
  if (best_length < wanted.offset) return std::nullopt;
  return offset_numbers{{best.step}, best.scale, std::nullopt, best_length, certified_gap(numbers),
                        {}};
}

// With k >= 2 the head needs its bonus pair, which grows with C, and C with the length: a shorter
// head can fit where a longer one does not.
std::optional<offset_numbers> given_angle_with_bonus(offset_request const& wanted,
                                                     arithmetic const& numbers) {
  auto const bare = given_angle(wanted, numbers);
  if (!bare) return std::nullopt;
  auto const attempt = [&](std::uint64_t length) -> std::optional<offset_numbers> {
    auto head = given_angle({wanted.offset, length, wanted.angle, wanted.scale}, numbers);
    if (!head || head->length < length) return std::nullopt;
    head->bonus = bonus_for({head->steps.front(), head->scale, wanted.offset}, length, numbers);
    return head->bonus ? head : std::nullopt;
  };
  return longest(bare->length, wanted.offset, attempt);
}

} // namespace

std::optional<offset_numbers> offset_head_numbers(offset_request const& wanted,
                                                  arithmetic const& numbers) {
  LTLC_EXPECTS(wanted.offset >= 1 && wanted.length >= wanted.offset);
  if (!wanted.angle) return longest_slow_angle(wanted, numbers);
  return wanted.offset == 1 ? given_angle(wanted, numbers)
                            : given_angle_with_bonus(wanted, numbers);
}

} // namespace ltlc::lowering
