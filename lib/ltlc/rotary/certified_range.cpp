// Exact mode. The gap at key j is C(1 − cos gn) with n = i − k − j, the same for n and −n. Query
// i = k + 1 meets n = 1 and −1, …, −(k−1); each later query k + n meets one offset that is new, if
// n >= k: its key is 0. So everything follows from n*, the least n >= 1 whose gap is too small. At
// n* the distance of n·g/2π to the nearest integer is less than at every smaller n: a best
// approximation of the second kind, whose denominator is one of the continued fraction's
// (Lagrange). Only these need their sign decided. Source: [Khinchin64, Thm 16].
//
// In a format, the scores are computed as the interpreter computes them, pair by pair in order.
#include "ltlc/rotary/certified_range.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/rotary/difference.hpp"

namespace ltlc::rotary {

namespace {

using exact::integer;
using exact::rational;

integer floor_of(rational const& q) {
  integer n = numerator(q) / denominator(q);
  if (n > q) --n;
  return n;
}

struct rational_interval {
  rational low, high;
};

// The step in turns: one point when it is rational.
rational_interval turns_of(exact::angle const& step, mpfr_prec_t bits) {
  if (step.golden == 0 && step.radians == 0) return {step.turns, step.turns};
  exact::enclosure const x = exact::enclose_turns(step, bits);
  return {exact::to_rational(x.lower()), exact::to_rational(x.upper())};
}

// The denominators up to `limit` of the convergents of every number in x; or nothing, when the
// interval is too wide to tell.
std::optional<std::vector<std::uint64_t>> denominators(rational_interval x, std::uint64_t limit) {
  std::vector<std::uint64_t> found;
  integer before = 1, last = 0; // q_{−2}, q_{−1}
  for (;;) {
    integer const quotient = floor_of(x.low);
    integer const next = quotient * last + before;
    // A greater quotient only makes a greater denominator.
    if (next > limit) return found;
    if (floor_of(x.high) != quotient) return std::nullopt;
    found.push_back(next.convert_to<std::uint64_t>());
    before = std::exchange(last, next);
    rational const low = x.low - quotient;
    rational const high = x.high - quotient;
    if (high == 0) return found; // a rational step, exhausted
    if (low == 0) return std::nullopt;
    x = {1 / high, 1 / low};
  }
}

std::vector<std::uint64_t> denominators(exact::angle const& step, std::uint64_t limit) {
  for (mpfr_prec_t bits = 256;; bits *= 2) {
    if (auto found = denominators(turns_of(step, bits), limit)) return *std::move(found);
  }
}

[[maybe_unused]] bool sane(offset_head const& head, std::uint64_t cap) { // in contracts only
  constexpr std::uint64_t bound = std::uint64_t{1} << 62;
  return head.offset >= 1 && head.offset < bound && cap < bound && head.scale > 0 &&
         (head.step.golden == 0 || head.step.radians == 0);
}

using pair_of_doubles = std::pair<double, double>;

// Σ q·k from 0, the first two dimensions of a head; the others add zeros.
double score(format::number_format const& f, pair_of_doubles const& q, pair_of_doubles const& k) {
  double const first = add(f, 0.0, multiply(f, q.first, k.first));
  return add(f, first, multiply(f, q.second, k.second));
}

} // namespace

range_answer certified_range(offset_head const& head, rational const& gap, std::uint64_t cap) {
  LTLC_EXPECTS(sane(head, cap));
  std::uint64_t const k = head.offset;
  if (cap < k) return {cap, true, 0, 0};
  std::uint64_t const greatest_offset = std::max(k - 1, cap + 1 - k);
  for (std::uint64_t const n : denominators(head.step, greatest_offset)) {
    exact::scalar const at_n =
        head.scale - head.scale * exact::cosine(static_cast<std::int64_t>(n) * head.step);
    if (exact::compare(at_n, gap) >= 0) continue;
    if (n == 1) return {k - 1, false, k + 1, 0};
    if (n < k) return {k - 1, false, k + 1, n + 1};
    return {n + k - 2, false, n + k, 0};
  }
  return {cap, true, 0, 0};
}

range_answer certified_range(offset_head const& head, format::number_format const& f,
                             std::uint64_t cap) {
  LTLC_EXPECTS(sane(head, cap));
  std::uint64_t const k = head.offset;
  if (cap < k) return {cap, true, 0, 0};
  double const gap = format::f_large(f);
  exact::angle const at_k = static_cast<std::int64_t>(k) * head.step;
  double const query_x = round(f, head.scale * exact::cosine(at_k));
  double const query_y = round(f, -(head.scale * exact::sine(at_k)));
  rotation_table table(f, rotary_pair{0, 1, head.step});
  std::vector<pair_of_doubles> keys;
  for (std::uint64_t i = k + 1; i <= cap + 1; ++i) {
    while (keys.size() < i)
      keys.push_back(rotate(f, table.at(keys.size()), 1.0, 0.0));
    auto const query = rotate(f, table.at(i), query_x, query_y);
    double const winner = score(f, query, keys[i - k]);
    for (std::uint64_t j = 0; j < i; ++j) {
      if (j == i - k) continue;
      if (difference_down(winner, score(f, query, keys[j])) >= gap) continue;
      return {i - 2, false, i, j};
    }
  }
  return {cap, true, 0, 0};
}

} // namespace ltlc::rotary
