// A place (q, c, o) is where a run can be: in state q of component C, in context c, at a position i
// with i + o ≡ phase(q) modulo the period of C. Reading a letter leads to one place inside C, and
// outside to one for each offset that the position allows. Places that reach each other lie in one
// component with one offset and, being on cycles, have been in it for as long as any context is, so
// there the context and the position decide the state. A node is a set of places in which that
// holds too. The strongly connected sets of places are taken in topological order and each is put
// into the first node, not before those of its predecessors, with which it agrees: no two of its
// places have one context and a common position but different states. So
//   (1) edges lead from a node to itself or to a later one: a run enters each node at most once;
//   (2) at a node the context and the position decide the state, hence with the letter the place
//       and the node that follow.
// By (2) the symbols at their positions that lead from s to t are an event, Boolean in the letter,
// the letters before it and MOD; by (1) "the run has entered t" is P of "at s now, and that event",
// and it is at s when it has entered it and no event since has led out of it: φ_s = P enter_s ∧
// ¬P(P enter_s ∧ leave_s). The whole words shorter than the leaves ask for occur at one position
// each, and always in one state; so they agree with everything and make no node of their own
// unless something comes before.
#include "ltlc/synthesis/window_graph.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/budget/pace.hpp"

namespace ltlc::synthesis {
namespace {

using automaton::state;

constexpr std::uint64_t widest_lcm = 1U << 16; // largest lcm of periods that meet in an event
constexpr std::uint32_t unknown = UINT32_MAX;

struct place {
  state q = 0;
  context_id c = 0;
  std::uint32_t offset = 0;
};

struct step {
  std::uint32_t to = 0; // place
  letter_class a = 0;
  residue_set when;
};

class window_graph_builder {
public:
  window_graph_builder(automaton::dfa const& a, automaton::component_order const& order,
                       context_tree const& tree, merging how, budget::budget const& limits)
      : a_(a), order_(order), tree_(tree), how_(how), limits_(limits), pace_(limits, "places") {}

  budget::limited<std::vector<run_node>> run() {
    state const first = a_.initial;
    std::uint32_t const d = period(order_.component_of[first]);
    place_of(first, 0, (order_.phase[first] + d - 1 % d) % d);
    for (std::uint32_t p = 0; p < places_.size(); ++p) {
      if (auto const limit = leave(p)) return tl::unexpected(*limit);
      if (steps_made_ > 64 * limits_.max_states || places_.size() > limits_.max_states)
        return tl::unexpected(limits_.states_passed());
      if (pace_.out_of_time(places_.size(), tree_.classes.size()))
        return tl::unexpected(limits_.time_passed());
    }
    sort_components();
    if (auto const limit = assign()) return tl::unexpected(*limit);
    if (blocks_ * tree_.symbols() > 64 * limits_.max_states)
      return tl::unexpected(limits_.states_passed());
    std::vector<run_node> made = nodes();
    if (too_wide_) return tl::unexpected(limits_.states_passed());
    return made;
  }

private:
  using outcome = std::optional<budget::limit_reached>;

  [[nodiscard]] std::uint32_t period(std::uint32_t component) const {
    return std::max(1U, order_.components[component].period);
  }
  [[nodiscard]] std::uint32_t period_at(place const& p) const {
    return period(order_.component_of[p.q]);
  }

  std::uint32_t place_of(state q, context_id c, std::uint32_t offset) {
    auto const [at, fresh] =
        number_.try_emplace(std::tuple(q, c, offset), static_cast<std::uint32_t>(places_.size()));
    if (fresh) {
      places_.push_back({q, c, offset});
      steps_.emplace_back();
    }
    return at->second;
  }

  // The residue of the positions of p, modulo its period.
  [[nodiscard]] std::uint64_t residue(place const& p) const {
    std::uint32_t const d = period_at(p);
    return (order_.phase[p.q] + d - p.offset) % d;
  }
  // The positions of p, as far as the context does not say more.
  [[nodiscard]] residue_set positions(place const& p) const {
    if (tree_.nodes[p.c].position()) return every_position();
    return normal(period_at(p), {residue(p)});
  }

  outcome leave(std::uint32_t id) {
    place const p = places_[id];
    std::uint32_t const home = order_.component_of[p.q];
    std::uint64_t const c = period(home);
    std::optional<std::uint64_t> const position = tree_.nodes[p.c].position();
    for (letter_class x = 0; x < tree_.classes.size(); ++x) {
      state const r = a_.next(p.q, tree_.classes[x].front());
      context_id const context = tree_.after(p.c, x);
      if (order_.component_of[r] == home) {
        add(id, place_of(r, context, p.offset), x, positions(p));
        continue;
      }
      std::uint64_t const d = period(order_.component_of[r]);
      if (std::lcm(c, d) > widest_lcm) return limits_.states_passed();
      for (std::uint32_t o = 0; o < d; ++o) {
        // Position i + 1 is read in r, whose phase is i + 1 + o.
        std::uint64_t const there = (order_.phase[r] + 2 * d - o - 1) % d;
        if (position ? *position % d != there
                     : residue(p) % std::gcd(c, d) != there % std::gcd(c, d))
          continue;
        add(id, place_of(r, context, o), x,
            position ? every_position() : common(positions(p), normal(d, {there})));
      }
    }
    return std::nullopt;
  }

  void add(std::uint32_t from, std::uint32_t to, letter_class x, residue_set when) {
    steps_[from].push_back({to, x, std::move(when)});
    ++steps_made_;
  }

