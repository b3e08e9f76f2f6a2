#include "classification_report.hpp"

#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/verdict_json.hpp"

#include "explain.hpp"
#include "table.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

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

// The classes that contain the language, match transformers, and are the least of these.
std::vector<evidence::class_id> least_with_transformer(algebra::classification const& found) {
  std::vector<evidence::class_id> all;
  for (auto const& v : found.verdicts)
    if (v.answer == evidence::membership::member && !evidence::info(v.id).transformer.empty())
      all.push_back(v.id);
  std::vector<evidence::class_id> least;
  for (auto const id : all)
    if (std::none_of(all.begin(), all.end(),
                     [&](auto const other) { return evidence::contained(other, id); }))
      least.push_back(id);
  return least;
}

void print_least(algebra::classification const& found, bool everything_asked, std::ostream& out) {
  table t;
  std::string const title = everything_asked ? "least class" : "least of these";
  for (auto const id : found.least) {
    auto const& row = evidence::info(id);
    t.add({id == found.least.front() ? title : "",
           std::string(row.name) + " = " + std::string(row.logic)});
  }
  if (found.least.empty()) t.add({title, "none"});
  if (!found.least_is_certain) t.add({"", "(a class left undecided could be smaller)"});
  for (auto const id : least_with_transformer(found))
    t.add({"recognized by", std::string(evidence::info(id).transformer) + " (" +
                                std::string(evidence::info(id).name) + ")"});
  out << t.text();
}

std::string monoid_line(algebra::classification const& found) {
  if (!found.monoid_size) return "not enumerated completely";
  std::string text =
      budget::grouped(*found.monoid_size) + (*found.monoid_size == 1 ? " element" : " elements");
  if (found.stability_index) text += ", stability index " + budget::grouped(*found.stability_index);
  return text;
}

json or_null(std::optional<std::uint64_t> const& n) {
  return n ? json(*n) : json(nullptr);
}

// What stands beside the verdicts.
json summary(algebra::classification const& found) {
  json least = json::array();
  for (auto const id : found.least)
    least.push_back(evidence::info(id).name);
  return {{"least", least},
          {"least_is_certain", found.least_is_certain},
          {"modulus", found.modulus ? integer_json(*found.modulus) : json(nullptr)},
          {"window", or_null(found.window)},
          {"monoid",
           {{"size", or_null(found.monoid_size)},
            {"stability_index", or_null(found.stability_index)}}}};
}

json pumped_json(pumped_verdict const& p, text::alphabet const& sigma) {
  return {{"class", evidence::info(p.id).name},
          {"inside", sigma.print(p.words.inside)},
          {"outside", sigma.print(p.words.outside)}};
}

} // namespace

void print_classification(std::string const& name, automaton::minimal_dfa const& a,
                          algebra::classification const& found, bool everything_asked,
                          streams const& io) {
  table t;
  t.add({"language", name + " over " + text::listed(a->sigma)});
  t.add({"automaton", budget::grouped(a->states()) + (a->states() == 1 ? " state" : " states") +
                          ", minimal and complete; 0 is initial"});
  if (everything_asked) t.add({"monoid", monoid_line(found)});
  io.out << t.text() << "\n" << verdict_table(found, a->sigma, io.colored);
  io.out << "(p →w→ q: reading w in state p leads to q; ε is the empty word)\n\n";
  print_least(found, everything_asked, io.out);
}

void print_pumped(pumping const& p, text::alphabet const& sigma, streams const& io) {
  io.out << "\nno formula of the class nested up to " << p.depth
         << " tells the first word, which is in the language, from the second, which is not";
  if (p.modulus > 1) io.out << " (with moduli dividing " << p.modulus << ")";
  io.out << "\n";
  table t;
  for (auto const& v : p.verdicts)
    t.add({std::string(evidence::info(v.id).name), shown(sigma, v.words.inside),
           shown(sigma, v.words.outside)});
  io.out << t.text();
}

std::string classification_json(automaton::minimal_dfa const& a,
                                algebra::classification const& found,
                                std::optional<pumping> const& pumped) {
  json beside = summary(found);
  if (pumped) {
    json words = json::array();
    for (auto const& v : pumped->verdicts)
      words.push_back(pumped_json(v, a->sigma));
    beside["pumped"] = {{"depth", pumped->depth}, {"modulus", pumped->modulus}, {"words", words}};
  }
  std::string document = interchange::to_json(*a, found.verdicts);
  document.back() = ',';
  document += beside.dump().substr(1);
  return document;
}

json verdicts_only(automaton::minimal_dfa const& a, algebra::classification const& found) {
  json answers = json::object();
  json limits = json::object();
  for (auto const& v : found.verdicts) {
    std::string const name(evidence::info(v.id).name);
    answers[name] = v.answer == evidence::membership::undecided
                        ? json(nullptr)
                        : json(v.answer == evidence::membership::member);
    if (v.limit) limits[name] = budget::describe(*v.limit);
  }
  json all = {{"alphabet", a->sigma.tokens()}, {"states", a->states()}, {"classes", answers}};
  if (!limits.empty()) all["limits"] = limits;
  all.update(summary(found));
  return all;
}

} // namespace ltlc::app
