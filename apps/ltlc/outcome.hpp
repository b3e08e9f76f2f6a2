// How a command ends: exit statuses, failures with their message, and the streams it writes to.
#pragma once

#include <iosfwd>
#include <string>

#include <tl/expected.hpp>

#include "ltlc/budget/budget.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::app {

enum class exit_status : int { done = 0, does_not_hold = 1, wrong_input = 2, limit = 3, bug = 4 };

// A command that could not answer: the status and the lines for stderr.
struct failure {
  exit_status status = exit_status::wrong_input;
  std::string message;
};

template <class T>
using outcome = tl::expected<T, failure>;

struct streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool colored = false; // stdout is a terminal and NO_COLOR is not set
};

[[nodiscard]] inline failure wrong_input(std::string const& message) {
  return {exit_status::wrong_input, "ltlc: error: " + text::escaped(message) + "\n"};
}
[[nodiscard]] inline failure wrong_text(text::source const& source, text::diagnostic const& error) {
  return {exit_status::wrong_input, text::draw(source, error)};
}
[[nodiscard]] inline failure limit(budget::limit_reached const& reached) {
  return {exit_status::limit, "ltlc: undecided: " + budget::describe(reached) + "\n"};
}

} // namespace ltlc::app
