// Whether numbers of a format keep the period that the exact rotations have, and the first position
// at which they do not. Position i is rotated by a pair (cos, sin):
//   table   cos and sin of the exact i·g, each rounded once into the format; stored for one period,
//           row i mod m for position i
//   phase   fl32(fl32(i)·g32), its correctly rounded single precision cos and sin, and these
//   rounded
//           into the format: what libraries compute position by position. g32 is the frequency in
//           single precision.
// A table keeps its period whatever it is rounded to, for as long as the position is an exact
// integer; a counter that is itself kept in a number format is fl(i), and does not stay one.
// Source: [RoPE, §3.2].
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/frequency.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::schedule {

// The rotation at `position` is not the one m positions before.
struct period_break {
  std::uint64_t position = 0;
  rotary::rounded_rotation there;
  rotary::rounded_rotation before; // at position − m
};

struct realized_period {
  std::optional<period_break> first; // with the least position
  // Where there is none: all positions up to this one have been compared, or there is no limit.
  std::optional<std::uint64_t> unbroken_to;
};

// g rounded to nearest in single precision, radians a position; as a double.
// Pre: exactly_known(g), and g is less than 2^64 turns.
[[nodiscard]] double single_precision_frequency(rotary::frequency const& g);

// One rotation of the phase realization. Pre: phase_frequency is a number of fp32.
[[nodiscard]] rotary::rounded_rotation
phase_rotation(double phase_frequency, std::uint64_t position, format::number_format const& f);

// The least position j, m <= j <= last, with another pair of numbers than position j − m, numbers
// compared as such (0 = −0). Until then rotation(j) = rotation(j mod m), so this is also the first
// position that a table of the first m rotations gets wrong. A frequency of 0 keeps every period.
// Pre: m >= 1; last < 2^53. Cost: O(last) evaluations of cos and sin in fp32, about 5 µs each.
[[nodiscard]] realized_period period_by_phase(double phase_frequency, std::uint64_t m,
                                              format::number_format const& f, std::uint64_t last);

// The same for a table of m rows, the rotations by exact multiples of turns a position, whose
// position is kept in `counter` (none: an integer, and the period is kept without a limit). A
// position that the counter has not, ∞ or NaN, breaks the period; the rotation there is NaN.
// Pre: m is a multiple of the denominator of turns; m < 2^32; last < 2^53.
// Cost: O(m) roundings; from 2^p on, where counters stop being exact, O(last − 2^p).
[[nodiscard]] realized_period period_by_table(exact::rational const& turns, std::uint64_t m,
                                              format::number_format const& f,
                                              std::optional<format::number_format> const& counter,
                                              std::uint64_t last);

} // namespace ltlc::schedule
