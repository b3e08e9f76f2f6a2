// One criterion a class, each on the minimal automaton alone; classes.cpp holds the table and what
// one class says about another. Past the paper except where a source is named.
#pragma once

#include "ltlc/algebra/classes.hpp"
#include "ltlc/algebra/semigroup.hpp"

namespace ltlc::algebra {

// LTL[P]: every component is one state. Source: [RoPE, Def. A.7], [BrzozowskiFich80].
[[nodiscard]] verdict decide_partially_ordered(automaton::dfa const& a,
                                               automaton::component_order const& order);

// LTL[P,MOD]: every component has as many states as its period.
[[nodiscard]] verdict decide_periodic(automaton::dfa const& a,
                                      automaton::component_order const& order);

// The least k with A^k partially ordered: the lcm of the sizes. Pre: a member of LTL[P,MOD].
[[nodiscard]] integer least_modulus(automaton::component_order const& order);

// LTL[Y]: merging states with equal rows, again and again, leaves one.
// Cost: O(|Q||Σ| log |Q|). Source: [PerlesRabinShamir63].
[[nodiscard]] verdict decide_definite(automaton::dfa const& a, budget::budget const& limits);

// LTL[P,Y] and LTL[P,Y,MOD]: no two states of one component (and one phase, when `by_phase`) lie on
// a cycle of A×A. Cost: O(Σ|C|²|Σ|) time, a byte a pair. Limits: bytes, time.
[[nodiscard]] verdict decide_pairs(automaton::dfa const& a, automaton::component_order const& order,
                                   bool by_phase, budget::budget const& limits);

// LTL[S]: no element of the semigroup, as far as it is enumerated, has a cycle of two states or
// more.
[[nodiscard]] verdict decide_aperiodic(automaton::dfa const& a, semigroup const& s);

// LTL[S,MOD]: no element of φ(Σ^s) has one, s the stability index. Undecided unless s is complete.
[[nodiscard]] verdict decide_stable_aperiodic(automaton::dfa const& a, semigroup const& s,
                                              budget::budget const& limits);

// Looks for a cycle certificate with 2 or 3 states within `visits` steps, without the semigroup.
[[nodiscard]] std::optional<cycle_certificate>
find_rotation(automaton::dfa const& a, automaton::component_order const& order, bool modular,
              std::uint64_t visits);

} // namespace ltlc::algebra
