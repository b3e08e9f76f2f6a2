// Many languages, one JSON object a line: {"regex"|"ltl"|"fo"|"dfa": …, "alphabet", "id"}.
#pragma once

#include "asked_classes.hpp"

namespace ltlc::app {

// Reads o.batch line by line and writes one JSON object a line, in order, worked out by o.jobs
// threads. A bad line gives {"line","error","status"} and does not stop the rest.
// Status: 2 when a line was bad, else 3 when a class was left undecided, else 1 when an asserted
// class does not hold somewhere.
[[nodiscard]] outcome<exit_status> classify_batch(classify_options const& o,
                                                  asked_classes const& asked, streams const& io);

} // namespace ltlc::app
