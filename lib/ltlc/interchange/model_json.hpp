// Model files with exact scalars: grammars/model.schema.json describes them.
#pragma once

#include <string>

#include "ltlc/network/model.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// Same model, same bytes.
[[nodiscard]] std::string to_json(network::model const& m);

// Reads what to_json wrote, to an equal model. Errors: where the text stops being JSON; else the
// key that is not known, missing, of the wrong type or out of range, or the shape that does not
// fit. A "comment" may stand in any object and is not read. The sizes
// a file may declare are bounded (16,000,000 matrix entries in all), so memory is bounded by them
// and the text's length.
[[nodiscard]] text::result<network::model> model_from_json(text::source const& text);

} // namespace ltlc::interchange
