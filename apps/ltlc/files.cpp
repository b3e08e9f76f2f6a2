#include "files.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

#include <unistd.h>

namespace ltlc::app {

namespace {

// What the interrupt handler may touch: a plain buffer, filled before the file is made.
std::array<char, 4096> temporary_name{};

extern "C" void remove_temporary_and_exit(int signal_number) {
  if (temporary_name[0] != '\0') unlink(temporary_name.data());
  _exit(128 + signal_number);
}

failure cannot(std::string const& what, std::string const& path) {
  return wrong_input("cannot " + what + " " + path + ": " + std::strerror(errno));
}

} // namespace

outcome<std::string> read_file(std::string const& path, std::istream& standard_input) {
  if (path == "-")
    return std::string(std::istreambuf_iterator<char>(standard_input),
                       std::istreambuf_iterator<char>());
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected(cannot("read", path));
  std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad() || (!file.eof() && file.fail())) return tl::unexpected(cannot("read", path));
  return content;
}

outcome<void> write_file(std::string const& path, std::string const& content,
                         std::ostream& standard_output) {
  if (path == "-") {
    standard_output << content;
    return {};
  }
  std::string const temporary = path + ".part" + std::to_string(getpid());
  if (temporary.size() >= temporary_name.size()) {
    errno = ENAMETOOLONG;
    return tl::unexpected(cannot("write", path));
  }
  std::memcpy(temporary_name.data(), temporary.c_str(), temporary.size() + 1);
  auto const old_handler = std::signal(SIGINT, remove_temporary_and_exit);
  outcome<void> result;
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << content;
    file.close();
    if (!file || std::rename(temporary.c_str(), path.c_str()) != 0) {
      result = tl::unexpected(cannot("write", path));
      unlink(temporary.c_str());
    }
  }
  temporary_name[0] = '\0';
  std::signal(SIGINT, old_handler);
  return result;
}

} // namespace ltlc::app
