#include "command_line.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>

#include <CLI/CLI.hpp>

#include "ltlc/format/number_format.hpp"

namespace ltlc::app {

namespace {

constexpr char const* version = "ltlc 0.1.0";

void add_common(CLI::App& command, common_options& common) {
  command.add_flag("--json", common.json, "print one JSON document on stdout");
  command.add_flag("--quiet", common.quiet, "no progress and no remarks on stderr");
  command.add_option("--max-states", common.max_states, "limit on the states of any automaton")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 31))
      ->capture_default_str();
  command.add_option("--max-monoid", common.max_monoid, "limit on the elements of a monoid")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 31))
      ->capture_default_str();
  command.add_option("--timeout", common.timeout, "limit on the time, in seconds; 0 is none")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1) << 31))
      ->capture_default_str();
}

// One value each time the option is given; brackets in the value are not split.
void add_repeatable(CLI::App& command, char const* name, std::vector<std::string>& values,
                    char const* text, char const* type) {
  command
      .add_option_function<std::string>(
          name, [&values](std::string const& value) { values.push_back(value); }, text)
      ->type_name(type)
      ->trigger_on_parse();
}

void add_input(CLI::App& command, input_options& input) {
  add_repeatable(command, "--regex", input.regex, "a regular expression", "R");
  add_repeatable(command, "--ltl", input.ltl, "a temporal formula with P, Y, S, MOD, F, G, X, U",
                 "F");
  add_repeatable(command, "--fo", input.fo, "a two-variable past first-order sentence", "F");
  add_repeatable(command, "--dfa", input.dfa, "an automaton as JSON or AT&T text; - is stdin",
                 "FILE");
  command
      .add_option("--alphabet", input.alphabet,
                  "letters (ab) or tokens (\"open close\"); else the letters that occur")
      ->type_name("LETTERS");
}

// "i/n" with 1 <= i <= n.
std::string read_shard(std::string const& text, shard_option& shard) {
  auto const slash = text.find('/');
  auto const number = [](std::string const& digits) -> std::uint64_t {
    bool const plain = !digits.empty() && digits.size() <= 9 &&
                       digits.find_first_not_of("0123456789") == std::string::npos;
    return plain ? std::stoull(digits) : 0;
  };
  std::uint64_t const index = number(text.substr(0, slash));
  std::uint64_t const count = slash == std::string::npos ? 0 : number(text.substr(slash + 1));
  if (index < 1 || index > count)
    return "expected I/N with 1 <= I <= N, for example 2/8, found " + text;
  shard = {index, count};
  return {};
}

void add_parallel(CLI::App& app, unsigned& jobs, shard_option& shard, char const* text) {
  app.add_option("--jobs", jobs, "threads; 0 is all cores")
      ->check(CLI::Range(0u, 4096u))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--shard",
         [&shard](std::string const& value) {
           if (std::string const wrong = read_shard(value, shard); !wrong.empty())
             throw CLI::ValidationError("--shard", wrong);
         },
         text)
      ->type_name("I/N");
}

void add_classify(CLI::App& app, classify_options& o) {
  add_input(app, o.input);
  add_repeatable(app, "--class", o.classes, "decide this class only (repeatable)", "ID");
  add_repeatable(app, "--assert", o.asserted, "exit 1 unless the language is in this class", "ID");
  auto* const k =
      app.add_option("--k", o.k, "against classes with MOD: words of lengths divisible by K")
          ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 31))
          ->type_name("K");
  auto* const pump =
      app.add_option("--pump", o.pump,
                     "two words that no formula of a refused class tells apart when nested up to N")
          ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1'000'000)))
          ->type_name("N");
  auto* const batch =
      app.add_option("--batch", o.batch,
                     "a JSON object a line, {\"regex\"|\"ltl\"|\"fo\"|\"dfa\": …}; - is stdin; "
                     "--timeout is for each")
          ->type_name("FILE")
          ->excludes(k)
          ->excludes(pump);
  app.add_flag("--certificates", o.certificates, "in a batch: the certificates too")->needs(batch);
  add_parallel(app, o.jobs, o.shard, "in a batch: only the lines I, I+N, I+2N, …");
  add_common(app, o.common);
  app.footer("Example:\n  ltlc classify --regex '(ab)*'\n  ltlc classify --regex '(a|ba*b)*' "
             "--class 'LTL[P,MOD]' --k 6 --pump 2\n"
             "  echo '{\"regex\":\"(ab)*\"}' | ltlc classify --batch -");
}

