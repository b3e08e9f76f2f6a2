// Products, emptiness, and equivalence with a shortest separating word.
#pragma once

#include <optional>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::automaton {

enum class boolean { conjunction, disjunction, difference, symmetric_difference };

// The reachable product with acceptance combined by `operation`. Pre: equal alphabets.
[[nodiscard]] budget::limited<dfa> product(dfa const& a, dfa const& b, boolean operation,
                                           budget::budget const& limits);

// A shortest accepted word, least in alphabet order among the shortest; none when the language is
// empty. Cost: O(|Q||Σ|).
[[nodiscard]] std::optional<text::word> shortest_accepted(dfa const& a);

// A shortest word on which the two differ (least in alphabet order), or none when the languages are
// equal. Pre: equal alphabets. Cost: O((|A| + |B|)|Σ| α), so only the time limit applies.
[[nodiscard]] budget::limited<std::optional<text::word>> difference(dfa const& a, dfa const& b,
                                                                    budget::budget const& limits);

// A shortest word that leads from `from` to `to`, or none. The empty word when they are equal,
// unless `nonempty`.
[[nodiscard]] std::optional<text::word> shortest_path(dfa const& a, state from, state to,
                                                      bool nonempty = false);

// By state: where transitions into it come from, once for each letter.
[[nodiscard]] std::vector<std::vector<state>> predecessors(dfa const& a);

// Which states lead to one of `targets`, by words of any length. Cost: O(|Q||Σ|).
[[nodiscard]] std::vector<bool> leading_to(std::vector<std::vector<state>> const& predecessors,
                                           std::vector<state> targets);

// A shortest word that separates p from q (exactly one of p·z, q·z accepts), or none.
[[nodiscard]] std::optional<text::word> separating_word(dfa const& a, state p, state q);

} // namespace ltlc::automaton
