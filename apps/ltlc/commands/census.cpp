// How many minimal automata of a size lie in which classes.
#include <algorithm>
#include <map>
#include <ostream>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/automaton/every_automaton.hpp"

#include "../language.hpp"
#include "../ordered_parallel.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

// One bit a class.
struct signature {
  std::uint32_t member = 0;
  std::uint32_t undecided = 0;
  friend auto operator<=>(signature const&, signature const&) = default;
};
using counts = std::map<signature, std::uint64_t>;

bool has(std::uint32_t set, evidence::class_id id) {
  return (set >> static_cast<unsigned>(id) & 1) != 0;
}

signature signature_of(algebra::classification const& found) {
  signature s;
  for (auto const& v : found.verdicts) {
    std::uint32_t const bit = std::uint32_t{1} << static_cast<unsigned>(v.id);
    if (v.answer == evidence::membership::member) s.member |= bit;
    if (v.answer == evidence::membership::undecided) s.undecided |= bit;
  }
  return s;
}

std::vector<std::string> least_names(std::uint32_t member) {
  std::vector<std::string> names;
  for (auto const& c : evidence::class_table()) {
    if (!has(member, c.id)) continue;
    bool const least = std::none_of(
        evidence::class_table().begin(), evidence::class_table().end(), [&](auto const& other) {
          return has(member, other.id) && evidence::contained(other.id, c.id);
        });
    if (least) names.emplace_back(c.name);
  }
  return names;
}

std::uint64_t total(counts const& all, auto const& wanted) {
  std::uint64_t sum = 0;
  for (auto const& [s, n] : all)
    if (wanted(s)) sum += n;
  return sum;
}

// Signatures with the most automata first.
std::vector<std::pair<signature, std::uint64_t>> by_count(counts const& all) {
  std::vector<std::pair<signature, std::uint64_t>> sorted(all.begin(), all.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto const& a, auto const& b) { return a.second > b.second; });
  return sorted;
}

json census_json(census_options const& o, counts const& all) {
  json classes = json::object();
  json overlaps = json::object();
  for (auto const& c : evidence::class_table()) {
    classes[std::string(c.name)] = {
        {"members", total(all, [&](signature s) { return has(s.member, c.id); })},
        {"undecided", total(all, [&](signature s) { return has(s.undecided, c.id); })}};
    json row = json::object();
    for (auto const& d : evidence::class_table())
      row[std::string(d.name)] =
          total(all, [&](signature s) { return has(s.member, c.id) && has(s.member, d.id); });
    overlaps[std::string(c.name)] = row;
  }
  json kinds = json::array();
  for (auto const& [s, n] : by_count(all))
    kinds.push_back({{"least", least_names(s.member)}, {"automata", n}});
  return {{"states", o.states},
          {"letters", o.letters},
          {"up_to_letters", o.up_to_letters},
          {"automata", total(all, [](signature) { return true; })},
          {"classes", classes},
          {"overlaps", overlaps},
          {"least", kinds}};
}

void print_census(census_options const& o, counts const& all, streams const& io) {
  std::uint64_t const automata = total(all, [](signature) { return true; });
  io.out << budget::grouped(automata) << " minimal automata with " << o.states
         << (o.states == 1 ? " state" : " states") << " over " << o.letters
         << (o.letters == 1 ? " letter" : " letters")
         << (o.up_to_letters ? ", up to renaming letters" : "") << "\n\n";
  table classes;
  classes.add({"class", "members", "share", "only least class"});
  for (auto const& c : evidence::class_table()) {
    std::uint64_t const members = total(all, [&](signature s) { return has(s.member, c.id); });
    std::uint64_t const open = total(all, [&](signature s) { return has(s.undecided, c.id); });
    std::uint64_t const alone = total(all, [&](signature s) {
      return least_names(s.member) == std::vector<std::string>{std::string(c.name)};
    });
    double const share =
        automata == 0 ? 0 : 100.0 * static_cast<double>(members) / static_cast<double>(automata);
    classes.add(
        {std::string(c.name),
         budget::grouped(members) + (open == 0 ? "" : " (" + budget::grouped(open) + " undecided)"),
         fmt::format("{:.2f} %", share), budget::grouped(alone)});
  }
  io.out << classes.text() << "\n";
  table kinds;
  kinds.add({"automata", "least classes"});
  for (auto const& [s, n] : by_count(all)) {
    std::string names;
    for (auto const& name : least_names(s.member))
      names += (names.empty() ? "" : ", ") + name;
    kinds.add({budget::grouped(n), names.empty() ? "none" : names});
  }
  io.out << kinds.text();
}

// The automata with one transition table.
counts count_table(std::vector<automaton::state> const& delta, text::alphabet const& sigma,
                   census_options const& o, budget::budget const& limits) {
  counts here;
  for (auto const& a : automaton::minimal_automata(sigma, delta)) {
    if (limits.out_of_time()) break;
    if (o.up_to_letters && !automaton::first_among_renamings(a)) continue;
    ++here[signature_of(algebra::classify(a, {}, limits))];
  }
  return here;
}

} // namespace

outcome<exit_status> run_command(census_options const& o, streams const& io) {
  auto limits = budget_of(o.common);
  auto const progress = limits.progress;
  limits.progress = nullptr;
  auto const sigma =
      text::alphabet::from_option(std::string("abcdefghijklmnopqrstuvwxyz").substr(0, o.letters));
  if (!sigma) return tl::unexpected(wrong_input(sigma.error().message));
  automaton::every_table walk(o.states, o.letters);
  std::uint64_t number = 0;
  std::uint64_t done = 0;
  counts all;
  in_order(
      o.jobs != 0 ? o.jobs : std::max(1U, std::thread::hardware_concurrency()),
      [&]() -> std::optional<std::vector<automaton::state>> {
        while (!limits.out_of_time() && walk.next())
          if (o.shard.has(number++)) return walk.table();
        return std::nullopt;
      },
      [&](std::vector<automaton::state> const& delta) {
        return count_table(delta, *sigma, o, limits);
      },
      [&](counts const& here) {
        for (auto const& [s, n] : here)
          all[s] += n;
        if (progress != nullptr && ++done % 256 == 0) progress("transition tables", done);
      });
  // A part of the automata is no answer.
  if (limits.out_of_time()) return tl::unexpected(limit(limits.time_passed()));
  if (o.common.json)
    io.out << census_json(o, all).dump() << "\n";
  else
    print_census(o, all, io);
  bool const open = std::any_of(all.begin(), all.end(),
                                [](auto const& entry) { return entry.first.undecided != 0; });
  return open ? exit_status::limit : exit_status::done;
}

} // namespace ltlc::app
