#include "ltlc/synthesis/formula_of.hpp"

#include <algorithm>
#include <map>

#include "ltlc/contract.hpp"
#include "ltlc/synthesis/reached.hpp"
#include "ltlc/synthesis/shrink.hpp"

namespace ltlc::synthesis {
namespace {

using logic::formula;

constexpr std::size_t careful_nodes = 256; // run graphs for which superfluous guards are looked for

// When the word is accepted (or, complemented, rejected) at N+1, in two ways.
class acceptance {
public:
  acceptance(std::vector<run_node> const& nodes, reached_formulas& reached,
             logic::formula_pool& pool)
      : nodes_(nodes), reached_(reached), pool_(pool) {}

  // Node by node: the run is there, and the position is one at which its state accepts.
  formula by_nodes(bool complemented) {
    return collect(complemented,
                   [&](node_id s) -> std::optional<formula> { return reached_.present(s); });
  }

  // Region by region, a region being what is connected and accepts alike: the run entered the
  // region here, and has entered no node that bounds it.
  formula by_regions(bool complemented) {
    std::vector<bool> entry(nodes_.size(), false);
    entry[0] = true;
    for (run_node const& n : nodes_)
      for (run_edge const& e : n.out)
        if (nodes_[e.to].accepting != n.accepting) entry[e.to] = true;
    return collect(complemented, [&](node_id s) -> std::optional<formula> {
      if (!entry[s]) return std::nullopt;
      formula here = reached_.entered(s);
      for (node_id const x : bounds(s))
        here = pool_.conjunction(here, pool_.negation(reached_.entered(x)));
      return here;
    });
  }

private:
  template <class Place>
  formula collect(bool complemented, Place const& place) {
    // The places of each set of accepting positions, in order of first use.
    std::vector<std::pair<residue_set, formula>> parts;
    for (node_id s = 0; s < nodes_.size(); ++s) {
      residue_set const when = complemented ? complement(nodes_[s].accepting) : nodes_[s].accepting;
      if (when.never()) continue;
      std::optional<formula> const here = place(s);
      if (!here) continue;
      auto at = std::find_if(parts.begin(), parts.end(),
                             [&](auto const& part) { return part.first == when; });
      if (at == parts.end()) at = parts.insert(at, {when, pool_.falsity()});
      at->second = pool_.disjunction(at->second, *here);
    }
    formula any = pool_.falsity();
    for (auto const& [when, where] : parts)
      any = pool_.disjunction(any, pool_.conjunction(where, to_formula(when, pool_)));
    return complemented ? pool_.negation(any) : any;
  }

  // The nodes that accept otherwise and that an edge leads to from the region's part ahead of s.
  std::vector<node_id> bounds(node_id s) const {
    std::vector<node_id> found;
    std::vector<node_id> todo{s};
    std::vector<bool> seen(nodes_.size(), false);
    seen[s] = true;
    while (!todo.empty()) {
      node_id const at = todo.back();
      todo.pop_back();
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
  reached_formulas& reached_;
  logic::formula_pool& pool_;
};

formula best_of(std::vector<run_node> const& nodes, text::alphabet const& sigma,
                logic::formula_pool& pool) {
  bool const careful = nodes.size() <= careful_nodes;
  reached_formulas reached(nodes, sigma, pool, careful);
  acceptance accept(nodes, reached, pool);
  formula best = accept.by_nodes(false);
  std::vector<formula> others{accept.by_nodes(true)};
  if (careful) {
    others.push_back(accept.by_regions(false));
    others.push_back(accept.by_regions(true));
  }
  for (formula const f : others)
    if (cost_of(f) < cost_of(best)) best = f;
  return best;
}

// MOD(0,2) as ¬MOD(1,2) where both occur: one head less.
formula one_parity(formula f, logic::formula_pool& pool) {
  formula const even = pool.mod(0, 2);
  formula const odd = pool.mod(1, 2);
  std::vector<term::id> const parts = logic::subformulas(f);
  bool const both = std::binary_search(parts.begin(), parts.end(), even.id) &&
                    std::binary_search(parts.begin(), parts.end(), odd.id);
  return both ? replaced(f, even, pool.negation(odd), pool) : f;
}

} // namespace

tl::expected<formula, std::variant<outside_class, budget::limit_reached>>
formula_of(automaton::minimal_dfa const& a, logic::formula_pool& pool,
           budget::budget const& limits) {
  evidence::verdict member = algebra::decide(a, evidence::class_id::ltl_p_mod, limits);
  if (member.answer != evidence::membership::member)
    return tl::unexpected(outside_class{std::move(member)});
  auto const* const ordered = std::get_if<evidence::order_certificate>(&member.proof);
  LTLC_ENSURES(ordered != nullptr);
  auto const nodes = make_run_graph(*a, ordered->order, limits);
  if (!nodes) return tl::unexpected(nodes.error());
  return one_parity(shrink(best_of(*nodes, a->sigma, pool), a, pool, limits), pool);
}

} // namespace ltlc::synthesis
