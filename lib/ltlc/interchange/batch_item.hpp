// One line of `classify --batch`: a language to classify, as JSON. apps/README.md has the format.
#pragma once

#include <optional>
#include <string>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

struct batch_item {
  std::string kind;                    // the key: regex, ltl, fo or dfa
  std::string text;                    // its string; with "dfa" the name of a file
  std::optional<automaton::dfa> table; // "dfa" given in place of a file's name
  std::optional<text::alphabet> sigma; // "alphabet", as --alphabet takes it or as a list
};

struct batch_line {
  std::string id; // as it stands in the line, which is JSON; empty when there is none
  text::result<batch_item> item;
};

// {"regex"|"ltl"|"fo"|"dfa": …, "alphabet": …, "id": …}. The id is found also where something else
// is wrong with the object.
// Errors: where the line stops being JSON, or which key is missing, unknown, given twice or wrong.
// Cost: linear in the line.
[[nodiscard]] batch_line batch_line_from_json(text::source const& line,
                                              budget::budget const& limits);

} // namespace ltlc::interchange
