#include "ltlc/synthesis/acceptance.hpp"

#include <algorithm>

#include "ltlc/synthesis/reached.hpp"
#include "ltlc/synthesis/shrink.hpp"

namespace ltlc::synthesis {
namespace {

using logic::formula;

constexpr std::size_t careful_nodes = 256; // run graphs for which superfluous guards are looked for
constexpr std::size_t careful_work = 1U << 24; // edges × nodes of such a graph

// When the word is accepted (or, complemented, rejected) at N+1, in two ways.
class acceptance {
public:
  acceptance(std::vector<run_node> const& nodes, symbols& names, reached_formulas& reached,
             logic::formula_pool& pool, budget::budget const& limits)
      : nodes_(nodes), names_(names), reached_(reached), pool_(pool), limits_(limits) {}

  // Node by node: the run is there, and the position is one at which its state accepts.
  formula by_nodes(bool complemented) {
    return collect(complemented, [&](node_id s) { return place{reached_.present(s), {s}}; });
  }

  // Region by region, a region being what is connected and accepts alike: the run entered the
  // region here, and has entered no node that bounds it.
  formula by_regions(bool complemented) {
    std::vector<bool> entry(nodes_.size(), false);
    entry[0] = true;
    for (run_node const& n : nodes_)
      for (run_edge const& e : n.out)
        if (nodes_[e.to].accepting != n.accepting) entry[e.to] = true;
    return collect(complemented, [&](node_id s) -> std::optional<place> {
      if (!entry[s]) return std::nullopt;
      place here{reached_.entered(s), {}};
      for (node_id const x : bounds(s, here.nodes))
        here.f = pool_.conjunction(here.f, pool_.negation(reached_.entered(x)));
      return here;
    });
  }

private:
  struct place {
    formula f; // the run is at one of the nodes
    std::vector<node_id> nodes;
  };
  struct part { // the places of one set of accepting positions
    std::vector<residue_set> when;
    formula where;
    std::vector<bool> possible; // contexts that occur there
  };

  [[nodiscard]] std::vector<residue_set> wanted(run_node const& n, bool complemented) const {
    std::vector<residue_set> when = n.accepting;
    for (context_id c = 0; complemented && c < when.size(); ++c)
      if (!n.occurring[c].never()) when[c] = complement(when[c]);
    return when;
  }

  template <class Find>
  formula collect(bool complemented, Find const& find) {
    std::vector<part> parts; // in order of first use
    for (node_id s = 0; s < nodes_.size() && !limits_.out_of_time(); ++s) {
      std::vector<residue_set> const when = wanted(nodes_[s], complemented);
      if (std::all_of(when.begin(), when.end(), [](auto const& w) { return w.never(); })) continue;
      std::optional<place> const here = find(s);
      if (!here) continue;
      auto at =
          std::find_if(parts.begin(), parts.end(), [&](part const& p) { return p.when == when; });
      if (at == parts.end())
        at = parts.insert(at, {when, pool_.falsity(), std::vector<bool>(when.size(), false)});
      at->where = pool_.disjunction(at->where, here->f);
      for (node_id const n : here->nodes)
        for (context_id c = 0; c < when.size(); ++c)
          if (!nodes_[n].occurring[c].never()) at->possible[c] = true;
    }
    formula any = pool_.falsity();
    for (part const& p : parts)
      any = pool_.disjunction(any, pool_.conjunction(p.where, names_.found(p.when, p.possible)));
    return complemented ? pool_.negation(any) : any;
  }

  // The nodes that accept otherwise and that an edge leads to from the region's part ahead of s,
  // which is added to `region`.
  std::vector<node_id> bounds(node_id s, std::vector<node_id>& region) const {
    std::vector<node_id> found;
    std::vector<node_id> todo{s};
    std::vector<bool> seen(nodes_.size(), false);
    seen[s] = true;
    while (!todo.empty()) {
      node_id const at = todo.back();
      todo.pop_back();
      region.push_back(at);
      for (run_edge const& e : nodes_[at].out) {
        if (seen[e.to]) continue;
        seen[e.to] = true;
        (nodes_[e.to].accepting == nodes_[s].accepting ? todo : found).push_back(e.to);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  std::vector<run_node> const& nodes_;
  symbols& names_;
  reached_formulas& reached_;
  logic::formula_pool& pool_;
  budget::budget const& limits_;
};

} // namespace

budget::limited<formula> accepting_formula(std::vector<run_node> const& nodes, symbols& names,
                                           logic::formula_pool& pool,
                                           budget::budget const& limits) {
  std::size_t edges = 0;
  for (run_node const& n : nodes)
    edges += n.out.size();
  bool const careful = nodes.size() <= careful_nodes && edges * nodes.size() <= careful_work;
  reached_formulas reached(nodes, names, pool, careful, limits);
  acceptance accept(nodes, names, reached, pool, limits);
  formula best = accept.by_nodes(false);
  std::vector<formula> others{accept.by_nodes(true)};
  if (careful) {
    others.push_back(accept.by_regions(false));
    others.push_back(accept.by_regions(true));
  }
  if (limits.out_of_time()) return tl::unexpected(limits.time_passed());
  for (formula const f : others)
    if (cost_of(f) < cost_of(best)) best = f;
  return best;
}

} // namespace ltlc::synthesis
