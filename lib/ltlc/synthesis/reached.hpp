// For each node of a run graph the formula "the run entered it before position i": P of the events
// that lead into it. An event at a source needs "the run is at the source", unless what happens
// elsewhere makes that superfluous; this is what keeps P-depth low.
#pragma once

#include <vector>

#include "ltlc/synthesis/run_graph.hpp"

namespace ltlc::synthesis {

class reached_formulas {
public:
  // `careful` looks for superfluous guards, at a cost cubic in the nodes.
  reached_formulas(std::vector<run_node> const& nodes, text::alphabet const& sigma,
                   logic::formula_pool& pool, bool careful);

  // The run is at s or has been; true of node 0. Makes what it needs, each once.
  [[nodiscard]] logic::formula entered(node_id s);
  // The run is at s when position i is next.
  [[nodiscard]] logic::formula present(node_id s);

private:
  // Reading the letters of `event` at their positions, by letter.
  using event = std::vector<residue_set>;

  struct bits {
    std::vector<std::uint64_t> words;
    [[nodiscard]] bool operator[](std::size_t i) const {
      return (words[i / 64] >> i % 64 & 1) != 0;
    }
    void set(std::size_t i) { words[i / 64] |= std::uint64_t{1} << i % 64; }
    [[nodiscard]] bool meets(bits const& other, bits const& except) const;
  };

  [[nodiscard]] bits none() const {
    return {std::vector<std::uint64_t>(nodes_.size() / 64 + 1, 0)};
  }
  void find_ways();
  void make_entered(node_id t);
  [[nodiscard]] residue_set const* step(node_id s, text::letter x, node_id t) const;
  [[nodiscard]] bits agreeing(node_id t, text::letter x, node_id s) const;
  [[nodiscard]] logic::formula guard(node_id s, node_id t, bits const& agree, bool& covers);
  [[nodiscard]] logic::formula left(node_id s, logic::formula here, event const& by);
  [[nodiscard]] logic::formula to_formula(event const& e);

  std::vector<run_node> const& nodes_;
  text::alphabet const& sigma_;
  logic::formula_pool& pool_;
  bool careful_;
  std::vector<std::vector<node_id>> sources_;
  std::vector<std::optional<logic::formula>> entered_;
  std::vector<bits> ahead_;  // nodes reachable from s, s included
  std::vector<bits> behind_; // nodes all of whose paths from node 0 pass s, s included
};

} // namespace ltlc::synthesis
