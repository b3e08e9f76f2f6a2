// What libraries keep of a rotary plane, as numbers of a format: its radians a position, and cosine
// and sine by position. Each is the correctly rounded value of the exact one, so that a period of
// the plane is a period of its table; cosines of a rounded product would drift.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/frequency.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::rotary {

// Radians a position; whole turns are kept where the frequency keeps them. ∞ past the format's
// greatest number, by the format's overflow rule. nullopt: not known, because g is stated with an
// error across which the rounded value changes (or, for a geometric g, not found with 4096 bits:
// it lies halfway between two numbers, if anywhere). Cost: a few microseconds.
[[nodiscard]] std::optional<double> radians(format::number_format const& f, frequency const& g);

// Cosine and sine of position·g, never −0. nullopt as above; position 0 is always (1, 0).
// Pre: position < 2^63. Cost: a few microseconds, more where a cosine is 0.
[[nodiscard]] std::optional<rounded_rotation> rotation(format::number_format const& f,
                                                       frequency const& g, std::uint64_t position);

} // namespace ltlc::rotary
