// Offset heads with one pair. The score of key j for query i is C·cos(g·n) with n = i − k − j. Past
// the paper: with the slow angle g = 1/m of a turn, m >= max(L + 2 − k, 2(k − 1)), no gate is
// needed.
//   i > k:  the target has n = 0 and the others 0 < |n| < m: the gap is at least C(1 − cos g), the
//           same as for every other a/m of a turn, and the best for one angle.
//   i <= k: |n| = k − i + j grows with j and stays within half a turn (k − 1 <= m/2), so BOS wins.
//           For x = g(k − i), cos x − cos(x + g) = 2 sin(x + g/2) sin(g/2) >= 2 sin²(g/2) = 1 − cos
//           g as g/2 <= x + g/2 <= π − g/2: the same gap. The value at BOS is 0, as Y^k wants it.
//
// With an angle that is given, nothing is known about i < k. At i = k BOS is the target itself.
// Where it does not win by itself for 1 < i < k, which is checked, it has a second pair, which no
// other key has: that adds D·cos of an angle that grows by g' per position and is zero between k
// and k + 1. g' = 1/m' of a turn with m' >= 2 max(k, L + 1 − k), so the bonus is at least
// D·sin(g'/2) up to k and at most −D·sin(g'/2) after it. With D·sin(g'/2) >= 2C + λ, BOS wins by λ
// up to k, and after k it only loses more.
#include "ltlc/lowering/offset_head.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/lowering/realized_modular.hpp"
#include "ltlc/lowering/realized_offset.hpp"
#include "ltlc/range/ideal_range.hpp"
#include "ltlc/range/realized_range.hpp"

namespace ltlc::lowering {

namespace {

using exact::angle;
using exact::rational;
using exact::scalar;

constexpr int digits_of_gap = 6;
// Doublings of C past the exact minimum: rounding errors grow with C, so more would not help.
constexpr int doublings_of_pair = 4;
// Positions whose scores are computed.
constexpr std::uint64_t most_positions = 4'000;
// Doublings of C for an angle that is given: a rational one has a range that no scale exceeds.
constexpr int most_doublings = 200;
// Offsets below which an angle that is given is tried without a bonus: every two are compared.
constexpr std::uint64_t most_compared = 64;
constexpr std::uint64_t share_of_pair = 16;
constexpr std::uint64_t steps_of_octave = 64;

// 1 − cos of 1/m of a turn is about 20/m²: past this many u^-½ positions the cosine rounds to 1,
// and there is nothing to find.
constexpr double most_roots = 8;

struct single_pair {
  angle step;
  rational scale;
  std::uint64_t offset;
};

rotary::comb_offset_head as_comb(single_pair const& head, std::optional<bonus_pair> const& bonus) {
  rotary::comb_offset_head result{head.step, {1}, head.offset, head.scale, std::nullopt};
  if (bonus) result.bonus = rotary::bos_bonus{bonus->step, bonus->phase, bonus->scale};
  return result;
}

std::string error_text(single_pair const& head, std::optional<bonus_pair> const& bonus,
                       arithmetic const& numbers) {
  if (!numbers.format) return "0";
  std::optional<bonus_size> size;
  if (bonus) size = bonus_size{bonus->scale, false};
  return at_most(error_with_sums(numbers, offset_score_error(*numbers.format, 1, head.scale, size),
                                 head.scale + (size ? size->scale : rational(0))));
}

// The n up to m/2 at which C(1 − cos(2πn/m)) is less than `needed`: those up to some n.
std::vector<std::uint64_t> nearest(single_pair const& head, std::uint64_t m,
                                   rational const& needed) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t n = 1; n <= m / 2; ++n) {
    scalar const gap = head.scale * (scalar(1) - exact::cosine(turns(n, m)));
    if (exact::compare(gap, needed) >= 0) break;
    found.push_back(n);
  }
  return found;
}

