#include "add_options.hpp"
#include "parts.hpp"

namespace ltlc::app {

void add_options(CLI::App& app, stats_options& o) {
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
      "In a clone of the project:\n"
      "  ltlc stats examples/retrieval.csv --baseline standard --json");
}

} // namespace ltlc::app
