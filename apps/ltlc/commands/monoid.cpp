#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

#include "../egg_box.hpp"
#include "../graphviz.hpp"
#include "../language.hpp"
#include "../latex_report.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

using algebra::element;
using json = nlohmann::ordered_json;

// What the lines and the document say about the whole.
struct monoid_summary {
  std::uint64_t stability_index = 0;
  std::optional<element> zero;
  std::size_t idempotents = 0;
  std::size_t groups = 0; // H-classes with an idempotent
  std::size_t largest_group = 1;
  struct count {
    std::size_t all = 0;
    std::size_t regular = 0;
  } j, r, l, h;
};

std::optional<element> zero_of(monoid const& m) {
  if (m.g.size == 1) return m.g.one;
  for (element x = 0; x < m.s.size(); ++x) {
    std::size_t a = 0;
    while (a < m.s.letters && m.s.right[x * m.s.letters + a] == x &&
           m.g.left[x * m.s.letters + a] == x)
      ++a;
    if (a == m.s.letters) return x;
  }
  return std::nullopt;
}

monoid_summary summary_of(monoid const& m, std::uint64_t stability_index) {
  monoid_summary all;
  all.stability_index = stability_index;
  all.zero = zero_of(m);
  for (element x = 0; x < m.g.size; ++x)
    if (m.g.idempotent[x]) ++all.idempotents;
  all.groups = static_cast<std::size_t>(std::count(m.g.group.begin(), m.g.group.end(), true));
  for (auto const& c : m.g.classes) {
    std::size_t const cells = std::size_t{c.rows} * c.columns;
    for (auto const& [into, number] : {std::pair(&all.j, std::size_t{1}),
                                       {&all.r, c.rows},
                                       {&all.l, c.columns},
                                       {&all.h, cells}}) {
      into->all += number;
      into->regular += c.regular ? number : 0;
    }
    if (c.regular) all.largest_group = std::max(all.largest_group, c.h_size());
  }
  return all;
}

std::string elements_text(std::size_t n) {
  return budget::grouped(n) + (n == 1 ? " element" : " elements");
}

void print_summary(language const& l, automaton::minimal_dfa const& a, monoid const& m,
                   monoid_summary const& all, std::ostream& out) {
  table t;
  t.add({"language", l.name + " over " + text::listed(l.sigma)});
  t.add({"automaton", budget::grouped(a->states()) + (a->states() == 1 ? " state" : " states") +
                          ", minimal and complete"});
  t.add({"monoid",
         elements_text(m.g.size) + ", stability index " + budget::grouped(all.stability_index)});
  t.add(
      {"identity", m.g.one < m.s.size()
                       ? "ε, and " + shown(m.sigma, algebra::word_of(m.s, m.g.one)) + " acts as it"
                       : "ε; no other word acts as it"});
  t.add({"zero", all.zero ? name_of(m, *all.zero) : "none"});
  t.add({"idempotents", budget::grouped(all.idempotents)});
  t.add({"groups", budget::grouped(all.groups) + (all.groups == 1 ? " H-class" : " H-classes") +
                       ", the largest of " + elements_text(all.largest_group)});
  out << t.text() << "\n";
  table classes;
  classes.add({"classes", "all", "regular"});
  for (auto const& [name, count] :
       {std::pair("J = D", all.j), {"R", all.r}, {"L", all.l}, {"H", all.h}})
    classes.add({name, budget::grouped(count.all), budget::grouped(count.regular)});
  out << classes.text();
}

void print_elements(monoid const& m, std::uint64_t most, std::ostream& out) {
  table t;
  t.add({"element", "word", "", "J", "R", "L"});
  std::size_t index = 0;
  for (element const x : in_order(m)) {
    if (index == most) break;
    t.add({std::to_string(index++), name_of(m, x), m.g.idempotent[x] ? "*" : "",
           std::to_string(m.g.j_of[x]), std::to_string(m.g.r_of[x]), std::to_string(m.g.l_of[x])});
  }
  out << "\n" << t.text();
  if (index < m.g.size) out << "… and " << budget::grouped(m.g.size - index) << " more\n";
  out << "* idempotent; J, R and L are the numbers of its classes\n";
}

