// Whether a formula accepts the language of an automaton.
#pragma once

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::synthesis {

// The same formula with Y^j f & Y^k g, j <= k, written as Y^j (f & Y^(k−j) g), and so for | and for
// negations of Y. Each is exact at every position: Y^j f & Y^k g needs k positions before, and
// where there are fewer than j both sides of | are false. Its automaton remembers how far a pattern
// of letters has come instead of all the letters.
[[nodiscard]] logic::formula with_nested_yesterdays(logic::formula f, logic::formula_pool& pool);

// Limits: those of the construction. Pre: f is a past formula, letters in a's alphabet.
[[nodiscard]] budget::limited<bool> accepts_language(logic::formula f,
                                                     automaton::minimal_dfa const& a,
                                                     logic::formula_pool& pool,
                                                     budget::budget const& limits);

} // namespace ltlc::synthesis
