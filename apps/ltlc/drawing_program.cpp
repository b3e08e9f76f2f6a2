#include "drawing_program.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace ltlc::app {

namespace {

using file = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Files without a name rather than pipes: neither side can block the other, and nothing stays
// behind.
file scratch() {
  return {std::tmpfile(), std::fclose};
}

std::string content_of(std::FILE* from) {
  std::string text;
  std::array<char, 1 << 16> block{};
  std::rewind(from);
  while (std::size_t const n = std::fread(block.data(), 1, block.size(), from))
    text.append(block.data(), n);
  return text;
}

failure failed(drawing_program const& program, std::string const& why) {
  return wrong_input("cannot draw the picture: " + why + "; " + program.without_it);
}

// The program's wait status; none when the time is up first, and then the program is ended.
std::optional<int> ended(pid_t child, budget::budget const& limits) {
  using namespace std::chrono_literals;
  int status = 0;
  while (limits.deadline) {
    pid_t const done = waitpid(child, &status, WNOHANG);
    if (done == child) return status;
    if (limits.out_of_time()) break;
    std::this_thread::sleep_for(10ms);
  }
  if (limits.deadline) kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return limits.deadline ? std::nullopt : std::optional(status);
}

// The number of the child, or an error number when the program could not be started.
tl::expected<pid_t, int> start(drawing_program const& program, std::FILE* in, std::FILE* out,
                               std::FILE* err) {
  posix_spawn_file_actions_t redirect;
  posix_spawn_file_actions_init(&redirect);
  posix_spawn_file_actions_adddup2(&redirect, fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&redirect, fileno(out), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&redirect, fileno(err), STDERR_FILENO);
  std::vector<std::string> words{program.name};
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  std::vector<char*> arguments;
  for (auto& w : words)
    arguments.push_back(w.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int const error =
      posix_spawnp(&child, words.front().c_str(), &redirect, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&redirect);
  if (error != 0) return tl::unexpected(error);
  return child;
}

} // namespace

outcome<std::string> drawn_by(drawing_program const& program, std::string const& input,
                              budget::budget const& limits) {
  file const in = scratch();
  file const out = scratch();
  file const err = scratch();
  if (!in || !out || !err)
    return tl::unexpected(
        failed(program, std::string("no temporary file: ") + std::strerror(errno)));
  bool const written = std::fwrite(input.data(), 1, input.size(), in.get()) == input.size() &&
                       std::fflush(in.get()) == 0;
  if (!written) return tl::unexpected(failed(program, std::strerror(errno)));
  std::rewind(in.get());
  auto const child = start(program, in.get(), out.get(), err.get());
  if (!child) {
    return tl::unexpected(failed(
        program, child.error() == ENOENT ? program.maker + "'s program " + program.name +
                                               " is not installed (Debian: " + program.package + ")"
                                         : std::strerror(child.error())));
  }
  auto const status = ended(*child, limits);
  if (!status) return tl::unexpected(limit(limits.time_passed()));
  std::string picture = content_of(out.get());
  bool const ended_well = WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
  if (ended_well && picture.find(program.last) != std::string::npos) return picture;
  std::string const said = content_of(err.get());
  return tl::unexpected(failed(
      program, program.name + " did not end well" +
                   (said.empty() ? "" : ": " + text::cut(said.substr(0, said.find('\n')), 200))));
}

} // namespace ltlc::app
