// The numbers-only export: what a short program needs to run a model; and models out of it, whoever
// wrote it.
#pragma once

#include <string>
#include <variant>

#include "ltlc/budget/budget.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// A weight that is past the format's greatest number.
struct weight_overflow {
  std::string where; // "layers/0/heads/1/b_Q"
};

// A rotation that never comes back and is no double in radians, in a model that says no longest
// word: its table has no end.
struct endless_table {
  std::string where; // "layers.0.heads.1.rotary"
};

using export_error = std::variant<weight_overflow, endless_table, budget::limit_reached>;

// The "ltlc-weights" document: every number is the correctly rounded value in the format, written
// as the shortest decimal that reads back as that double. A rotary pair with a period is a table of
// one row per residue; one without is a table of one row per position 0 … max_length + 1, or, where
// the model has no max_length, its angle. Keys that most models do not use are left out where they
// are not used: a head's "attention", "positions". Limit: table rows.
[[nodiscard]] tl::expected<std::string, export_error>
export_weights(network::model const& m, format::number_format const& f);

// Reads an "ltlc-weights" document to a model. A decimal means its nearest double, a double is an
// exact rational number; a table stays a table, an "angle" becomes that many radians. All heads are
// `given`; the formula is what the document says was compiled, and meaning is empty; the scale λ is
// the least power of two >= f_large of the "dtype", or 1 where that is "exact". Errors: where the
// text stops being JSON; else the key that is not known, missing, of the wrong type or out of
// range, the number that the dtype does not have, a threshold other than ½, or the shape that does
// not fit. Memory: bounded by the text's length, and by 16,000,000 numbers in all.
[[nodiscard]] text::result<network::model> weights_from_json(text::source const& text);

} // namespace ltlc::interchange
