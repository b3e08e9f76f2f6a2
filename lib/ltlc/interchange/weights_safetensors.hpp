// Exported weights as a safetensors file: what a library that loads weights expects.
#pragma once

#include <map>
#include <string>

#include "ltlc/format/number_format.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/network/model.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// The numbers of export_weights as tensors "embedding", "layers.0.heads.1.W_Q",
// "layers.0.heads.1.rotary.0.table", "layers.0.mlp.b_1", "layers.0.norm.gain", "positions.0.table",
// row-major, in the format's own type, or else F32 or F64. What is no tensor stands in
// "__metadata__": under "ltlc" the document of export_weights without its tensors, and "format":
// "pt", which loaders ask for, and the caller's own texts. Same model, same bytes. Pre: as
// export_weights; the texts have other keys. Errors: as export_weights.
[[nodiscard]] tl::expected<std::string, export_error>
export_safetensors(network::model const& m, format::number_format const& f,
                   std::map<std::string, std::string> texts = {});

// Reads such a file to a model, as weights_from_json reads its document. Tensors may be of any
// floating-point type that holds the numbers of the document's "dtype". Errors: a container that is
// not as it must be; a tensor that is missing, is not of its rank, or belongs to no part of the
// document; and those of weights_from_json. The place is that of the file's bytes. Memory: bounded
// by the file's length, and by 16,000,000 numbers in all.
[[nodiscard]] text::result<network::model> weights_from_safetensors(text::source const& file);

} // namespace ltlc::interchange
