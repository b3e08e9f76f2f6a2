#include "graphviz.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

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

failure failed(std::string const& why) {
  return wrong_input("cannot draw the picture: " + why +
                     "; --format dot prints the graph without drawing it");
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
tl::expected<pid_t, int> start_dot(std::FILE* in, std::FILE* out, std::FILE* err) {
  posix_spawn_file_actions_t redirect;
  posix_spawn_file_actions_init(&redirect);
  posix_spawn_file_actions_adddup2(&redirect, fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&redirect, fileno(out), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&redirect, fileno(err), STDERR_FILENO);
  std::array<char, 4> name{"dot"};
  std::array<char, 6> format{"-Tsvg"};
  std::array<char*, 3> const arguments{name.data(), format.data(), nullptr};
  pid_t child = 0;
  int const error = posix_spawnp(&child, "dot", &redirect, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&redirect);
  if (error != 0) return tl::unexpected(error);
  return child;
}

} // namespace

outcome<std::string> drawn_by_graphviz(std::string const& dot, budget::budget const& limits) {
  file const in = scratch();
  file const out = scratch();
  file const err = scratch();
  if (!in || !out || !err)
    return tl::unexpected(failed(std::string("no temporary file: ") + std::strerror(errno)));
  bool const written =
      std::fwrite(dot.data(), 1, dot.size(), in.get()) == dot.size() && std::fflush(in.get()) == 0;
  if (!written) return tl::unexpected(failed(std::strerror(errno)));
  std::rewind(in.get());
  auto const child = start_dot(in.get(), out.get(), err.get());
  if (!child)
    return tl::unexpected(failed(child.error() == ENOENT
                                     ? "Graphviz's program dot is not installed (Debian: graphviz)"
                                     : std::strerror(child.error())));
  auto const status = ended(*child, limits);
  if (!status) return tl::unexpected(limit(limits.time_passed()));
  std::string picture = content_of(out.get());
  bool const ended_well = WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
  if (ended_well && picture.find("</svg>") != std::string::npos) return picture;
  std::string const said = content_of(err.get());
  return tl::unexpected(
      failed("dot did not end well" +
             (said.empty() ? "" : ": " + text::cut(said.substr(0, said.find('\n')), 200))));
}

} // namespace ltlc::app
