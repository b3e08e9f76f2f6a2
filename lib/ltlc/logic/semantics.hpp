// Truth of a formula at a position, straight from the definition: the oracle that everything else
// is compared with. Nothing here is fast on purpose.
// Positions: 0 is BOS, 1 … N the word, N+1 EOS, where a formula accepts. A letter is false at 0 and
// N+1; P, Y, S look at 1 <= j < i; F, X, U look at i < j <= N. Source: [RoPE, §2.1, §A.1, (11)].
#pragma once

#include <vector>

#include "ltlc/logic/formula.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::logic {

// truth[i] for i = 0 … N+1. A letter of f that is not in the alphabet is false everywhere.
// Cost: O(|f| N²) time (N³ for S and U), O(|f| N) space.
[[nodiscard]] std::vector<bool> truth_at_positions(formula f, text::alphabet const& sigma,
                                                   text::word const& w);

// Pre: position <= N+1.
[[nodiscard]] bool holds(formula f, text::alphabet const& sigma, text::word const& w,
                         std::size_t position);

// The formula holds at N+1.
[[nodiscard]] bool accepts(formula f, text::alphabet const& sigma, text::word const& w);

} // namespace ltlc::logic
