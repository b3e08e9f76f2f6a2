// The parts of an automaton's JSON, for documents that hold one. Private to interchange/.
#pragma once

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/interchange/json_reader.hpp"

namespace ltlc::interchange {

// ["a","b"]
[[nodiscard]] std::string alphabet_json(text::alphabet const& sigma);
[[nodiscard]] text::alphabet read_alphabet(json_reader const& at);

// "states":n,"initial":0,"accepting":[…],"delta":[[…]], without braces.
[[nodiscard]] std::string table_json(automaton::dfa const& a);
[[nodiscard]] automaton::dfa read_table(json_reader const& at, text::alphabet sigma,
                                        budget::budget const& limits);

} // namespace ltlc::interchange
