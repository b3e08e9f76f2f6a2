// Positional schedules as data: how much each rotary plane of a head turns at a position. Angles
// are exact, so that a period or a holonomy can be decided and not measured.
// Source: [RoPE, §2]; [Mobius, §3, §4].
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::schedule {

// Plane d rotates two dimensions of a head by position × planes[d].
struct rotary_schedule {
  std::string name; // as parse_schedule reads it, where it came from a constructor
  std::vector<rotary::frequency> planes;
  // The length after which a schedule with boundary conditions was meant to come back, up to sign.
  std::optional<exact::integer> context;
  friend bool operator==(rotary_schedule const&, rotary_schedule const&) = default;
};

inline constexpr std::uint32_t most_dimensions = 65'536;

// Which two dimensions a plane rotates. It changes which weights belong together, and no score of a
// schedule otherwise.
enum class pairing : std::uint8_t { half_split, interleaved };
// Pre: plane < s.planes.size().
[[nodiscard]] std::pair<std::size_t, std::size_t> dimensions_of_plane(rotary_schedule const& s,
                                                                      std::size_t plane, pairing p);

// All constructors, Pre: dim is even, 2 <= dim <= most_dimensions; base > 0; length >= 1. There are
// dim/2 planes; i counts them from 0.

// base^(−2i/dim) radians.
[[nodiscard]] rotary_schedule standard(exact::rational const& base, std::uint32_t dim);
// π(2i + 1)/N: after N positions every plane is at −1.
[[nodiscard]] rotary_schedule mobius(exact::integer const& length, std::uint32_t dim);
// 2π(i + 1)/N: after N positions every plane is back.
[[nodiscard]] rotary_schedule periodic(exact::integer const& length, std::uint32_t dim);
// From π/N to π(dim − 1)/N in equal ratios: the band of mobius without its boundary condition.
[[nodiscard]] rotary_schedule band(exact::integer const& length, std::uint32_t dim);
// These rational numbers of turns. Pre: at least one.
[[nodiscard]] rotary_schedule rational(std::vector<exact::rational> const& turns);
// One plane for each modulus m, which turns by 1/m: a table of m rows. Pre: at least one; all >= 1.
[[nodiscard]] rotary_schedule table(std::vector<exact::integer> const& moduli);
// Planes that do not turn.
[[nodiscard]] rotary_schedule nope(std::uint32_t dim = 2);
// standard with every wavelength 2π/θ rounded to the nearest integer, so that it is met exactly.
[[nodiscard]] rotary_schedule resonance(exact::rational const& base, std::uint32_t dim);
// standard of which only the ⌊p·dim/2⌋ fastest planes turn. Pre: 0 <= p <= 1.
[[nodiscard]] rotary_schedule p_rope(exact::rational const& base, std::uint32_t dim,
                                     exact::rational const& p);

// Which head of a layer has which schedule.
struct allocation {
  std::string name;
  std::vector<rotary_schedule> kinds;
  std::vector<std::uint32_t> kind_of_head; // an index into kinds for each head
  friend bool operator==(allocation const&, allocation const&) = default;
};

inline constexpr std::uint32_t most_heads = 65'536;

// mobius(N, dim) on the first ⌈ρ·heads⌉ heads, standard on the others. Pre: 0 <= ρ <= 1,
// 1 <= heads <= most_heads. Source: [Mobius, §4].
[[nodiscard]] allocation hybrid(exact::rational const& rho, exact::integer const& length,
                                std::uint32_t heads, std::uint32_t dim,
                                exact::rational const& base = 10'000);
// mobius(N, dim) on one head for each N, standard on the others. Pre: at least one length and at
// most `heads`. Source: [Mobius, §4].
[[nodiscard]] allocation ladder(std::vector<exact::integer> const& lengths, std::uint32_t heads,
                                std::uint32_t dim, exact::rational const& base = 10'000);
// One head.
[[nodiscard]] allocation single(rotary_schedule s);

} // namespace ltlc::schedule
