// What both forms of exported weights say of a model: a document without its tensors, and each
// tensor with its name, rounded. Private to interchange/.
#pragma once

#include <functional>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/format/number_format.hpp"
#include "ltlc/interchange/tensor.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

// Puts a tensor into `owner` under `key`, or somewhere else.
using tensor_sink =
    std::function<void(nlohmann::ordered_json& owner, char const* key, tensor const& t)>;

// The "ltlc-weights" document of m in format f; every tensor goes to `put`. Pre: as
// export_weights. Throws export_error.
[[nodiscard]] nlohmann::ordered_json
weights_document(network::model const& m, format::number_format const& f, tensor_sink const& put);

// The document's text as it stands in a file, without the line's end.
[[nodiscard]] std::string document_text(nlohmann::ordered_json const& document);

// As an integer where it is one, whatever a writer of JSON does with doubles. Pre: finite.
[[nodiscard]] nlohmann::ordered_json number_of(double x);

} // namespace ltlc::interchange