void add_census(CLI::App& app, census_options& o) {
  app.add_option("--states", o.states, "states of the minimal automata")
      ->check(CLI::Range(1u, 8u))
      ->capture_default_str();
  app.add_option("--letters", o.letters, "letters of the alphabet")
      ->check(CLI::Range(1u, 8u))
      ->capture_default_str();
  app.add_flag("--up-to-letters", o.up_to_letters,
               "languages that differ by the names of letters only count once");
  add_parallel(app, o.jobs, o.shard, "only the transition tables I, I+N, I+2N, …");
  add_common(app, o.common);
  app.footer("Example:\n  ltlc census --states 2 --letters 2");
}

void add_automaton(CLI::App& app, automaton_options& o) {
  add_input(app, o.input);
  app.add_option("--format", o.format,
                 "text, json, dot, svg (by Graphviz), att (OpenFst), att-symbols, hoa or gap")
      ->check(CLI::IsMember({"text", "json", "dot", "svg", "att", "att-symbols", "hoa", "gap"}))
      ->capture_default_str();
  app.add_option("--power", o.power, "draw A^k, the automaton over blocks of k letters")
      ->check(CLI::Range(1u, 1'000'000u))
      ->type_name("K");
  add_common(app, o.common);
  app.footer("Example:\n  ltlc automaton --regex '(ab)*' --format dot | dot -Tsvg > ab.svg\n"
             "  ltlc automaton --regex '(ab)*' --format att > ab.txt");
}

void add_formula(CLI::App& app, formula_options& o) {
  add_input(app, o.input);
  app.add_option(
         "--to", o.to,
         "ltl: past temporal logic; fo: two-variable first-order logic; polynomial: a union "
         "of left-deterministic patterns, as a regular expression")
      ->check(CLI::IsMember({"ltl", "fo", "polynomial"}))
      ->capture_default_str();
  app.add_option("--class", o.fragment,
                 "LTL[P], LTL[Y], LTL[P,MOD], LTL[P,Y] or LTL[P,Y,MOD]; else the least of them")
      ->type_name("ID");
  app.add_flag("--unicode", o.unicode, "write ∧, ∨, ¬, ∃ for &, |, !, exists");
  app.add_option("--max-terms", o.max_terms, "the most monomials that a polynomial may have")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000'000)))
      ->capture_default_str();
  add_common(app, o.common);
  app.footer("The text is read back and shown to be equal to the language before it is printed;\n"
             "with --quiet nothing else is printed.\n"
             "Example:\n  ltlc formula --regex '(ab)*'\n"
             "  ltlc formula --regex '.*ab.*' --alphabet abc --to fo\n"
             "  ltlc formula --regex '[ab]*c(ab)*' --to polynomial --json");
}

void add_monoid(CLI::App& app, monoid_options& o) {
  add_input(app, o.input);
  app.add_option("--format", o.format, "text, json, or the egg boxes as a picture: svg, dot")
      ->check(CLI::IsMember({"text", "json", "dot", "svg"}))
      ->capture_default_str();
  app.add_flag("--egg-box", o.egg_box,
               "draw a box for each J-class: rows R-classes, columns L-classes");
  app.add_flag("--elements", o.elements, "list the elements by their shortest words");
  app.add_option(
         "--table", o.table,
         "print the multiplication table of a monoid of at most N elements, 100 if N is left "
         "out")
      ->expected(0, 1)
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(2000)))
      ->default_str("100")
      ->type_name("N");
  app.add_option("--limit", o.limit, "list or draw at most so many elements")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 31))
      ->capture_default_str();
  add_common(app, o.common);
  app.footer("The monoid is that of the words as they act on the minimal automaton; the empty word "
             "is one of them.\n"
             "Example:\n  ltlc monoid --regex '(ab)*' --egg-box\n"
             "  ltlc monoid --regex '(a|ba*b)*' --elements --table\n"
             "  ltlc monoid --regex '.*ab.*' --alphabet abc --format dot | dot -Tsvg > ab.svg");
}

void add_check(CLI::App& app, check_options& o) {
  app.add_option("file", o.file, "what `classify --json` printed; - is stdin")
      ->required()
      ->type_name("FILE");
  add_input(app, o.input);
  add_common(app, o.common);
  app.footer(
      "Every verdict is confirmed from the automaton in FILE, or from INPUT's when one is given,\n"
      "by code that shares nothing with what decided it. Exit status: 0 all confirmed,\n"
      "1 some certificate is wrong, 3 some could not be confirmed within a limit.\n"
      "Example:\n  ltlc classify --regex '(ab)*' --json | ltlc check -\n"
      "  ltlc classify --regex '(ab)*' --json | ltlc check - --regex '(ab)*' --json");
}

