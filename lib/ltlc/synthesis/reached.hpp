// For each node of a run graph the formula "the run entered it before position i": P of the events
// that lead into it. An event at a source needs "the run is at the source", unless what happens
// elsewhere makes that superfluous; this is what keeps P-depth low.
#pragma once

#include <map>
#include <vector>

#include "ltlc/synthesis/run_graph.hpp"

namespace ltlc::synthesis {

class reached_formulas {
public:
  // `careful` looks for superfluous guards and for symbols that cannot occur, at a cost cubic in
  // the nodes. When the time is up, what is made is wrong.
  reached_formulas(std::vector<run_node> const& nodes, symbols& names, logic::formula_pool& pool,
                   bool careful, budget::budget const& limits);

  // The run is at s or has been; true of node 0. Makes what it needs, each once.
  [[nodiscard]] logic::formula entered(node_id s);
  // The run is at s when position i is next.
  [[nodiscard]] logic::formula present(node_id s);

private:
  // Reading the symbols of `event` at their positions, by symbol.
  using event = std::vector<residue_set>;

  struct bits {
    std::vector<std::uint64_t> words;
    [[nodiscard]] bool operator[](std::size_t i) const {
      return (words[i / 64] >> i % 64 & 1) != 0;
    }
    void set(std::size_t i) { words[i / 64] |= std::uint64_t{1} << i % 64; }
    void add(bits const& other) {
      for (std::size_t i = 0; i < words.size(); ++i)
        words[i] |= other.words[i];
    }
    [[nodiscard]] bool meets(bits const& other, bits const& except) const;
  };

  [[nodiscard]] bits none() const {
    return {std::vector<std::uint64_t>(nodes_.size() / 64 + 1, 0)};
  }
  // Where the run is when it has entered s, as far as that is looked at.
  [[nodiscard]] bits where(node_id s) const { return careful_ ? ahead_[s] : none(); }
  void find_ways();
  void make_entered(node_id t);
  [[nodiscard]] residue_set const* step(node_id s, symbol x, node_id t) const;
  [[nodiscard]] bits agreeing(node_id t, symbol x, node_id s) const;
  [[nodiscard]] logic::formula guard(node_id s, node_id t, bits const& agree, bool& covers);
  [[nodiscard]] logic::formula left(node_id s, logic::formula here, event const& by);
  [[nodiscard]] logic::formula read(event const& e, bits const& at);

  std::vector<run_node> const& nodes_;
  symbols& names_;
  logic::formula_pool& pool_;
  bool careful_;
  budget::budget const& limits_;
  std::vector<std::vector<node_id>> sources_;
  std::vector<std::vector<node_id>> targets_;
  std::vector<std::optional<logic::formula>> entered_;
  std::vector<bits> ahead_; // nodes reachable from s, s included
  // By source and the targets that are to be excluded.
  std::map<std::pair<node_id, std::vector<std::uint64_t>>, logic::formula> guards_;
  std::vector<bits> behind_; // nodes all of whose paths from node 0 pass s, s included
};

} // namespace ltlc::synthesis
