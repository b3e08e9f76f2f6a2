// The acyclic graph that a run walks through. At a node the context (the last letters, see
// contexts.hpp) and the position decide the state; so what is read next leads to a node that only
// the symbol (context and letter) and the position decide. Node 0 is the first; edges lead from
// smaller to larger numbers.
//
// Without contexts a node (C, o) says that the run is in component C and that its state has phase
// i + o there when position i is next: at most |Q| nodes. With contexts see window_graph.cpp.
#pragma once

#include <optional>
#include <vector>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/automaton/order.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/synthesis/symbols.hpp"

namespace ltlc::synthesis {

using node_id = std::uint32_t;

// Reading symbol x at a position of `when` leads to node `to`.
struct run_edge {
  node_id to = 0;
  symbol x = 0;
  residue_set when;
  // Reading it at a position of `from` leaves the node, towards `to` or another one: `when` without
  // what the target's period adds.
  residue_set from;
};

struct run_node {
  std::uint32_t component = 0;
  std::uint32_t offset = 0;
  std::uint32_t period = 1;              // of the component; 1 for a state without a loop
  std::optional<std::uint64_t> position; // the one position that is read here, when there is one
  std::vector<run_edge> out;             // sorted by target, then symbol; one for each pair
  std::vector<residue_set> occurring;    // by context: the positions at which it can be here
  std::vector<residue_set> accepting;    // by context: those at which the state accepts
};

// Without contexts: symbols are letters. Pre: a is in LTL[P,MOD] and `order` is its order.
// Limit: edges against max_states × 64, time.
[[nodiscard]] budget::limited<std::vector<run_node>>
make_run_graph(automaton::dfa const& a, automaton::component_order const& order,
               budget::budget const& limits);

} // namespace ltlc::synthesis
