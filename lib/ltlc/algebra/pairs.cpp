// Depth-first search for a cycle among unordered pairs of states that share a component (and a
// phase): a pair that leaves its component never comes back. A cycle through (p, q) that returns as
// (q, p) is one of twice the length, so unordered pairs are enough.
#include <algorithm>
#include <numeric>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {
namespace {

using automaton::state;

class pair_graph {
public:
  pair_graph(automaton::dfa const& a, automaton::component_order const& order, bool by_phase)
      : order_(order), by_phase_(by_phase), rank_(a.states()) {
    std::size_t groups = 0;
    first_group_.reserve(order.components.size());
    for (automaton::component const& c : order.components) {
      first_group_.push_back(groups);
      groups += by_phase ? std::max(1U, c.period) : 1;
    }
    members_.resize(groups);
    for (state q = 0; q < a.states(); ++q) {
      rank_[q] = static_cast<std::uint32_t>(members_[group(q)].size());
      members_[group(q)].push_back(q);
    }
    first_pair_.reserve(groups);
    for (std::vector<state> const& g : members_) {
      first_pair_.push_back(pairs_);
      pairs_ += g.size() * (g.size() - 1) / 2;
    }
  }

  // The sets of states whose pairs are the nodes.
  [[nodiscard]] std::vector<std::vector<state>> const& groups() const { return members_; }

  [[nodiscard]] std::uint64_t pairs() const { return pairs_; }
  [[nodiscard]] bool together(state p, state q) const {
    return order_.component_of[p] == order_.component_of[q] &&
           (!by_phase_ || order_.phase[p] == order_.phase[q]);
  }
  // Pre: p ≠ q, together(p, q).
  [[nodiscard]] std::uint64_t index(state p, state q) const {
    std::uint64_t const high = std::max(rank_[p], rank_[q]);
    return first_pair_[group(p)] + high * (high - 1) / 2 + std::min(rank_[p], rank_[q]);
  }

private:
  [[nodiscard]] std::size_t group(state q) const {
    return first_group_[order_.component_of[q]] + (by_phase_ ? order_.phase[q] : 0);
  }

  automaton::component_order const& order_;
  bool by_phase_ = false;
  std::vector<std::size_t> first_group_; // of each component
  std::vector<std::vector<state>> members_;
  std::vector<std::uint64_t> first_pair_; // of each group
  std::vector<std::uint32_t> rank_;       // of each state in its group
  std::uint64_t pairs_ = 0;
};

struct looping_pair {
  state p = 0;
  state q = 0;
  text::word e;
};

enum color : std::uint8_t { white, open, done };

// One byte a pair.
struct every_mark {
  std::vector<std::uint8_t> marks;
  explicit every_mark(std::uint64_t pairs) : marks(pairs, white) {}
  std::uint8_t& operator[](std::uint64_t i) { return marks[i]; }
  [[nodiscard]] bool full() const { return false; }
};

// Only the pairs that were met, up to a number.
struct few_marks {
  static constexpr std::size_t most = 1U << 20;
  boost::unordered_flat_map<std::uint64_t, std::uint8_t> marks;
  std::size_t limit = most;
  std::uint8_t& operator[](std::uint64_t i) { return marks[i]; }
  [[nodiscard]] bool full() const { return marks.size() >= limit; }
};

template <class Marks>
class cycle_search {
public:
  cycle_search(automaton::dfa const& a, automaton::component_order const& order,
               pair_graph const& graph, Marks marks, budget::budget const& limits)
      : a_(a), order_(order), graph_(graph), limits_(limits), pace_(limits, "pairs of states"),
        mark_(std::move(marks)) {}

  // A pair on a cycle, or none when the graph has no cycle.
  budget::limited<std::optional<looping_pair>> run() {
    for (std::vector<state> const& group : graph_.groups())
      for (std::size_t j = 1; j < group.size(); ++j)
        for (std::size_t i = 0; i < j; ++i) {
          if (mark_[graph_.index(group[i], group[j])] != white) continue;
          auto found = search_from(group[i], group[j]);
          if (!found || *found) return found;
        }
    return std::nullopt;
  }

private:
  struct frame {
    state p, q;
    text::letter next;
  };

  void enter(state p, state q) {
    mark_[graph_.index(p, q)] = open;
    path_.push_back({p, q, 0});
  }

