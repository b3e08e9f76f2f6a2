// From an automaton whose components are ordered and periodic to a formula of LTL[P,MOD].
// Nodes are pairs (component C, offset o): while the run is in C, its state is a function of
// i + o mod period(C). With enter_s and leave_s Boolean in the letter at i, MOD and φ of the
// source,
//   φ_s = P enter_s ∧ ¬P(P enter_s ∧ leave_s),  φ_initial = ¬P leave.
// There are |Q| nodes at most, whatever the lcm of the periods: one offset per component, not one
// residue mod the lcm. Past the paper.
#pragma once

#include <variant>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::synthesis {

// Why there is no such formula: the verdict of LTL[P,MOD] with its certificate.
struct outside_class {
  evidence::verdict why;
};

// A formula of LTL[P,MOD] (of LTL[P] when every period is 1) that accepts L(a) at N+1.
// Cost: O(|Q||Σ|) nodes when all periods are 1.
[[nodiscard]] tl::expected<logic::formula, std::variant<outside_class, budget::limit_reached>>
formula_of(automaton::minimal_dfa const& a, logic::formula_pool& pool,
           budget::budget const& limits);

// The same before it is simplified.
[[nodiscard]] tl::expected<logic::formula, std::variant<outside_class, budget::limit_reached>>
periodic_formula(automaton::minimal_dfa const& a, logic::formula_pool& pool,
                 budget::budget const& limits);

} // namespace ltlc::synthesis
