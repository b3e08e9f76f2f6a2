// What the Möbius paper predicts of its kernel, decided for any schedule beside it, so that the
// ladder and its rivals (standard, periodic, band) can be laid side by side for one scale N:
//   P1  c is positive from 0 to N/D and not at the next whole offset (main lobe of half-width N/D);
//   P2  |c(m)| <= 1/(D sin(πm/N)) for every 0 < m < N (silence in between);
//   P3  c(N) = −1 (the dipole);
//   P4  c(m+N) = −c(m) for every m, and 2N is the least period.
// P3 and P4 are decided for all m at once: an average of cosines is ±1 only where each of them is,
// so c(m+N) = ∓c(m) for every m exactly when it holds at m = 0, and the least period of c is the
// least common multiple of the planes' periods. P1 and P2 are scans in enclosures, except that for
// the ladder P2 is |sin| <= 1. `undecided` is said where enclosures do not tell, never a guess.
// Source: [Mobius, §3.3].
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/kernel/kernel.hpp"
#include "ltlc/schedule/period.hpp"

namespace ltlc::kernel {

enum class verdict { holds, fails, undecided };

struct main_lobe {
  verdict is; // P1
  // The least m >= 1 with c(m) <= 0, as far as it is told, up to N; nullopt if there is none or
  // an offset before it is not told from 0.
  std::optional<exact::integer> half_width;
  exact::integer predicted; // ceil(N/D)
};

// An offset where a scanned value is greatest. Where enclosures do not separate offsets (the value
// may be the same), all of them, ascending.
struct extremum {
  std::vector<exact::integer> at; // not empty
  exact::enclosure value;         // at the first
};

struct bulk {
  verdict is;                            // P2
  std::optional<exact::integer> witness; // an offset where P2 fails, certainly
  extremum greatest;                     // of |c(m)| over the middle half N/4 <= m <= 3N/4
};

struct dipole {
  verdict is;                // P3
  // After N positions; nullopt where a stated frequency leaves it open.
  std::optional<schedule::holonomy> at_scale;
  exact::enclosure endpoint; // c(N)
};

struct extrapolation {
  verdict antiperiodic;                 // P4's first half
  std::optional<exact::integer> period; // the least, if there is one that is known
  verdict is;                           // P4
};

struct predictions {
  std::optional<mobius_ladder> ladder; // when the planes are one of scale N
  main_lobe lobe;
  bulk silence;
  dipole ends;
  extrapolation beyond;
};

// P1–P4 of the planes for scale N. Pre: planes as for enclose_kernel; 4 <= N.
// Cost: O(N) values of c, each P cosines unless the planes are the ladder; the caller bounds N.
[[nodiscard]] predictions predict(planes const& p, std::uint64_t scale);

// The least T >= 1 with c(m+T) = c(m) for every m; nullopt if there is none, or if a plane is known
// only to an error. Pre: as for predict.
[[nodiscard]] std::optional<exact::integer> kernel_period(planes const& p);

} // namespace ltlc::kernel
