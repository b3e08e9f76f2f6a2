// Pictures of kernels: curves of c(m), and the map of c(i − j) with its anti-diagonal.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/schedule/schedule.hpp"

#include "chart.hpp"

namespace ltlc::app {

// c(m) for 0 <= m <= last, at no more than 2,048 of them, evenly; doubles within 2^-50 where the
// planes are exactly known. Pre: at least one schedule.
[[nodiscard]] chart kernel_chart(std::vector<schedule::rotary_schedule> const& all,
                                 std::uint64_t last);

// c(i − j) for n positions, at no more than 256 rows and columns, evenly.
[[nodiscard]] matrix_map kernel_map(schedule::rotary_schedule const& s, std::uint64_t n);

} // namespace ltlc::app
