#include "command_line.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>

#include <CLI/CLI.hpp>

#include "library_versions.hpp"
#include "ltlc/text/version.hpp"
#include "options/add_options.hpp"
#include "options/describe.hpp"

namespace ltlc::app {

namespace {

// `run m.json --word ab ba` is `--word ab --word ba`: CLI11 could take several values itself, but
// it would split a value that looks like [ab].
std::vector<std::string> spread_words(int argc, char const* const* argv) {
  std::vector<std::string> args(argv, argv + argc);
  bool const model_comes_first = argc > 2 && args[1] == "run" && !args[2].starts_with("-");
  if (!model_comes_first) return args;
  std::vector<std::string> spread;
  std::size_t word_at = args.size(); // index of the last --word's first value
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i] == "--word")
      word_at = i + 1;
    else if (args[i].starts_with("-"))
      word_at = args.size();
    if (i > word_at) spread.emplace_back("--word");
    spread.push_back(args[i]);
  }
  return spread;
}

// The commands in the order of the help, each with its options.
class command_list {
public:
  explicit command_list(CLI::App& app) : app_(app) {}

  template <class Options>
  void add(char const* name, char const* text) {
    auto const options = std::make_shared<Options>();
    CLI::App* const parser = app_.add_subcommand(name, text);
    add_options(*parser, *options);
    entries_.push_back({parser, [options] { return command(*options); }});
  }

  [[nodiscard]] bool has(std::string_view name) const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [&](entry const& e) { return e.parser->get_name() == name; });
  }
  // "classify, check and run"
  [[nodiscard]] std::string names() const {
    std::string all;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      all += (i == 0                     ? ""
              : i + 1 == entries_.size() ? " and "
                                         : ", ") +
             entries_[i].parser->get_name();
    return all;
  }
  [[nodiscard]] std::optional<command> parsed() const {
    for (entry const& e : entries_)
      if (e.parser->parsed()) return e.options();
    return std::nullopt;
  }

private:
  struct entry {
    CLI::App* parser;
    std::function<command()> options;
  };
  CLI::App& app_;
  std::vector<entry> entries_;
};

// The program's own options, and its commands.
void add_everything(CLI::App& app, command_list& commands) {
  app.set_version_flag("--version", [] { return version_text(); });
  app.require_subcommand(1);
  app.footer(
      "Start here:\n  ltlc classify --regex '(ab)*'\nEach command has its own --help with an "
      "example.\nExit status: 0 done, 1 it does not hold, 2 wrong input, 3 a limit was "
      "reached, 4 a bug.");
  commands.add<classify_options>("classify", "which classes contain the language, and why");
  commands.add<check_options>("check", "whether the certificates of a classification hold");
  commands.add<automaton_options>("automaton", "the minimal automaton");
  commands.add<monoid_options>("monoid", "the syntactic monoid and its egg boxes");
  commands.add<formula_options>("formula", "a formula, a sentence or a polynomial of the language");
  commands.add<equiv_options>("equiv", "whether two languages are equal");
  commands.add<census_options>("census", "how many small automata lie in which classes");
  commands.add<compile_options>("compile", "a transformer that recognizes the language");
  commands.add<run_options>("run", "a model on words, or against a language");
  commands.add<prove_options>(
      "prove", "a model recognizes a language: proof for all words, or a counterexample");
  commands.add<decompile_options>("decompile", "the language that a model's weights recognize");
  commands.add<export_options>("export", "a model's weights as numbers");
  commands.add<range_options>("range", "how far a rotary head tells one offset from all others");
  commands.add<schedule_options>("schedule",
                                 "what a rotary schedule comes back to, and its kernel");
  commands.add<sample_options>("sample",
                               "words of the language and others, drawn uniformly, labelled");
  commands.add<report_options>("report", "one page on a language, to read and to play with");
  commands.add<stats_options>("stats", "means and spreads of an experiment's arms, compared");
  commands.add<completion_options>("completion", "a script for a shell that completes commands");
  commands.add<manual_options>("man", "the manual page of a command, or of the program");
}

constexpr char const* about =
    "Which transformer can recognize a regular language, and one that does.";

} // namespace

manual::program_text described_command_line() {
  CLI::App app(about, "ltlc");
  command_list commands(app);
  add_everything(app, commands);
  return described(app, "ltlc " + std::string(text::version()));
}

tl::expected<command, early_exit> parse_command_line(int argc, char const* const* argv) {
  CLI::App app(about, "ltlc");
  command_list commands(app);
  add_everything(app, commands);
  if (argc > 1 && argv[1][0] != '-' && !commands.has(argv[1]))
    return tl::unexpected(early_exit{exit_status::wrong_input, "",
                                     "ltlc: error: no command is called '" + std::string(argv[1]) +
                                         "'; the commands are " + commands.names() + "\n"});
  auto const args = spread_words(argc, argv);
  std::vector<char const*> pointers;
  for (auto const& arg : args)
    pointers.push_back(arg.c_str());
  try {
    app.parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (CLI::ParseError const& error) {
    std::ostringstream out, unused;
    if (app.exit(error, out, unused) == 0)
      return tl::unexpected(early_exit{exit_status::done, out.str(), ""});
    auto const chosen = app.get_subcommands();
    std::string const help_of = chosen.empty() ? "ltlc" : "ltlc " + chosen.front()->get_name();
    return tl::unexpected(early_exit{exit_status::wrong_input, "",
                                     "ltlc: error: " + std::string(error.what()) + " (" + help_of +
                                         " --help lists the options)\n"});
  }
  if (auto parsed = commands.parsed()) return std::move(*parsed);
  return tl::unexpected(early_exit{exit_status::wrong_input, "", "ltlc: error: no command\n"});
}

} // namespace ltlc::app