// index[x][y] is the place of x·y in short-lex order.
std::vector<std::vector<std::size_t>> products(monoid const& m) {
  auto const order = in_order(m);
  std::vector<std::size_t> place(m.g.size);
  for (std::size_t i = 0; i < order.size(); ++i)
    place[order[i]] = i;
  std::vector<std::vector<std::size_t>> rows;
  for (element const x : order) {
    rows.emplace_back();
    for (element const y : order)
      rows.back().push_back(place[x == m.g.one   ? y
                                  : y == m.g.one ? x
                                                 : algebra::product(m.s, x, y)]);
  }
  return rows;
}

// Words where they fit beside each other, else the elements' numbers.
void print_products(monoid const& m, std::ostream& out) {
  constexpr std::size_t widest = 16;
  bool const words = m.g.size <= widest;
  auto const order = in_order(m);
  auto const name = [&](std::size_t i) { return words ? name_of(m, order[i]) : std::to_string(i); };
  table t;
  std::vector<std::string> head{words ? "x·y" : "", words ? "" : "x·y"};
  if (words) head.pop_back();
  for (std::size_t y = 0; y < order.size(); ++y)
    head.push_back(name(y));
  t.add(head);
  auto const rows = products(m);
  for (std::size_t x = 0; x < rows.size(); ++x) {
    std::vector<std::string> row{name(x)};
    if (!words) row.push_back(name_of(m, order[x]));
    for (std::size_t const xy : rows[x])
      row.push_back(name(xy));
    t.add(row);
  }
  out << "\n" << t.text() << "rows x, columns y" << (words ? "" : ", by number") << "\n";
}

json classes_json(monoid const& m, std::uint64_t most) {
  json classes = json::array();
  std::uint64_t left = most;
  for (std::size_t i = 0; i < m.g.classes.size() && i < most; ++i) {
    auto const& c = m.g.classes[i];
    json words = json::array();
    for (std::size_t k = 0; k < c.elements.size() && left > 0; ++k, --left)
      words.push_back(m.sigma.print(algebra::word_of(m.s, m.g, c.elements[k])));
    json entry = {{"regular", c.regular},
                  {"r_classes", c.rows},
                  {"l_classes", c.columns},
                  {"h_size", c.h_size()},
                  {"size", c.elements.size()}};
    if (!m.covered.empty()) entry["covers"] = m.covered[i];
    entry["elements"] = std::move(words);
    classes.push_back(std::move(entry));
  }
  return classes;
}

json elements_json(monoid const& m, std::uint64_t most) {
  json elements = json::array();
  for (element const x : in_order(m)) {
    if (elements.size() == most) break;
    elements.push_back({{"index", elements.size()},
                        {"word", m.sigma.print(algebra::word_of(m.s, m.g, x))},
                        {"idempotent", bool(m.g.idempotent[x])},
                        {"J", m.g.j_of[x]},
                        {"R", m.g.r_of[x]},
                        {"L", m.g.l_of[x]},
                        {"H", m.g.h_of(x)}});
  }
  return elements;
}

