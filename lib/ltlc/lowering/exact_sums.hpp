// Which sums of a model a narrow format keeps exactly. A compiled model adds up small integers, in
// keys also 2λ times as much: as long as every sum is what it is in exact arithmetic, the model is
// right in the format, whatever its number of digits. What is not such a sum, the score of a rotary
// head or a sinusoid, is certified where its numbers are chosen.
//
// A sum is exact when its partial sums, in every order, are integers (times a power of two) that
// the place where sums are kept has all of. Where that bound is too rough and the row depends on
// few things, every case is computed as the interpreter does. The key of P ψ needs less than the
// exact sum: 2λ or more where ψ holds, 0 or less elsewhere, as BOS has λ.
// Past the paper, which leaves finite precision of Boolean parts to earlier work [RoPE, §C.3].
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ltlc/lowering/compile.hpp"
#include "ltlc/lowering/heads.hpp"
#include "ltlc/lowering/layout.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::lowering {

// Why no head can be made in a format, whatever its numbers; or empty.
[[nodiscard]] std::string without_heads(format::number_format const& f);

// The format has all integers up to this, and 2λ times as much with room for the difference of two.
// Exact arithmetic: 2^30, beyond any sum. Pre: without_heads is empty.
[[nodiscard]] std::int64_t greatest_exact_integer(arithmetic const& numbers);

// The first head or coordinate whose sums would not be exact, with the sum and the limit; none when
// all are. m is what emit() makes of p and where, before norms. Pre: a format.
// Cost: linear in the weights; a row that the bound refuses is computed for up to 4,096 cases.
[[nodiscard]] std::optional<format_too_small>
inexact_sum(plan const& p, layout const& where, network::model const& m, arithmetic const& numbers);

} // namespace ltlc::lowering
