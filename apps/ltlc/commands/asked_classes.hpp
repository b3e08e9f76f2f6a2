// Which classes `classify` is to decide and which it is to insist on, alone and in a batch.
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

// --class and --assert as classes. Error: a name that no class has, with the names there are.
[[nodiscard]] outcome<asked_classes> read_asked(classify_options const& o);

} // namespace ltlc::app
