// How far offset heads hold on the planes that a schedule has: with equal amplitudes, and with the
// best that a linear programme finds, certified in a format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/schedule/schedule.hpp"

#include "options.hpp"
#include "outcome.hpp"

namespace ltlc::app {

struct planes_question {
  std::uint64_t offset = 1;             // k
  std::optional<exact::rational> total; // Σa; none = the power of 2 that goes furthest
  format::number_format format;
  std::uint64_t cap = 0;
};

// One choice of amplitudes, certified by the bound on the errors of the scores (range/pair_error).
struct certified_planes {
  std::uint64_t length = 0; // up to it the head holds, all operations in the format
  exact::rational total;    // Σa
  double relative_gap = 0;  // least G(n)/Σa over the offsets of the length, rounded down
};

struct planes_facts {
  certified_planes equal;
  certified_planes best;
};

// nullopt when no plane turns. Cost: some tens of scans up to the cap; see range/amplitudes.hpp.
[[nodiscard]] std::optional<planes_facts> facts_of(schedule::rotary_schedule const& s,
                                                   planes_question const& q);

// `range --schedule` and `range --config`: a row for each schedule and format.
[[nodiscard]] outcome<exit_status> answer_schedules(range_options const& o, streams const& io);

} // namespace ltlc::app
