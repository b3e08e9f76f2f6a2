// OpenFst reads the AT&T text that is written here and writes text that is read here: the language
// stays, and its minimization leaves as many states as ours does without the sink.
#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "judges/program.hpp"
#include "ltlc/automaton/compare.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/interchange/automaton_att.hpp"

using namespace ltlc;
using namespace ltlc::support;
using namespace ltlc::judges;

namespace {

std::size_t states_named(std::string const& att) {
  std::set<std::string> names;
  std::istringstream lines(att);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string from, to, letter;
    words >> from >> to >> letter;
    names.insert(from);
    if (!letter.empty()) names.insert(to);
  }
  return names.size();
}

bool has_dead_state(automaton::minimal_dfa const& a) {
  for (automaton::state q = 0; q < a->states(); ++q) {
    automaton::dfa from = *a;
    from.initial = q;
    if (!automaton::shortest_accepted(from)) return true;
  }
  return false;
}

} // namespace

TEST_SUITE("judge") {

  TEST_CASE("OpenFst and ltlc read each other's automata, and minimize to the same size") {
    if (!installed("fstcompile") || !installed("fstprint") || !installed("fstminimize")) return;
    temporary_folder const folder;
    std::vector<automaton::dfa> samples;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      support::random source(seed);
      auto const sigma =
          alphabet_of(one_of<std::string>(source, {"a", "ab", "10", "open close", "αβγ"}));
      samples.push_back(random_dfa(source, sigma, 1 + below(source, 9)));
      std::string const name = folder.file(std::to_string(seed));
      write_file(name + ".att", interchange::to_att(samples.back()).value());
      write_file(name + ".syms", interchange::to_att_symbols(sigma).value());
    }
    REQUIRE(std::system(("cd " + folder.file(".") +
                         " && for f in *.att; do s=\"--isymbols=${f%.att}.syms\";"
                         " fstcompile --acceptor $s $f a.fst && fstprint --acceptor $s a.fst"
                         " > ${f%.att}.printed && fstminimize a.fst b.fst &&"
                         " fstprint --acceptor $s b.fst > ${f%.att}.minimal || exit 1; done")
                            .c_str()) == 0);
    std::size_t nonempty = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      CAPTURE(i + 1); // the seed
      text::alphabet const& sigma = samples[i].sigma;
      std::string const name = folder.file(std::to_string(i + 1));
      auto const printed = read_file(name + ".printed");
      auto const minimal = read_file(name + ".minimal");
      auto const ours = automaton::minimize(samples[i]);
      auto const back = interchange::dfa_from_att({"printed", printed}, &sigma, {});
      REQUIRE(back.has_value());
      REQUIRE(automaton::minimize(*back) == ours);
      auto const theirs = interchange::dfa_from_att({"minimal", minimal}, &sigma, {});
      REQUIRE(theirs.has_value());
      REQUIRE(automaton::minimize(*theirs) == ours);
      REQUIRE(states_named(minimal) == ours->states() - (has_dead_state(ours) ? 1 : 0));
      if (!minimal.empty()) ++nonempty;
    }
    MESSAGE(samples.size() << " automata, " << nonempty << " with a word");
    CHECK(nonempty > 100);
  }
}
