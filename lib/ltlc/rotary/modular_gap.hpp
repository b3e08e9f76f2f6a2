// Whether a modular head keeps its score gap at every residue in a format, from the realised scores
// themselves, operation by operation as the interpreter does them. Source: [RoPE, §C.3, §D];
// several harmonics are past the paper.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::rotary {

// A modular head: one rotary pair for each harmonic a, with a/m of a turn a position. Score at BOS
// C·Σ_a cos(2πa(i−r)/m), elsewhere the baseline. Dimensions: the pairs in the order of the
// harmonics, then the one of the baseline.
struct modular_head {
  std::uint64_t residue = 0;
  std::uint64_t modulus = 2;
  exact::scalar scale;    // C, on the BOS key of every pair
  exact::scalar baseline; // between C·|A| and the greatest score of a residue that does not match
  bool inverted = false;  // both scores negated: BOS wins exactly when i ≢ r
  std::vector<std::uint64_t> harmonics = {1};
};

// The least over all residues of (winner − loser), positive iff every residue is decided the right
// way. Where the difference of the two scores is not a double it is rounded down, so that comparing
// it with a double decides as the exact difference would; −∞ when a winner is not finite. Realised
// in the format. Pre: 1 <= m < 2^32, harmonics below m. Cost: O(m·|A|) operations and O(m)
// roundings.
[[nodiscard]] double least_gap(modular_head const& head, format::number_format const& f);
// The same; circle holds the rotations by 1/m of a turn in the format, which all harmonics and
// residues share.
[[nodiscard]] double least_gap(modular_head const& head, format::number_format const& f,
                               rotation_table& circle);

} // namespace ltlc::rotary
