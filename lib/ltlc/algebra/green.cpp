#include "ltlc/algebra/green.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {
namespace {

constexpr std::uint32_t unset = UINT32_MAX;

bool is_idempotent(semigroup const& s, element x) {
  automaton::state q = 0;
  while (q < s.states && s.image(x, s.image(x, q)) == s.image(x, q))
    ++q;
  return q == s.states;
}

bool is_identity(semigroup const& s, element x) {
  automaton::state q = 0;
  while (q < s.states && s.image(x, q) == q)
    ++q;
  return q == s.states;
}

// a·(y·b) = (a·y)·b: prefixes are numbered before the words they begin.
std::vector<element> left_cayley_graph(semigroup const& s) {
  std::vector<element> left(s.size() * s.letters);
  for (std::size_t x = 0; x < s.size(); ++x)
    for (std::size_t a = 0; a < s.letters; ++a) {
      element const ay =
          s.prefix[x] == x ? s.generator[a] : left[std::size_t{s.prefix[x]} * s.letters + a];
      left[x * s.letters + a] = s.right[std::size_t{ay} * s.letters + s.last[x]];
    }
  return left;
}

// The edges x → x·a, then x → a·x, of M; the adjoined identity leads to the letters.
class cayley_graph {
public:
  cayley_graph(semigroup const& s, green_relations const& g) : s_(s), g_(g) {}

  [[nodiscard]] std::size_t letters() const { return s_.letters; }
  [[nodiscard]] element right(element x, std::size_t a) const {
    return x < s_.size() ? s_.right[std::size_t{x} * s_.letters + a] : s_.generator[a];
  }
  [[nodiscard]] element left(element x, std::size_t a) const {
    return x < s_.size() ? g_.left[std::size_t{x} * s_.letters + a] : s_.generator[a];
  }
  [[nodiscard]] element either(element x, std::size_t a) const {
    return a < s_.letters ? right(x, a) : left(x, a - s_.letters);
  }

private:
  semigroup const& s_;
  green_relations const& g_;
};

// The strongly connected component of each element, or none when the time is up. No recursion: a
// frame is a node and the next of its edges. Source: [Tarjan72].
template <class Successor>
std::optional<std::vector<std::uint32_t>> strong_components(std::size_t nodes, std::size_t degree,
                                                            Successor const& successor,
                                                            budget::pace& clock) {
  struct frame {
    element node;
    std::uint32_t edge;
  };
  std::vector<std::uint32_t> index(nodes, unset);
  std::vector<std::uint32_t> low(nodes, unset);
  std::vector<std::uint32_t> component(nodes, unset);
  std::vector<element> open;
  std::vector<frame> frames;
  std::uint32_t met = 0;
  std::uint32_t components = 0;
  auto const enter = [&](element x) {
    index[x] = low[x] = met++;
    open.push_back(x);
    frames.push_back({x, 0});
  };
  for (element root = 0; root < nodes; ++root) {
    if (index[root] == unset) enter(root);
    while (!frames.empty()) {
      frame& top = frames.back();
      element const x = top.node;
      if (top.edge < degree) {
        element const y = successor(x, top.edge++);
        if (index[y] == unset)
          enter(y);
        else if (component[y] == unset)
          low[x] = std::min(low[x], index[y]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[x]);
      if (clock.out_of_time(met, degree)) return std::nullopt;
      if (low[x] != index[x]) continue;
      for (element y = unset; y != x;) {
        y = open.back();
        open.pop_back();
        component[y] = components;
      }
      ++components;
    }
  }
  return component;
}

// Elements of M in short-lex order.
std::vector<element> in_order(green_relations const& g) {
  std::vector<element> order{g.one};
  for (element x = 0; x < g.size; ++x)
    if (x != g.one) order.push_back(x);
  return order;
}

std::uint32_t count_of(std::vector<std::uint32_t> const& component) {
  return *std::max_element(component.begin(), component.end()) + 1;
}

// J-classes from the top: one whose upper neighbours are all numbered, with the least element.
void number_j_classes(cayley_graph const& graph, std::vector<std::uint32_t> const& component,
                      std::vector<element> const& order, green_relations& g) {
  std::uint32_t const count = count_of(component);
  std::size_t const degree = 2 * graph.letters();
  std::vector<std::vector<element>> elements(count);
  std::vector<std::uint32_t> by_least; // components in the order of their least elements
  for (element const x : order) {
    if (elements[component[x]].empty()) by_least.push_back(component[x]);
    elements[component[x]].push_back(x);
  }
  std::vector<std::uint32_t> place(count);
  for (std::uint32_t i = 0; i < count; ++i)
    place[by_least[i]] = i;

  std::vector<std::uint64_t> entering(count, 0);
  for (element x = 0; x < g.size; ++x)
    for (std::size_t a = 0; a < degree; ++a) {
      std::uint32_t const below = component[graph.either(x, a)];
      if (below != component[x]) ++entering[below];
    }
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t i = 0; i < count; ++i)
    if (entering[by_least[i]] == 0) ready.push(i);
  g.j_of.resize(g.size);
  while (!ready.empty()) {
    std::uint32_t const c = by_least[ready.top()];
    ready.pop();
    for (element const x : elements[c]) {
      g.j_of[x] = static_cast<std::uint32_t>(g.classes.size());
      for (std::size_t a = 0; a < degree; ++a) {
        std::uint32_t const below = component[graph.either(x, a)];
        if (below != c && --entering[below] == 0) ready.push(place[below]);
      }
    }
    g.classes.push_back({});
    g.classes.back().elements = std::move(elements[c]);
  }
  LTLC_ENSURES(g.classes.size() == count);
}

// Rows and columns in the order of the boxes, then of their least elements.
void number_rows_and_columns(std::vector<std::uint32_t> const& r_component,
                             std::vector<std::uint32_t> const& l_component, green_relations& g) {
  std::vector<std::uint32_t> row(count_of(r_component), unset);
  std::vector<std::uint32_t> column(count_of(l_component), unset);
  std::uint32_t cells = 0;
  g.r_of.resize(g.size);
  g.l_of.resize(g.size);
  for (j_class& c : g.classes) {
    c.first_r = g.r_classes;
    c.first_l = g.l_classes;
    c.first_h = cells;
    for (element const x : c.elements) {
      std::uint32_t& r = row[r_component[x]];
      std::uint32_t& l = column[l_component[x]];
      if (r == unset) r = g.r_classes++;
      if (l == unset) l = g.l_classes++;
      g.r_of[x] = r;
      g.l_of[x] = l;
      c.regular = c.regular || g.idempotent[x];
    }
    c.rows = g.r_classes - c.first_r;
    c.columns = g.l_classes - c.first_l;
    cells += c.rows * c.columns;
    LTLC_ENSURES(c.elements.size() % (std::size_t{c.rows} * c.columns) == 0);
  }
  g.group.assign(cells, false);
  for (element x = 0; x < g.size; ++x)
    if (g.idempotent[x]) g.group[g.h_of(x)] = true;
}

} // namespace

