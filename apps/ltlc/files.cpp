#include "files.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>
#include <vector>

#include <unistd.h>

namespace ltlc::app {

namespace {

constexpr std::size_t max_input_bytes = 512u << 20;

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

bool reading_failed(std::istream const& in) {
  // std::cin reads by way of stdin, and takes a failure there for the end.
  return in.bad() || (&in == &std::cin && std::ferror(stdin) != 0);
}

outcome<std::string> read_file(std::string const& path, std::istream& standard_input) {
  if (path != "-" && std::filesystem::is_directory(path)) {
    errno = EISDIR;
    return tl::unexpected(cannot("read", path));
  }
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) return tl::unexpected(cannot("read", path));
  }
  std::istream& from = path == "-" ? standard_input : file;
  std::string content;
  std::array<char, 1 << 16> block{};
  while (from.read(block.data(), block.size()) || from.gcount() > 0) {
    content.append(block.data(), static_cast<std::size_t>(from.gcount()));
    if (content.size() > max_input_bytes)
      return tl::unexpected(limit({"bytes of " + path, max_input_bytes, ""}));
  }
  if (reading_failed(from)) return tl::unexpected(cannot("read", path));
  return content;
}

namespace {

// Devices and pipes are written to as they are: a rename would put a file in their place.
outcome<void> write_in_place(std::string const& path, std::string const& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) return tl::unexpected(cannot("write", path));
  return {};
}

// The new file gets the old one's permissions.
outcome<void> replace_file(std::string const& path, std::string const& temporary,
                           std::string const& content) {
  std::error_code none;
  auto const old = std::filesystem::status(path, none);
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file << content;
  file.close();
  if (file && std::filesystem::exists(old))
    std::filesystem::permissions(temporary, old.permissions(), none);
  if (file && std::rename(temporary.c_str(), path.c_str()) == 0) return {};
  auto wrong = tl::unexpected(cannot("write", path));
  unlink(temporary.c_str());
  return wrong;
}

} // namespace

outcome<void> write_file(std::string const& name, std::string const& content,
                         std::ostream& standard_output) {
  if (name == "-") {
    standard_output << content;
    return {};
  }
  std::error_code none;
  bool const exists = std::filesystem::exists(name, none);
  if (exists && !std::filesystem::is_regular_file(name, none)) return write_in_place(name, content);
  // Through a link, the file it leads to is replaced.
  std::string const path = exists ? std::filesystem::canonical(name, none).string() : name;
  std::string const temporary = path + ".part" + std::to_string(getpid());
  if (temporary.size() >= temporary_name.size()) {
    errno = ENAMETOOLONG;
    return tl::unexpected(cannot("write", path));
  }
  std::memcpy(temporary_name.data(), temporary.c_str(), temporary.size() + 1);
  std::vector<std::pair<int, void (*)(int)>> old_handlers;
  for (int const number : {SIGINT, SIGTERM, SIGHUP, SIGXFSZ})
    old_handlers.emplace_back(number, std::signal(number, remove_temporary_and_exit));
  auto result = replace_file(path, temporary, content);
  temporary_name[0] = '\0';
  for (auto const& [number, handler] : old_handlers)
    std::signal(number, handler);
  return result;
}

} // namespace ltlc::app
