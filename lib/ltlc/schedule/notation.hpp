// Schedules and allocations as one writes them on a command line:
//   schedule   = "standard" "(" base "," dim ")"      | "mobius" "(" N "," dim ")"
//              | "periodic" "(" N "," dim ")"         | "band" "(" N "," dim ")"
//              | "rational" "(" a "/" m { "," a "/" m } ")"
//              | "table" "(" m { "," m } ")"          | "nope" [ "(" dim ")" ]
//              | "resonance" "(" base "," dim ")"     | "p_rope" "(" base "," dim "," p ")" ;
//   allocation = schedule
//              | "hybrid" "(" rho "," N "," heads "," dim [ "," base ] ")"
//              | "ladder" "(" N { "," N } ";" heads "," dim [ "," base ] ")" ;
// with blanks anywhere between these. base, rho, p and a/m are rationals ("10000", "0.25", "1/4").
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "ltlc/schedule/schedule.hpp"

namespace ltlc::schedule {

// Bytes begin … end of the text are not what was expected there.
struct specification_error {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string message; // what was expected, one line
  friend bool operator==(specification_error const&, specification_error const&) = default;
};

inline constexpr std::size_t most_listed = 4'096; // planes of rational and table, lengths of ladder
inline constexpr std::size_t most_digits = 400;   // of N, m, and either side of a rational

// Post: parse_…(x.name) == x. Cost: that of the constructors.
[[nodiscard]] tl::expected<rotary_schedule, specification_error>
parse_schedule(std::string_view text);
[[nodiscard]] tl::expected<allocation, specification_error> parse_allocation(std::string_view text);

} // namespace ltlc::schedule
