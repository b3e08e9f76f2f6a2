// DFAs as JSON.
#pragma once

#include <string>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// {"alphabet":[…],"states":n,"initial":0,"accepting":[…],"delta":[[…]]}, one line.
[[nodiscard]] std::string to_json(automaton::dfa const& a);
// Errors: where the text stops being JSON, or which key or entry is wrong. Extra keys are allowed.
[[nodiscard]] text::result<automaton::dfa> dfa_from_json(text::source const& text,
                                                         budget::budget const& limits);

} // namespace ltlc::interchange
