// Exported weights as an ONNX graph of standard operators: token ids in; verdicts, the residual
// stream and the weights of attention out, for any number of words of any length.
#pragma once

#include <map>
#include <string>

#include "ltlc/format/number_format.hpp"
#include "ltlc/interchange/onnx_graph.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

// The numbers of export_weights, under the names of export_safetensors, and what is done with them:
// in float32 where it has all numbers of f, else in float64. With L layers of n coordinates:
//
//   tokens          in, int64 (batch, length): <bos> is 0, letters from 2 on, in the alphabet's
//                   order. Row i sees the rows before it only: words of different lengths share a
//                   batch, with any ids after the end of the shorter ones.
//   accepts         bool (batch, length): whether the letters up to position i are a word of the
//                   language. The graph asks <eos> after every prefix; it stands in no input.
//   readout         (batch, length): what is compared with ½ for it.
//   residual_l      (batch, length, n): the rows after layer l, of the embedding for l = 0.
//   end_residual_l  the same of the row of <eos> that stands after position i.
//   attention_l     (batch, heads, length, length): the weights of row i in the heads of layer l,
//                   from 1, where it has any; 0 at the row itself and after it.
//   end_attention_l the same of the row of <eos> after position i: 0 after i.
//
// The metadata has "format": "onnx", "dtype", "formula", "tokens", "readout", "max_length",
// "coordinates" and "heads" (JSON texts where they are not one word), and what is given in
// `further`. Pre and errors: as export_weights; and a rotation without a period is an endless_table
// also where it is a double in radians: float32 has no phase of i times that. Limit: bytes of
// numbers.
[[nodiscard]] tl::expected<onnx_graph, export_error>
onnx_graph_of(network::model const& m, format::number_format const& f,
              std::map<std::string, std::string> const& further = {});

} // namespace ltlc::interchange
