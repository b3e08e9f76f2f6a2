#include <algorithm>

#include <nlohmann/json.hpp>

#include "ltlc/automaton/power.hpp"
#include "ltlc/interchange/automaton_dot.hpp"

#include "html.hpp"
#include "picture.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

// Blocks that stand on arrows one by one; with more, arrows only say that there is a block.
constexpr std::size_t most_blocks = 512;
// Entries of a transition table that the page's program gets.
constexpr std::size_t most_entries = 20'000;

using reach = std::vector<std::vector<bool>>; // [p][q]: some word of the length leads from p to q

// Cost: O(k |Q|² |Σ|).
reach led_to(automaton::dfa const& a, std::uint64_t k) {
  std::size_t const n = a.states();
  reach all(n, std::vector<bool>(n, false));
  for (automaton::state p = 0; p < n; ++p) {
    std::vector<bool> now(n, false);
    now[p] = true;
    for (std::uint64_t i = 0; i < k; ++i) {
      std::vector<bool> next(n, false);
      for (automaton::state q = 0; q < n; ++q)
        for (text::letter x = 0; now[q] && x < a.letters(); ++x)
          next[a.next(q, x)] = true;
      now = std::move(next);
    }
    all[p] = std::move(now);
  }
  return all;
}

std::size_t arrows_of(reach const& r) {
  std::size_t arrows = 0;
  for (auto const& row : r)
    arrows += static_cast<std::size_t>(std::count(row.begin(), row.end(), true));
  return arrows;
}

// The arrows without the blocks on them.
std::string bare_dot(automaton::dfa const& a, reach const& r) {
  std::string out = "digraph automaton {\n  rankdir=LR; nodesep=0.4;\n"
                    "  node [shape=circle, style=filled, fillcolor=white];\n"
                    "  start [shape=point, label=\"\", fillcolor=black];\n";
  for (std::size_t q = 0; q < a.states(); ++q)
    out += "  " + std::to_string(q) + (a.accepting[q] ? " [shape=doublecircle];\n" : ";\n");
  out += "  start -> " + std::to_string(a.initial) + ";\n";
  for (std::size_t p = 0; p < r.size(); ++p)
    for (std::size_t q = 0; q < r.size(); ++q)
      if (r[p][q]) out += "  " + std::to_string(p) + " -> " + std::to_string(q) + ";\n";
  return out + "}\n";
}

// |Σ|^k, or more than most_blocks.
std::size_t blocks_of(std::size_t letters, std::uint64_t k) {
  std::size_t blocks = 1;
  for (std::uint64_t i = 0; i < k && blocks <= most_blocks; ++i)
    blocks *= letters;
  return blocks;
}

// The k of the second picture: the least that orders the automaton, else the stability index, from
// which on longer blocks show nothing new.
struct power_choice {
  std::uint64_t k = 0; // 0: none that a picture could have
  std::string why;
};

power_choice power_to_draw(algebra::classification const& found) {
  constexpr std::uint64_t largest = 10'000;
  if (found.modulus) {
    if (*found.modulus > largest)
      return {0, "The least k for which A^k never returns to a state it left is " +
                     text::cut(found.modulus->str(), 60) + ": too large to draw A^k."};
    auto const k = found.modulus->convert_to<std::uint64_t>();
    return {k, "The least k for which A^k, which reads blocks of k letters, never returns to a "
               "state it left is k = " +
                   std::to_string(k) + ": the language is in LTL[P,MOD]."};
  }
  std::string const none =
      "No A^k is free of returns to states that were left: the language is not in LTL[P,MOD]. ";
  if (found.stability_index && *found.stability_index <= largest)
    return {
        *found.stability_index,
        none + "Drawn is k = " + std::to_string(*found.stability_index) +
            ", the stability index: blocks of more rounds of k letters act as some of these do."};
  return {2, none + "Drawn is k = 2; the stability index is not known."};
}

std::string too_large(std::string const& what, std::size_t n, std::size_t most) {
  return paragraph("Not drawn: there are " + budget::grouped(n) + " " + what + ", and at most " +
                       budget::grouped(most) + " make a picture. `ltlc automaton` lists them.",
                   "limit");
}

std::string power_picture(automaton::dfa const& a, std::uint64_t k, budget::budget const& limits) {
  std::string const name = "A^" + std::to_string(k);
  auto const arrows = led_to(a, k);
  if (auto const n = arrows_of(arrows); n > most_drawn_arrows)
    return too_large("arrows in " + name, n, most_drawn_arrows);
  std::string const title =
      "The automaton " + name + ", which reads blocks of " + counted(k, "letter");
  if (blocks_of(a.letters(), k) <= most_blocks)
    if (auto const powered = automaton::power(a, static_cast<std::uint32_t>(k), limits))
      return picture_of(interchange::to_dot(*powered, static_cast<std::uint32_t>(k)), "power",
                        title, limits);
  return picture_of(bare_dot(a, arrows), "power", title, limits) +
         paragraph(
             "There are more than " + budget::grouped(most_blocks) + " blocks of " +
                 counted(k, "letter") +
                 ", so that arrows do not name them: an arrow says that some block leads there.",
             "limit");
}

} // namespace

std::string automata_section(material const& m, page_data& data, budget::budget const& limits) {
  automaton::dfa const& a = m.automaton->get();
  if (a.states() * a.letters() <= most_entries) {
    page_data delta = page_data::array();
    page_data accepting = page_data::array();
    for (automaton::state q = 0; q < a.states(); ++q) {
      page_data row = page_data::array();
      for (text::letter x = 0; x < a.letters(); ++x)
        row.push_back(a.next(q, x));
      delta.push_back(std::move(row));
      accepting.push_back(bool(a.accepting[q]));
    }
    data["dfa"] = {{"initial", a.initial}, {"accepting", accepting}, {"delta", delta}};
  }
  std::string html =
      paragraph("The minimal complete automaton A. States with a double ring accept; a box holds "
                "states that lead to each other.");
  if (a.states() > most_drawn_states)
    return section("automata", "The automaton",
                   html + too_large("states", a.states(), most_drawn_states));
  auto const arrows = arrows_of(led_to(a, 1));
  html += arrows > most_drawn_arrows
              ? too_large("arrows", arrows, most_drawn_arrows)
              : picture_of(interchange::to_dot(a), "dfa",
                           "The minimal automaton, with " + counted(a.states(), "state"), limits);
  auto const power = power_to_draw(m.classes);
  html += "<h3>The automaton A<sup>k</sup></h3>\n" + paragraph(power.why);
  if (power.k == 1)
    html += paragraph("With k = 1 that is the picture above.");
  else if (power.k > 1)
    html += power_picture(a, power.k, limits);
  return section("automata", "The automaton", html);
}

} // namespace ltlc::app::report
