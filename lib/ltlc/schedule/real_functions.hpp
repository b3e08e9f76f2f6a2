// Functions of doubles that are the same on every machine, and what two files share of a rule.
// Private to schedule/.
#pragma once

#include <mpfr.h>

#include "ltlc/schedule/scaling.hpp"

namespace ltlc::schedule {

// Correctly rounded to nearest in fp64. Pre: x > 0.
[[nodiscard]] double log_of(double x);
[[nodiscard]] double power_of_doubles(double x, double exponent);
// Correctly rounded to nearest in fp32. Pre: x > 0.
[[nodiscard]] float fp32_power(float x, float exponent);

// ⌊share·head_dim/2⌋ as the software has it: one product of doubles, floor division by 2,
// truncated.
[[nodiscard]] std::uint32_t turning_planes(rope_parameters const& p);
// The factors of longrope at this length.
[[nodiscard]] inline std::vector<double> const& longrope_factors(rope_parameters const& p,
                                                                 std::uint64_t length) {
  return length > p.original_positions ? p.long_factors : p.short_factors;
}

} // namespace ltlc::schedule
