// The converse of a realised range: an angle and a scale with which an offset head lasts for a
// length, or why there are none. Past the paper.
//
// Three things rule out scales. Each says which pairs of positions are in the way:
//   equal keys    two keys with equal numbers have equal scores for every query. Where the
//   positions
//                 are more than the pairs (fl(cos), fl(sin)) that the format has, every angle has
//                 two such keys; below that, a given angle may.
//   small gaps    among the offsets up to M there is, for every angle, one within 1/(M + 1) turns
//   of
//                 0 (Dirichlet). Where C(1 − cos 2π/(M + 1)) + 2ε is less than f_large for the
//                 greatest C allowed, it is for every C, as ε grows with C.
//   every weight  a format of few bits has few weights, which are all tried (every_scale.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "ltlc/range/every_scale.hpp"
#include "ltlc/range/realized_range.hpp"

namespace ltlc::range {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // an enumerator of an enum class hides nothing
enum class no_scale_reason : std::uint8_t { equal_keys, small_gaps, every_weight };
#pragma GCC diagnostic pop

// One angle.
struct scale_answer {
  rotary::frequency step;
  // Found: with this C the realised range reaches the length. It is not claimed to be the least.
  std::optional<exact::rational> scale;
  // Proved: no C > 0, or none up to the limit, does. With neither, none was found.
  std::optional<no_scale_reason> impossible;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> equal_keys; // positions, the first two
  // The realised range of `scale`, or else the longest that was met, and its C.
  realized_answer range;
  exact::rational range_scale = 0;
};

struct wanted_answer {
  std::optional<no_scale_reason> impossible; // for every angle
  scale_answer best;                         // of the angles a/m that were tried
  scale_answer golden;
};

struct search_limits {
  std::uint64_t work = 20'000'000;     // of each range that is computed
  std::uint64_t weights = 300'000'000; // scores computed in trying all weights of one angle
};

// Scales for one angle: from what exact arithmetic needs upwards in small steps, those just below
// the greatest that does not overflow, and where none does it and the format has few bits, all.
// Pre: that of realized_range for g, k and L; 1 <= k <= L.
[[nodiscard]] scale_answer find_scale(rotary::frequency const& g, wanted_range const& wanted,
                                      realization const& r, search_limits const& limits = {});

// Whether no angle and no scale does it; nullopt where that is not known.
[[nodiscard]] std::optional<no_scale_reason> out_of_reach(wanted_range const& wanted,
                                                          realization const& r);

// Both at once: the best of some angles a/m with the least m that keeps all offsets apart, and the
// golden angle. Cost: some hundred realised ranges; about a second, and up to 10 s where all
// weights are tried.
[[nodiscard]] wanted_answer find_head(wanted_range const& wanted, realization const& r,
                                      search_limits const& limits = {});

// How many pairs (fl(cos x), fl(sin x)) there are at most, −0 taken for 0. Between two quarter
// turns each of the two goes up or down through the numbers from 0 to 1.
[[nodiscard]] exact::integer most_circle_points(format::number_format const& f);

} // namespace ltlc::range
