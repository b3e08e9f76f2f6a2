// The gap of each offset n = i − k − j from the target, for pictures: C(1 − cos gn), exactly, and
// the least that a realisation makes of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/range/ideal_range.hpp"
#include "ltlc/range/realization.hpp"

namespace ltlc::range {

struct offset_gap {
  std::int64_t offset = 0; // n; 0 is the target, whose gap is 0
  // The doubles next to C(1 − cos gn), or that itself twice where it is one. (Where an equality is
  // not known to be impossible, at smooth terms, they may be one farther apart.)
  double below = 0;
  double above = 0;
};

// For first <= n <= last. To be compared with f_large, a double: below it exactly when `below` is
// less than it. Pre: C > 0; |n| < 2^62; g exactly known, and not both golden and in radians. Cost:
// about 10 µs for each n.
[[nodiscard]] std::vector<offset_gap> exact_gaps(offset_pair const& head, std::int64_t first,
                                                 std::int64_t last);

struct offset_margin {
  std::int64_t offset = 0;
  // The least difference of the stored scores of target and key over the queries, rounded down, and
  // where; nullopt when no query up to the length has such a key.
  std::optional<double> margin;
  std::uint64_t query = 0;
  std::uint64_t key = 0;
};

// For first <= n <= last, n ≠ 0, over all queries k + 1 … length + 1; nullopt when that is more
// than `work` pairs. Pre: that of realized_range for g, k and length, and |n| < 2^51. Cost: 30 ns a
// pair.
[[nodiscard]] std::optional<std::vector<offset_margin>>
realized_margins(offset_pair const& head, realization const& r, std::uint64_t length,
                 std::int64_t first, std::int64_t last, std::uint64_t work = 20'000'000);

} // namespace ltlc::range
