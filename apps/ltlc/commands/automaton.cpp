#include <ostream>

#include "ltlc/automaton/power.hpp"
#include "ltlc/interchange/automaton_json.hpp"

#include "../language.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

// One row a state, one column a letter; → marks the initial state and * the accepting ones.
void print_table(automaton::dfa const& a, streams const& io) {
  table t;
  std::vector<std::string> head{"state", ""};
  for (auto const& token : a.sigma.tokens())
    head.push_back(token);
  t.add(head);
  for (automaton::state q = 0; q < a.states(); ++q) {
    std::vector<std::string> row{(q == a.initial ? "→ " : "  ") + std::to_string(q),
                                 a.accepting[q] ? "*" : ""};
    for (text::letter x = 0; x < a.letters(); ++x)
      row.push_back(std::to_string(a.next(q, x)));
    t.add(row);
  }
  io.out << t.text() << "→ initial, * accepting\n";
}

} // namespace

outcome<exit_status> run_command(automaton_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  auto const input = read_language(o.input, limits, io);
  if (!input) return tl::unexpected(input.error());
  auto const minimal = minimal_automaton(*input, limits);
  if (!minimal) return tl::unexpected(minimal.error());
  automaton::dfa shown_automaton = minimal->get();
  if (o.power > 1) {
    auto powered = automaton::power(shown_automaton, o.power, limits);
    if (!powered) return tl::unexpected(limit(powered.error()));
    shown_automaton = std::move(*powered);
  }
  if (o.common.json || o.format == "json")
    io.out << interchange::to_json(shown_automaton) << "\n";
  else if (o.format == "dot")
    io.out << interchange::to_dot(shown_automaton);
  else
    print_table(shown_automaton, io);
  return exit_status::done;
}

} // namespace ltlc::app
