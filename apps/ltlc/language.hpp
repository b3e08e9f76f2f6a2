// INPUT as a language: the text parsed over its alphabet, and from there its minimal automaton.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/regex/expression.hpp"
#include "ltlc/text/alphabet.hpp"

#include "options.hpp"
#include "outcome.hpp"

namespace ltlc::app {

// One INPUT, parsed. The terms live in the pools, which live as long as this.
struct language {
  std::string name; // "--regex '(ab)*'"
  text::alphabet sigma;
  std::shared_ptr<logic::formula_pool> formulas = std::make_shared<logic::formula_pool>();
  std::shared_ptr<regex::expression_pool> expressions = std::make_shared<regex::expression_pool>();
  // An LTL formula (a sentence is translated to one), a regex, or an automaton read from a file.
  std::variant<logic::formula, regex::expression, automaton::dfa> term;
};

[[nodiscard]] budget::budget budget_of(common_options const& common);

// Every INPUT of the options, in the order regex, ltl, fo, dfa. Without --alphabet (and without
// `sigma`) the alphabet is the sorted letters of all of them together.
[[nodiscard]] outcome<std::vector<language>> read_languages(input_options const& input,
                                                            budget::budget const& limits,
                                                            streams const& io,
                                                            text::alphabet const* sigma = nullptr);

// The one INPUT of commands that take one.
[[nodiscard]] outcome<language> read_language(input_options const& input,
                                              budget::budget const& limits, streams const& io,
                                              text::alphabet const* sigma = nullptr);

[[nodiscard]] outcome<automaton::minimal_dfa> minimal_automaton(language const& l,
                                                                budget::budget const& limits);

// A word for a sentence in an explanation: ε, abab, or ⟨open close⟩.
[[nodiscard]] std::string shown(text::alphabet const& sigma, text::word const& w);

} // namespace ltlc::app
