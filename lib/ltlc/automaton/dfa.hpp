// Complete deterministic automata as dense tables.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/text/alphabet.hpp"

namespace ltlc::automaton {

using state = std::uint32_t;

// delta[q * letters + a] is the successor of q by letter a. Every state has every letter.
struct dfa {
  text::alphabet sigma;
  state initial = 0;
  std::vector<bool> accepting; // by state
  std::vector<state> delta;    // states × letters, row-major

  [[nodiscard]] std::size_t states() const { return accepting.size(); }
  [[nodiscard]] std::size_t letters() const { return sigma.size(); }
  [[nodiscard]] state next(state q, text::letter a) const { return delta[q * letters() + a]; }
  friend bool operator==(dfa const&, dfa const&) = default;
};

// The state after reading w from q.
[[nodiscard]] state run(dfa const& a, state q, text::word const& w);
[[nodiscard]] bool accepts(dfa const& a, text::word const& w);

// The reachable part, states numbered breadth-first in alphabet order, the initial state 0: two
// minimal automata of one language are equal with ==. Cost: O(|Q||Σ|).
[[nodiscard]] dfa canonical(dfa const& a);

// The same language read with complemented acceptance.
[[nodiscard]] dfa complement(dfa a);

// The automaton that has these letters only, in this order. Pre: at least one, each once.
[[nodiscard]] dfa restricted(dfa const& a, std::vector<text::letter> const& letters);

// Why this is no complete DFA, or empty: sizes, ranges, at least one letter and one state.
[[nodiscard]] std::string malformed(dfa const& a);

} // namespace ltlc::automaton
