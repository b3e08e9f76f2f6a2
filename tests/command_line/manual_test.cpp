// Completion scripts in a real bash (and read by zsh and fish where they are installed), and manual
// pages through groff: both say what --help says.
#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>

#include "command_line/rendered.hpp"
#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;

namespace {

// What a shell command prints on both streams.
std::string printed(std::string const& shell_command) {
  ltlc::support::temporary_folder const folder;
  auto const file = (folder.path() / "out").string();
  static_cast<void>(std::system(("( " + shell_command + " ) > " + file + " 2>&1").c_str()));
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool has_line_with(std::string const& text, std::string const& one, std::string const& other) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.find(one) != std::string::npos && line.find(other) != std::string::npos) return true;
  return false;
}

struct completing_bash {
  ltlc::support::temporary_folder folder;
  completing_bash() {
    std::ofstream(folder.path() / "ltlc.bash") << invoke({"completion", "bash"}).out;
    std::ofstream(folder.path() / "a file.json") << "{}";
    // The words of the command line, then how many there are before the one to complete.
    std::ofstream(folder.path() / "ask.sh")
        << "source ./ltlc.bash\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(( $# - 1 ))\n"
           "_ltlc\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  }
  // Between single quotes each.
  [[nodiscard]] std::string operator()(std::vector<std::string> const& words) const {
    std::string line = "cd " + folder.path().string() + " && bash ask.sh ltlc";
    for (auto const& w : words)
      line += " '" + w + "'";
    return printed(line);
  }
};

std::vector<std::string> all_commands() {
  auto const program = ltlc::app::described_command_line();
  std::vector<std::string> names;
  for (auto const& c : program.commands)
    names.push_back(c.name);
  return names;
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("bash completes commands, options, values and files") {
    completing_bash const complete;
    CHECK(complete({"cl"}) == "classify\n");
    CHECK(complete({"c"}) == "classify\ncheck\ncensus\ncompile\ncompletion\n");
    CHECK(complete({"--v"}) == "--version\n");
    CHECK(complete({"formula", "--u"}) == "--unicode\n");
    CHECK(complete({"formula", "--to", ""}) == "ltl\nfo\npolynomial\n");
    CHECK(complete({"formula", "--regex", "a", "--to", "p"}) == "polynomial\n");
    CHECK(complete({"automaton", "--dfa", "a "}) == "a file.json\n");
    CHECK(complete({"run", "a\\ f"}) == "\n");
    CHECK(complete({"run", "a "}) == "a file.json\n");
    CHECK(complete({"formula", "--regex", ""}) == "\n");
    CHECK(complete({"completion", ""}) == "bash\nzsh\nfish\n");
    CHECK(complete({"man", "cla"}) == "classify\n");
    CHECK(complete({"nothing", "--x"}) == "\n");
    auto const set = printed("cd " + complete.folder.path().string() +
                             " && bash -c 'source ./ltlc.bash; complete -p ltlc'");
    CHECK(set == "complete -o filenames -F _ltlc ltlc\n");
  }

  TEST_CASE("every option of every --help is completed by all three shells") {
    completing_bash const complete;
    auto const zsh = invoke({"completion", "zsh"}).out;
    auto const fish = invoke({"completion", "fish"}).out;
    auto const program = ltlc::app::described_command_line();
    CHECK(program.commands.size() >= 18);
    for (auto const& command : program.commands) {
      CAPTURE(command.name);
      auto const help = invoke({command.name, "--help"});
      REQUIRE(help.status == 0);
      auto const offered = complete({command.name, "-"});
      for (auto const& option : command.options) {
        CHECK(help.out.find(option.help) != std::string::npos);
        for (auto const& name : option.names) {
          CAPTURE(name);
          CHECK(help.out.find(name) != std::string::npos);
          CHECK(("\n" + offered).find("\n" + name + "\n") != std::string::npos);
          CHECK(zsh.find("'*" + name + "[") != std::string::npos);
          if (name.rfind("--", 0) == 0)
            CHECK(has_line_with(fish, "from " + command.name + "'", " -l " + name.substr(2)));
        }
      }
    }
  }

  TEST_CASE("zsh and fish read their scripts") {
    ltlc::support::temporary_folder const folder;
    for (auto const* check : {"bash -n", "zsh -n", "fish --no-execute"}) {
      std::string const shell = std::string(check).substr(0, std::string(check).find(' '));
      if (!ltlc::session::installed(shell)) {
        MESSAGE("SKIPPED: " << shell << " is not installed");
        continue;
      }
      auto const file = (folder.path() / shell).string();
      std::ofstream(file) << invoke({"completion", shell}).out;
      CHECK(printed(check + (" " + file)) == "");
    }
    CHECK(invoke({"completion", "tcsh"}).status == 2);
    CHECK(invoke({"completion"}).status == 2);
  }

  TEST_CASE("groff formats every page without a warning, and it says what --help says") {
    ltlc::support::temporary_folder const folder;
    REQUIRE(invoke({"man", "--into", folder.path().string()}).status == 0);
    bool const groff = ltlc::session::installed("groff");
    if (!groff) MESSAGE("SKIPPED: groff is not installed");
    auto pages = all_commands();
    pages.emplace_back("");
    for (auto const& name : pages) {
      auto const page = invoke(name.empty() ? std::vector<std::string>{"man"}
                                            : std::vector<std::string>{"man", name});
      CHECK(page.status == 0);
      auto const file =
          (folder.path() / (name.empty() ? "ltlc.1" : "ltlc-" + name + ".1")).string();
      std::ostringstream written;
      written << std::ifstream(file).rdbuf();
      CHECK(written.str() == page.out);
      if (groff) CHECK(printed("groff -man -ww -Tutf8 -z " + file) == "");
    }
    if (groff) {
      auto const text = printed("GROFF_NO_SGR=1 groff -man -Tutf8 " +
                                (folder.path() / "ltlc-formula.1").string() + " | col -bx");
      if (text.find("not found") == std::string::npos) {
        CHECK(text.find("write ∧, ∨, ¬, ∃ for &, |, !, exists") != std::string::npos);
        CHECK(text.find("ltlc formula --regex '(ab)*'\n") != std::string::npos);
        CHECK(text.find("--max-terms N") != std::string::npos);
        CHECK(text.find("(default: 1000)") != std::string::npos);
      }
    }
    CHECK(invoke({"man", "nothing"}).status == 2);
    CHECK(invoke({"man", "--into", "/nonexistent"}).status == 2);
  }

} // TEST_SUITE
