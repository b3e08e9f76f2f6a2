#include "graphviz.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

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

// 0, or an error number when the program could not be started; then its wait status.
int run_dot(std::FILE* in, std::FILE* out, std::FILE* err, int& status) {
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
  if (error != 0) return error;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

} // namespace

outcome<std::string> drawn_by_graphviz(std::string const& dot) {
  file const in = scratch();
  file const out = scratch();
  file const err = scratch();
  if (!in || !out || !err)
    return tl::unexpected(failed(std::string("no temporary file: ") + std::strerror(errno)));
  bool const written =
      std::fwrite(dot.data(), 1, dot.size(), in.get()) == dot.size() && std::fflush(in.get()) == 0;
  if (!written) return tl::unexpected(failed(std::strerror(errno)));
  std::rewind(in.get());
  int status = 0;
  int const error = run_dot(in.get(), out.get(), err.get(), status);
  if (error == ENOENT)
    return tl::unexpected(failed("Graphviz's program dot is not installed (Debian: graphviz)"));
  if (error != 0) return tl::unexpected(failed(std::strerror(error)));
  std::string picture = content_of(out.get());
  bool const ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (ended_well && picture.find("</svg>") != std::string::npos) return picture;
  std::string const said = content_of(err.get());
  return tl::unexpected(
      failed("dot did not end well" +
             (said.empty() ? "" : ": " + text::cut(said.substr(0, said.find('\n')), 200))));
}

} // namespace ltlc::app
