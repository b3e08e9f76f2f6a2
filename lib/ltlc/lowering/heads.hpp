// The numbers of rotary heads: scales, baselines, angles and how far an offset head holds. Every
// choice is certified twice: in exact arithmetic with λ as the gap, so that the exact regime
// accepts the model too, and in the format with f_large as the gap, on the scores as they are
// computed there. Source: [RoPE, §C.3, §4.2, §D]; the slow angle and the bonus pair are past the
// paper (heads.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::lowering {

// λ and the format it was made for.
struct arithmetic {
  std::optional<format::number_format> format; // none: exact
  exact::rational lambda = 1;
};

// λ: 1 without a format, else the least power of two >= f_large, so that its multiples are exact.
[[nodiscard]] arithmetic arithmetic_for(std::optional<format::number_format> const& f);

struct modular_numbers {
  exact::rational scale;  // C
  exact::scalar baseline; // a number of the format
  std::string gap;        // the least, in the format, a decimal
};

// C and the baseline for MOD(r,m), m >= 2. Error: the gap needed and the best gap there is.
// Cost: O(m) roundings unless an error bound settles it.
[[nodiscard]] tl::expected<modular_numbers, std::string>
modular_head_numbers(std::uint64_t residue, std::uint64_t modulus, bool inverted,
                     arithmetic const& numbers);

// A second rotary pair of an offset head, on the BOS key alone.
struct bonus_pair {
  exact::angle step;
  exact::angle phase;    // of the query at position 0
  exact::rational scale; // D
};

struct offset_numbers {
  exact::angle step;
  exact::rational scale;           // C
  std::optional<bonus_pair> bonus; // makes BOS win below the offset, where the step does not
  std::uint64_t length = 0;        // holds for words up to this length
  std::string gap;
};

struct offset_request {
  std::uint64_t offset = 1;
  std::uint64_t length = 0; // that is wanted
  std::optional<exact::angle> angle = std::nullopt;
  std::optional<exact::rational> scale = std::nullopt;
};

// The best head there is: .length is `length` when that can be had, else the longest that was
// found. None when not even words of length `offset` can be had.
[[nodiscard]] std::optional<offset_numbers> offset_head_numbers(offset_request const& wanted,
                                                                arithmetic const& numbers);

} // namespace ltlc::lowering
