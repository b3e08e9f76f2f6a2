#include "add_options.hpp"
#include "parts.hpp"

namespace ltlc::app {

void add_options(CLI::App& app, classify_options& o) {
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
  app.add_flag("--latex", o.latex, "the verdicts as a LaTeX tabular")
      ->excludes(app.get_option("--json"))
      ->excludes(batch)
      ->excludes(pump);
  app.footer("Example:\n  ltlc classify --regex '(ab)*'\n  ltlc classify --regex '(a|ba*b)*' "
             "--class 'LTL[P,MOD]' --k 6 --pump 2\n"
             "  echo '{\"regex\":\"(ab)*\"}' | ltlc classify --batch -");
}

void add_options(CLI::App& app, census_options& o) {
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

void add_options(CLI::App& app, automaton_options& o) {
  add_input(app, o.input);
  auto* const format =
      app.add_option(
             "--format", o.format,
             "text, json, dot, svg (by Graphviz), att (OpenFst), att-symbols, hoa, gap or tikz")
          ->check(CLI::IsMember(
              {"text", "json", "dot", "svg", "att", "att-symbols", "hoa", "gap", "tikz"}))
          ->capture_default_str();
  app.add_option("--power", o.power, "draw A^k, the automaton over blocks of k letters")
      ->check(CLI::Range(1u, 1'000'000u))
      ->type_name("K");
  add_common(app, o.common);
  add_latex(app, o.format, "tikz", format, "a picture for LaTeX's TikZ: --format tikz");
  app.footer("Example:\n  ltlc automaton --regex '(ab)*' --format dot | dot -Tsvg > ab.svg\n"
             "  ltlc automaton --regex '(ab)*' --format att > ab.txt\n"
             "  ltlc automaton --regex '(ab)*' --latex > ab.tex");
}

void add_options(CLI::App& app, formula_options& o) {
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
  auto* const unicode =
      app.add_flag("--unicode", o.unicode, "write ∧, ∨, ¬, ∃ for &, |, !, exists");
  app.add_option("--max-terms", o.max_terms, "the most monomials that a polynomial may have")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000'000)))
      ->capture_default_str();
  add_common(app, o.common);
  app.add_flag("--latex", o.latex, "write it for LaTeX's math mode")
      ->excludes(unicode)
      ->excludes(app.get_option("--json"));
  app.footer("The text is read back and shown to be equal to the language before it is printed;\n"
             "with --quiet nothing else is printed.\n"
             "Example:\n  ltlc formula --regex '(ab)*'\n"
             "  ltlc formula --regex '.*ab.*' --alphabet abc --to fo\n"
             "  ltlc formula --regex '[ab]*c(ab)*' --to polynomial --json\n"
             "  ltlc formula --regex '(ab)*' --to fo --latex > ab.tex");
}

void add_options(CLI::App& app, monoid_options& o) {
  add_input(app, o.input);
  auto* const format = app.add_option("--format", o.format,
                                      "text, json, or the egg boxes as a picture: svg, dot, latex")
                           ->check(CLI::IsMember({"text", "json", "dot", "svg", "latex"}))
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
  add_latex(app, o.format, "latex", format, "the egg boxes as arrays for LaTeX: --format latex");
  app.footer("The monoid is that of the words as they act on the minimal automaton; the empty word "
             "is one of them.\n"
             "Example:\n  ltlc monoid --regex '(ab)*' --egg-box\n"
             "  ltlc monoid --regex '(a|ba*b)*' --elements --table\n"
             "  ltlc monoid --regex '.*ab.*' --alphabet abc --format dot | dot -Tsvg > ab.svg");
}

void add_options(CLI::App& app, check_options& o) {
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

void add_options(CLI::App& app, equiv_options& o) {
  add_input(app, o.input);
  add_common(app, o.common);
  app.footer("Two languages are compared; exit status 1 and a shortest word when they differ.\n"
             "Example:\n  ltlc equiv --regex 'a.*' --ltl 'P(a & !P true)' --alphabet ab");
}

} // namespace ltlc::app
