// The converse of `range`: an angle and a scale for a length that is wanted, or why there are none.
#pragma once

#include <cstdint>

#include "options.hpp"
#include "outcome.hpp"

namespace ltlc::app {

// Done when a head was found, does_not_hold when it is proved that there is none, limit when none
// was found. Errors: options that contradict each other.
[[nodiscard]] outcome<exit_status> answer_wanted(range_options const& o, streams const& io);

} // namespace ltlc::app
