#include "ltlc/interchange/automaton_dot.hpp"

#include <algorithm>

#include "ltlc/automaton/order.hpp"
#include "ltlc/interchange/automaton_arrows.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

namespace {

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

} // namespace

std::string to_dot(automaton::dfa const& a, std::uint32_t block) {
  std::string out = "digraph automaton {\n  rankdir=LR; nodesep=0.4;\n";
  out += "  node [shape=circle, fontname=\"Helvetica\", style=filled, fillcolor=white];\n";
  out += "  edge [fontname=\"Helvetica\"];\n  start [shape=point, label=\"\", fillcolor=black];\n";
  for (std::size_t q = 0; q < a.states(); ++q)
    out += "  " + std::to_string(q) + (a.accepting[q] ? " [shape=doublecircle];\n" : ";\n");
  out += order_shown(a) + "  start -> " + std::to_string(a.initial) + ";\n";
  for (automaton_arrow const& each : arrows(a)) {
    std::string const label = arrow_label(a.sigma, each.letters, block, label_notation::plain);
    out += "  " + std::to_string(each.from) + " -> " + std::to_string(each.to) + " [label=\"" +
           escaped(label) + "\"];\n";
  }
  return out + "}\n";
}

std::string layout_request(automaton::dfa const& a, std::uint32_t block) {
  std::string const size = std::to_string(state_size);
  std::string out = "digraph automaton {\n  rankdir=LR; nodesep=0.3; ranksep=0.4;\n"
                    "  node [shape=circle, label=\"\", fixedsize=true, width=" +
                    size +
                    "];\n  edge [fontsize=11, arrowhead=none];\n"
                    "  start [shape=point, width=0.01];\n";
  for (std::size_t q = 0; q < a.states(); ++q)
    out += "  " + std::to_string(q) + ";\n";
  out += order_shown(a) + "  start -> " + std::to_string(a.initial) + ";\n";
  for (automaton_arrow const& each : arrows(a)) {
    std::string const label = arrow_label(a.sigma, each.letters, block, label_notation::plain);
    out += "  " + std::to_string(each.from) + " -> " + std::to_string(each.to) +
           " [label=" + std::string(text::count_code_points(label), 'n') + "];\n";
  }
  return out + "}\n";
}

} // namespace ltlc::interchange
