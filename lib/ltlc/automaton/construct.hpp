// From terms to complete DFAs; only reachable states are made.
// Formulas: the state before position i is the truth of each P and S sub-formula, the last truth
// values under Y, and i mod M; all letters are tried at once, one bit lane per letter class, and
// one more lane for EOS gives acceptance. Regexes: derivatives. Both return automata that are
// complete and reachable but not yet minimal.
#pragma once

#include <string>
#include <variant>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/regex/expression.hpp"

namespace ltlc::automaton {

// An operator the construction does not read: F, G, X and U.
struct unsupported_operator {
  std::string subformula;
};

using construction_error = std::variant<budget::limit_reached, unsupported_operator>;

// Past formulas (P, Y^k, S, MOD, Boolean). Letters of f outside sigma are false everywhere.
// Cost: O(states × (|f| ⌈letters of f / 64⌉ + |Σ|)).
[[nodiscard]] tl::expected<dfa, construction_error>
construct(logic::formula f, text::alphabet const& sigma, budget::budget const& limits);

// Cost: one derivative per state and letter class.
[[nodiscard]] budget::limited<dfa> construct(regex::expression f, regex::expression_pool& pool,
                                             text::alphabet const& sigma,
                                             budget::budget const& limits);

} // namespace ltlc::automaton
