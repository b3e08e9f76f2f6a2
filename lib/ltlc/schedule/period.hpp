// What a schedule comes back to: exact periods with the reason where there is none, the sign after
// one length, and the class of languages that follows. Source: [RoPE, §3.2]; [Mobius, §3.2].
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/schedule/schedule.hpp"

namespace ltlc::schedule {

struct plane_period {
  std::optional<exact::integer> period; // none: the plane never comes back, or it is not known
  std::string why;                      // one line: the turns, or why they are not rational
};

// One plane. The reasons of rotary::period, in words.
[[nodiscard]] plane_period period_of_plane(rotary::frequency const& g);

// R(N), the rotation of all planes after N positions.
enum class holonomy : std::uint8_t { plus_identity, minus_identity, neither };
[[nodiscard]] std::string_view name(holonomy h); // "+I", "-I", "none"

// Exactly. nullopt where a stated decimal leaves it open. Irrational planes are neither: their
// N-th multiple is no whole or half number of turns. Pre: at least one plane; length >= 1.
[[nodiscard]] std::optional<holonomy> holonomy_after(std::vector<rotary::frequency> const& planes,
                                                     exact::integer const& length);

// Languages that soft attention with a table of the exact rotations recognizes at every length.
enum class expressivity : std::uint8_t {
  past,             // LTL[P]: no plane turns
  past_and_moduli,  // LTL[P,MOD], with moduli that divide the period
  within_its_range, // some plane is not periodic: no class at every length
  open              // a stated decimal may or may not be rational
};
[[nodiscard]] std::string_view name(expressivity e); // "LTL[P]", "LTL[P,MOD]", "" for the others

struct schedule_period {
  std::vector<plane_period> planes;
  std::optional<exact::integer> period; // least common multiple; none if a plane has none
  std::optional<std::size_t> first_without_period;
  std::optional<holonomy> after_context; // none without a context
  expressivity recognizes = expressivity::past;
};

// Cost: one lcm a plane; the period of p planes can have p times the digits of one.
[[nodiscard]] schedule_period period_of(rotary_schedule const& s);

// The least common multiple of the periods of all kinds that a head has, if there is one.
[[nodiscard]] std::optional<exact::integer> period_of(allocation const& a);

} // namespace ltlc::schedule
