#include "ltlc/interchange/automaton_dot.hpp"

#include <algorithm>

#include "ltlc/automaton/order.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

namespace {

// A list of letters is cut to this many, or before this many characters.
constexpr std::size_t most_letters = 8;
constexpr std::size_t most_characters = 48;

std::string joined(text::alphabet const& sigma, std::vector<text::letter> const& letters) {
  std::string text;
  std::size_t shown = 0;
  std::size_t characters = 0;
  for (; shown < letters.size(); ++shown) {
    std::string const& token = sigma.token(letters[shown]);
    characters += text::count_code_points(token) + 2;
    // What would be left out is at least two, or it may as well stand there.
    bool const full = shown >= most_letters || characters > most_characters;
    if (shown > 0 && full && letters.size() - shown > 1) break;
    text += (shown == 0 ? "" : ", ") + text::cut(token, most_characters);
  }
  if (shown == letters.size()) return text;
  return text + ", … and " + std::to_string(letters.size() - shown) + " more";
}

// Σ, or Σ² and so on for blocks.
std::string alphabet_name(std::uint32_t block) {
  static constexpr char const* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string name = "Σ";
  if (block > 1)
    for (char const c : std::to_string(block))
      name += digits[c - '0'];
  return name;
}

// Letters on one arrow: listed, or as the complement of the few that are missing.
std::string edge_label(text::alphabet const& sigma, std::vector<text::letter> const& letters,
                       std::string const& whole) {
  std::size_t const missing = sigma.size() - letters.size();
  if (missing == 0 && sigma.size() > 3) return whole;
  if (letters.size() <= 4 || missing >= letters.size() || missing > most_letters)
    return joined(sigma, letters);
  std::vector<text::letter> others;
  for (text::letter x = 0, i = 0; x < sigma.size(); ++x) {
    if (i < letters.size() && letters[i] == x)
      ++i;
    else
      others.push_back(x);
  }
  return whole + " ∖ {" + joined(sigma, others) + "}";
}

std::string escaped(std::string const& text) {
  std::string out;
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string listed(std::vector<automaton::state> const& states) {
  std::string text;
  for (auto const q : states)
    text += " " + std::to_string(q) + ";";
  return text;
}

// The states of each layer of a partially ordered automaton.
std::vector<std::vector<automaton::state>> layers(automaton::dfa const& a,
                                                  automaton::component_order const& order) {
  std::vector<std::size_t> layer(order.components.size(), 0);
  std::size_t deepest = 0;
  for (std::size_t c = 0; c < order.components.size(); ++c) {
    automaton::state const q = order.components[c].states.front();
    for (text::letter x = 0; x < a.letters(); ++x) {
      std::size_t const next = order.component_of[a.next(q, x)];
      if (next == c) continue;
      layer[next] = std::max(layer[next], layer[c] + 1);
      deepest = std::max(deepest, layer[next]);
    }
  }
  std::vector<std::vector<automaton::state>> by_layer(deepest + 1);
  for (automaton::state q = 0; q < a.states(); ++q)
    by_layer[layer[order.component_of[q]]].push_back(q);
  return by_layer;
}

std::string order_shown(automaton::dfa const& a) {
  auto const order = automaton::components(a);
  std::string out;
  std::size_t boxes = 0;
  for (auto const& c : order.components) {
    if (c.states.size() == 1) continue;
    out += "  subgraph cluster_" + std::to_string(boxes++) +
           " { style=\"rounded,filled\"; color=gray70; fillcolor=gray96;" + listed(c.states) +
           " }\n";
  }
  if (boxes > 0) return out;
  for (auto const& layer : layers(a, order))
    if (layer.size() > 1) out += "  { rank=same;" + listed(layer) + " }\n";
  return out;
}

std::string arrows_from(automaton::dfa const& a, automaton::state q, std::string const& whole) {
  std::vector<automaton::state> targets; // in the order of their first letter
  std::vector<std::vector<text::letter>> by;
  for (text::letter x = 0; x < a.letters(); ++x) {
    auto const to = a.next(q, x);
    auto const at =
        static_cast<std::size_t>(std::find(targets.begin(), targets.end(), to) - targets.begin());
    if (at == targets.size()) {
      targets.push_back(to);
      by.emplace_back();
    }
    by[at].push_back(x);
  }
  std::string out;
  for (std::size_t i = 0; i < targets.size(); ++i)
    out += "  " + std::to_string(q) + " -> " + std::to_string(targets[i]) + " [label=\"" +
           escaped(edge_label(a.sigma, by[i], whole)) + "\"];\n";
  return out;
}

} // namespace

std::string to_dot(automaton::dfa const& a, std::uint32_t block) {
  std::string out = "digraph automaton {\n  rankdir=LR; nodesep=0.4;\n";
  out += "  node [shape=circle, fontname=\"Helvetica\", style=filled, fillcolor=white];\n";
  out += "  edge [fontname=\"Helvetica\"];\n  start [shape=point, label=\"\", fillcolor=black];\n";
  for (std::size_t q = 0; q < a.states(); ++q)
    out += "  " + std::to_string(q) + (a.accepting[q] ? " [shape=doublecircle];\n" : ";\n");
  out += order_shown(a) + "  start -> " + std::to_string(a.initial) + ";\n";
  std::string const whole = alphabet_name(block);
  for (automaton::state q = 0; q < a.states(); ++q)
    out += arrows_from(a, q, whole);
  return out + "}\n";
}

} // namespace ltlc::interchange
