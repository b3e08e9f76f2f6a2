#include "ltlc/automaton/every_automaton.hpp"

#include <map>
#include <set>

#include <doctest/doctest.h>

#include "ltlc/automaton/dfa.hpp"

using namespace ltlc;
using automaton::state;

namespace {

text::alphabet letters(std::size_t m) {
  return text::alphabet::from_option(std::string("abcdef").substr(0, m)).value();
}

std::vector<std::vector<state>> tables(state n, std::size_t m) {
  std::vector<std::vector<state>> all;
  automaton::every_table walk(n, m);
  while (walk.next())
    all.push_back(walk.table());
  return all;
}

// All tables, made canonical, and only those that keep all states.
std::set<std::vector<state>> by_brute_force(state n, std::size_t m) {
  std::set<std::vector<state>> all;
  std::vector<state> table(n * m, 0);
  while (true) {
    automaton::dfa const a{letters(m), 0, std::vector<bool>(n, false), table};
    automaton::dfa const c = automaton::canonical(a);
    if (c.states() == n) all.insert(c.delta);
    std::size_t at = 0;
    while (at < table.size() && ++table[at] == n)
      table[at++] = 0;
    if (at == table.size()) return all;
  }
}

} // namespace

TEST_SUITE("automaton") {
  TEST_CASE("every reachable transition table is made once and in order") {
    for (auto const& size : {std::pair<state, std::size_t>{1, 1},
                             {1, 3},
                             {2, 1},
                             {2, 2},
                             {2, 3},
                             {3, 1},
                             {3, 2},
                             {4, 1},
                             {4, 2},
                             {3, 3}}) {
      state const n = size.first;
      std::size_t const m = size.second;
      CAPTURE(n);
      CAPTURE(m);
      auto const made = tables(n, m);
      auto const expected = by_brute_force(n, m);
      CHECK(made == std::vector(expected.begin(), expected.end()));
    }
  }

  TEST_CASE("minimal automata of a size are as many as there are languages") {
    // Languages of words up to a length tell automata of three states apart.
    for (auto const& [n, m] :
         {std::pair<state, std::size_t>{1, 2}, {2, 1}, {2, 2}, {3, 1}, {3, 2}}) {
      std::set<std::vector<bool>> languages;
      std::size_t made = 0;
      automaton::every_table walk(n, m);
      while (walk.next())
        for (auto const& a : automaton::minimal_automata(letters(m), walk.table())) {
          ++made;
          CHECK(a->states() == n);
          std::vector<bool> accepted;
          std::vector<text::word> words{{}};
          for (std::size_t i = 0; i < words.size(); ++i) {
            accepted.push_back(automaton::accepts(*a, words[i]));
            for (text::letter x = 0; words[i].size() < 6 && x < m; ++x) {
              words.push_back(words[i]);
              words.back().push_back(x);
            }
          }
          languages.insert(accepted);
        }
      CHECK(languages.size() == made);
      CHECK(made > 0);
    }
  }

  TEST_CASE("one automaton of each class of renamings comes first") {
    std::map<std::set<std::pair<std::vector<state>, std::vector<bool>>>, std::size_t> first;
    automaton::every_table walk(3, 2);
    while (walk.next())
      for (auto const& a : automaton::minimal_automata(letters(2), walk.table())) {
        automaton::dfa swapped = *a;
        for (state q = 0; q < 3; ++q)
          std::swap(swapped.delta[2 * q], swapped.delta[2 * q + 1]);
        swapped = automaton::canonical(swapped);
        first[{{a->delta, a->accepting}, {swapped.delta, swapped.accepting}}] +=
            automaton::first_among_renamings(a) ? 1U : 0U;
      }
    for (auto const& [members, count] : first)
      CHECK(count == 1);
  }
}
