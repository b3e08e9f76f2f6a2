// Attention without looking at every position: what one head has seen, each (key, value) once, and
// the cases in which these decide the output to the bit, however many positions hold them. The
// interpreter's fast path and the proof stand on the same decision.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/execution/row.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::execution {

// Positions with this key and value, both ids of the head's pool, the key placed.
struct seen_key {
  term::id key = 0;
  term::id value = 0;
  std::uint64_t count = 0; // >= 1
  std::uint64_t last = 0;  // the last of the positions, or its rank among the lasts
  friend bool operator==(seen_key const&, seen_key const&) = default;
};

// The output is not decided: `key` (an index into what was seen) scores too close to the greatest,
// or as much as it with another value.
struct unsettled_key {
  std::size_t key = 0;
  std::string gap; // to the greatest score, a decimal; "not finite"
};

// The head's output for a placed query, an id of the pool: what the interpreter computes position
// by position, whatever the order of the positions and, where count > 1, their number.
// * leftmost, rightmost: the value of the first (last) key of the greatest score.
// * exact arithmetic: every key at the greatest score has one value, every other is λ below.
// * a format: exp makes 0 of every key whose value is not 0, but for one position, which scores
//   most; then its weight is 1. Or every key that exp leaves a weight has the value 0: the weights
//   are finite, because the one of the greatest score is exp(0) = 1 over a sum of at least 1.
// `seen` is in the order of first positions. Pre: seen is not empty.
// Cost: O(|seen|) look-ups of scores.
template <class Scores>
[[nodiscard]] tl::expected<term::id, unsettled_key>
settle(Scores& scores, typename Scores::pool& vectors, term::id query,
       std::vector<seen_key> const& seen, network::attention_kind kind) {
  using network::attention_kind;
  auto& row = scores.scratch();
  row.clear();
  std::size_t best = 0;
  for (std::size_t g = 0; g < seen.size(); ++g) {
    row.push_back(scores.score(vectors, query, seen[g].key));
    if (!scores.usable(vectors, row[g], seen[g].value))
      return tl::unexpected(unsettled_key{g, "not finite"});
    if (scores.order(row[g], row[best]) > 0) best = g;
  }
  auto const greatest = row[best];
  bool const hard = kind != attention_kind::soft;
  if (kind == attention_kind::leftmost) return scores.copied(vectors, seen[best].value);
  std::size_t winners = 0;
  std::uint64_t positions = 0;
  bool zeros = true;        // every value that counts
  std::size_t other = best; // a winner of another value
  std::size_t between = seen.size();
  for (std::size_t g = 0; g < seen.size(); ++g) {
    auto const s = row[g];
    if (!hard && !scores.comparable(greatest, s))
      return tl::unexpected(unsettled_key{g, "not finite"});
    bool const wins = hard ? scores.order(s, greatest) == 0 : scores.ties(greatest, s);
    if (wins && kind == attention_kind::rightmost) {
      if (scores.order(s, greatest) == 0 && seen[g].last > seen[best].last) best = g;
      continue;
    }
    if (!wins && (hard || scores.negligible(greatest, s))) continue;
    zeros = zeros && scores.is_zero(vectors, seen[g].value);
    if (!wins) {
      between = g;
      continue;
    }
    ++winners;
    positions += seen[g].count;
    if (seen[g].value != seen[best].value) other = g;
  }
  if (kind == attention_kind::rightmost) return scores.copied(vectors, seen[best].value);
  auto const undecided = [&](std::size_t g) {
    return tl::unexpected(unsettled_key{g, scores.gap(greatest, row[g])});
  };
  if constexpr (Scores::averages_exactly) {
    if (between < seen.size()) return undecided(between);
    if (other != best) return undecided(other);
    return scores.copied(vectors, seen[best].value);
  } else {
    if (zeros && scores.sums_stay_finite()) return scores.zeros(vectors, query);
    if (between < seen.size()) return undecided(between);
    if (positions > 1) return undecided(other);
    return scores.copied(vectors, seen[best].value);
  }
}

} // namespace ltlc::execution
