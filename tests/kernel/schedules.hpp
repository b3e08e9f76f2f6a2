// The schedules of the Möbius paper as planes, for the tests of this folder.
#pragma once

#include <cstdint>

#include "ltlc/kernel/kernel.hpp"

namespace ltlc::kernel_tests {

// θ_i = π(2i+1)/N
inline kernel::planes mobius(std::int64_t n, std::int64_t d) {
  kernel::planes p;
  for (std::int64_t i = 0; i < d / 2; ++i)
    p.emplace_back(exact::angle{{2 * i + 1, 2 * n}, 0, 0});
  return p;
}

// θ_i = 2π(i+1)/N
inline kernel::planes periodic(std::int64_t n, std::int64_t d) {
  kernel::planes p;
  for (std::int64_t i = 0; i < d / 2; ++i)
    p.emplace_back(exact::angle{{i + 1, n}, 0, 0});
  return p;
}

// θ_i = 10000^(−2i/D)
inline kernel::planes standard(std::int64_t d) {
  kernel::planes p;
  for (std::int64_t i = 0; i < d / 2; ++i)
    p.emplace_back(rotary::geometric{1, {{10000, {-2 * i, d}}}, 0});
  return p;
}

// P·c(m) by its definition in exact arithmetic, for angles: a value that is decided, not enclosed.
inline exact::scalar exact_sum(kernel::planes const& p, std::int64_t m) {
  exact::scalar sum;
  for (auto const& g : p)
    sum += exact::cosine(m * std::get<exact::angle>(g));
  return sum;
}

} // namespace ltlc::kernel_tests
