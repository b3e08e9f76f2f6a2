#include <ostream>

#include "ltlc/automaton/power.hpp"
#include "ltlc/interchange/automaton_att.hpp"
#include "ltlc/interchange/automaton_dot.hpp"
#include "ltlc/interchange/automaton_gap.hpp"
#include "ltlc/interchange/automaton_hoa.hpp"
#include "ltlc/interchange/automaton_json.hpp"
#include "ltlc/interchange/automaton_tikz.hpp"

#include "../graphviz.hpp"
#include "../language.hpp"
#include "../latex_report.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

// One row a state, one column a letter; → marks the initial state and * the accepting ones.
std::string table_of(automaton::dfa const& a) {
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
  return t.text() + "→ initial, * accepting\n";
}

outcome<std::string> or_wrong(tl::expected<std::string, std::string> text) {
  if (!text) return tl::unexpected(wrong_input(text.error()));
  return std::move(*text);
}

// As Graphviz lays it out; without Graphviz, on a ring.
outcome<std::string> tikz_picture(std::string const& name, automaton::dfa const& a,
                                  automaton_options const& o, budget::budget const& limits,
                                  std::ostream& err) {
  std::string const power = o.power > 1 ? " over blocks of " + std::to_string(o.power) : "";
  auto const head = latex_head("the minimal automaton of " + name + power, "\\usepackage{tikz}",
                               a.sigma.tokens());
  auto const plain = laid_out_by_graphviz(interchange::layout_request(a, o.power), limits);
  if (!plain && plain.error().status == exit_status::limit) return tl::unexpected(plain.error());
  if (!plain) {
    if (!o.common.quiet)
      err << "ltlc: Graphviz's program dot (Debian: graphviz) gives no layout; the states stand on "
             "a "
             "ring\n";
    return head + interchange::to_tikz(a, o.power);
  }
  text::source const answer{"dot -Tplain", *plain};
  auto const layout = interchange::read_layout(answer, a);
  if (!layout) return tl::unexpected(wrong_text(answer, layout.error()));
  return head + interchange::to_tikz(a, *layout, o.power);
}

outcome<std::string> written(automaton::dfa const& a, automaton_options const& o,
                             budget::budget const& limits) {
  if (o.common.json || o.format == "json") return interchange::to_json(a) + "\n";
  if (o.format == "dot") return interchange::to_dot(a, o.power);
  if (o.format == "svg") return drawn_by_graphviz(interchange::to_dot(a, o.power), limits);
  if (o.format == "att") return or_wrong(interchange::to_att(a));
  if (o.format == "att-symbols") return or_wrong(interchange::to_att_symbols(a.sigma));
  if (o.format == "gap") return interchange::to_gap(a);
  if (o.format == "text") return table_of(a);
  auto hoa = interchange::to_hoa(a, limits);
  if (!hoa) return tl::unexpected(limit(hoa.error()));
  return std::move(*hoa);
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
  auto const text = o.format == "tikz" && !o.common.json
                        ? tikz_picture(input->name, shown_automaton, o, limits, io.err)
                        : written(shown_automaton, o, limits);
  if (!text) return tl::unexpected(text.error());
  io.out << *text;
  return exit_status::done;
}

} // namespace ltlc::app
