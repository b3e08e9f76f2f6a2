// What a rotary plane turns by at each position, as a real number that can be enclosed as tightly
// as one likes: an exact angle, a power such as 10000^(−2/64) or π·63^(1/31) that schedules are
// made of, or a decimal of which only so many digits are stated.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"
#include "ltlc/rotary/rational_power.hpp"

namespace ltlc::rotary {

// With b = Π base^exponent (1 for no powers): factor·b + smooth·b²/π radians, or π times that. The
// second term is what a ramp over wavelengths 2π/b needs.
struct geometric {
  exact::rational factor = 1;
  std::vector<power> powers;
  exact::rational smooth = 0;
  bool times_pi = false;
  friend bool operator==(geometric const&, geometric const&) = default;
};

// A number known to ±error, in radians or in turns. What is said of it holds for every number that
// near.
struct stated {
  exact::rational value;
  exact::rational error; // >= 0
  bool in_turns = false;
  friend bool operator==(stated const&, stated const&) = default;
};

using frequency = std::variant<exact::angle, geometric, stated>;

// Turns a position, whole turns kept. For `stated` the width does not fall below twice the error.
// Pre: not both golden and radians in one angle.
[[nodiscard]] exact::enclosure enclose_turns(frequency const& g, mpfr_prec_t bits);

// The turns, when they are known to be rational. They are not for golden angles, nor for nonzero
// algebraic radians (g/2π rational would make π algebraic); with a smooth term, π would be the root
// of a polynomial with algebraic coefficients, and so it would be with one times π. π·factor·b is
// factor·b/2 of a turn, which is rational exactly when b is. nullopt also for a number stated with
// an error, of which it is not known.
[[nodiscard]] std::optional<exact::rational> rational_turns(frequency const& g);
// Their denominator: the least m >= 1 with m·g a whole number of turns, if there is one.
[[nodiscard]] std::optional<exact::integer> period(frequency const& g);
[[nodiscard]] bool exactly_known(frequency const& g);

// What exact::parse_angle reads, and "pi*3/7", "10000^(-2/64)", "3/2*10000^(-1/8)",
// "pi*1/2048*63^(1/31)", "2.4+-0.05", "turns:0.3819+-1e-4". Error: what is wrong, one line.
[[nodiscard]] tl::expected<frequency, std::string> parse_frequency(std::string_view text);
// What parse_frequency reads, where it can.
[[nodiscard]] std::string print(frequency const& g);

} // namespace ltlc::rotary