budget::limited<green_relations> relations_of(semigroup const& s, budget::budget const& limits) {
  LTLC_EXPECTS(s.complete);
  if (s.size() > limits.max_bytes / (4 * s.letters + 80))
    return tl::unexpected(budget::bytes_passed(limits));
  budget::pace clock(limits, "elements in classes");
  green_relations g;
  g.one = static_cast<element>(s.size());
  g.idempotent.resize(s.size());
  for (element x = 0; x < s.size(); ++x) {
    g.idempotent[x] = is_idempotent(s, x);
    if (g.idempotent[x] && is_identity(s, x)) g.one = x;
    if (clock.out_of_time(x, 1 + s.states / 16)) return tl::unexpected(limits.time_passed());
  }
  g.size = s.size();
  if (g.one == s.size()) {
    g.idempotent.push_back(true);
    ++g.size;
  }
  g.left = left_cayley_graph(s);

  cayley_graph const graph(s, g);
  auto const r = strong_components(
      g.size, s.letters, [&](element x, std::size_t a) { return graph.right(x, a); }, clock);
  auto const l = strong_components(
      g.size, s.letters, [&](element x, std::size_t a) { return graph.left(x, a); }, clock);
  auto const j = strong_components(
      g.size, 2 * s.letters, [&](element x, std::size_t a) { return graph.either(x, a); }, clock);
  if (!r || !l || !j) return tl::unexpected(limits.time_passed());
  number_j_classes(graph, *j, in_order(g), g);
  number_rows_and_columns(*r, *l, g);
  return g;
}

budget::limited<std::vector<std::vector<std::uint32_t>>>
covered_classes(semigroup const& s, green_relations const& g, budget::budget const& limits) {
  std::size_t const count = g.classes.size();
  std::size_t const blocks = (count + 63) / 64;
  if (count > limits.max_bytes / (8 * blocks + 32))
    return tl::unexpected(budget::bytes_passed(limits));
  budget::pace clock(limits, "classes in order");
  cayley_graph const graph(s, g);
  std::vector<std::uint64_t> below(count * blocks, 0); // strictly
  std::vector<std::vector<std::uint32_t>> covered(count);
  for (std::size_t c = count; c-- > 0;) {
    std::vector<std::uint32_t> next;
    for (element const x : g.classes[c].elements)
      for (std::size_t a = 0; a < 2 * s.letters; ++a)
        if (std::uint32_t const d = g.j_of[graph.either(x, a)]; d != c) next.push_back(d);
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    // From the top: what lies below an earlier one is not covered.
    std::uint64_t* const all = below.data() + c * blocks;
    for (std::uint32_t const d : next) {
      if (clock.out_of_time(count - c, 1 + blocks / 8)) return tl::unexpected(limits.time_passed());
      if ((all[d / 64] >> (d % 64) & 1) != 0) continue;
      covered[c].push_back(d);
      for (std::size_t i = 0; i < blocks; ++i)
        all[i] |= below[d * blocks + i];
      all[d / 64] |= std::uint64_t{1} << (d % 64);
    }
  }
  return covered;
}

text::word word_of(semigroup const& s, green_relations const& g, element x) {
  return x == g.one ? text::word{} : word_of(s, x);
}

} // namespace ltlc::algebra
