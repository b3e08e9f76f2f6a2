#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/interchange/verdict_json.hpp"

#include "../explain.hpp"
#include "../language.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

outcome<std::vector<evidence::class_id>> classes_called(std::vector<std::string> const& names) {
  std::vector<evidence::class_id> ids;
  for (auto const& name : names) {
    auto const id = evidence::find_class(name);
    if (!id) {
      std::string known;
      for (auto const& row : evidence::class_table())
        known += (known.empty() ? "" : ", ") + std::string(row.name);
      return tl::unexpected(
          wrong_input("no class is called '" + name + "'; the classes are " + known));
    }
    if (std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
  }
  return ids;
}

char const* word_for(evidence::membership m) {
  switch (m) {
  case evidence::membership::member:
    return "yes";
  case evidence::membership::not_member:
    return "no";
  case evidence::membership::undecided:
    break;
  }
  return "undecided";
}

// Colors stand outside the aligned cells' widths, so they are put in after the table is made.
std::string painted(std::string line, evidence::membership m) {
  char const* const color = m == evidence::membership::member       ? "\033[32m"
                            : m == evidence::membership::not_member ? "\033[31m"
                                                                    : "\033[33m";
  std::string const word = word_for(m);
  auto const at = line.find(" " + word);
  if (at == std::string::npos) return line;
  return line.substr(0, at + 1) + color + word + "\033[0m" + line.substr(at + 1 + word.size());
}

std::string verdict_table(algebra::classification const& found, text::alphabet const& sigma,
                          bool colored) {
  table t;
  t.add({"class", "member", "why"});
  for (auto const& v : found.verdicts)
    t.add({std::string(evidence::info(v.id).name), word_for(v.answer), why(v, found, sigma)});
  if (!colored) return t.text();
  std::string out, rest = t.text();
  for (std::size_t row = 0; !rest.empty(); ++row) {
    auto const end = rest.find('\n');
    std::string const line = rest.substr(0, end + 1);
    out += row == 0 ? line : painted(line, found.verdicts[row - 1].answer);
    rest.erase(0, end + 1);
  }
  return out;
}

void print_least(algebra::classification const& found, bool everything_asked, std::ostream& out) {
  table t;
  for (auto const id : found.least) {
    auto const& row = evidence::info(id);
    std::string const equal = row.logic.empty() ? "" : " = " + std::string(row.logic);
    t.add({everything_asked ? "least class" : "least of these", std::string(row.name) + equal});
    if (!row.transformer.empty()) t.add({"recognized by", std::string(row.transformer)});
  }
  if (found.least.empty()) t.add({everything_asked ? "least class" : "least of these", "none"});
  if (!found.least_is_certain) t.add({"", "(a class left undecided could be smaller)"});
  out << t.text();
}

std::string monoid_line(algebra::classification const& found) {
  if (!found.monoid_size) return "not enumerated completely";
  std::string text =
      budget::grouped(*found.monoid_size) + (*found.monoid_size == 1 ? " element" : " elements");
  if (found.stability_index) text += ", stability index " + budget::grouped(*found.stability_index);
  return text;
}

void print_report(language const& l, automaton::minimal_dfa const& a,
                  algebra::classification const& found, bool everything_asked, streams const& io) {
  table t;
  t.add({"language", l.name + " over " + shown(l.sigma)});
  t.add({"automaton", budget::grouped(a->states()) + (a->states() == 1 ? " state" : " states") +
                          ", minimal and complete; 0 is initial"});
  if (everything_asked) t.add({"monoid", monoid_line(found)});
  io.out << t.text() << "\n" << verdict_table(found, l.sigma, io.colored);
  io.out << "(p →w→ q: reading w in state p leads to q; ε is the empty word)\n\n";
  print_least(found, everything_asked, io.out);
}

// What `check` reads, and beside it what the classification adds.
std::string report(automaton::minimal_dfa const& a, algebra::classification const& found) {
  using json = nlohmann::ordered_json;
  json least = json::array();
  for (auto const id : found.least)
    least.push_back(evidence::info(id).name);
  auto const or_null = [](std::optional<std::uint64_t> const& n) {
    return n ? json(*n) : json(nullptr);
  };
  json const beside = {{"least", least},
                       {"least_is_certain", found.least_is_certain},
                       {"modulus", found.modulus ? integer_json(*found.modulus) : json(nullptr)},
                       {"window", or_null(found.window)},
                       {"monoid",
                        {{"size", or_null(found.monoid_size)},
                         {"stability_index", or_null(found.stability_index)}}}};
  std::string document = interchange::to_json({a->sigma, *a, found.verdicts});
  document.back() = ',';
  return document + beside.dump().substr(1);
}

// 1 when an asserted class does not contain the language, 3 when a class asked for was left open.
exit_status status_of(algebra::classification const& found,
                      std::vector<evidence::class_id> const& asserted) {
  auto status = exit_status::done;
  for (auto const& v : found.verdicts) {
    bool const must_hold = std::find(asserted.begin(), asserted.end(), v.id) != asserted.end();
    if (must_hold && v.answer == evidence::membership::not_member)
      return exit_status::does_not_hold;
    if (v.answer == evidence::membership::undecided) status = exit_status::limit;
  }
  return status;
}

} // namespace

outcome<exit_status> run_command(classify_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  auto asked = classes_called(o.classes);
  if (!asked) return tl::unexpected(asked.error());
  auto const asserted = classes_called(o.asserted);
  if (!asserted) return tl::unexpected(asserted.error());
  bool const everything_asked = asked->empty() && asserted->empty();
  for (auto const id : *asserted)
    if (std::find(asked->begin(), asked->end(), id) == asked->end()) asked->push_back(id);

  auto const input = read_language(o.input, limits, io);
  if (!input) return tl::unexpected(input.error());
  auto const a = minimal_automaton(*input, limits);
  if (!a) return tl::unexpected(a.error());
  auto const found = algebra::classify(*a, *asked, limits);
  if (o.common.json)
    io.out << report(*a, found) << "\n";
  else
    print_report(*input, *a, found, everything_asked, io);
  return status_of(found, *asserted);
}

} // namespace ltlc::app