  // Tarjan's algorithm: components are closed in reverse topological order. Source: [Tarjan72].
  void sort_components() {
    std::vector<std::uint32_t> index(places_.size(), unknown);
    std::vector<std::uint32_t> low(places_.size());
    std::vector<std::size_t> next(places_.size(), 0);
    std::vector<std::uint32_t> path{0};
    std::vector<std::uint32_t> open;
    component_.assign(places_.size(), unknown);
    std::uint32_t visited = 0;
    while (!path.empty()) { // every place is reachable from the first
      std::uint32_t const p = path.back();
      if (index[p] == unknown) {
        index[p] = low[p] = visited++;
        open.push_back(p);
      }
      if (next[p] < steps_[p].size()) {
        std::uint32_t const q = steps_[p][next[p]++].to;
        if (index[q] == unknown)
          path.push_back(q);
        else if (component_[q] == unknown)
          low[p] = std::min(low[p], index[q]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[p]);
      if (low[p] != index[p]) continue;
      members_.emplace_back();
      while (component_[p] == unknown) {
        component_[open.back()] = static_cast<std::uint32_t>(members_.size() - 1);
        members_.back().push_back(open.back());
        open.pop_back();
      }
    }
  }

  // Nodes for the components of places, in topological order.
  outcome assign() {
    std::vector<std::uint32_t> earliest(members_.size(), 0);
    node_.assign(places_.size(), 0);
    std::vector<std::vector<std::vector<std::uint32_t>>> at; // by node and context
    std::vector<std::pair<std::uint32_t, std::uint32_t>> home;
    for (std::size_t s = members_.size(); s-- > 0;) {
      place const& some = places_[members_[s].front()];
      std::pair const from(order_.component_of[some.q], some.offset);
      bool const whole = tree_.nodes[some.c].position().has_value();
      std::uint32_t b = earliest[s];
      while (b < at.size() && !((how_ == merging::everywhere || whole || home[b] == from) &&
                                agree(members_[s], at[b])))
        ++b;
      if (b == at.size()) {
        at.emplace_back(tree_.nodes.size());
        home.push_back(from);
        if (at.size() * tree_.nodes.size() > 64 * limits_.max_states)
          return limits_.states_passed();
      }
      for (std::uint32_t const p : members_[s]) {
        node_[p] = b;
        at[b][places_[p].c].push_back(p);
        for (step const& e : steps_[p])
          earliest[component_[e.to]] = std::max(earliest[component_[e.to]], b);
      }
      if (pace_.out_of_time(at.size(), members_[s].size() * at.size()))
        return limits_.time_passed();
    }
    blocks_ = at.size();
    return std::nullopt;
  }

  [[nodiscard]] bool agree(std::vector<std::uint32_t> const& places,
                           std::vector<std::vector<std::uint32_t>> const& node) const {
    return std::all_of(places.begin(), places.end(), [&](std::uint32_t p) {
      std::vector<std::uint32_t> const& others = node[places_[p].c];
      return std::all_of(others.begin(), others.end(), [&](std::uint32_t other) {
        return places_[p].q == places_[other].q || !meet(places_[p], places_[other]);
      });
    });
  }
  // Pre: one context.
  [[nodiscard]] bool meet(place const& p, place const& q) const {
    std::uint64_t const shared = std::gcd(period_at(p), period_at(q));
    return tree_.nodes[p.c].position() || residue(p) % shared == residue(q) % shared;
  }

  void unite(residue_set& r, residue_set const& s) {
    if (std::lcm(r.modulus, s.modulus) > widest_lcm)
      too_wide_ = true;
    else
      r = r.never() ? s : united(r, s);
  }

  std::vector<run_node> nodes() {
    std::vector<run_node> result(blocks_);
    std::vector<std::map<std::pair<node_id, symbol>, run_edge>> out(blocks_);
    for (run_node& n : result) {
      n.occurring.resize(tree_.nodes.size());
      n.accepting.resize(tree_.nodes.size());
    }
    for (std::uint32_t p = 0; p < places_.size(); ++p) {
      place const& at = places_[p];
      run_node& n = result[node_[p]];
      unite(n.occurring[at.c], positions(at));
      if (a_.accepting[at.q]) unite(n.accepting[at.c], positions(at));
      for (step const& e : steps_[p]) {
        if (node_[e.to] == node_[p]) continue;
        auto const x = static_cast<symbol>(at.c * tree_.classes.size() + e.a);
        run_edge& edge = out[node_[p]].try_emplace({node_[e.to], x}).first->second;
        edge.to = node_[e.to];
        edge.x = x;
        unite(edge.when, e.when);
      }
    }
    for (node_id b = 0; b < blocks_; ++b) {
      std::map<symbol, residue_set> leaving;
      for (auto const& [key, e] : out[b])
        unite(leaving[e.x], e.when);
      for (auto& [key, e] : out[b]) {
        e.from = leaving[e.x];
        result[b].out.push_back(std::move(e));
      }
    }
    return result;
  }

  automaton::dfa const& a_;
  automaton::component_order const& order_;
  context_tree const& tree_;
  merging how_;
  budget::budget const& limits_;
  budget::pace pace_;
  std::vector<place> places_;
  boost::unordered_flat_map<std::tuple<state, context_id, std::uint32_t>, std::uint32_t> number_;
  std::vector<std::vector<step>> steps_;
  std::uint64_t steps_made_ = 0;
  std::vector<std::uint32_t> component_;            // of places
  std::vector<std::vector<std::uint32_t>> members_; // of components, the last ones first
  std::vector<node_id> node_;                       // of places
  std::size_t blocks_ = 0;
  bool too_wide_ = false;
};

} // namespace

budget::limited<std::vector<run_node>> make_window_graph(automaton::dfa const& a,
                                                         automaton::component_order const& order,
                                                         context_tree const& tree, merging how,
                                                         budget::budget const& limits) {
  return window_graph_builder(a, order, tree, how, limits).run();
}

} // namespace ltlc::synthesis
