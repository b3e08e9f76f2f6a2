// Command line in, one command run, its status out.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <thread>
#include <variant>

#include <unistd.h>

#include "command_line.hpp"
#include "commands/commands.hpp"

namespace {

using namespace ltlc::app;

// Long loops look at the clock themselves and answer with what they know. Whatever does not is
// ended here, a little later, so that --timeout always holds.
void end_after(std::uint64_t seconds) {
  if (seconds == 0) return;
  std::thread([seconds] {
    std::this_thread::sleep_for(std::chrono::seconds(seconds) + std::chrono::milliseconds(500));
    std::fprintf(stderr, "ltlc: undecided: seconds passed %llu (raise it with --timeout)\n",
                 static_cast<unsigned long long>(seconds));
    _exit(static_cast<int>(exit_status::limit));
  }).detach();
}

template <class Options>
void end_in_time(Options const& options) {
  end_after(options.common.timeout);
}
void end_in_time(completion_options const&) {}
void end_in_time(manual_options const&) {}
// In a batch the limit holds for each item.
void end_in_time(classify_options const& options) {
  if (!options.batch) end_after(options.common.timeout);
}

int finish(int status) {
  std::cout.flush();
  if (std::cout) return status;
  std::cerr << "ltlc: error: cannot write to standard output\n";
  return static_cast<int>(exit_status::wrong_input);
}

int run(int argc, char** argv) {
  auto const command = parse_command_line(argc, argv);
  if (!command) {
    std::cout << command.error().out;
    std::cerr << command.error().err;
    return finish(static_cast<int>(command.error().status));
  }
  std::visit([](auto const& options) { end_in_time(options); }, *command);
  bool const colored = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  streams const io{std::cin, std::cout, std::cerr, colored};
  auto const ended =
      std::visit([&](auto const& options) { return run_command(options, io); }, *command);
  if (ended) return finish(static_cast<int>(*ended));
  std::cout.flush();
  std::cerr << ended.error().message;
  return static_cast<int>(ended.error().status);
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::bad_alloc const&) {
    std::cerr << "ltlc: undecided: memory ran out\n";
    return static_cast<int>(exit_status::limit);
  } catch (std::exception const& error) {
    std::cerr << "ltlc: internal error: " << error.what() << "\n";
    return static_cast<int>(exit_status::bug);
  }
}
