// Command line in, one command run, its status out.
#include <cstdlib>
#include <iostream>
#include <new>
#include <variant>

#include <unistd.h>

#include "command_line.hpp"
#include "commands/commands.hpp"

int main(int argc, char** argv) {
  using namespace ltlc::app;
  try {
    auto const command = parse_command_line(argc, argv);
    if (!command) {
      std::cout << command.error().out;
      std::cerr << command.error().err;
      return static_cast<int>(command.error().status);
    }
    bool const colored = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
    streams const io{std::cin, std::cout, std::cerr, colored};
    auto const ended =
        std::visit([&](auto const& options) { return run_command(options, io); }, *command);
    std::cout.flush();
    if (ended) return static_cast<int>(*ended);
    std::cerr << ended.error().message;
    return static_cast<int>(ended.error().status);
  } catch (std::bad_alloc const&) {
    std::cerr << "ltlc: undecided: memory ran out\n";
    return static_cast<int>(exit_status::limit);
  } catch (std::exception const& error) {
    std::cerr << "ltlc: internal error: " << error.what() << "\n";
    return static_cast<int>(exit_status::bug);
  }
}
