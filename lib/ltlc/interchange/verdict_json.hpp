// Verdicts and their certificates as JSON: what `classify --json` prints and `check` reads.
// apps/README.md lists the kinds of certificates with their keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/evidence/certificate.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

struct verdict_document {
  text::alphabet sigma;
  std::optional<automaton::dfa> automaton; // when the document holds the table
  std::vector<evidence::verdict> verdicts; // in the order of the table of classes
  // Keys that were read past: what they say has no certificate. Not written.
  std::vector<std::string> other_keys = {};
};

// {"alphabet":[…],"dfa":{"states","initial","accepting","delta"},"classes":{ID:{"member":
// true|false|null,"certificate":{"kind":…,…}}}}, one line; without a table no "dfa".
// Pre: the certificates' words are over the alphabet, and no order leaves out a state.
[[nodiscard]] std::string to_json(verdict_document const& d);
// The same of verdicts on this automaton, which may be too large to copy.
[[nodiscard]] std::string to_json(automaton::dfa const& a,
                                  std::vector<evidence::verdict> const& verdicts);

// Errors: where the text stops being JSON, which key is missing, unknown, given twice or wrong, or
// that there is no verdict. At the top
// and in "dfa" unknown keys are allowed; an automaton of which only "states" is given is none.
// Nothing is checked that needs the automaton.
[[nodiscard]] text::result<verdict_document> verdicts_from_json(text::source const& text,
                                                                budget::budget const& limits);

} // namespace ltlc::interchange
