#include "ltlc/synthesis/run_graph.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "ltlc/contract.hpp"

namespace ltlc::synthesis {
namespace {

using automaton::state;

std::uint64_t modulo(std::int64_t x, std::uint64_t m) {
  auto const n = static_cast<std::int64_t>(m);
  return static_cast<std::uint64_t>((x % n + n) % n);
}

// The residue modulo lcm(m, n) that is r modulo m and s modulo n. Pre: r ≡ s mod gcd(m, n).
std::uint64_t common_residue(std::uint64_t r, std::uint64_t m, std::uint64_t s, std::uint64_t n) {
  if (m < n) return common_residue(s, n, r, m);
  while (r % n != s)
    r += m;
  return r;
}

class run_graph_builder {
public:
  run_graph_builder(automaton::dfa const& a, automaton::component_order const& order,
                    budget::budget const& limits)
      : a_(a), order_(order), limits_(limits), of_component_(order.components.size()) {}

  budget::limited<std::vector<run_node>> run() {
    state const first = a_.initial;
    std::uint32_t const home = order_.component_of[first];
    node_id const start = node(home, modulo(std::int64_t{order_.phase[first]} - 1, period(home)));
    nodes_[start].position = 1;
    // Edges lead to later components, so a node has all its incoming edges when it is its turn.
    for (std::uint32_t c = 0; c < order_.components.size(); ++c)
      for (auto const& [offset, id] : of_component_[c]) {
        settle_position(id, id == start);
        leave(id);
        if (edges_ > 64 * limits_.max_states) return tl::unexpected(limits_.states_passed());
        if (limits_.out_of_time()) return tl::unexpected(limits_.time_passed());
      }
    return in_order();
  }

private:
  using outgoing = std::map<std::pair<node_id, symbol>, run_edge>;

  [[nodiscard]] std::uint32_t period(std::uint32_t component) const {
    return std::max(1U, order_.components[component].period);
  }
  [[nodiscard]] bool loopless(std::uint32_t component) const {
    return order_.components[component].period == 0;
  }

  node_id node(std::uint32_t component, std::uint64_t offset) {
    auto const [at, fresh] = of_component_[component].try_emplace(
        static_cast<std::uint32_t>(offset), static_cast<node_id>(nodes_.size()));
    if (fresh) {
      run_node n;
      n.component = component;
      n.offset = at->first;
      n.period = period(component);
      nodes_.push_back(std::move(n));
      entered_.emplace_back();
    }
    return at->second;
  }

  // A state without a loop is read once; known when it is entered from one known position only.
  void settle_position(node_id id, bool start) {
    if (!loopless(nodes_[id].component)) {
      nodes_[id].position.reset();
      return;
    }
    if (start) return;
    std::optional<std::uint64_t> const first = entered_[id].front();
    for (auto const& other : entered_[id])
      if (!other || other != first) return;
    nodes_[id].position = *first + 1;
  }

  void leave(node_id id) {
    std::uint32_t const home = nodes_[id].component;
    std::uint32_t const c = nodes_[id].period;
    std::uint32_t const offset = nodes_[id].offset;
    outgoing out;
    std::vector<std::uint64_t> accepting;
    for (state const q : order_.components[home].states) {
      // The run is in q exactly at the positions ≡ here (mod c).
      std::uint64_t const here = modulo(std::int64_t{order_.phase[q]} - offset, c);
      if (a_.accepting[q]) accepting.push_back(here);
      for (text::letter x = 0; x < a_.letters(); ++x)
        if (state const r = a_.next(q, x); order_.component_of[r] != home)
          enter(id, here, c, x, r, out);
    }
    nodes_[id].occurring = {every_position()};
    nodes_[id].accepting = {normal(c, std::move(accepting))};
    for (auto& [key, e] : out)
      nodes_[id].out.push_back(std::move(e));
    edges_ += out.size();
  }

  void enter(node_id id, std::uint64_t here, std::uint32_t c, text::letter x, state r,
             outgoing& out) {
    std::uint32_t const target = order_.component_of[r];
    std::uint32_t const d = period(target);
    std::uint32_t const shared = std::gcd(c, d);
    std::optional<std::uint64_t> const position = nodes_[id].position;
    // Position i + 1 is read in r, whose phase is i + 1 + o: one node for each o that can be.
    for (std::uint32_t o = 0; o < d; ++o) {
      std::uint64_t const there = modulo(std::int64_t{order_.phase[r]} - o - 1, d);
      if (position ? *position % d != there : here % shared != there % shared) continue;
      node_id const to = node(target, o);
      entered_[to].push_back(position);
      residue_set when = every_position();
      residue_set from = every_position();
      if (!position) {
        when = normal(std::lcm<std::uint64_t>(c, d), {common_residue(here, c, there, d)});
        from = normal(c, {here});
      }
      auto const [at, fresh] = out.try_emplace({to, x}, run_edge{to, x, when, from});
      if (fresh) continue;
      at->second.when = united(at->second.when, when);
      at->second.from = united(at->second.from, from);
    }
  }

  // Renumbered in topological order.
  std::vector<run_node> in_order() {
    std::vector<node_id> sorted(nodes_.size());
    std::iota(sorted.begin(), sorted.end(), node_id{0});
    std::sort(sorted.begin(), sorted.end(), [&](node_id p, node_id q) {
      return std::tie(nodes_[p].component, nodes_[p].offset) <
             std::tie(nodes_[q].component, nodes_[q].offset);
    });
    std::vector<node_id> number(nodes_.size());
    std::vector<run_node> result;
    for (node_id const id : sorted) {
      number[id] = static_cast<node_id>(result.size());
      result.push_back(std::move(nodes_[id]));
    }
    for (run_node& n : result) {
      for (run_edge& e : n.out)
        e.to = number[e.to];
      std::sort(n.out.begin(), n.out.end(), [](run_edge const& e, run_edge const& f) {
        return std::tie(e.to, e.x) < std::tie(f.to, f.x);
      });
    }
    return result;
  }

  automaton::dfa const& a_;
  automaton::component_order const& order_;
  budget::budget const& limits_;
  std::vector<std::map<std::uint32_t, node_id>> of_component_; // by offset
  std::vector<run_node> nodes_;
  std::vector<std::vector<std::optional<std::uint64_t>>> entered_; // positions it is entered from
  std::size_t edges_ = 0;
};

} // namespace

budget::limited<std::vector<run_node>> make_run_graph(automaton::dfa const& a,
                                                      automaton::component_order const& order,
                                                      budget::budget const& limits) {
  return run_graph_builder(a, order, limits).run();
}

} // namespace ltlc::synthesis
