// How long an offset head with one rotary pair keeps its score gap in a realisation, from the
// realised scores themselves. Source: [RoPE, (10), §D]; the fast method is past the paper.
//
// Offsets n = i − k − j whose exact gap C(1 − cos gn) is above f by more than the rounding errors
// can take away need no score computed, at any query. The others are few, wherever the errors are
// small against C, and can be listed without looking at the rest; their scores are computed query
// by query, in order, so that the first violation is found. The exact range bounds the realised one
// neither from above nor from below.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/range/ideal_range.hpp"
#include "ltlc/range/realization.hpp"

namespace ltlc::range {

// Two keys of one query: the target i − k, which is to win, and another.
struct compared_scores {
  std::uint64_t query = 0;
  std::uint64_t key = 0;
  double winner = 0; // the target's stored score
  double loser = 0;
  double margin = 0; // the exact difference, rounded down where it is no double; −∞ if no softmax
                     // survives it (a winner that is not finite, a NaN)
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // an enumerator of an enum class hides nothing
enum class range_end : std::uint8_t {
  cap,   // holds up to the cap
  fails, // at the query length + 2
  limit  // not certified: the work limit was reached. What is certified so far is true
};
#pragma GCC diagnostic pop

// For all k + 1 <= i <= length + 1 and 0 <= j < i, j ≠ i − k, the score at i − k exceeds the score
// at j by at least f_large. Below k the set of i is empty, so the length is at least min(cap,
// k − 1); it is the largest such number, and at most the cap, unless `end` is `limit`.
struct realized_answer {
  std::uint64_t length = 0;
  range_end end = range_end::cap;
  std::optional<compared_scores> violation; // least query, then least key; when `end` is `fails`
  // The least margin among the pairs that were computed, up to query length + 1; pairs that were
  // not have at least f_large. When none had to be, the pair with the least exact gap is shown.
  std::optional<compared_scores> closest;
  // What was needed: nothing but the error bound, or scores as well. A violation that is computed
  // counts as found by the bound when its exact gap is below f_large by more than the errors.
  bool by_bound = false;
  std::uint64_t pairs_computed = 0;
  // ε: pairs with an exact gap of f_large + 2ε and more need no check, and those below f_large − 2ε
  // fail, at positions up to the last that was looked at. nullopt where nothing is bounded, since a
  // value may overflow or no difference reaches f_large.
  std::optional<exact::rational> error;
};

struct realized_limits {
  // In pairs of scores; cos and sin of a position count 16, or 500 in formats that need many bits.
  std::uint64_t work = 200'000'000;
};

// Pre: 1 <= k < 2^51; cap < 2^51; C > 0; the step is exactly known, and not both golden and in
// radians. Cost: O(log cap) bounds, and what the limits allow: about 2 s and 100 MB.
[[nodiscard]] realized_answer realized_range(offset_pair const& head, realization const& r,
                                             std::uint64_t cap, realized_limits const& limits = {});

} // namespace ltlc::range
