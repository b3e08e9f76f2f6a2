// What a model's rotary module holds, of any schedule: inverse frequencies, and cosines and sines
// by position. examples/swap_rotary.py puts them into a PyTorch model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/budget/budget.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::interchange {

// A number that cannot be given.
struct frequency_table_gap {
  std::size_t plane = 0;                 // from 0
  std::optional<std::uint64_t> position; // none: the inverse frequency
  // Past the greatest number; else the frequency is stated with an error that leaves it open.
  bool overflow = false;
};

using frequency_table_error = std::variant<frequency_table_gap, budget::limit_reached>;

// "plane 3 at position 17: …", one line, for people.
[[nodiscard]] std::string describe(frequency_table_error const& error);

inline constexpr std::uint64_t most_table_numbers = 50'000'000; // cosines and sines together

// One line of JSON: {"format": "ltlc-rotary", "version": 1, "dtype": F, "positions": n, "planes":
// [the frequencies as parse_frequency reads them, where it can], "inv_freq": [radians a position],
// "cos": [[a number for each plane] for positions 0 … n − 1], "sin"}. Cosines and sines are the
// correctly rounded values in `f` of the exact angle, not of a rounded product. Inverse frequencies
// are numbers of fp32, as libraries keep them, or of fp64 where fp32 does not have every number of
// `f`. A number is the shortest decimal that reads back as that double.
// Errors: the first gap; limit: most_table_numbers, the positions times twice the planes.
// Cost: a few microseconds a number.
[[nodiscard]] tl::expected<std::string, frequency_table_error>
frequency_table_json(std::vector<rotary::frequency> const& planes, std::uint64_t positions,
                     format::number_format const& f);

// The same numbers as tensors `inv_freq` [planes], `cos` and `sin` [positions, planes] in
// safetensors; the rest of the document stands in the metadata under "ltlc". All tensors are F32,
// or F64 where fp32 does not have every number of `f`. Same arguments, same bytes.
[[nodiscard]] tl::expected<std::string, frequency_table_error>
frequency_table_safetensors(std::vector<rotary::frequency> const& planes, std::uint64_t positions,
                            format::number_format const& f);

} // namespace ltlc::interchange
