// From past temporal formulas to sentences of PFO²: P and Y become bounded quantifiers whose two
// variables take turns, MOD at N+1 becomes LEN. What a formula says about the last position, as in
// Y a, becomes exists x. last(x) & a(x).
//
// Why last is needed: with <, =, succ, MOD and LEN alone no sentence defines Σ*a, a and b in Σ. Let
// M be a common multiple of the sentence's moduli in LEN. Take its sub-formulas exists x. g(x) from
// the innermost outwards. All quantifiers in g look left of x, so g(x) is a property of the prefix
// that ends at x, once the LEN atoms and the closed sub-formulas inside g are fixed. Now let u be
// the infinite word (a^M b^M)^ω, and look at its prefixes of lengths divisible by M. LEN is the
// same in all of them; so each exists x. g(x), once the closed sub-formulas inside it no longer
// change, can only change from false to true on longer and longer prefixes, and after that never.
// From some length on the sentence has one value, while the last letter goes on alternating between
// a and b. (Without LEN the words (ab)^n and (ab)^n a do as well.) The argument and last are past
// the paper.
#pragma once

#include <string>
#include <variant>

#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/first_order.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::logic {

// A sub-formula that the fragment cannot say, or not in this way: S, F, X, U.
struct no_sentence {
  op kind{};
  std::string subformula; // cut when long
};

// The sentence that a word satisfies iff f holds at its N+1; to_temporal leads back. A few nodes
// for each node of f's DAG and each place where it is read (x, y, N+1), and 2k for Y^k; constants
// are folded, and nothing else is simplified. Limit: nodes of the sentence, by budget.max_states.
// Source: [RoPE, Lemma B.3] for P and MOD.
[[nodiscard]] tl::expected<fo_formula, std::variant<no_sentence, budget::limit_reached>>
to_first_order(formula f, fo_pool& pool, budget::budget const& limits);

} // namespace ltlc::logic
