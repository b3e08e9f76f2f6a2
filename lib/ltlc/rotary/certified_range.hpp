// How long a fixed-offset head with one rotary pair keeps its score gap, computed from the realised
// scores themselves, operation by operation as the interpreter does them. Source: [RoPE, (10), §D].
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::rotary {

// An offset head: query C(cos kg, −sin kg), key (1, 0), both rotated by the same pair (dimensions 0
// and 1 of the head), so that the score is C·cos(g(i − k − j)).
struct offset_head {
  exact::angle step;        // g
  std::uint64_t offset = 1; // k >= 1
  exact::rational scale;    // C > 0
};

// The largest L <= cap such that for all k+1 <= i <= L+1 and 0 <= j < i, j ≠ i−k, the score at i−k
// exceeds the score at j by at least `gap`. Below k the set of i is empty, so the answer is at
// least min(cap, k−1). If the range is less than cap, (query, key) is the first violating pair
// (least i, then least j).
struct range_answer {
  std::uint64_t length = 0;
  bool reached_cap = false;
  std::uint64_t query = 0; // i and j of the first violation, when not reached_cap
  std::uint64_t key = 0;
};

// Realised in a format with correctly rounded tables; gap = f_large of the format. The difference
// of two stored scores is compared exactly; a winner that is not finite is a violation. Pre:
// 1 <= k, cap < 2^62; C > 0. Cost: O(cap²) operations, O(cap·m) when the step has period m <= cap.
[[nodiscard]] range_answer certified_range(offset_head const& head, format::number_format const& f,
                                           std::uint64_t cap);

} // namespace ltlc::rotary
