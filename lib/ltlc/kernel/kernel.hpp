// The position-only attention coefficient of a rotary schedule: with query equal to key and equal
// energy in each of P planes, their score at offset m is in proportion to
//     c(m) = (1/P) Σ_i cos(θ_i m).
// Directly, for any planes, and by the closed form of the Möbius ladder θ_i = π(2i+1)/N, i < P:
//     c(m) = sin(D x) / (D sin x),  x = πm/N, D = 2P.
// Everything is an enclosure: what is returned holds the exact value. Source: [Mobius, (2)–(5)].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::kernel {

using planes = std::vector<rotary::frequency>;

// The anti-periodic ladder θ_i = π(2i+1)/scale for i < dimension/2.
struct mobius_ladder {
  exact::integer scale;    // N >= 1, in positions
  std::uint64_t dimension; // D, even and >= 2
};

// c(m) by its definition. Rational turns are reduced exactly before anything is rounded, cosines
// that are opposite cancel exactly, and rational cosines are not rounded. With exactly known
// planes the width goes to 0 as bits grow, for m of any size.
// Pre: at least one plane; bits >= 2. Cost: O(P) cosines of about bits + log2 |m| bits.
[[nodiscard]] exact::enclosure enclose_kernel(planes const& p, exact::integer const& m,
                                              mpfr_prec_t bits);

// c(m) by the closed form. Exactly ±1 where N divides m (the sign is that of (−1)^(m/N)), exactly 0
// at the other m with N dividing Dm. Pre: as the members say; bits >= 2. Cost: two sines.
[[nodiscard]] exact::enclosure enclose_kernel(mobius_ladder const& ladder, exact::integer const& m,
                                              mpfr_prec_t bits);

// The ladder with this scale that the planes are, in any order, if they are; decided exactly. Only
// frequencies in rational turns can be: π(2i+1)/N as exact::angle{(2i+1)/2N}.
// Pre: at least one plane; scale >= 1.
[[nodiscard]] std::optional<mobius_ladder> as_mobius(planes const& p, exact::integer const& scale);

struct decimal {
  std::string text;      // so many digits after the point
  exact::rational error; // |c(m) − text| <= error, proved
};

// c(m) with error <= 10^−digits; where planes are known only to an error of their own, with that
// error's effect added. Pre: 0 <= digits <= 1,000,000, and those of enclose_kernel.
[[nodiscard]] decimal kernel_decimal(planes const& p, exact::integer const& m, unsigned digits);
[[nodiscard]] decimal kernel_decimal(mobius_ladder const& ladder, exact::integer const& m,
                                     unsigned digits);

} // namespace ltlc::kernel
