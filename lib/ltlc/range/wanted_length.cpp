#include "ltlc/range/wanted_length.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/range/best_angle.hpp"
#include "ltlc/range/continued_fraction.hpp"
#include "ltlc/range/realized_scores.hpp"
#include "ltlc/range/score_error.hpp"

namespace ltlc::range {

namespace {

using exact::angle;
using exact::integer;
using exact::rational;

constexpr std::uint64_t most_keys_compared = std::uint64_t{1} << 20;
constexpr int steps_upwards = 48;   // of an eighth of a doubling, from the exact least scale
constexpr int steps_downwards = 16; // from the greatest
constexpr int least_scale_bits = 24;

// Offsets up to this one are met, in front of the target or behind it.
std::uint64_t farthest(wanted_range const& wanted) {
  return std::max(wanted.length + 1 - wanted.offset, wanted.offset - 1);
}

// The first two positions with equal keys of which the second can be a target.
std::optional<std::pair<std::uint64_t, std::uint64_t>> find_equal_keys(realized_scores& scores,
                                                                       std::uint64_t last) {
  std::vector<std::tuple<double, double, std::uint64_t>> keys;
  for (std::uint64_t j = 0; j <= std::min(last, most_keys_compared); ++j) {
    auto const [x, y] = scores.key(j);
    if (std::isfinite(x) && std::isfinite(y)) keys.emplace_back(x, y, j); // −0 equals 0
  }
  std::sort(keys.begin(), keys.end());
  std::optional<std::pair<std::uint64_t, std::uint64_t>> found;
  for (std::size_t n = 1; n < keys.size(); ++n) {
    auto const& [x, y, j] = keys[n];
    auto const& [u, v, before] = keys[n - 1];
    if (x == u && y == v && (!found || j < found->second)) found = std::pair(before, j);
  }
  return found;
}

// Up to a number of a few bits. Pre: q > 0.
rational few_bits_above(rational const& q) {
  return exact::to_rational(exact::enclose(q, least_scale_bits).upper());
}

// 2^(n/8) as a ratio of small numbers; that it is only near it does not matter.
rational eighth_power(int n) {
  constexpr int thousandths[] = {1'000, 1'091, 1'190, 1'297, 1'415, 1'543, 1'682, 1'835};
  return rational(thousandths[n % 8] * (integer(1) << (n / 8)), 1'000);
}

// Above it scores overflow, or the limit is passed.
rational greatest_scale(wanted_range const& wanted, realization const& r) {
  double most = format::greatest(r.score);
  for (auto const& f : {r.activation, r.product, r.accumulation})
    most = std::min(most, format::greatest(f));
  rational const limit(most);
  return wanted.most_scale ? std::min(*wanted.most_scale, limit) : limit;
}

// Upwards, then the last ones downwards; all positive and at most the limit.
std::vector<rational> scales_to_try(rotary::frequency const& step, wanted_range const& wanted,
                                    realization const& r, double large) {
  rational const greatest = greatest_scale(wanted, r);
  std::vector<rational> found;
  auto const n = range::expand(step, farthest(wanted)).denominators.back();
  auto const gap = relative_gap(step, n, 64);
  if (std::isfinite(large) && mpfr_sgn(gap.lower()) > 0) {
    rational const least = rational(large) / exact::to_rational(gap.lower());
    for (int s = 0; s < steps_upwards; ++s) {
      rational const scale = few_bits_above(least * eighth_power(s));
      if (scale <= greatest) found.push_back(scale);
    }
  }
  for (int s = 0; s < steps_downwards; ++s)
    found.push_back(s == 0 ? greatest : few_bits_above(greatest / eighth_power(s)));
  return found;
}

// The angle a/m of a turn.
rotary::frequency part_of_turn(integer const& a, integer const& m) {
  return angle{rational(a, m), 0, 0} + angle{};
}

std::vector<rotary::frequency> angles_to_try(integer const& m) {
  std::vector<rotary::frequency> found{part_of_turn(1, m)};
  auto const add = [&](integer const& a, integer const& below) {
    auto g = part_of_turn(a, below);
    if (std::find(found.begin(), found.end(), g) == found.end()) found.push_back(std::move(g));
  };
  for (integer const& below : {m, integer(m + 1), integer(m + 2)}) {
    add(1, below);
    add(spread_numerator(below), below);
  }
  return found;
}

// Found before not found, then the least scale, or the longest range.
bool better(scale_answer const& a, scale_answer const& b) {
  if (a.scale.has_value() != b.scale.has_value()) return a.scale.has_value();
  if (a.scale) return *a.scale < *b.scale;
  return a.range.length > b.range.length;
}

// `work` is what is left of it.
bool try_scale(scale_answer& answer, rational const& scale, wanted_range const& wanted,
               realization const& r, std::uint64_t& work) {
  auto range =
      realized_range({answer.step, integer(wanted.offset), scale}, r, wanted.length, {work});
  work -= range.end == range_end::limit ? work : std::min(work, range.pairs_computed);
  bool const reached = range.end == range_end::cap;
  if (reached || answer.range_scale == 0 || range.length > answer.range.length) {
    answer.range = std::move(range);
    answer.range_scale = scale;
  }
  if (reached) answer.scale = scale;
  return reached;
}

scale_answer find_scale(rotary::frequency const& g, wanted_range const& wanted,
                        realization const& r, search_limits const& limits, bool all_weights) {
  scale_answer answer{g, std::nullopt, std::nullopt, std::nullopt, {}, 0};
  realized_scores scores({g, integer(wanted.offset), 1}, r);
  if (!scores.step()) return answer;
  std::uint64_t work = limits.work;
  auto const scales = scales_to_try(*scores.step(), wanted, r, format::f_large(r.exp));
  answer.equal_keys = find_equal_keys(scores, wanted.length + 1 - wanted.offset);
  if (answer.equal_keys) answer.impossible = no_scale_reason::equal_keys;
  // Where it is impossible, to show how far they go.
  for (auto const& scale : scales)
    if (work > 0 && try_scale(answer, scale, wanted, r, work)) return answer;
  if (!all_weights || answer.impossible) return answer;
  auto const all = try_every_scale(g, wanted, r, limits.weights);
  work = limits.work;
  if (all.result == every_scale_answer::outcome::found)
    try_scale(answer, all.scale, wanted, r, work);
  else if (all.result == every_scale_answer::outcome::none)
    answer.impossible = no_scale_reason::every_weight;
  return answer;
}

void check(wanted_range const& wanted) {
  LTLC_EXPECTS(wanted.offset >= 1 && wanted.offset <= wanted.length);
  LTLC_EXPECTS(wanted.length < (std::uint64_t{1} << 51) - 1);
  LTLC_EXPECTS(!wanted.most_scale || *wanted.most_scale > 0);
}

} // namespace

integer most_circle_points(format::number_format const& f) {
  integer const binade = integer(1) << (f.precision - 1);
  // Of the numbers from 0 to 1: 1 itself, the binades below it, and the subnormal ones with 0.
  integer numbers = 1 + std::max(0, -f.min_exponent) * binade;
  numbers += f.subnormals ? binade : integer(1);
  return 4 * (2 * numbers - 1);
}

scale_answer find_scale(rotary::frequency const& g, wanted_range const& wanted,
                        realization const& r, search_limits const& limits) {
  check(wanted);
  return find_scale(g, wanted, r, limits, true);
}

std::optional<no_scale_reason> out_of_reach(wanted_range const& wanted, realization const& r) {
  check(wanted);
  // Positions 0 … L + 1 − k can be targets.
  if (integer(wanted.length + 2 - wanted.offset) > most_circle_points(r.table))
    return no_scale_reason::equal_keys;
  double const large = format::f_large(r.exp);
  if (r.angle || !wanted.most_scale || !std::isfinite(large)) return std::nullopt;
  // In table mode the error is the same for all angles.
  rotary::frequency const any = angle{};
  auto const error = error_of_scores(any, *wanted.most_scale, r, wanted.length + 1);
  if (!error) return std::nullopt;
  rational const left = rational(large) - 2 * error->rounding;
  if (left > 0 && out_of_reach(integer(farthest(wanted)), *wanted.most_scale, left))
    return no_scale_reason::small_gaps;
  return std::nullopt;
}

wanted_answer find_head(wanted_range const& wanted, realization const& r,
                        search_limits const& limits) {
  check(wanted);
  wanted_answer answer;
  answer.impossible = out_of_reach(wanted, r);
  integer const m = integer(farthest(wanted)) + 1;
  bool const all = !answer.impossible;
  auto const angles = angles_to_try(m);
  for (auto const& g : angles) {
    auto found = find_scale(g, wanted, r, limits, false);
    if (&g == &angles.front() || better(found, answer.best)) answer.best = std::move(found);
  }
  if (!answer.best.scale && !answer.best.impossible && all)
    answer.best = find_scale(answer.best.step, wanted, r, limits, true);
  answer.golden = find_scale(angle{0, 1, 0}, wanted, r, limits, all);
  return answer;
}

} // namespace ltlc::range
