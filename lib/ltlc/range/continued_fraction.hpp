// The continued fraction of a frequency's turns, as far as one asks, every quotient certain.
// Source: [Khinchin64, §1, Thm 16, 17].
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

struct continued_fraction {
  enum class ending : std::uint8_t {
    past_limit, // the next denominator is greater than the limit
    whole,      // the turns are rational and the last convergent is their value
    digits      // a stated number's digits decide no further quotient
  };
  std::vector<exact::integer> quotients;    // a_0, a_1, …
  std::vector<exact::integer> denominators; // q_0 = 1 <= q_1 < q_2 < …, as many as quotients
  ending end = ending::past_limit;
};

// Denominators up to the limit. Pre: limit >= 1; g is not both golden and in radians. Cost: the
// turns to about 2·log2(limit) bits, and O(log limit) steps of Euclid's algorithm on numbers of
// that size: 2,000 steps, a few milliseconds, for a limit of 1,000 digits.
[[nodiscard]] continued_fraction expand(rotary::frequency const& g, exact::integer const& limit);

} // namespace ltlc::range
