// Which amplitudes make the most of given planes: for a head with offset k and words of length L,
// the a_d >= 0 with Σa_d <= C whose least gap
//     min over 1 <= n <= max(L + 1 − k, k − 1) of Σ_d a_d (1 − cos g_d n)
// is greatest. A linear programme with more rows than one wants to write down: the worst offsets of
// the last solution are added until they add nothing. What the solver says in double is a proposal.
// Amplitudes are rounded to rationals, and their gap is certified (pair_gap); and a bound no
// amplitudes exceed follows from any y_n >= 0 with Σy_n = 1:
//     min_n Σ_d a_d (1 − cos g_d n) <= Σ_n y_n Σ_d a_d (1 − cos g_d n)
//                                   <= C · max_d Σ_n y_n (1 − cos g_d n).
// Past the paper.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/range/pair_gap.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

struct amplitude_request {
  std::vector<rotary::frequency> steps; // at least one; as find_least_gap wants them
  std::uint64_t offset = 1;             // k >= 1
  std::uint64_t length = 1;             // L >= k
  exact::rational total = 1;            // C > 0
};

struct best_amplitudes {
  pair_head head; // a plane for each step, in order; Σa <= C
  least_gap gap;  // of that head, for the offsets of the length
  // Certified: no amplitudes have a least gap above this. The y are its proof; without any it is
  // 2C, which no gap exceeds.
  exact::rational bound;
  std::vector<std::pair<std::uint64_t, exact::rational>> prices; // offset n, y_n; Σy = 1
};

struct amplitude_limits {
  exact::rational tolerance{1, 1000}; // stop when the gap is this near to the bound, relatively
  std::size_t rounds = 60;            // of the linear programme
};

// Cost: a scan of all offsets a round (see find_least_gap), and a linear programme with a row for
// each offset that was added, at most 32 a round. Usually 5 to 20 rounds.
[[nodiscard]] best_amplitudes maximize_gap(amplitude_request const& wanted,
                                           amplitude_limits const& limits = {});

// Which amplitudes hold longest.
struct longest_head {
  pair_head head;           // Σa <= C
  std::uint64_t length = 0; // certified: it keeps the gap f to this length, in exact arithmetic
  // Certified: with these planes and Σa <= C no amplitudes keep it to this length; nullopt if that
  // was not shown for any length up to the cap. The best length is at least `length` and less than
  // this.
  std::optional<std::uint64_t> out_of_reach;
};

// By doubling and bisection of the length, up to wanted.length. Pre: f > 0.
[[nodiscard]] longest_head find_longest(amplitude_request const& wanted, exact::rational const& gap,
                                        amplitude_limits const& limits = {});

} // namespace ltlc::range
