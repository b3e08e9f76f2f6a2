// The numbers-only export: what a twenty-line program needs to run a model.
#pragma once

#include <string>
#include <variant>

#include "ltlc/budget/budget.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

// A weight that is past the format's greatest number.
struct weight_overflow {
  std::string where; // "layers/0/heads/1/b_Q"
};

using export_error = std::variant<weight_overflow, budget::limit_reached>;

// The "ltlc-weights" document: every number is the correctly rounded value in the format, written
// as the shortest decimal that reads back as that double. A rotary pair with a period is a table of
// one row per residue; one without is a table of one row per position 0 … max_length + 1. Pre: a
// model with a pair that has no period has a max_length. Limit: table rows.
[[nodiscard]] tl::expected<std::string, export_error>
export_weights(network::model const& m, format::number_format const& f);

} // namespace ltlc::interchange