void add_equiv(CLI::App& app, equiv_options& o) {
  add_input(app, o.input);
  add_common(app, o.common);
  app.footer("Two languages are compared; exit status 1 and a shortest word when they differ.\n"
             "Example:\n  ltlc equiv --regex 'a.*' --ltl 'P(a & !P true)' --alphabet ab");
}

// A format by any name that the grammar of formats has.
CLI::Validator format_name(bool exact_too) {
  return CLI::Validator(
      [exact_too](std::string& name) {
        if ((exact_too && name == "exact") || format::find_format(name)) return std::string();
        return name + " is no number format; there are " + (exact_too ? "exact, " : "") +
               "fp64, fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2 and fp(p,emin,emax), each with "
               "+ftz or +saturate";
      },
      "FORMAT");
}

void add_regime(CLI::App& app, regime_options& o) {
  app.add_option("--regime", o.format, "arithmetic: exact, or a format; else the model's")
      ->check(format_name(true));
  app.add_option("--sums", o.sums, "where sums are kept: format, fp32 or exact")
      ->check(CLI::IsMember({"format", "fp32", "exact"}))
      ->capture_default_str();
}

void add_proved_length(CLI::App& app, std::optional<std::uint64_t>& length) {
  app.add_option("--max-length", length,
                 "words up to this length only; else what the model says, or all words")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1'000'000)));
}

void add_compile(CLI::App& app, compile_options& o) {
  add_input(app, o.input);
  app.add_option("-o,--output", o.output, "the model file; - is stdout")
      ->required()
      ->type_name("FILE");
  app.add_option("--format", o.format, "the number format, or exact")
      ->check(format_name(true))
      ->capture_default_str();
  app.add_option(
         "--max-length", o.max_length,
         "words up to this length must work; matters for Y only; else 512, or as far as the "
         "format goes")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000)));
  app.add_option("--angle", o.angle, "angle of offset heads: turns:1/7, golden, or radians")
      ->type_name("G");
  app.add_option("--scale", o.scale, "scale C of offset heads, a rational number")->type_name("C");
  app.add_option("--attention", o.attention,
                 "soft, leftmost, rightmost or average; S needs rightmost")
      ->check(CLI::IsMember({"soft", "leftmost", "rightmost", "average"}))
      ->capture_default_str();
  app.add_option("--positions", o.positions,
                 "MOD by rotary heads, or by sinusoids in the embedding (sipe)")
      ->check(CLI::IsMember({"rotary", "sipe"}))
      ->capture_default_str();
  app.add_option("--norm", o.norm, "a norm after every layer: none, layer or rms")
      ->check(CLI::IsMember({"none", "layer", "rms"}))
      ->capture_default_str();
  app.add_option("--modular", o.modular,
                 "MOD by single-pair, comb or prime-powers; else the first "
                 "that holds")
      ->check(CLI::IsMember({"single-pair", "comb", "prime-powers"}));
  app.add_option("--offset", o.offset,
                 "Y^k by single-pair, multi-pair or chain; else the first that holds")
      ->check(CLI::IsMember({"single-pair", "multi-pair", "chain"}));
  app.add_flag("--plain", o.plain, "each node of the formula by itself: no optimiser");
  add_common(app, o.common);
  app.footer(
      "Example:\n  ltlc compile --regex '(ab)*' -o ab.json --format fp16\n"
      "  ltlc compile --alphabet abc --ltl 'P(b & Y a)' -o contains-ab.json --max-length 100");
}

void add_model(CLI::App& app, std::string& model) {
  app.add_option("model", model, "a model, or exported weights (.json, .safetensors)")
      ->required()
      ->type_name("MODEL");
}

void add_prove(CLI::App& app, prove_options& o) {
  add_model(app, o.model);
  add_input(app, o.input);
  add_regime(app, o.regime);
  add_proved_length(app, o.max_length);
  add_common(app, o.common);
  app.footer("Exit status: 0 proved, 1 refuted, 3 unsettled or a limit.\n"
             "Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc prove ab.json --regex '(ab)*'");
}

void add_decompile(CLI::App& app, decompile_options& o) {
  add_model(app, o.model);
  add_regime(app, o.regime);
  add_proved_length(app, o.max_length);
  add_common(app, o.common);
  app.footer("Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc decompile ab.json");
}