// The gap of the slow angle with period m for words up to `length` with this C, as text.
std::optional<std::string> slow_angle_gap(single_pair const& head, std::uint64_t m,
                                          std::uint64_t length, arithmetic const& numbers,
                                          std::optional<rotary::rotation_table>& table) {
  scalar const gap = head.scale * (scalar(1) - exact::cosine(head.step));
  if (exact::compare(gap, numbers.lambda) < 0) return std::nullopt;
  if (!numbers.format) return exact::approximate(gap, digits_of_gap);
  auto const& f = *numbers.format;
  rational const error =
      error_with_sums(numbers, offset_score_error(f, 1, head.scale, std::nullopt), head.scale);
  rational const needed = f_large_of(f) + 2 * error;
  bool const finite = differences_fit(head.scale + error, numbers);
  if (finite && exact::compare(gap, needed) >= 0) return at_least(gap, 2 * error);
  if (m > longest_period_checked) return std::nullopt;
  keys_to_check keys{std::nullopt, m, false};
  if (finite) keys.offsets = nearest(head, m, needed);
  if (cost_of_check(keys, head.offset, length + 1, 1) > most_scores_checked) return std::nullopt;
  if (!table) table.emplace(f, rotary::rotary_pair{0, 1, head.step});
  realized_scores score(as_comb(head, std::nullopt), numbers, *table);
  std::uint64_t computed = 0;
  auto const least = realized_gap(score, f, head.offset, keys, length + 1, computed);
  if (!least) return std::nullopt;
  return checked_gap(*least, keys, f);
}

// BOS wins by λ for 1 < i < k without a bonus, exactly.
bool ordered_below(single_pair const& head, rational const& lambda) {
  if (head.offset > most_compared) return false;
  for (std::uint64_t a = 1; a + 1 < head.offset; ++a)
    for (std::uint64_t b = a + 1; b < head.offset; ++b) {
      auto const at = [&](std::uint64_t n) {
        return exact::cosine(static_cast<std::int64_t>(n) * head.step);
      };
      if (exact::compare(head.scale * (at(a) - at(b)), lambda) < 0) return false;
    }
  return true;
}

// In the format: BOS wins for 1 < i <= k, and loses nothing to its bonus after that.
bool settled_below(single_pair const& head, std::optional<bonus_pair> const& bonus,
                   std::uint64_t length, arithmetic const& numbers) {
  if (!numbers.format) return true;
  auto const& f = *numbers.format;
  rotary::rotation_table table(f, {0, 1, head.step});
  realized_scores score(as_comb(head, bonus), numbers, table);
  std::uint64_t computed = 0;
  if (!realized_gap(score, f, head.offset, {}, std::min(head.offset, length + 1), computed))
    return false;
  if (!bonus) return true;
  rotary::rotation_table slow(f, {0, 1, bonus->step});
  double const x = format::round(f, bonus->scale * exact::cosine(bonus->phase));
  double const y = format::round(f, bonus->scale * exact::sine(bonus->phase));
  for (std::uint64_t i = head.offset + 1; i <= length + 1; ++i)
    if (!(rotary::rotate(f, slow.at(i), x, y).first <= 0)) return false;
  return true;
}

std::optional<bonus_pair> bonus_for(single_pair const& head, std::uint64_t length,
                                    arithmetic const& numbers) {
  std::uint64_t const k = head.offset;
  std::uint64_t const m = std::max<std::uint64_t>({2 * k, 2 * (length + 1 - k), 4});
  // At i = k + ½ the angle is a quarter turn.
  angle const phase =
      turns(exact::integer(m) - 2 * (2 * exact::integer(k) + 1), 4 * exact::integer(m));
  scalar const least = exact::sine(turns(1, 2 * exact::integer(m)));
  rational const wanted = 2 * head.scale + numbers.lambda;
  bonus_pair bonus{turns(1, m), phase, least_scale(least, wanted, numbers.lambda)};
  for (int step = 0; step < 2 && fits(bonus.scale + head.scale, numbers); ++step, bonus.scale *= 2)
    if (settled_below(head, bonus, length, numbers)) return bonus;
  return std::nullopt;
}

