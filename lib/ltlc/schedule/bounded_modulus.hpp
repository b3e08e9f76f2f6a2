// What a plane that never comes back still says of position mod m, for a while: m positions turn it
// by nearly whole turns, and those that match drift slowly. Past the papers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/schedule/offered.hpp"

namespace ltlc::schedule {

struct bounded_modulus {
  std::uint64_t modulus = 2;
  std::size_t plane = 0;
  certified_length range; // length >= modulus: a second match was told from the others
  // Within that length, with n the distance to the residue: cos(g·n) at least `matching` where m
  // divides n, and at most `other` elsewhere.
  double matching = 1, other = -1;
  friend bool operator==(bounded_modulus const&, bounded_modulus const&) = default;
};

// One plane g and exact arithmetic: the largest L <= cap with
//   min cos(g·n) over 0 <= n <= L, m | n, minus max cos(g·n) over 0 < n <= L, m ∤ n,
// at least relative_gap and above 0, so that a head with score C·cos(g(i − r)) at BOS and a
// baseline halfway has a gap of C·relative_gap/2 on both sides for every residue r and all i <= L.
// Computed by enclosures of 256 bits: where they leave it open whether the gap is large enough, it
// counts as too small. nullopt below L = m, where no second match was seen. Pre: g is exactly
// known; m >= 2; cap < 2^53; relative_gap >= 0. Cost: O(L) operations of about 1 µs.
[[nodiscard]] std::optional<bounded_modulus> bounded_modulus_of(rotary::frequency const& g,
                                                                std::uint64_t m,
                                                                double relative_gap,
                                                                std::uint64_t cap);

// For each m from 2 to bound the plane with the greatest length, the first of equals, if there is
// one; periodic planes too. Cost: that of bounded_modulus_of for each m and plane; most planes fail
// at once.
[[nodiscard]] std::vector<bounded_modulus> bounded_moduli(rotary_schedule const& s,
                                                          std::uint64_t bound, double relative_gap,
                                                          std::uint64_t cap);

} // namespace ltlc::schedule
