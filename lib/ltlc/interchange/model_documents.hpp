// Models out of parsed documents, for readers that must look at a document before they know what it
// is. Private to interchange/; every function throws json_objection.
#pragma once

#include "ltlc/interchange/tensor.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

class json_reader;

// Of an "ltlc-model" document.
[[nodiscard]] network::model model_of(json_reader const& document);

// Of an "ltlc-weights" document, whose tensors are where `tensors` finds them. May throw what
// `tensors` throws.
[[nodiscard]] network::model weights_of(json_reader const& document, tensor_source& tensors);

// Of an "ltlc-weights" document with its tensors in it.
[[nodiscard]] network::model weights_of(json_reader const& document);

} // namespace ltlc::interchange
