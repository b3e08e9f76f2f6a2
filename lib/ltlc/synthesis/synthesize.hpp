// From an automaton to a formula of the least fragment of LTL[P,Y,MOD] that has one: over the run
// graph (window_graph.hpp; run_graph.hpp where periods suffice), simplified, and where types show
// that less P-depth suffices, from them (types.hpp). Past the paper.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/synthesis/formula_of.hpp"
#include "ltlc/synthesis/shrink.hpp"

namespace ltlc::synthesis {

struct synthesized_formula {
  logic::formula f;              // accepts L(a) at N+1; shown equivalent before it is returned
  evidence::class_id fragment{}; // ltl_p, ltl_y, ltl_p_mod, ltl_p_y or ltl_p_y_mod
  std::uint64_t window = 0;      // least w: no Y of f reaches back further than this in all
  algebra::integer modulus = 1;  // least k of the run graph; the moduli of f divide it
  formula_cost before;           // as built
  formula_cost after;            // as returned
  // No formula of the fragment whose Y reach back `window` letters at most and whose moduli divide
  // `modulus` has a smaller P-depth than this. Equal to after.p_depth when that is proved least.
  std::size_t least_p_depth = 0;
};

// With `fragment` given a formula of that one, else of the least: where LTL[P,MOD] and LTL[P,Y]
// both contain the language, of LTL[P,MOD], whose models hold at every length; where LTL[P] and
// LTL[Y] do, the cheaper one. Pre: `fragment` is one of the five.
// Cost: polynomial in the places of a run (state, context, offset), of which there are |Q||Σ|^w d
// at most for periods up to d, and usually far fewer. Limits: contexts and places against
// max_states, events against max_states × 64, bytes, time; those of the construction that shows
// equivalence.
[[nodiscard]] tl::expected<synthesized_formula, std::variant<outside_class, budget::limit_reached>>
synthesize(automaton::minimal_dfa const& a, logic::formula_pool& pool,
           std::optional<evidence::class_id> fragment, budget::budget const& limits);

} // namespace ltlc::synthesis
