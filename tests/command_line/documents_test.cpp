// The commands in README.md and examples/walk.md work as printed.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "support/temporary_folder.hpp"

using namespace ltlc;

namespace {

std::string const source_folder = LTLC_SOURCE_DIR;

std::string read(std::string const& path) {
  std::ifstream file(source_folder + "/" + path);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

struct shell {
  support::temporary_folder folder;

  // Output (both streams) and exit status of one command line.
  [[nodiscard]] std::pair<std::string, int> operator()(std::string const& line) const {
    std::string const command =
        "cd " + folder.path().string() + " && export EXAMPLES=" + source_folder +
        "/examples && export PATH=$(dirname " LTLC_PROGRAM "):$PATH && { " + line + "\n} 2>&1";
    FILE* const pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string out;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
      out += static_cast<char>(c);
    return {out, pclose(pipe)};
  }
};

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("the transcript in the README is what the program prints") {
    auto const text = read("README.md");
    auto const begin = text.find("```console\n");
    REQUIRE(begin != std::string::npos);
    std::istringstream lines(text.substr(begin + 11, text.find("```", begin + 11) - begin - 11));
    shell const run;
    std::string expected, printed;
    int commands = 0;
    for (std::string line; std::getline(lines, line);) {
      expected += line + "\n";
      if (line.rfind("$ ", 0) != 0) continue;
      printed += line + "\n" + run(line.substr(2)).first;
      ++commands;
    }
    CHECK(commands >= 4);
    CHECK(printed == expected);
  }

  TEST_CASE("the walk works as printed") {
    std::istringstream lines(read("examples/walk.md"));
    shell const run;
    int commands = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("    ltlc ", 0) != 0 && line.rfind("    /usr/bin/python3 ", 0) != 0) continue;
      bool const needs_numpy = line.find("python3") != std::string::npos;
      if (needs_numpy && run("/usr/bin/python3 -c 'import numpy'").second != 0) {
        MESSAGE("SKIPPED: numpy is not installed (Debian: python3-numpy)");
        continue;
      }
      auto const result = run(line);
      CAPTURE(line);
      CAPTURE(result.first);
      CHECK(result.second == 0);
      ++commands;
    }
    CHECK(commands >= 9);
  }

} // TEST_SUITE
