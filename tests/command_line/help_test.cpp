// Every example in a --help works when it is pasted into a shell.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <doctest/doctest.h>

#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;

TEST_SUITE("command_line") {

  TEST_CASE("the examples of every command's help work when pasted") {
    ltlc::support::temporary_folder const folder;
    std::string const setup = "cd " + folder.path().string() +
                              " && ln -sfn " LTLC_SOURCE_DIR
                              "/examples examples && PATH=$(dirname " LTLC_PROGRAM "):$PATH && ";
    int examples = 0;
    for (auto const* command :
         {"", "classify", "check", "automaton", "monoid", "formula", "equiv", "compile", "run",
          "prove", "decompile", "export", "range", "schedule", "sample", "stats", "completion", "man"}) {
      auto const help = *command == '\0' ? invoke({"--help"}) : invoke({command, "--help"});
      REQUIRE(help.status == 0);
      std::istringstream lines(help.out);
      int here = 0;
      for (std::string line; std::getline(lines, line);) {
        bool const command_line =
            line.rfind("  ltlc ", 0) == 0 || line.find("' | ltlc ") != std::string::npos;
        if (!command_line || line.find(" OPTIONS") != std::string::npos) continue;
        CAPTURE(line);
        // dot may be missing; the command in front of it is what is tested.
        std::string const pasted = setup + line.substr(0, line.find("| dot")) + " >/dev/null";
        CHECK(std::system(
                  ("bash -o pipefail -c \"$(cat <<'END'\n" + pasted + "\nEND\n)\"").c_str()) == 0);
        ++here;
      }
      CAPTURE(command);
      CHECK(here > 0);
      examples += here;
    }
    CHECK(examples >= 9);
  }

} // TEST_SUITE
