// Floating-point numbers as the bits of a file: IEEE 754's interchange formats, bfloat16, and the
// two 8-bit formats, E4M3 without infinities and E5M2 with them. Private to interchange/.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ltlc/format/number_format.hpp"

namespace ltlc::interchange {

enum class stored_type { f64, f32, f16, bf16, f8_e4m3, f8_e5m2 };
[[nodiscard]] std::string_view name(stored_type type); // "F64", …
[[nodiscard]] std::optional<stored_type> find_stored_type(std::string_view name);
[[nodiscard]] std::size_t bytes_of(stored_type type);

// The type that a format's numbers are stored in: its own where there is one ("fp16" with any
// suffix is F16), else F32 where it has all of them, else F64.
[[nodiscard]] stored_type stored_type_of(format::number_format const& f);

// The number of a code, ±∞ and NaN included. Pre: code < 2^(8·bytes_of(type)).
[[nodiscard]] double decoded(stored_type type, std::uint64_t code);

// The code of a number, or none when the type does not have it; none for ±∞ and NaN.
[[nodiscard]] std::optional<std::uint64_t> encoded(stored_type type, double x);

} // namespace ltlc::interchange
