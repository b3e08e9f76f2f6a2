// The commands in README.md and in the pages of examples/ work as printed, and the sizes that a
// page lists are those that `compile` prints.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/synthesis/types.hpp"
#include "support/formula_generator.hpp"
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

bool torch_installed() {
  static bool const installed = [] {
    bool const found = shell()("/usr/bin/python3 -c 'import torch'").second == 0;
    if (!found) MESSAGE("SKIPPED: PyTorch is not installed (Debian: python3-torch)");
    return found;
  }();
  return installed;
}

// What stands in the page's ```console blocks.
std::string console_blocks(std::string const& text) {
  std::string const opening = "```console\n";
  std::string blocks;
  for (auto at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    auto const end = text.find("```", at);
    REQUIRE(end != std::string::npos);
    blocks += text.substr(at, end - at);
    at = end + 3;
  }
  return blocks;
}

// The cells of a row of a Markdown table; \| is a bar.
std::vector<std::string> cells_of(std::string const& row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
      cell += row[++i];
    } else if (row[i] == '|') {
      cells.push_back(cell.size() >= 2 ? cell.substr(1, cell.size() - 2) : std::string());
      cell.clear();
    } else {
      cell += row[i];
    }
  }
  return cells;
}

nlohmann::json compiled_size(std::string const& formula, bool plain, std::string const& file) {
  std::vector<std::string> arguments{"compile", "--alphabet", "abcd",   "--ltl",        formula,
                                     "-o",      file,         "--json", "--max-length", "64"};
  if (plain) arguments.emplace_back("--plain");
  auto const answer = session::invoke(arguments);
  REQUIRE(answer.status == 0);
  return nlohmann::json::parse(answer.out);
}

// No formula of LTL[P] of less P-depth says what this one does.
bool needs_depth(std::string const& formula, std::size_t depth) {
  auto const sigma = support::alphabet_of("abcd");
  logic::formula_pool pool;
  auto const f = grammar::parse_formula({"page", formula}, pool).value();
  auto const a = automaton::minimize(automaton::construct(f, sigma, {}).value());
  if (depth == 1) return a->states() > 1;
  return synthesis::find_types(a, 0, 1, depth - 1, 100'000, {}).answer ==
         synthesis::separation::impossible;
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("the transcripts in the pages are what the program prints") {
    for (std::string const page : {"README.md", "examples/tutorial.md", "examples/compiler.md",
                                   "examples/proof.md", "examples/ranges.md"}) {
      CAPTURE(page);
      std::istringstream lines(console_blocks(read(page)));
      shell const run;
      std::string expected, printed;
      int commands = 0;
      bool left_out = false;
      for (std::string line; std::getline(lines, line);) {
        bool const is_command = line.rfind("$ ", 0) == 0;
        if (is_command)
          left_out = line.find("/usr/bin/python3 ") != std::string::npos && !torch_installed();
        if (left_out) continue;
        expected += line + "\n";
        if (!is_command) continue;
        printed += line + "\n" + run(line.substr(2)).first;
        ++commands;
      }
      CHECK(commands >= 4);
      CHECK(printed == expected);
    }
  }

  TEST_CASE("the sizes in the compiler's page are those that compile prints") {
    auto const text = read("examples/compiler.md");
    auto const begin = text.find("<!-- sizes");
    REQUIRE(begin != std::string::npos);
    std::istringstream lines(text.substr(begin));
    support::temporary_folder const folder;
    auto const file = (folder.path() / "m.json").string();
    std::size_t rows = 0;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("| `", 0) != 0) {
        if (inside) break;
        continue;
      }
      inside = true;
      auto const cells = cells_of(line);
      CAPTURE(line);
      REQUIRE(cells.size() == 7);
      auto const formula = cells[0].substr(1, cells[0].size() - 2);
      auto const before = compiled_size(formula, true, file);
      auto const after = compiled_size(formula, false, file);
      std::size_t column = 1;
      for (auto const* key : {"layers", "heads", "width", "hidden", "nonzeros"}) {
        auto const from = before[key].dump();
        auto const to = after[key].dump();
        CHECK(cells[column] == (from == to ? to : from + " → " + to));
        column += column == 1 ? 2 : 1; // the least number of layers stands after the layers
      }
      auto const digits = cells[2].find_first_of("0123456789");
      if (digits != std::string::npos) {
        auto const least = std::stoul(cells[2].substr(digits));
        CHECK(needs_depth(formula, least));
        CHECK(after["layers"] >= least);
        CHECK((cells[2].rfind("≥", 0) == 0) == (after["layers"] > least));
      }
      ++rows;
    }
    CHECK(rows == 30);
  }

} // TEST_SUITE
