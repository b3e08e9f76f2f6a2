// A model from a file of any kind that this library reads.
#pragma once

#include "ltlc/network/model.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// Recognizes by its bytes, then its name, what the file is, and reads it: "ltlc-model" JSON as
// model_from_json, "ltlc-weights" JSON as weights_from_json, else safetensors as
// weights_from_safetensors. Errors: theirs; a JSON document that is neither.
[[nodiscard]] text::result<network::model> any_model(text::source const& file);

} // namespace ltlc::interchange