// In exact arithmetic. Pre: gap > 0.
std::uint64_t ideal_length(single_pair const& head, rational const& gap, std::uint64_t cap) {
  auto const answer = range::ideal_range({head.step, head.offset, head.scale}, gap);
  return std::min((*answer)->length, exact::integer(cap)).convert_to<std::uint64_t>();
}

// How far a given angle and C go: as far as the error bound tells, and then as far as checking
// every pair of positions tells, unless there are too many.
std::uint64_t range_of(single_pair const& head, std::uint64_t cap, arithmetic const& numbers) {
  std::uint64_t const length = ideal_length(head, numbers.lambda, cap);
  if (!numbers.format) return length;
  auto const& f = *numbers.format;
  rational const error =
      error_with_sums(numbers, offset_score_error(f, 1, head.scale, std::nullopt), head.scale);
  bool const finite = differences_fit(head.scale + error, numbers);
  std::uint64_t const certain = finite ? ideal_length(head, f_large_of(f) + 2 * error, length) : 0;
  // The scores that are checked there are those with sums in the format.
  if (certain == length || needs_own_scores(numbers)) return certain;
  std::uint64_t const checked = std::min(length, most_positions);
  return std::max(certain,
                  range::realized_range({head.step, head.offset, head.scale},
                                        range::realization_of(range::profile::strict, f), checked)
                      .length);
}

// What is known of the least gap of a head that was certified: f_large, or λ in exact arithmetic.
std::string certified_gap(arithmetic const& numbers) {
  return ">= " + (numbers.format ? format::shortest_decimal(format::f_large(*numbers.format))
                                 : exact::print(scalar(numbers.lambda)));
}

// With an angle that is given and C free, C grows until the exact range is long enough, and a
// little further for the format; the range can stay the same for many doublings. The result's
// length can be less than was wanted.
std::optional<offset_numbers> without_bonus(offset_request const& wanted,
                                            arithmetic const& numbers) {
  single_pair head{*wanted.angle, wanted.scale ? *wanted.scale : numbers.lambda, wanted.offset};
  single_pair best = head;
  std::uint64_t best_length = 0;
  int enough = 0;
  for (int step = 0; step < most_doublings && enough < doublings_of_pair; ++step, head.scale *= 2) {
    if (!fits(head.scale, numbers)) break;
    std::uint64_t const ideal = ideal_length(head, numbers.lambda, wanted.length);
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
  return offset_numbers{{best.step},
                        best.scale,
                        std::nullopt,
                        best_length,
                        certified_gap(numbers),
                        error_text(best, std::nullopt, numbers)};
}

} // namespace

std::optional<offset_numbers> slow_angle(offset_request const& wanted, std::uint64_t length,
                                         arithmetic const& numbers) {
  std::uint64_t const k = wanted.offset;
  std::uint64_t const m = std::max<std::uint64_t>({length + 2 - k, 2 * (k - 1), 2});
  if (m > rotary::longest_period) return std::nullopt;
  single_pair head{turns(1, m), numbers.lambda, k};
  scalar const relative = scalar(1) - exact::cosine(head.step);
  head.scale = wanted.scale ? *wanted.scale : least_scale(relative, numbers.lambda, numbers.lambda);
  std::optional<rotary::rotation_table> table; // filled when a check needs it
  for (int step = 0; step < (wanted.scale ? 1 : doublings_of_pair) && fits(head.scale, numbers);
       ++step) {
    if (auto gap = slow_angle_gap(head, m, length, numbers, table))
      return offset_numbers{{head.step}, head.scale,      std::nullopt,
                            length,      std::move(*gap), error_text(head, std::nullopt, numbers)};
    head.scale *= 2;
  }
  return std::nullopt;
}

