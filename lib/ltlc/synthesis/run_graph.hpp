// The acyclic graph that a run walks through: node (C, o) says that the run is in component C and
// that its state has phase i + o there when position i is next. Node 0 is the first; edges lead
// from smaller to larger numbers. At most |Q| nodes.
#pragma once

#include <optional>
#include <vector>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/automaton/order.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/synthesis/residues.hpp"

namespace ltlc::synthesis {

using node_id = std::uint32_t;

// Reading `letter` at a position of `when` leads to node `to`.
struct run_edge {
  node_id to = 0;
  text::letter letter = 0;
  residue_set when;
  // Reading it at a position of `from` leaves the component, towards `to` or another of its nodes:
  // `when` without what the target's period adds.
  residue_set from;
};

struct run_node {
  std::uint32_t component = 0;
  std::uint32_t offset = 0;
  std::uint32_t period = 1;              // of the component; 1 for a state without a loop
  std::optional<std::uint64_t> position; // the one position that is read here, when there is one
  std::vector<run_edge> out;             // sorted by target, then letter; one for each pair
  residue_set accepting;                 // the positions i at which the state accepts
};

// Pre: a is in LTL[P,MOD] and `order` is its order. Limit: edges against max_states × 64, time.
[[nodiscard]] budget::limited<std::vector<run_node>>
make_run_graph(automaton::dfa const& a, automaton::component_order const& order,
               budget::budget const& limits);

} // namespace ltlc::synthesis
