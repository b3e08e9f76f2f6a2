// Whether any scale at all makes a realised offset head with a given angle last for a length: by
// trying all its weights.
//
// A scale acts through fl(C cos kg) and fl(−C sin kg) alone, and each grows with C in size. Formats
// of few bits have few such pairs, and nearly all fail at one of a few pairs of positions.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/range/realization.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

// What is asked of a head: the definition of realized_range up to a length. Pre: 1 <= k <= length
// < 2^51.
struct wanted_range {
  std::uint64_t offset = 1; // k
  std::uint64_t length = 1;
  std::optional<exact::rational> most_scale = std::nullopt; // C is at most this
};

struct every_scale_answer {
  enum class outcome : std::uint8_t {
    found,    // `scale` does it, and no scale much below: weights are tried from small to large
    none,     // proved: no C > 0, or none up to the limit
    not_known // too many weights, too much work, or weights that no C was found for
  };
  outcome result = outcome::not_known;
  exact::rational scale = 0;
};

// With the exact g, of which the realisation makes its own step. `work` is in scores; beyond it the
// answer is not_known. Cost: that, at about 30 ns each.
[[nodiscard]] every_scale_answer try_every_scale(rotary::frequency const& g,
                                                 wanted_range const& wanted, realization const& r,
                                                 std::uint64_t work);

} // namespace ltlc::range
