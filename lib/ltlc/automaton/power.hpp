// The k-automaton A^k: the same states, one letter per block of k letters.
// Source: [RoPE, Def. A.8].
#pragma once

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::automaton {

// A^k over the |Σ|^k blocks, in lexicographic order; a block is written by joining its tokens, with
// '·' between them when a token has more than one character. Not trimmed: all states of A stay, so
// that its order can be read. Limit: |Q||Σ|^k entries of the table against max_states × 64.
// Pre: k >= 1.
[[nodiscard]] budget::limited<dfa> power(dfa const& a, std::uint32_t k,
                                         budget::budget const& limits);

} // namespace ltlc::automaton
