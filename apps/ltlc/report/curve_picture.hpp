// Curves over a common axis as SVG inside a page, in the page's own colours; no other program runs.
#pragma once

#include <string>
#include <string_view>

#include "../chart.hpp"

namespace ltlc::app::report {

// Curves as lines, dashed one after the other, with marks where there are few points; thresholds as
// dashed lines. Pre: as of drawn(chart); what is not positive is left out on a logarithmic axis.
[[nodiscard]] std::string curve_svg(chart const& c, std::string_view id);

} // namespace ltlc::app::report
