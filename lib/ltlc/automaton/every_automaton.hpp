// All automata of a size, each once: transition tables in which states are numbered breadth-first.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/automaton/minimize.hpp"

namespace ltlc::automaton {

// The transition tables of complete automata with n states over m letters, all states reachable and
// in canonical numbering, in lexicographic order; each isomorphism class once.
class every_table {
public:
  // Pre: n >= 1, m >= 1.
  every_table(state n, std::size_t m);

  // False when there are no more.
  [[nodiscard]] bool next();
  // State q's successor by letter x is at q * m + x. Pre: next() was true.
  [[nodiscard]] std::vector<state> const& table() const { return table_; }

private:
  [[nodiscard]] bool fill_from(std::size_t at);
  [[nodiscard]] state seen_before(std::size_t at) const { return at == 0 ? 1 : seen_[at - 1]; }

  state n_;
  std::size_t m_;
  bool begun_ = false;
  std::vector<state> table_;
  std::vector<state> seen_; // how many states are met up to each entry, the initial one included
};

// The minimal automata that have this table, one for each acceptance that makes it minimal, in the
// order of acceptance as a binary number with state 0 lowest. Pre: at most 20 states.
// Cost: 2^n minimizations.
[[nodiscard]] std::vector<minimal_dfa> minimal_automata(text::alphabet const& sigma,
                                                        std::vector<state> const& table);

// No renaming of the letters gives an automaton whose table (then acceptance) comes first in
// lexicographic order: one of each class of languages that differ by the names of letters only.
// Cost: |Σ|! renamings.
[[nodiscard]] bool first_among_renamings(minimal_dfa const& a);

} // namespace ltlc::automaton
