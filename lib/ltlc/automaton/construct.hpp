// From terms to complete DFAs; only reachable states are made.
// Formulas: the state before position i is the truth of each P and S sub-formula, the last truth
// values under Y, and i mod M; all letters are tried at once, one bit lane per letter class, and
// one more lane for EOS gives acceptance. With F, G, X, U these truth values are functions of what
// is guessed about the rest of the word: construct_future.cpp. Regexes: derivatives. All return
// automata that are complete and reachable but not yet minimal.
#pragma once

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/regex/expression.hpp"

namespace ltlc::automaton {

// Letters of f outside sigma are false everywhere.
// Cost of past formulas (P, Y^k, S, MOD, Boolean): O(states × (|f| ⌈letters of f / 64⌉ + |Σ|)).
// With F, G, X, U: O(states × letters of f × |f| × the sizes of diagrams). The states are bounded
// by two exponentials, and that is reached: P(a & X^k b) remembers the last k letters, 2^k states;
// P(c & F a & F b & …) the letters that are missing, 2^k. Chains such as P(a & X(b & X …)) or
// P(a & F(b & F …)) have one state a step; of 40 random operators, about a hundred states.
// max_states bounds the states and max_bytes all that is stored, diagrams included.
[[nodiscard]] budget::limited<dfa> construct(logic::formula f, text::alphabet const& sigma,
                                             budget::budget const& limits);

// Cost: one derivative per state and letter class.
[[nodiscard]] budget::limited<dfa> construct(regex::expression f, regex::expression_pool& pool,
                                             text::alphabet const& sigma,
                                             budget::budget const& limits);

} // namespace ltlc::automaton
