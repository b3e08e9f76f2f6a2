#include "ltlc/algebra/tuples.hpp"

#include <algorithm>

#include "ltlc/automaton/compare.hpp"
#include "ltlc/automaton/order.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {
namespace {

using automaton::dfa;
using automaton::state;

// Tuples of distinct states as states of an automaton; all others are its last state.
class tuple_graph {
public:
  tuple_graph(dfa const& a, std::size_t r) : n_(a.states()), r_(r) {
    std::uint64_t size = 1;
    for (std::size_t i = 0; i < r; ++i)
      size *= n_;
    graph_ = {a.sigma, 0, std::vector<bool>(size + 1, false), {}};
    graph_.delta.assign((size + 1) * a.letters(), static_cast<state>(size));
    std::vector<state> tuple(r);
    std::vector<state> images(r);
    for (state t = 0; t < size; ++t) {
      decode(t, tuple);
      if (!distinct(tuple)) continue;
      for (text::letter x = 0; x < a.letters(); ++x) {
        for (std::size_t i = 0; i < r; ++i)
          images[i] = a.next(tuple[i], x);
        if (distinct(images)) graph_.delta[t * a.letters() + x] = encode(images);
      }
    }
  }

  [[nodiscard]] dfa const& graph() const { return graph_; }
  [[nodiscard]] state tuples() const { return static_cast<state>(graph_.states() - 1); }

  void decode(state t, std::vector<state>& tuple) const {
    for (state& q : tuple) {
      q = static_cast<state>(t % n_);
      t = static_cast<state>(t / n_);
    }
  }
  [[nodiscard]] state encode(std::vector<state> const& tuple) const {
    std::uint64_t t = 0;
    for (std::size_t i = r_; i-- > 0;)
      t = t * n_ + tuple[i];
    return static_cast<state>(t);
  }
  [[nodiscard]] static bool distinct(std::vector<state> const& tuple) {
    for (std::size_t i = 1; i < tuple.size(); ++i)
      if (std::find(tuple.begin(), tuple.begin() + static_cast<std::ptrdiff_t>(i), tuple[i]) !=
          tuple.begin() + static_cast<std::ptrdiff_t>(i))
        return false;
    return true;
  }

private:
  std::uint64_t n_;
  std::size_t r_;
  dfa graph_;
};

// A word of the length of `layers` that leads to `goal`, through the sets that were reached.
text::word word_back(dfa const& g, std::vector<std::vector<bool>> const& layers, state goal) {
  text::word w;
  for (std::size_t i = layers.size() - 1; i-- > 0;) {
    bool found = false;
    for (state p = 0; p < g.states() && !found; ++p)
      for (text::letter x = 0; layers[i][p] && x < g.letters() && !found; ++x)
        if (g.next(p, x) == goal) {
          w.push_back(x);
          goal = p;
          found = true;
        }
    LTLC_ENSURES(found);
  }
  std::reverse(w.begin(), w.end());
  return w;
}

// Words of one length from `start` to `turned` and to itself.
std::optional<tuple_rotation> of_one_length(dfa const& g, automaton::component_order const& order,
                                            state start, state turned,
                                            budget::budget const& limits) {
  std::uint32_t const home = order.component_of[start];
  std::vector<std::vector<bool>> layers{std::vector<bool>(g.states(), false)};
  layers[0][start] = true;
  std::vector<state> here{start};
  while (!layers.back()[turned] || !layers.back()[start] || layers.size() == 1) {
    if (layers.size() * (g.states() / 8) > limits.max_bytes / 8 || limits.out_of_time())
      return std::nullopt;
    layers.emplace_back(g.states(), false);
    std::vector<state> next;
    for (state const p : here)
      for (text::letter x = 0; x < g.letters(); ++x) {
        state const q = g.next(p, x);
        if (order.component_of[q] != home || layers.back()[q]) continue;
        layers.back()[q] = true;
        next.push_back(q);
      }
    here = std::move(next);
  }
  return tuple_rotation{{}, word_back(g, layers, turned), word_back(g, layers, start)};
}

} // namespace

std::optional<tuple_rotation> find_tuple_rotation(dfa const& a, std::size_t r, bool modular,
                                                  budget::budget const& limits) {
  std::uint64_t entries = a.letters();
  for (std::size_t i = 0; i < r; ++i) {
    if (entries > most_tuple_entries / a.states()) return std::nullopt;
    entries *= a.states();
  }
  tuple_graph const tuples(a, r);
  if (limits.out_of_time()) return std::nullopt;
  automaton::component_order const order = automaton::components(tuples.graph());
  std::vector<state> tuple(r);
  for (state t = 0; t < tuples.tuples(); ++t) {
    tuples.decode(t, tuple);
    // Each cycle once, from its smallest state on.
    if (std::min_element(tuple.begin(), tuple.end()) != tuple.begin()) continue;
    if (!tuple_graph::distinct(tuple)) continue;
    std::vector<state> turned = tuple;
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    state const other = tuples.encode(turned);
    if (order.component_of[t] != order.component_of[other]) continue;
    if (!modular) {
      auto u = automaton::shortest_path(tuples.graph(), t, other);
      LTLC_ENSURES(u.has_value());
      return tuple_rotation{tuple, std::move(*u), {}};
    }
    if (order.phase[t] != order.phase[other]) continue;
    auto found = of_one_length(tuples.graph(), order, t, other, limits);
    if (!found) return std::nullopt;
    found->cycle = tuple;
    return found;
  }
  return std::nullopt;
}

} // namespace ltlc::algebra
