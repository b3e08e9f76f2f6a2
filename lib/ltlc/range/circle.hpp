// Points of the unit circle, correctly rounded in a few nanoseconds: the turns are a fixed-point
// fraction, whole turns wrap around by themselves, and where a double's error could change the
// rounding nothing is said.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::range {

__extension__ typedef unsigned __int128 fixed_turns; // of 2^-128 turns

// A t with x in [t, t + 2^-127], whole turns apart, for every x of an interval of turns; nullopt
// when it is too wide.
[[nodiscard]] std::optional<fixed_turns> fixed_lower_end(exact::enclosure const& turns);
// The same from enclose(bits), whose width goes to 0 as bits grow.
template <class Enclose>
fixed_turns fixed(Enclose const& enclose) {
  for (mpfr_prec_t bits = 192;; bits *= 2)
    if (auto const t = fixed_lower_end(enclose(bits))) return *t;
}

// cos and sin of an angle, each rounded into f. The angle is given in turns from t up to
// t + 2^-74. nullopt where that does not decide: at multiples of a quarter turn and next to them,
// in formats of more than 40 bits, and otherwise once in about 2^47 / 2^p. Cost: about 30 ns.
[[nodiscard]] std::optional<rotary::rounded_rotation> circle_point(format::number_format const& f,
                                                                   fixed_turns t);

// The same for an angle in radians, which is exactly x.
class circle_of_radians {
public:
  [[nodiscard]] std::optional<rotary::rounded_rotation> point(format::number_format const& f,
                                                              double x);

private:
  std::map<int, fixed_turns> unit_turns_; // of 2^e radians
};

} // namespace ltlc::range
