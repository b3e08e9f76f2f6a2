// Which modular predicates MOD(r,m) a schedule offers on its own planes, and how well.
//
// A head that is anchored at BOS has keys that are 0 on the planes except at BOS, which stands at
// position 0, and one dimension that is not rotated, where all other keys are 1. At position i it
// scores BOS with S(i) = Σ_l C_l·cos(g_l·i − φ_l) and everything else with a baseline, and has to
// prefer BOS exactly where i ≡ r (mod m), by at least some margin, at every i.
//
// Planes whose turns have a denominator that does not divide m are of no use for that. Replace S(i)
// by its mean over i, i + m, i + 2m, …: no margin gets smaller, since each mean is over positions
// on one side, and the terms of those planes vanish, as m·g_l is no whole number of turns. So may
// φ_l be replaced by g_l·r, by taking the mean with the mirror image S(2r − i), which has the same
// margins. What is left is Σ_a C_a·cos(2πa(i − r)/m) over the numerators a that the other planes
// have. It is the same at i = r and i = r + n if a·n ≡ 0 (mod m) for all a; and if that is so only
// for n ≡ 0, equal C_a > 0 make i = r its only maximum. Hence:
//   m is offered exactly if it is the least common multiple of the denominators that divide it.
// Its divisors need not be: MOD(r,3) on a plane of 1/6 of a turn takes two heads.
// Source: [RoPE, §C.3] for one plane; the rest is past the paper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/schedule/schedule.hpp"

namespace ltlc::schedule {

inline constexpr std::uint64_t most_modulus = std::uint64_t{1} << 20;

// All m with 2 <= m <= bound that s offers at every length, in order. Planes that are not periodic,
// or not known to be, count for nothing. Cost: O(planes·bound·log).
[[nodiscard]] std::vector<std::uint64_t> offered_moduli(rotary_schedule const& s,
                                                        std::uint64_t bound);

// Equal amplitudes on some planes, one for each harmonic. The score at BOS is
// C·Σ_l cos(2π·harmonics[l]·(i − r)/m).
struct anchored_head {
  std::uint64_t modulus = 2;
  std::vector<std::size_t> planes;      // of the schedule
  std::vector<std::uint64_t> harmonics; // a plane turns by harmonic/m, and whole turns
  std::size_t available = 0;            // harmonics of the schedule, a and m − a counted as one
  // The sum at any i ≢ r is at most this, and at i ≡ r the number of planes.
  double highest = 0;
  // At most 1 − highest/planes, and above 0: of the largest score, how much lies between the two
  // sides. Greater is better: the least total amplitude for a gap λ on both sides is 2λ over it.
  double relative_gap = 0;
  friend bool operator==(anchored_head const&, anchored_head const&) = default;
};

// The head for m with the greatest relative gap; nullopt where m is not offered. Among all sets of
// harmonics if there are at most 12; otherwise among those that come from adding the best harmonic
// to the set so far, up to 64, and the set of all. Of equal ones the first with the fewest planes.
// Pre: 2 <= m <= most_modulus. Cost: O(2^available·m), or O(64·available·m).
[[nodiscard]] std::optional<anchored_head> best_head(rotary_schedule const& s, std::uint64_t m);

// The head in numbers of a format.
struct realized_head {
  exact::rational scale;    // C on every plane, a power of 2; 0 where the format has none so large
  exact::rational baseline; // of the format
  // The least over all i of winner − loser, rounded down; or one that is not positive. −∞ where a
  // score is past the format's numbers.
  double gap = 0;
  bool holds = false; // gap >= f_large(f), so that the softmax is exact at every length
  friend bool operator==(realized_head const&, realized_head const&) = default;
};

// With tables of correctly rounded rotations, by rotary::least_gap, for one residue or all of them.
// The scale is the first that holds of four powers of 2, from the least that exact arithmetic
// allows on; if none does, the one with the greatest gap. Pre: residue < modulus.
// Cost: that of least_gap, O(m·planes), times m for all residues; a few times.
[[nodiscard]] realized_head realized(anchored_head const& head, std::uint64_t residue,
                                     format::number_format const& f);
[[nodiscard]] realized_head realized(anchored_head const& head, format::number_format const& f);

// How long something holds.
struct certified_length {
  std::uint64_t length = 0; // at all positions up to this one, and not at the next
  bool reached_cap = false; // or the next was not looked at
  friend bool operator==(certified_length const&, certified_length const&) = default;
};

// The same planes without tables: position i is rotated by phase_rotation(g32, i, f), with query
// (cos, −sin) of the rotation at r, BOS key (C, 0), products and sums rounded in f. The largest
// L <= cap with the right winner by at least f_large(f) at i = 0 … L; nullopt where position 0
// fails already. Pre: every plane is exactly known and below 2^64 turns; residue < modulus; cap <
// 2^53. Cost: O(L·planes), about 5 µs each.
[[nodiscard]] std::optional<certified_length>
length_by_phase(rotary_schedule const& s, std::vector<std::size_t> const& planes,
                std::uint64_t modulus, std::uint64_t residue, exact::rational const& scale,
                exact::rational const& baseline, format::number_format const& f, std::uint64_t cap);

} // namespace ltlc::schedule
