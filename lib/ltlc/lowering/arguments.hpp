// How a Boolean function reaches the head or the readout that needs it: directly as a form of
// coordinates, or through a sum that the MLP writes into a coordinate of its own.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/lowering/boolean_cover.hpp"
#include "ltlc/lowering/plan.hpp"

namespace ltlc::lowering {

// A form ready to be read by the attention of `layer`.
struct readable {
  form f;
  std::size_t layer = 1;
};

// Adds the sums that are needed to the planned variables, each function once.
// Pre of all: coverable(f), or exactly_coverable(f) with only_exact.
class arguments {
public:
  // only_exact: every sum that is added is 0 or 1, where the form of a key need not be.
  arguments(diagram_pool& diagrams, std::vector<planned>& variables, bool only_exact,
            cover_limits const& most)
      : diagrams_(diagrams), variables_(variables), only_exact_(only_exact), most_(most) {}

  variable add(planned p);
  // t >= 1 iff f and t <= 0 otherwise. `what` is f's text.
  readable key(boolean_function const& f, std::string const& what);
  // 0 or 1.
  readable value(boolean_function const& f, std::string const& what);
  // f as a coordinate that is 0 or 1.
  variable exact_variable(boolean_function const& f, std::string const& what);
  // A variable that is greater than ½ iff f.
  variable readout(boolean_function const& f, std::string const& what);

private:
  struct counted {
    variable v = 0;
    bool complement = false; // f holds iff the count is 0
  };

  readable read(form f) const;
  variable add_sum(unit_sum sum, std::string what, bool counts);
  counted count_variable(boolean_function const& f, std::string const& what);
  bool exact_is_small(boolean_function const& f);
  std::optional<unit_sum> const& exact_cover(boolean_function const& f);
  std::optional<counting_cover> const& counted_cover(boolean_function const& f);
  // The complement is a coordinate that is 0 or 1 already.
  std::optional<variable> complement_of(boolean_function f);

  diagram_pool& diagrams_;
  std::vector<planned>& variables_;
  bool only_exact_;
  cover_limits most_;
  std::map<boolean_function, variable> exact_;
  std::map<boolean_function, counted> counts_;
  std::map<boolean_function, std::optional<unit_sum>> exact_covers_;
  std::map<boolean_function, std::optional<counting_cover>> counted_covers_;
};

} // namespace ltlc::lowering
