// Words that show a refusal at work: lengths that a given number divides, and two words, one in the
// language and one not, that no formula of the class tells apart until it is nested deeper than n.
#pragma once

#include <optional>

#include "ltlc/budget/budget.hpp"
#include "ltlc/evidence/certificate.hpp"

namespace ltlc::algebra {

// The certificate against LTL[P,MOD] or LTL[P,Y,MOD] with u, v and e of lengths divisible by k (and
// by the period of the component). Pre: c proves that verdict for a; k >= 1.
// Limit: the search takes |C| × lcm(k, period) nodes, C the component of p; bytes.
[[nodiscard]] budget::limited<evidence::state_pair_certificate>
with_lengths_divisible_by(automaton::dfa const& a, evidence::state_pair_certificate const& c,
                          std::uint64_t k, budget::budget const& limits);

// For a class of formulas and a language outside it. `depth` bounds the nesting of P, S and F (for
// LTL[Y], LTL[P,Y], … also the number of letters that Y and X reach back and ahead in all; for J the
// length of the subwords; for RDEF and GDEF the number of first and last letters), and all moduli
// divide `modulus` where the class has MOD. Formulas of LTL[F] are read before the first letter, all
// others after the last.
struct pumped_words {
  text::word inside;  // accepted
  text::word outside; // rejected
};

// None when the class is not one of formulas (SL, TSL, SP, LT, LTT, GROUP, COMMUTATIVE, FINITE,
// COFINITE). Pre: v is not_member with a certificate that proves it for a. Limit: the length of the
// words, bytes. Past the paper: by induction over the depth, blocks that have n blocks before (and
// after) them show the same types of depth n.
[[nodiscard]] budget::limited<std::optional<pumped_words>>
pump(automaton::dfa const& a, evidence::verdict const& v, std::uint64_t depth,
     std::uint64_t modulus, budget::budget const& limits);

} // namespace ltlc::algebra
