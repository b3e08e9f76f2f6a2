// Exported weights under the names and in the shapes of TransformerLens: heads of one layer in one
// tensor, matrices from input to output, a rotary table for each layer.
//
// What does not fit in a state dict is written beside it, in the metadata under "transformer_lens":
// the configuration, the tokens, and words with verdict and margin. Strict attention is a hook
// there (examples/pytorch/transformer_lens_hooks.py). A layer has one table for all of its heads,
// so each different table takes a pair of dimensions of its own, and heads that do not turn by it
// have zero weights there; all heads of the model get the greatest d_head, all layers the greatest
// number of heads and of hidden units, filled up with zeros.
#pragma once

#include <string>
#include <variant>

#include "ltlc/format/number_format.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

// Why TransformerLens cannot carry the model.
struct not_carried {
  std::string reason;
};

// Tables have max_length + 2 rows, or 514 where the model holds for every length. The unembedding
// gives two logits, ½ for "rejected" and the readout for "accepted". Same model, same bytes.
// Errors: hard attention, sinusoids, norms (there before what they are after here), no layers;
// tables of more than 10,000,000 numbers; and those of export_weights.
[[nodiscard]] tl::expected<std::string, std::variant<not_carried, export_error>>
export_transformer_lens(network::model const& m, format::number_format const& f);

} // namespace ltlc::interchange