void add_run(CLI::App& app, run_options& o) {
  add_model(app, o.model);
  add_repeatable(app, "--word", o.words, "words, as many as you like; after MODEL", "W…");
  app.add_option("--words", o.words_file, "a file of words, one a line; - is stdin")
      ->type_name("FILE");
  add_regime(app, o.regime);
  app.add_flag("--reference", o.reference,
               "look at every position, as the definition says; the same bits, slower");
  app.add_option("--jobs", o.jobs, "threads, over words; 0 = all cores")
      ->check(CLI::Range(0u, 256u))
      ->capture_default_str();
  app.add_flag("--trace", o.trace, "show every coordinate, by its meaning, at every position");
  app.add_flag("--attention", o.attention, "show every head's row of weights at every position");
  app.add_flag("--against", o.against, "compare with INPUT instead of running words");
  app.add_option("--up-to", o.up_to, "with --against: all words up to this length")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1'000'000)))
      ->capture_default_str();
  app.add_option("--samples", o.samples, "with --against: random longer words")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(10'000'000)))
      ->capture_default_str();
  app.add_option("--longest", o.longest, "with --against: the longest random word")
      ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1'000'000)))
      ->capture_default_str();
  app.add_option("--seed", o.seed, "with --against: of the random words")->capture_default_str();
  add_input(app, o.input);
  add_common(app, o.common);
  app.footer("Without --word, --words and --against the words are read from stdin, one a line.\n"
             "Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc run ab.json --word abab --word aba\n"
             "  ltlc run ab.json --against --regex '(ab)*' --up-to 10");
}

void add_export(CLI::App& app, export_options& o) {
  add_model(app, o.model);
  app.add_option("--to", o.to, "numbers only: json or safetensors")
      ->check(CLI::IsMember({"json", "safetensors"}))
      ->capture_default_str();
  app.add_option("--format", o.format, "round to this format; else the model's")
      ->check(format_name(false));
  app.add_option("-o,--output", o.output, "the file; - is stdout")
      ->capture_default_str()
      ->type_name("FILE");
  add_common(app, o.common);
  app.footer("Example (after `ltlc compile --regex '(ab)*' -o ab.json`):\n"
             "  ltlc export ab.json --to json --format fp16 -o weights.json");
}

void add_stats(CLI::App& app, stats_options& o) {
  app.add_option("file", o.file, "CSV with the columns arm,seed,value; - is stdin")
      ->required()
      ->type_name("FILE");
  app.add_option("--baseline", o.baseline, "compare the other arms with this one; else every two")
      ->type_name("ARM");
  app.add_flag("--lower-is-better", o.lower_is_better, "the worst value of an arm is its greatest");
  add_common(app, o.common);
  app.footer(
      "Tests of means: Welch's t, paired t over common seeds, Cohen's d. Tests of spreads: F (the\n"
      "baseline's variance over the arm's), Levene, Brown-Forsythe, Fligner-Killeen. No p is\n"
      "adjusted for how many there are.\n"
      "Example:\n  printf 'a,0,95\\na,1,86\\na,2,91\\nb,0,14\\nb,1,84\\nb,2,39\\n' | "
      "ltlc stats - --baseline b\n"
      "In a clone of the project:\n  ltlc stats \"$LTLC/examples/retrieval.csv\" --baseline "
      "standard --json");
}

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
  void add(char const* name, char const* text, void (*fill)(CLI::App&, Options&)) {
    auto const options = std::make_shared<Options>();
    CLI::App* const parser = app_.add_subcommand(name, text);
    fill(*parser, *options);
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

} // namespace

tl::expected<command, early_exit> parse_command_line(int argc, char const* const* argv) {
  CLI::App app("Which transformer can recognize a regular language, and one that does.", "ltlc");
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer(
      "Start here:\n  ltlc classify --regex '(ab)*'\nEach command has its own --help with an "
      "example.\nExit status: 0 done, 1 it does not hold, 2 wrong input, 3 a limit was "
      "reached, 4 a bug.");
  command_list commands(app);
  commands.add("classify", "which classes contain the language, and why", add_classify);
  commands.add("check", "whether the certificates of a classification hold", add_check);
  commands.add("automaton", "the minimal automaton", add_automaton);
  commands.add("monoid", "the syntactic monoid and its egg boxes", add_monoid);
  commands.add("formula", "a formula, a sentence or a polynomial of the language", add_formula);
  commands.add("equiv", "whether two languages are equal", add_equiv);
  commands.add("census", "how many small automata lie in which classes", add_census);
  commands.add("compile", "a transformer that recognizes the language", add_compile);
  commands.add("run", "a model on words, or against a language", add_run);
  commands.add("prove", "a model recognizes a language: proof for all words, or a counterexample",
               add_prove);
  commands.add("decompile", "the language that a model's weights recognize", add_decompile);
  commands.add("export", "a model's weights as numbers", add_export);
  commands.add("stats", "means and spreads of an experiment's arms, compared", add_stats);
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
