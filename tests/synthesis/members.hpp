// Random languages of LTL[P,Y,MOD] for the tests and the table of examples/synthesis.md.
#pragma once

#include <map>
#include <tuple>

#include "ltlc/automaton/minimize.hpp"
#include "support/formula_generator.hpp"

namespace synthesis_members {

using namespace ltlc;

struct member_shape {
  std::size_t letters = 2;
  std::size_t nodes = 3;
  std::size_t window = 1;
  std::size_t modulus = 1;
};

// A run walks through nodes in order; the node, the last letters and the position's residue decide
// what it does. So the language has a window and a modulus that are no larger.
inline automaton::minimal_dfa random_member(support::random& source, member_shape const& shape) {
  using context = std::tuple<std::size_t, text::word, std::size_t>; // node, last letters, residue
  std::map<context, automaton::state> number;
  std::vector<context> contexts;
  auto const state_of = [&](context const& c) {
    auto const [at, fresh] = number.try_emplace(c, static_cast<automaton::state>(contexts.size()));
    if (fresh) contexts.push_back(c);
    return at->second;
  };
  // Acceptance mostly by node, so that minimal automata stay small.
  bool const by_node = support::below(source, 2) == 0;
  std::size_t const staying = 2 + support::below(source, 4);
  std::vector<bool> node_accepts;
  for (std::size_t b = 0; b < shape.nodes; ++b)
    node_accepts.push_back(support::below(source, 2) == 0);
  automaton::dfa a;
  a.sigma = support::alphabet_of(std::string("abcdefgh").substr(0, shape.letters));
  state_of({0, {}, 1 % shape.modulus});
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    auto const [node, last, residue] = contexts[i];
    a.accepting.push_back(by_node ? node_accepts[node] : support::below(source, 2) == 0);
    for (text::letter x = 0; x < shape.letters; ++x) {
      text::word next = last;
      next.push_back(x);
      if (next.size() > shape.window) next.erase(next.begin());
      bool const moves = node + 1 < shape.nodes && support::below(source, staying) == 0;
      std::size_t const to =
          moves ? node + 1 + support::below(source, shape.nodes - node - 1) : node;
      a.delta.push_back(state_of({to, next, (residue + 1) % shape.modulus}));
    }
  }
  return automaton::minimize(a);
}

} // namespace synthesis_members
