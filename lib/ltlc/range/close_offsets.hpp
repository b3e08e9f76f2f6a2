// The multiples of an angle that come near a whole number of turns, in time proportional to how
// many there are. Source: the return times of a rotation to an arc take three values a, b, a + b
// [Slater67].
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/range/circle.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

class close_offsets {
public:
  // Pre: exactly_known(g).
  explicit close_offsets(rotary::frequency const& g);

  // In increasing order n from 1 to `last`, among them every n with |n·g − whole turns| < width
  // (both in turns) and only such n for whose distance width + (3·last + 2)·2^-128 is not enough to
  // exclude them; nullopt if there are more than `most`. Pre: width >= 0, last < 2^52.
  // Cost: O(log last) steps and one for each n.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>>
  up_to(std::uint64_t last, exact::rational const& width, std::uint64_t most) const;

private:
  fixed_turns turns_; // g's lie in [turns_, turns_ + 2], whole turns apart
};

} // namespace ltlc::range
