#include "ltlc/synthesis/contexts.hpp"

#include <algorithm>
#include <map>

#include "ltlc/budget/pace.hpp"

namespace ltlc::synthesis {
namespace {

using automaton::state;

std::vector<std::vector<text::letter>> classes_of(automaton::dfa const& a) {
  std::map<std::vector<state>, std::size_t> class_of;
  std::vector<std::vector<text::letter>> classes;
  for (text::letter x = 0; x < a.letters(); ++x) {
    std::vector<state> column;
    for (state q = 0; q < a.states(); ++q)
      column.push_back(a.next(q, x));
    auto const [at, fresh] = class_of.try_emplace(std::move(column), classes.size());
    if (fresh) classes.emplace_back();
    classes[at->second].push_back(x);
  }
  return classes;
}

class growing {
public:
  growing(automaton::dfa const& a, budget::budget const& limits)
      : a_(a), limits_(limits), pace_(limits, "suffixes") {
    tree_.classes = classes_of(a);
    tree_.nodes.emplace_back();
  }

  budget::limited<context_tree> all(std::uint64_t window) {
    tree_.window = window;
    for (std::uint32_t v = 0; v < tree_.nodes.size(); ++v)
      if (tree_.nodes[v].depth < window)
        if (auto const limit = split(v)) return tl::unexpected(*limit);
    connect();
    return std::move(tree_);
  }

  budget::limited<context_tree> deciding(automaton::component_order const& order) {
    if (auto const limit = decide_states(order)) return tl::unexpected(*limit);
    if (auto const limit = close()) return tl::unexpected(*limit);
    connect();
    return std::move(tree_);
  }

private:
  using outcome = std::optional<budget::limit_reached>;
  static constexpr state left = UINT32_MAX; // the component was left

  [[nodiscard]] bool leaf(std::uint32_t v) const { return tree_.nodes[v].longer.empty(); }

  outcome split(std::uint32_t v) {
    if (tree_.nodes.size() + tree_.classes.size() > limits_.max_states)
      return limits_.states_passed();
    if (pace_.out_of_time(tree_.nodes.size(), tree_.classes.size())) return limits_.time_passed();
    std::uint32_t const depth = tree_.nodes[v].depth + 1;
    for (letter_class x = 0; x < tree_.classes.size(); ++x) {
      tree_.nodes[v].longer.push_back(static_cast<std::uint32_t>(tree_.nodes.size()));
      tree_.nodes.push_back({depth, {}});
    }
    return std::nullopt;
  }

  // Longer suffixes, as long as two states of one component and phase are reached.
  outcome decide_states(automaton::component_order const& order) {
    std::vector<std::vector<state>> reached(1, std::vector<state>(a_.states()));
    for (state q = 0; q < a_.states(); ++q)
      reached[0][q] = q;
    for (std::uint32_t v = 0; v < tree_.nodes.size(); ++v) {
      std::vector<state> const suffix = std::move(reached[v]);
      reached[v] = {};
      tree_.window = std::max<std::uint64_t>(tree_.window, tree_.nodes[v].depth);
      if (decided(suffix, order)) continue;
      if (tree_.nodes.size() * a_.states() > limits_.max_bytes / sizeof(state))
        return budget::bytes_passed(limits_);
      if (outcome const l = split(v)) return l;
      for (std::vector<text::letter> const& letters : tree_.classes) {
        std::vector<state> longer(a_.states(), left);
        for (state q = 0; q < a_.states(); ++q) {
          state const r = a_.next(q, letters.front());
          if (order.component_of[r] == order.component_of[q]) longer[q] = suffix[r];
        }
        reached.push_back(std::move(longer));
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] static bool decided(std::vector<state> const& reached,
                                    automaton::component_order const& order) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, state> only;
    return std::all_of(reached.begin(), reached.end(), [&](state q) {
      return q == left ||
             only.try_emplace({order.component_of[q], order.phase[q]}, q).first->second == q;
    });
  }

  // Makes the context of w·a known from that of w: the suffix of w·a that its context asks for,
  // without a, must not be longer than the context of w.
  outcome close() {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<std::vector<letter_class>> const word = words();
      for (std::uint32_t v = 1; v < word.size(); ++v) {
        if (!leaf(v)) continue;
        letter_class a = 0;
        while (a < tree_.classes.size() && leaf(walk(word[v], a)))
          ++a;
        if (a == tree_.classes.size()) continue;
        if (outcome const l = split(v)) return l;
        changed = true;
      }
    }
    return std::nullopt;
  }

  // The suffix of each node, its last letter first.
  [[nodiscard]] std::vector<std::vector<letter_class>> words() const {
    std::vector<std::vector<letter_class>> word(tree_.nodes.size());
    for (std::uint32_t v = 0; v < tree_.nodes.size(); ++v)
      for (letter_class x = 0; x < tree_.nodes[v].longer.size(); ++x) {
        word[tree_.nodes[v].longer[x]] = word[v];
        word[tree_.nodes[v].longer[x]].push_back(x);
      }
    return word;
  }

  // The node of w·a, as far as the letters of w (the last one first) lead.
  [[nodiscard]] std::uint32_t walk(std::vector<letter_class> const& w, letter_class a) const {
    std::uint32_t v = 0;
    if (!leaf(v)) v = tree_.nodes[v].longer[a];
    for (std::size_t i = 0; i < w.size() && !leaf(v); ++i)
      v = tree_.nodes[v].longer[w[i]];
    return v;
  }

  void connect() {
    std::vector<std::vector<letter_class>> const word = words();
    for (std::vector<letter_class> const& w : word)
      for (letter_class a = 0; a < tree_.classes.size(); ++a)
        tree_.next.push_back(walk(w, a));
  }

  automaton::dfa const& a_;
  budget::budget const& limits_;
  budget::pace pace_;
  context_tree tree_;
};

} // namespace

context_tree no_context(std::size_t letters) {
  context_tree tree;
  tree.nodes.emplace_back();
  tree.next.assign(letters, 0);
  for (std::size_t x = 0; x < letters; ++x)
    tree.classes.push_back({static_cast<text::letter>(x)});
  return tree;
}

budget::limited<context_tree> all_contexts(automaton::dfa const& a, std::uint64_t window,
                                           budget::budget const& limits) {
  return growing(a, limits).all(window);
}

budget::limited<context_tree> deciding_contexts(automaton::dfa const& a,
                                                automaton::component_order const& order,
                                                budget::budget const& limits) {
  return growing(a, limits).deciding(order);
}

} // namespace ltlc::synthesis
