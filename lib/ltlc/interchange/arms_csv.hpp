// Per-seed values of an experiment's arms as CSV (RFC 4180): three columns `arm,seed,value`, in
// this order. A first row that names the columns so is skipped; it may be left out. A field in
// double quotes may hold commas and line ends, and "" for a quote; blanks around other fields are
// dropped, as are empty lines and a byte order mark. Arms and seeds are names, a value is a decimal
// or a fraction ("85.6", "137/160", "1e-3"), kept exactly.
#pragma once

#include <string>
#include <vector>

#include "ltlc/statistics/sample.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

struct experiment_arm {
  std::string name;
  std::vector<std::string> seeds;        // all different
  std::vector<statistics::value> values; // of these seeds
};

constexpr std::size_t most_csv_rows = 100'000;
constexpr std::size_t most_csv_arms = 200;
constexpr std::size_t most_csv_denominator_bits = 4096; // of the values' common denominator

// The arms in the order in which they occur, each with at least two values. Errors, with line and
// column: bytes that are no UTF-8, a row without three fields, an open quote, an empty name, a
// value that is no number, not between 1e-30 and 1e30 in size, or a fraction that takes the common
// denominator past its limit; a seed twice in one arm, an arm with one value, no rows, too many.
// Cost: O(n log n).
[[nodiscard]] text::result<std::vector<experiment_arm>> arms_from_csv(text::source const& text);

} // namespace ltlc::interchange