  budget::limited<std::optional<looping_pair>> search_from(state p, state q) {
    enter(p, q);
    while (!path_.empty()) {
      frame& f = path_.back();
      if (f.next == a_.letters()) {
        mark_[graph_.index(f.p, f.q)] = done;
        path_.pop_back();
        continue;
      }
      text::letter const x = f.next++;
      state const r = a_.next(f.p, x);
      state const s = a_.next(f.q, x);
      if (r == s || order_.component_of[r] != order_.component_of[f.p] || !graph_.together(r, s))
        continue;
      std::uint8_t const seen = mark_[graph_.index(r, s)];
      if (seen == open) return closed_by(r, s);
      if (seen == white) enter(r, s);
      if (mark_.full() || path_.size() * sizeof(frame) > limits_.max_bytes)
        return tl::unexpected(budget::bytes_passed(limits_));
      if (pace_.out_of_time(path_.size())) return tl::unexpected(limits_.time_passed());
    }
    return std::nullopt;
  }

  // The path's end goes back to {r, s}, in one order or the other.
  looping_pair closed_by(state r, state s) const {
    std::size_t at = path_.size();
    do
      --at;
    while (graph_.index(path_[at].p, path_[at].q) != graph_.index(r, s));
    looping_pair found{path_[at].p, path_[at].q, {}};
    for (; at < path_.size(); ++at)
      found.e.push_back(path_[at].next - 1);
    if (r != found.p) found.e = repeated(found.e, 2);
    return found;
  }

  automaton::dfa const& a_;
  automaton::component_order const& order_;
  pair_graph const& graph_;
  budget::budget const& limits_;
  budget::pace pace_;
  Marks mark_;
  std::vector<frame> path_;
};

// Most automata outside the class show it soon; only then is a table of all pairs worth its room.
budget::limited<std::optional<looping_pair>> find_cycle(automaton::dfa const& a,
                                                        automaton::component_order const& order,
                                                        pair_graph const& graph,
                                                        budget::budget const& limits) {
  std::size_t const few = std::min<std::uint64_t>(few_marks::most, limits.max_bytes / 32);
  if (graph.pairs() > few_marks::most || graph.pairs() > limits.max_bytes) {
    auto early = cycle_search(a, order, graph, few_marks{{}, few}, limits).run();
    if (early || limits.out_of_time()) return early;
    if (graph.pairs() > limits.max_bytes) return tl::unexpected(budget::bytes_passed(limits));
  }
  return cycle_search(a, order, graph, every_mark(graph.pairs()), limits).run();
}

// The pair with the shortest loop among the first ones, within a bounded number of steps.
looping_pair shorten(automaton::dfa const& a, automaton::component_order const& order,
                     pair_graph const& graph, looping_pair best) {
  std::uint64_t visits = 1U << 18;
  if (auto e = shortest_loop(a, best.p, best.q, 1, visits)) best.e = std::move(*e);
  visits = 1U << 18;
  for (state q = 1; q < a.states(); ++q)
    for (state const p : order.components[order.component_of[q]].states) {
      if (p >= q || visits == 0 || best.e.size() == 1) break;
      --visits;
      if (!graph.together(p, q)) continue;
      auto e = shortest_loop(a, p, q, 1, visits);
      if (e && e->size() < best.e.size()) best = {p, q, std::move(*e)};
    }
  return best;
}

certificate loop_certificate(automaton::dfa const& a, automaton::component_order const& order,
                             looping_pair found, bool by_phase) {
  auto& [p, q, e] = found;
  std::uint64_t const m = by_phase ? certificate_modulus(order, p) : 1;
  if (e.size() % m != 0) {
    std::uint64_t visits = 1U << 20;
    std::optional<text::word> shortest = shortest_loop(a, p, q, m, visits);
    e = shortest ? std::move(*shortest) : repeated(e, m / std::gcd(m, e.size()));
  }
  std::optional<route> const u = shortest_route(a, order, p, q, m);
  std::optional<route> const v = shortest_route(a, order, q, p, m);
  LTLC_ENSURES(u && v);
  return state_pair_certificate{.p = p,
                                .q = q,
                                .x = reaching_word(a, p),
                                .u = u->w,
                                .v = v->w,
                                .z = telling_word(a, p, q),
                                .e = std::move(e),
                                .modulus = m};
}

} // namespace

verdict decide_pairs(automaton::dfa const& a, automaton::component_order const& order,
                     bool by_phase, budget::budget const& limits) {
  verdict v{by_phase ? class_id::ltl_p_y_mod : class_id::ltl_p_y, membership::undecided, {}, {}};
  pair_graph const graph(a, order, by_phase);
  auto found = find_cycle(a, order, graph, limits);
  if (!found) {
    v.limit = found.error();
  } else if (*found) {
    v.answer = membership::not_member;
    v.evidence = loop_certificate(a, order, shorten(a, order, graph, std::move(**found)), by_phase);
  } else {
    v.answer = membership::member;
    v.evidence = acyclic_pairs_certificate{graph.pairs(), order};
  }
  return v;
}

} // namespace ltlc::algebra
