// What makes one formula better than another, and a search for better ones that keeps the language.
#pragma once

#include <compare>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::synthesis {

// Compared in this order: P-depth is the number of layers; P, Y and MOD are heads.
struct formula_cost {
  std::size_t p_depth = 0;
  std::size_t heads = 0; // distinct P, Y and MOD sub-formulas
  std::size_t size = 0;  // distinct sub-formulas
  friend auto operator<=>(formula_cost const&, formula_cost const&) = default;
};
[[nodiscard]] formula_cost cost_of(logic::formula f);

// f with every occurrence of `part` replaced. Pre: f is a past formula.
[[nodiscard]] logic::formula replaced(logic::formula f, logic::formula part, logic::formula by,
                                      logic::formula_pool& pool);

// Replaces sub-formulas by constants, by their own parts or by their duals while that makes f
// cheaper and the automaton of the result is still `a`; tries a bounded number of replacements,
// none when f is large. The result accepts the same language over a's alphabet, and none of its Y
// reaches further back than one of f.
[[nodiscard]] logic::formula shrink(logic::formula f, automaton::minimal_dfa const& a,
                                    logic::formula_pool& pool, budget::budget const& limits);

} // namespace ltlc::synthesis
