// Modular heads checked score by score, wherever sums are kept. Source: [RoPE, §C.3, §D].
#pragma once

#include "ltlc/lowering/heads.hpp"
#include "ltlc/rotary/modular_gap.hpp"

namespace ltlc::lowering {

// The least over all residues of fl(winner − loser), as softmax forms it: f_large or more iff every
// residue is decided the right way. −∞ when a score is not finite or a difference is NaN.
// `circle` holds the rotations by 1/m of a turn. Pre: a format. Cost: O(m · harmonics) operations.
[[nodiscard]] double realized_modular_gap(rotary::modular_head const& head,
                                          arithmetic const& numbers,
                                          rotary::rotation_table& circle);

// Scores or their differences can be infinite or NaN where rotary::least_gap does not look, or sums
// are kept elsewhere than it keeps them.
[[nodiscard]] bool needs_own_scores(arithmetic const& numbers);

} // namespace ltlc::lowering
