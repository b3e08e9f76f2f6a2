// The scores of an offset head with any number of rotary pairs, realised in a format, operation by
// operation as the interpreter does them. Source: [RoPE, (3), (10), §4.2]; several pairs and the
// bonus are past the paper.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::rotary {

// One more pair, which only the BOS key has: D·cos(i·step + phase) at key 0.
struct bos_bonus {
  exact::angle step;
  exact::angle phase;
  exact::rational scale; // D
};

// Pairs with steps a·g, query C(cos kag, −sin kag), key (1, 0): C·Σ_a cos(ag(i − k − j)).
struct comb_offset_head {
  exact::angle step;                          // g
  std::vector<std::uint64_t> harmonics = {1}; // a of each pair
  std::uint64_t offset = 1;                   // k
  exact::rational scale;                      // C
  std::optional<bos_bonus> bonus = std::nullopt;
};

// Scores of one head in one format; rows of queries and keys are kept.
class offset_scores {
public:
  // turns holds the rotations by the head's g in the format f, and outlives this.
  offset_scores(comb_offset_head const& head, format::number_format const& f,
                rotation_table& turns);

  // Pre: j < i. Cost: O(pairs) amortized, and the roundings of positions not met before.
  [[nodiscard]] double operator()(std::uint64_t i, std::uint64_t j);

private:
  void fill(std::uint64_t position);

  format::number_format f_;
  rotation_table* turns_;
  std::vector<std::uint64_t> harmonics_;
  std::size_t width_;           // of a query or key: two for each pair
  std::vector<double> at_zero_; // the query before it is rotated
  std::optional<rotation_table> bonus_turns_;
  std::vector<double> queries_, keys_; // row after row
};

} // namespace ltlc::rotary
