// The gaps of an offset head with several rotary pairs in exact arithmetic. With a query of length
// a_d in plane d and keys (1, 0), the score of key j for query i is Σ_d a_d cos(g_d n), n = i − k −
// j, so the target n = 0 is ahead by
//     G(n) = Σ_d a_d (1 − cos g_d n),
// the same for n and −n. Up to length L a head with offset k meets every 1 <= n <= max(L + 1 − k,
// k − 1). There is no continued fraction for several planes: every n is looked at, in double with a
// proven error, and what is near to a decision again with as many bits as it takes. Source: [RoPE,
// (9), (10)] for one pair; past the paper.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"
#include "ltlc/range/ideal_range.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

struct rotary_plane {
  rotary::frequency step;
  exact::rational amplitude; // a >= 0
  friend bool operator==(rotary_plane const&, rotary_plane const&) = default;
};
using pair_head = std::vector<rotary_plane>;

// Σ a, which bounds every score.
[[nodiscard]] exact::rational total_amplitude(pair_head const& head);

// G(n), with a relative width below 2^−bits where it is not 0 and no number is stated with an
// error.
[[nodiscard]] exact::enclosure enclose_gap(pair_head const& head, exact::integer const& n,
                                           mpfr_prec_t bits);

// The sign of G(n) − f: −1, 0 or 1; nullopt where it is not known how to tell: a golden angle
// beside radians or powers, an angle of both turns and radians beside powers, a frequency with a
// smooth term or π times an irrational power, all after 4,096 bits; a number stated with an error.
// With angles only, G(n) − f is an exact scalar, whose sign is decidable. Otherwise some
// e^{i g n} with g·n nonzero and algebraic occurs in G(n), with positive coefficients only: such
// powers are linearly independent over the algebraic numbers (Lindemann–Weierstrass), so that G(n)
// is not rational, and enclosures end. Pre: n >= 1.
[[nodiscard]] std::optional<int> compare_gap(pair_head const& head, exact::integer const& n,
                                             exact::rational const& gap);

// Where G is least for 1 <= n <= L.
struct least_gap {
  exact::rational low, high; // low <= min G <= high; width below 2^-50 of it
  // The least n with the minimum is one of these, in order. More than one when they could not be
  // told apart, which happens only where equality is not decided: with frequencies in rational
  // turns, whose gaps can agree by an identity of cosines, and where compare_gap may not end.
  std::vector<std::uint64_t> at;
};

// Pre: 1 <= L < 2^47; some amplitude is positive; all frequencies are exactly known, none both
// golden and in radians. Cost: about 0.1 µs a plane for each 256 offsets, and 0.1 s for the tables
// of 64 planes; with frequencies in rational turns of common period m, offsets up to m/2 only. Each
// n whose gap is within 10^-14 Σa of the least costs 10 µs a plane more: many, if Σa·10^-14 is more
// than the gap at 1.
[[nodiscard]] least_gap find_least_gap(pair_head const& head, std::uint64_t length);

// The first 1 <= n <= L with G(n) < f, or nullopt. not_decided: all n up to `certified` keep the
// gap, and of the next it cannot be told. Pre and cost: as above; it stops at the first.
[[nodiscard]] tl::expected<std::optional<std::uint64_t>, not_decided>
find_first_unsafe(pair_head const& head, exact::rational const& gap, std::uint64_t length);

} // namespace ltlc::range
