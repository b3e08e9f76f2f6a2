// What is remembered of the letters before a position: a suffix of them, as long as it has to be.
// The contexts are the leaves of a tree of suffixes, read from the last letter backwards, and for
// each inner node v the word that is v and nothing before it: such a word is shorter than the
// leaves ask for, and its position is known. Letters that move all states alike are one.
// Every word ends in exactly one context, and that of w·a depends on that of w and on a only.
#pragma once

#include <optional>
#include <vector>

#include "ltlc/automaton/order.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::synthesis {

using context_id = std::uint32_t; // the root, 0, is the context of the first position
using letter_class = std::uint32_t;

struct suffix_node {
  std::uint32_t depth = 0;
  std::vector<context_id> longer; // by the class of the letter before; empty: a leaf
  // The one position at which a word is this context and not a longer one; none for a leaf.
  [[nodiscard]] std::optional<std::uint64_t> position() const {
    if (longer.empty()) return std::nullopt;
    return depth + std::uint64_t{1};
  }
};

struct context_tree {
  std::vector<std::vector<text::letter>> classes;
  std::vector<suffix_node> nodes; // by context; the root first, parents before children
  std::vector<context_id> next;   // contexts × classes
  std::uint64_t window = 0;       // length of the longest suffix

  [[nodiscard]] context_id after(context_id c, letter_class a) const {
    return next[c * classes.size() + a];
  }
  // A symbol is a context and the class of the letter that is read in it.
  [[nodiscard]] std::size_t symbols() const { return next.size(); }
};

// One context, and every letter by itself.
[[nodiscard]] context_tree no_context(std::size_t letters);

// All contexts of a length, and the shorter words. Limits: states, time.
[[nodiscard]] budget::limited<context_tree>
all_contexts(automaton::dfa const& a, std::uint64_t window, budget::budget const& limits);

// Contexts long enough that of the states of one component and phase at most one is reached from
// within the component by the letters of a context. The longest is the least window.
// Pre: no two states of a component and phase lie on a cycle of pairs. Limits: states, bytes, time.
[[nodiscard]] budget::limited<context_tree>
deciding_contexts(automaton::dfa const& a, automaton::component_order const& order,
                  budget::budget const& limits);

} // namespace ltlc::synthesis
