// One criterion a class, each on the minimal automaton alone; classify.cpp says in which order they
// are asked and what one answer says about another. Past the paper except where a source is named.
#pragma once

#include "ltlc/algebra/classify.hpp"
#include "ltlc/algebra/pair_components.hpp"
#include "ltlc/algebra/semigroup.hpp"

namespace ltlc::algebra {

using automaton::component_order;
using evidence::verdict;

// ---- O(|Q||Σ|) ----------------------------------------------------------------------------------

// LTL[P]: every component is one state. Source: [RoPE, Def. A.7], [BrzozowskiFich80].
[[nodiscard]] verdict decide_partially_ordered(automaton::dfa const& a,
                                               component_order const& order);

// LTL[P,MOD]: every component has as many states as its period.
[[nodiscard]] verdict decide_periodic(automaton::dfa const& a, component_order const& order);

// The least k with A^k partially ordered: the lcm of the sizes. Pre: a member of LTL[P,MOD].
[[nodiscard]] integer least_modulus(component_order const& order);

// LTL[Y]: merging states with equal rows, again and again, leaves one.
// Cost: O(|Q||Σ| log |Q|). Source: [PerlesRabinShamir63].
[[nodiscard]] verdict decide_definite(automaton::dfa const& a, budget::budget const& limits);

// RDEF: a state that lies on a cycle is never left.
[[nodiscard]] verdict decide_reverse_definite(automaton::dfa const& a,
                                              component_order const& order);

// FINITE (COFINITE): no state on a cycle reaches an accepting (a rejecting) state.
[[nodiscard]] verdict decide_finite(automaton::dfa const& a, component_order const& order,
                                    bool cofinite);

// GROUP: every letter permutes the states.
[[nodiscard]] verdict decide_group(automaton::dfa const& a);

// COMMUTATIVE: q·ab = q·ba. Cost: O(|Q||Σ|²).
[[nodiscard]] verdict decide_commutative(automaton::dfa const& a, budget::budget const& limits);

// ---- O(|Q|²|Σ|) ---------------------------------------------------------------------------------

// LTL[P,Y] and LTL[P,Y,MOD]: no two states of one component (and one phase, when `by_phase`) lie on
// a cycle of A×A. Cost: O(Σ|C|²|Σ|) time, four bytes a pair. Limits: bytes, time.
[[nodiscard]] verdict decide_pairs(automaton::dfa const& a, component_order const& order,
                                   bool by_phase, budget::budget const& limits);

// LTL[F], LTL[P,F], GDEF: states p ≠ s on a cycle of A×A, reading e there; for LTL[F] none such are
// both reached from one state by letters of e; for LTL[P,F] s is not reached from p by letters of
// e; for GDEF s is not reached from p at all. It is enough to look at the component of (p, s) in
// A×A as a whole: a cycle through (p, s) can use each of its edges, and more letters only help.
// Cost: O(|Q|²|Σ|) for each set of letters that a component of A×A has.
[[nodiscard]] verdict decide_content(automaton::dfa const& a, component_order const& order,
                                     pair_components const& pairs, evidence::class_id id,
                                     budget::budget const& limits);

// SL (`tier`: the alphabet) and TSL (the letters that move some state): among the states that can
// still accept no pair lies on a cycle of A×A; k − 1 is one more than its longest path. Limits:
// bytes, time. Source: [RogersPullum11]; for the tier [LambertRogers20].
[[nodiscard]] verdict decide_strictly_local(automaton::dfa const& a, evidence::class_id id,
                                            budget::budget const& limits);

// SP: the right language of q·x lies in that of q for every letter x. Source: [RogersEtAl10].
[[nodiscard]] verdict decide_strictly_piecewise(automaton::dfa const& a,
                                                budget::budget const& limits);

// LT: LTL[P,Y], and for p, q on a cycle of A×A with q reached from p, p·s reaches q iff q·s does,
// for every word s. Pre: a member of LTL[P,Y]. Source: [KimMcNaughtonMcCloskey91].
[[nodiscard]] verdict decide_locally_testable(automaton::dfa const& a, component_order const& order,
                                              pair_components const& pairs,
                                              budget::budget const& limits);

// ---- By enumeration -----------------------------------------------------------------------------

// LTL[S]: no element of the semigroup, as far as it is enumerated, has a cycle of two states or
// more.
[[nodiscard]] verdict decide_aperiodic(automaton::dfa const& a, semigroup const& s);

// LTL[S,MOD]: no element of φ(Σ^s) has one, s the stability index. Undecided unless s is complete.
[[nodiscard]] verdict decide_stable_aperiodic(automaton::dfa const& a, semigroup const& s,
                                              budget::budget const& limits);

// A cycle of 2, 3 or 5 states, without the semigroup: among all tuples of states where their table
// is small enough, then by a search of `visits` steps for 2 or 3 states in one component.
[[nodiscard]] std::optional<evidence::cycle_certificate>
find_rotation(automaton::dfa const& a, component_order const& order, bool modular,
              std::uint64_t visits, budget::budget const& limits);

// LTL[P,F,MOD], LTL[P,F,Y,X], LTL[P,F,Y,X,MOD]: no regular element of S (of T with MOD) that is not
// idempotent is fixed on both sides by an idempotent (by 1 without Y). An element of T is regular
// in T iff it is in S, and all idempotents of S lie in T. Undecided unless s is complete. Limit:
// time.
[[nodiscard]] verdict decide_regular(automaton::dfa const& a, semigroup const& s,
                                     evidence::class_id id, budget::budget const& limits);

// LTT: aperiodic, and exfyezf = ezfyexf for idempotents e, f of S. Undecided unless s is complete.
// Limit: time. Source: [BeauquierPin91].
[[nodiscard]] verdict decide_threshold(automaton::dfa const& a, semigroup const& s,
                                       budget::budget const& limits);

} // namespace ltlc::algebra
