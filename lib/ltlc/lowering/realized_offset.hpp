// Offset heads checked score by score in a format. Source: [RoPE, §4.2, §D].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/format/number_format.hpp"
#include "ltlc/lowering/heads.hpp"
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

// Scores of one head, with sums wherever they are kept; what is rotated is kept.
class realized_scores {
public:
  // turns holds the rotations by the head's step, and outlives this. Pre: numbers has a format.
  realized_scores(rotary::comb_offset_head const& head, arithmetic const& numbers,
                  rotary::rotation_table& turns);
  // Pre: j < i. Cost: O(pairs) amortized.
  [[nodiscard]] double operator()(std::uint64_t i, std::uint64_t j);

private:
  void fill(std::uint64_t position);

  arithmetic numbers_;
  rotary::rotation_table* turns_;
  std::vector<std::uint64_t> harmonics_;
  std::vector<double> at_zero_; // the query before it is rotated
  std::optional<rotary::rotation_table> bonus_turns_;
  std::vector<std::vector<double>> queries_, keys_; // by position
  std::optional<rotary::offset_scores> in_format_;  // these, where they are the same
};

// Pairs of positions that a check looks at if nothing fails, times the pairs of dimensions.
[[nodiscard]] std::uint64_t cost_of_check(keys_to_check const& keys, std::uint64_t k,
                                          std::uint64_t last, std::size_t pairs);

// The least (winner − loser) over the queries 2 … last, rounded down, or none when it is less than
// f_large, or a score is not finite. BOS has to win up to k, and from then on the position k
// before. ∞ when there is nothing to compare. Scores computed are added to `computed`.
[[nodiscard]] std::optional<double> realized_gap(realized_scores& score,
                                                 format::number_format const& f, std::uint64_t k,
                                                 keys_to_check const& keys, std::uint64_t last,
                                                 std::uint64_t& computed);

// What is known of the gap after such a check, as text.
[[nodiscard]] std::string checked_gap(double least, keys_to_check const& keys,
                                      format::number_format const& f);

} // namespace ltlc::lowering
