#include <algorithm>
#include <ostream>

#include "../command_line.hpp"
#include "../files.hpp"
#include "../manual/completion.hpp"
#include "../manual/page.hpp"
#include "commands.hpp"

namespace ltlc::app {

outcome<exit_status> run_command(completion_options const& o, streams const& io) {
  auto const program = described_command_line();
  io.out << (o.shell == "bash"  ? manual::bash_completion(program)
             : o.shell == "zsh" ? manual::zsh_completion(program)
                                : manual::fish_completion(program));
  return exit_status::done;
}

outcome<exit_status> run_command(manual_options const& o, streams const& io) {
  auto const program = described_command_line();
  if (o.into) {
    auto const write = [&](std::string const& name, std::string const& page) {
      return write_file(*o.into + "/" + name + ".1", page, io.out);
    };
    auto written = write(program.name, manual::main_page(program));
    for (auto const& c : program.commands)
      if (written) written = write(program.name + "-" + c.name, manual::command_page(program, c));
    if (!written) return tl::unexpected(written.error());
    return exit_status::done;
  }
  if (!o.about) {
    io.out << manual::main_page(program);
    return exit_status::done;
  }
  auto const asked = std::find_if(program.commands.begin(), program.commands.end(),
                                  [&](auto const& c) { return c.name == *o.about; });
  if (asked == program.commands.end())
    return tl::unexpected(wrong_input("no command is called '" + *o.about + "'"));
  io.out << manual::command_page(program, *asked);
  return exit_status::done;
}

} // namespace ltlc::app
