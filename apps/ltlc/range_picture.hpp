// Pictures of ranges: the gap against the offset, and certified lengths against what was swept.
#pragma once

#include <vector>

#include "chart.hpp"
#include "range_report.hpp"

namespace ltlc::app {

// C(1 − cos gn) of exact arithmetic against n, with f as a line, and the realised score differences
// that were found closest. All n up to a little past the range, or, past 2,000, the n that have the
// least gap so far.
[[nodiscard]] chart gap_chart(range_question const& q, range_facts const& facts);

// Certified lengths against the first axis of numbers, one curve for each choice of the others; a
// curve ends where a length is unbounded or has over 300 digits. Error: no axis has two numbers.
[[nodiscard]] outcome<chart> sweep_chart(range_questions const& asked,
                                         std::vector<range_facts> const& facts);

} // namespace ltlc::app
