// How often long work looks at the clock and reports its progress: every `stride` steps, so that a
// step may be a few nanoseconds long.
#pragma once

#include <cstdint>

#include "ltlc/budget/budget.hpp"

namespace ltlc::budget {

// No option raises this one: the table would not fit.
[[nodiscard]] inline limit_reached bytes_passed(budget const& limits) {
  return {"bytes", limits.max_bytes, ""};
}

class pace {
public:
  static constexpr std::uint32_t stride = 1024;

  pace(budget const& limits, char const* quantity) : limits_(limits), quantity_(quantity) {}

  // True when the time is up. `weight` counts a step that is as long as that many.
  [[nodiscard]] bool out_of_time(std::uint64_t size, std::uint64_t weight = 1) {
    steps_ += weight;
    if (steps_ < stride) return false;
    steps_ = 0;
    if (limits_.progress != nullptr) limits_.progress(quantity_, size);
    return limits_.out_of_time();
  }

private:
  budget const& limits_;
  char const* quantity_;
  std::uint64_t steps_ = stride; // the first step looks: a deadline in the past is always seen
};

} // namespace ltlc::budget
