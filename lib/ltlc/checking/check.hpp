// Confirms verdicts from the transition table alone. It shares no code with the deciders: words are
// read letter by letter, components are confirmed by two searches, pairs are peeled, elements are
// enumerated again, all by the plainest algorithm that ends in time.
//
// What is trusted: the table; the theorem beside each kind of evidence (certificate.hpp); for
// `implied`, that one class contains the other (classes.hpp). Evidence against a class holds in any
// automaton of the language. Evidence for a class, and against TSL, speaks of the minimal
// automaton, so there the table is first shown to be minimal.
#pragma once

#include <string>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/evidence/certificate.hpp"

namespace ltlc::checking {

enum class result : std::uint8_t {
  confirmed,
  refuted, // the evidence is wrong; the verdict itself may still be true
  limit,   // neither, because a limit was reached
  open,    // an undecided verdict claims nothing
};

struct finding {
  result is = result::open;
  std::string reason; // empty when confirmed
};

// Pre: the automaton is well formed (automaton::malformed).
// Cost by kind, with |w| the letters of the certificate's words:
//   state_pair, definite, substitution, cycle, content, escape, merging, exchange, deletion:
//     O(|w| + |Q||Σ|); regular: O(|w||Q|); equation: O(|w||Q|)
//   order: O(|Q||Σ|); table: O(|Q||Σ|), COMMUTATIVE O(|Q||Σ|²)
//   synchronizing, strictly_local: O(|Q|²|Σ|) time, O(|Q|²) space
//   acyclic_pairs: the same, summed over the components
//   pairs: O(|Q|²|Σ|) time, O(|Q|²) space; LTL[F] and LTL[P,F] that for each set of letters which
//     some cycle of pairs has, and O(|Q|) for each of these cycles
//   enumeration: O(|S||Q||Σ|) for the elements; the stable semigroup O(|S||Σ|) a length;
//     LTL[S], LTL[S,MOD] O(|S||Q|log|Q|); the others a table of all products, O(|S|²) time and
//     space, at most 10,000 elements; LTT also O(|eSf|²|fSe|) for each pair of regular J-classes
//   showing the table minimal: O(|Q||Σ|) for every time a state's class is split off, O(|Q|²|Σ|) at
//     worst
[[nodiscard]] finding check(automaton::dfa const& a, evidence::verdict const& v,
                            budget::budget const& limits);

// The same for several verdicts on one automaton; what they share is computed once.
[[nodiscard]] std::vector<finding> check(automaton::dfa const& a,
                                         std::vector<evidence::verdict> const& verdicts,
                                         budget::budget const& limits);

// Why the automaton is not minimal (a state that is not reached, two that accept the same words),
// or empty.
[[nodiscard]] budget::limited<std::string> not_minimal(automaton::dfa const& a,
                                                       budget::budget const& limits);

} // namespace ltlc::checking
