// Model files with exact scalars (grammars/model.schema.json), and the numbers-only export of
// DESIGN §12.
#pragma once

#include <string>

#include "ltlc/budget/budget.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

[[nodiscard]] std::string to_json(network::model const& m);
// Reads what to_json wrote, to an equal model. Errors: where the text stops being JSON, or which key
// is wrong, or a shape that does not fit.
[[nodiscard]] text::result<network::model> model_from_json(text::source const& text,
                                                           budget::budget const& limits);

// The "ltlc-weights" document: every number is the correctly rounded value in the format, written as
// the shortest decimal that reads back as that double. A pair without a period is written as a table
// with one row per position 0 … max_length+1.
// Pre: a model with an unperiodic pair has a max_length.
[[nodiscard]] std::string export_weights(network::model const& m, format::number_format const& f);

} // namespace ltlc::interchange
