// Offset heads checked score by score in a format. Source: [RoPE, §4.2, §D].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/offset_scores.hpp"

namespace ltlc::lowering {

// Keys to check for a query i > k: those whose n = i − k − j is ±c mod m for some c of the list,
// all of them when there is no list; and BOS, if asked. Up to k every key is checked.
struct keys_to_check {
  std::optional<std::vector<std::uint64_t>> offsets; // c
  std::uint64_t period = 1;                          // m
  bool bos_too = false;
};

// The most scores, times rotary pairs, that are computed in the search for a head of one length,
// and the longest period for which any are.
inline constexpr std::uint64_t most_scores_checked = 20'000'000;
inline constexpr std::uint64_t longest_period_checked = 65'536;

// Pairs of positions that a check looks at if nothing fails, times the pairs of dimensions.
[[nodiscard]] std::uint64_t cost_of_check(keys_to_check const& keys, std::uint64_t k,
                                          std::uint64_t last, std::size_t pairs);

// The least (winner − loser) over the queries 2 … last, rounded down, or none when it is less than
// f_large. BOS has to win up to k, and from then on the position k before. ∞ when there is nothing
// to compare. Scores computed are added to `computed`.
[[nodiscard]] std::optional<double> realized_gap(rotary::offset_scores& score,
                                                 format::number_format const& f, std::uint64_t k,
                                                 keys_to_check const& keys, std::uint64_t last,
                                                 std::uint64_t& computed);

// What is known of the gap after such a check, as text.
[[nodiscard]] std::string checked_gap(double least, keys_to_check const& keys,
                                      format::number_format const& f);

} // namespace ltlc::lowering
