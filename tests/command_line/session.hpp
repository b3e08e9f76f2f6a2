// A command line run inside the test: arguments in, status and both streams out.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "commands/commands.hpp"

namespace ltlc::session {

struct ended {
  int status = 0;
  std::string out, err;
};

inline ended invoke(std::vector<std::string> const& arguments, std::string const& input = "") {
  std::vector<char const*> argv{"ltlc"};
  for (auto const& a : arguments)
    argv.push_back(a.c_str());
  auto const command = app::parse_command_line(static_cast<int>(argv.size()), argv.data());
  if (!command)
    return {static_cast<int>(command.error().status), command.error().out, command.error().err};
  std::istringstream in(input);
  std::ostringstream out, err;
  app::streams const io{in, out, err, false};
  auto const status =
      std::visit([&](auto const& options) { return app::run_command(options, io); }, *command);
  if (status) return {static_cast<int>(*status), out.str(), err.str()};
  return {static_cast<int>(status.error().status), out.str(), err.str() + status.error().message};
}

} // namespace ltlc::session