namespace {

// Lengths at which one pair is tried whatever was asked for, past k: all near ones, and then 64 to
// an octave. What is reached is the longest of them that holds, so it does not depend on the length
// that is wanted. The last length that is tried is one of them.
std::uint64_t landmark_from(std::uint64_t past_offset) {
  constexpr std::uint64_t all_below = 1'024;
  if (past_offset < all_below) return past_offset;
  std::uint64_t unit = 1;
  while (past_offset / unit >= 2 * steps_of_octave)
    unit *= 2;
  return (past_offset + unit - 1) / unit * unit;
}

// The greatest landmark below one that is not 0.
std::uint64_t landmark_below(std::uint64_t past_offset) {
  std::uint64_t before = past_offset - 1;
  while (landmark_from(before) >= past_offset)
    before -= std::max<std::uint64_t>(1, before / (2 * steps_of_octave));
  return landmark_from(before);
}

// No slow angle is looked for past this length.
std::uint64_t farthest(std::uint64_t k, arithmetic const& numbers) {
  std::uint64_t const readable = rotary::longest_period + k - 2;
  if (!numbers.format) return readable;
  double const most = most_roots * std::pow(2.0, numbers.format->precision / 2.0);
  return std::min(readable, static_cast<std::uint64_t>(most) + k);
}

// A head for longer words, as one for these.
offset_numbers shortened_to(offset_numbers head, std::uint64_t length) {
  head.length = length;
  if (!head.gap.starts_with(">=")) head.gap = ">= " + head.gap;
  return head;
}

} // namespace

std::optional<offset_numbers> covering_slow_angle(offset_request const& wanted,
                                                  arithmetic const& numbers) {
  std::uint64_t const k = wanted.offset;
  auto own = slow_angle(wanted, wanted.length, numbers);
  if (own && !numbers.format) return own;
  std::uint64_t const last = farthest(k, numbers);
  for (std::uint64_t at = wanted.length; at <= last; ++at) {
    at = std::min(landmark_from(at - k) + k, last);
    if (own && at == wanted.length) return own;
    if (auto longer = slow_angle(wanted, at, numbers))
      return own ? std::move(own) : shortened_to(*std::move(longer), wanted.length);
  }
  return std::nullopt;
}

std::optional<offset_numbers> longest_slow_angle(offset_request const& wanted,
                                                 arithmetic const& numbers) {
  if (auto enough = covering_slow_angle(wanted, numbers)) return enough;
  std::uint64_t const k = wanted.offset;
  if (wanted.length == k) return std::nullopt;
  std::uint64_t const last = farthest(k, numbers);
  std::uint64_t past = std::min(wanted.length - 1, last) - k;
  if (past + k != last && landmark_from(past) != past) past = landmark_below(past);
  for (;; past = landmark_below(past)) {
    if (auto found = slow_angle(wanted, past + k, numbers)) return found;
    if (past == 0) return std::nullopt;
  }
}

// The bonus grows with C, and C with the length: a shorter head can fit where a longer one does
// not.
std::optional<offset_numbers> given_angle(offset_request const& wanted, arithmetic const& numbers) {
  auto const bare = without_bonus(wanted, numbers);
  if (!bare || wanted.offset == 1) return bare;
  auto const attempt = [&](std::uint64_t length) -> std::optional<offset_numbers> {
    auto found = without_bonus(
        {.offset = wanted.offset, .length = length, .angle = wanted.angle, .scale = wanted.scale},
        numbers);
    if (!found || found->length < length) return std::nullopt;
    single_pair const head{found->steps.front(), found->scale, wanted.offset};
    if (ordered_below(head, numbers.lambda) && settled_below(head, std::nullopt, length, numbers))
      return found;
    found->bonus = bonus_for(head, length, numbers);
    if (!found->bonus) return std::nullopt;
    found->error = error_text(head, found->bonus, numbers);
    return found;
  };
  return longest(bare->length, wanted.offset, share_of_pair, attempt);
}

} // namespace ltlc::lowering
