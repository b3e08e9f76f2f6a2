// How long an offset head with one rotary pair keeps its score gap in exact arithmetic. Source:
// [RoPE, (10)]; by continued fractions past the paper.
//
// Query C(cos kg, −sin kg), key (1, 0), both turned by g at each position: the score of key j for
// query i is C·cos(gn), n = i − k − j, so the target n = 0 is ahead by C(1 − cos gn), the same for
// n and −n. Query k + 1 meets n = 1 and −1, …, −(k − 1); each later query k + n meets one offset
// that is new if n >= k, at key 0. So all follows from n*, the least n >= 1 with C(1 − cos gn) < f.
// At n* the turns are nearer to a whole number than at every smaller n: a best approximation of the
// second kind, and those are the denominators of the continued fraction [Khinchin64, Thm 16]. Along
// these the gap falls, so bisection finds the first that is too small.
#pragma once

#include <optional>

#include <tl/expected.hpp>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

struct offset_pair {
  rotary::frequency step;
  exact::integer offset = 1; // k >= 1
  exact::rational scale;     // C > 0
};

// The largest L such that for all k + 1 <= i <= L + 1 and 0 <= j < i, j ≠ i − k, the score at i − k
// is at least the gap above the score at j; k − 1 where already query k + 1 fails.
struct ideal_answer {
  exact::integer length;
  exact::integer first_unsafe; // n*
  exact::integer query, key;   // the first violation: least i, then least j
  // The denominator of the continued fraction before n*, where the gap is least among the n < n*;
  // 0 when n* = 1.
  exact::integer last_safe;
};

// The digits that are stated do not decide, or an equality is not known to be impossible
// (frequencies with a smooth term, after 4,096 bits). Every length up to `certified` is safe.
struct not_decided {
  exact::integer certified;
};

// nullopt: no gap is ever too small, since f <= 0. Pre: k >= 1, C > 0, g not both golden and in
// radians. Cost: one expansion up to √(20 C/f) and O(log log(C/f)) decided gaps; both end (see
// compare_gap). With a stated number, one decided gap a quotient.
[[nodiscard]] tl::expected<std::optional<ideal_answer>, not_decided>
ideal_range(offset_pair const& head, exact::rational const& gap);

// The sign of C(1 − cos gn) − f: −1, 0 or 1; nullopt where the digits do not tell (see
// not_decided). 1 − cos gn is rational only at multiples of 1/4 and 1/6 of a turn among rational
// turns [Niven56, Cor 3.12], where it is known; for nonzero algebraic gn it is transcendental
// (Lindemann), and for golden angles too (Gelfond–Schneider: e^{i·gn} is −1 to an irrational
// algebraic power); so nowhere else can it be f/C, and enclosures of growing precision decide.
[[nodiscard]] std::optional<int> compare_gap(rotary::frequency const& g, exact::integer const& n,
                                             exact::rational const& scale,
                                             exact::rational const& gap);

// 1 − cos gn = 2 sin²(πx), x the distance of n·turns to the nearest whole number, so that nothing
// cancels; relative width below 2^−bits unless the value is 0 or the number is stated.
[[nodiscard]] exact::enclosure relative_gap(rotary::frequency const& g, exact::integer const& n,
                                            mpfr_prec_t bits);

} // namespace ltlc::range
