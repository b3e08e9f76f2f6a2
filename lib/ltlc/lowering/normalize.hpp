// Norms that change nothing: the model gets coordinates that make the mean and the variance
// (layer), or the mean of the squares (RMS), the same for every row, so that the norm after each
// layer is the identity, exactly.
//
// Every coordinate x of the model gets a complement 1 − x: all that is written to x is taken from
// it, and nothing reads it. Of 2n coordinates that are 0 or 1 exactly n are 1:
//   layer  mean ½, variance ¼: with eps 0, gain ½ and bias ½, x ↦ ½ · (x − ½)/½ + ½ = x.
//   RMS    the squares add up to n. Four constant coordinates whose squares add up to n + 4
//   (Lagrange's
//          theorem) make it 2n + 4 over 2n + 4 coordinates: the mean is 1, and with eps 0 and gain
//          1, x ↦ x.
// In a format with p digits each sum that is formed is of numbers 0, 1, ¼, or squares of integers,
// and stays at most the width: all are exact, whatever the order, while the width is at most 2^p
// (multiples of ¼ up to a quarter of the width, too). Quotients are ½, ¼, 1 and ±1.
// Past the paper, whose model has no norm in its constructions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::lowering {

// The same model with a norm after each layer; twice as wide, and for RMS four coordinates more.
// Pre: every coordinate is 0 or 1 after every layer, in every row; no norms, no positions. Error:
// the format is too small for the width. Cost: linear in the weights.
[[nodiscard]] tl::expected<network::model, std::string>
with_norm(network::model const& m, network::norm_kind kind,
          std::optional<format::number_format> const& f);

// Four integers a >= b >= c >= d >= 0 whose squares add up to n.
struct four_squares {
  std::uint64_t a = 0, b = 0, c = 0, d = 0;
};
[[nodiscard]] four_squares sum_of_four_squares(std::uint64_t n);

} // namespace ltlc::lowering
