// From argv to one command's options, or to the text and status that end the program at once
// (--help, --version, a wrong option).
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "manual/description.hpp"
#include "options.hpp"
#include "outcome.hpp"

namespace ltlc::app {

struct early_exit {
  exit_status status = exit_status::done;
  std::string out; // for stdout
  std::string err; // for stderr
};

[[nodiscard]] tl::expected<command, early_exit> parse_command_line(int argc,
                                                                   char const* const* argv);

// What --help knows of the program and of each command.
[[nodiscard]] manual::program_text described_command_line();

} // namespace ltlc::app
