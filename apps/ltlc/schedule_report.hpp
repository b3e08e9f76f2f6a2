// Facts on one schedule: what it comes back to, what its kernel is, and what numbers of a format
// make of its periods; as JSON, as text, and as one row beside other schedules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/format/number_format.hpp"
#include "ltlc/kernel/predictions.hpp"
#include "ltlc/kernel/profile.hpp"
#include "ltlc/schedule/period.hpp"
#include "ltlc/schedule/realized_period.hpp"
#include "ltlc/schedule/schedule.hpp"

#include "offered_report.hpp"

namespace ltlc::app {

struct schedule_question {
  std::vector<exact::integer> kernel_at; // offsets m
  unsigned digits = 12;
  std::optional<exact::integer> context; // N; none = the schedule's own
  std::optional<format::number_format> dtype;
  std::uint64_t compared_up_to = 100'000; // positions whose rotations are compared
  bool predictions = false;               // P1–P4 and the census, which need a context
  std::optional<offered_question> moduli;
};

struct kernel_value {
  exact::integer m;
  kernel::decimal c;
};

// A plane with a period, realised by phases formed in fp32 and rounded to the format.
struct phase_of_plane {
  std::size_t plane = 0;
  exact::integer period;
  schedule::realized_period realized;
};

struct schedule_facts {
  schedule::rotary_schedule schedule;
  schedule::schedule_period period;
  std::optional<exact::integer> context;
  std::optional<schedule::holonomy> holonomy; // after the context
  std::vector<kernel_value> kernel;
  std::vector<phase_of_plane> phases;     // with a dtype: planes that turn and have a period
  std::uint64_t periods_not_compared = 0; // longer than what is compared
  std::optional<kernel::predictions> predicted;
  std::optional<kernel::census> census;
  std::vector<kernel::endpoint> endpoints; // c(L − 1) for L from N/4 to 4N, beside the census
  std::optional<offered_facts> offered;
};

// Cost: see kernel::predict and schedule::period_by_phase. Pre: contexts of predictions are at
// least 4 and at most 10^7.
[[nodiscard]] schedule_facts facts_of(schedule::rotary_schedule s, schedule_question const& q);

// The plane whose realised period breaks first, if one does.
[[nodiscard]] std::optional<phase_of_plane> first_break(schedule_facts const& facts);

[[nodiscard]] nlohmann::ordered_json schedule_json(schedule_facts const& facts,
                                                   schedule_question const& q);
[[nodiscard]] std::string describe(schedule_facts const& facts, schedule_question const& q);
// One row for each schedule.
[[nodiscard]] std::string side_by_side(std::vector<schedule_facts> const& all,
                                       schedule_question const& q);

} // namespace ltlc::app
