// Fewer heads: P f ∨ P g is P (f ∨ g), and ¬P f ∧ ¬P g is ¬P (f ∨ g). Operands of one disjunction,
// or of one conjunction, are merged where nothing else uses them. What f ∨ g costs is hidden units;
// the nesting of temporal operators does not get deeper. Past the paper.
#pragma once

#include "ltlc/logic/formula.hpp"

namespace ltlc::lowering {

// An equivalent formula in `into`. Pre: `into` is empty. Cost: linear in the DAG.
[[nodiscard]] logic::formula merge_past(logic::formula f, logic::formula_pool& into);

} // namespace ltlc::lowering