json report(monoid const& m, monoid_summary const& all, monoid_options const& o) {
  auto const word_or_null = [&](std::optional<element> x) {
    return x ? json(m.sigma.print(algebra::word_of(m.s, m.g, *x))) : json(nullptr);
  };
  json document = {
      {"alphabet", m.sigma.tokens()},
      {"size", m.g.size},
      {"semigroup_size", m.s.size()},
      {"idempotents", all.idempotents},
      {"stability_index", all.stability_index},
      {"identity",
       m.g.one < m.s.size() ? json(m.sigma.print(algebra::word_of(m.s, m.g.one))) : json(nullptr)},
      {"zero", word_or_null(all.zero)},
      {"groups", all.groups},
      {"largest_group", all.largest_group},
      {"classes", {{"R", all.r.all}, {"L", all.l.all}, {"J", all.j.all}, {"H", all.h.all}}},
      {"regular_classes",
       {{"R", all.r.regular}, {"L", all.l.regular}, {"J", all.j.regular}, {"H", all.h.regular}}},
      {"j_classes", classes_json(m, o.limit)}};
  if (o.elements || o.table)
    document["elements"] = elements_json(m, o.table ? std::max(o.limit, *o.table) : o.limit);
  if (o.table) document["table"] = products(m);
  return document;
}

failure too_many(char const* what, std::size_t n, std::uint64_t most, char const* done,
                 char const* option) {
  return {exit_status::limit, "ltlc: refused: there are " + budget::grouped(n) + " " + what +
                                  ", and at most " + budget::grouped(most) + " are " + done +
                                  " (raise it with " + option + ")\n"};
}

outcome<monoid> monoid_of(automaton::minimal_dfa const& a, std::uint64_t most_ordered,
                          budget::budget const& limits) {
  monoid m{a->sigma, algebra::enumerate(*a, limits), {}, {}};
  if (!m.s.complete) return tl::unexpected(limit(*m.s.limit));
  auto relations = algebra::relations_of(m.s, limits);
  if (!relations) return tl::unexpected(limit(relations.error()));
  m.g = std::move(*relations);
  if (m.g.classes.size() > most_ordered) return m;
  auto covered = algebra::covered_classes(m.s, m.g, limits);
  if (!covered) return tl::unexpected(limit(covered.error()));
  m.covered = std::move(*covered);
  return m;
}

outcome<exit_status> draw(std::string const& name, monoid const& m, monoid_options const& o,
                          streams const& io) {
  if (o.format == "latex") {
    io.out << latex_egg_boxes(name, m, o.limit);
    return exit_status::done;
  }
  std::string const graph = egg_boxes_dot(m, o.limit);
  if (o.format == "dot") {
    io.out << graph;
    return exit_status::done;
  }
  auto const picture = drawn_by_graphviz(graph);
  if (!picture) return tl::unexpected(picture.error());
  io.out << *picture;
  return exit_status::done;
}

} // namespace

outcome<exit_status> run_command(monoid_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  auto const input = read_language(o.input, limits, io);
  if (!input) return tl::unexpected(input.error());
  auto const a = minimal_automaton(*input, limits);
  if (!a) return tl::unexpected(a.error());
  auto m = monoid_of(*a, o.limit, limits);
  if (!m) return tl::unexpected(m.error());
  bool const as_json = o.common.json || o.format == "json";
  bool const as_graph = !as_json && o.format != "text";
  std::size_t const boxes = m->g.classes.size();
  if (o.table && m->g.size > *o.table)
    return tl::unexpected(too_many("elements", m->g.size, *o.table, "multiplied out", "--table"));
  if (as_graph && boxes > o.limit)
    return tl::unexpected(too_many("J-classes", boxes, o.limit, "drawn", "--limit"));
  if (as_graph) return draw(input->name, *m, o, io);
  auto const index = algebra::stability_index(m->s, limits);
  if (!index) return tl::unexpected(limit(index.error()));
  monoid_summary const all = summary_of(*m, *index);
  if (as_json) {
    io.out << report(*m, all, o).dump() << "\n";
    return exit_status::done;
  }
  print_summary(*input, *a, *m, all, io.out);
  if (o.egg_box) io.out << "\n" << egg_boxes(*m, o.limit);
  if (o.elements) print_elements(*m, o.limit, io.out);
  if (o.table) print_products(*m, io.out);
  return exit_status::done;
}

} // namespace ltlc::app
