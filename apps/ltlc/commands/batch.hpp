// Many languages, one JSON object a line: {"regex"|"ltl"|"fo"|"dfa": …, "alphabet", "id"}.
#pragma once

#include <algorithm>
#include <vector>

#include "ltlc/algebra/classify.hpp"

#include "../options.hpp"
#include "../outcome.hpp"

namespace ltlc::app {

struct asked_classes {
  std::vector<evidence::class_id> all; // empty: every class
  std::vector<evidence::class_id> asserted;
  [[nodiscard]] bool everything() const { return all.empty(); }
  [[nodiscard]] bool asserts(evidence::class_id id) const {
    return std::find(asserted.begin(), asserted.end(), id) != asserted.end();
  }
};

// 1 when an asserted class does not contain the language, 3 when a class asked for was left open.
[[nodiscard]] exit_status status_of(algebra::classification const& found,
                                    asked_classes const& asked);

// Reads o.batch line by line and writes one JSON object a line, in order, worked out by o.jobs
// threads. A bad line gives {"line","error","status"} and does not stop the rest.
// Status: 2 when a line was bad, else 3 when a class was left undecided, else 1 when an asserted
// class does not hold somewhere.
[[nodiscard]] outcome<exit_status> classify_batch(classify_options const& o,
                                                  asked_classes const& asked, streams const& io);

} // namespace ltlc::app
