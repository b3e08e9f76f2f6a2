// How often a head's rotations come back, all of its pairs together.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/rotary/rotation.hpp"

namespace ltlc::execution {

// The least common multiple of the pairs' periods, or 0 when there is none below 2^63. No pairs: 1.
[[nodiscard]] std::uint64_t common_period(std::vector<rotary::rotary_pair> const& pairs);

} // namespace ltlc::execution
