// Reading a transition table: words letter by letter, and searches along its edges. Private to
// checking/.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "ltlc/automaton/dfa.hpp"

namespace ltlc::checking {

using automaton::dfa;
using automaton::state;

// What checkers say of evidence of the wrong kind, or that speaks of what the table does not have.
inline constexpr char const* for_another_class = "the evidence is for another class";
inline constexpr char const* unknown = "a state or letter is unknown";

// q·w. Cost: O(|w|).
[[nodiscard]] state after(dfa const& a, state q, text::word const& w);

// The states and the letters of the words exist.
[[nodiscard]] bool exist(dfa const& a, std::initializer_list<state> states,
                         std::initializer_list<text::word const*> words);

// What is wrong with two states that z is to tell apart, or empty.
[[nodiscard]] std::string not_separated(dfa const& a, state p, state q, text::word const& z);

// q·e^n for every n that is large enough and has enough divisors: where an idempotent power of e
// leads from q. Cost: O(|Q||e|).
[[nodiscard]] state after_idempotent_power(dfa const& a, state q, text::word const& e);

// The edges read backwards: all p with p·x = q. Cost: O(|Q||Σ|) time and space.
class predecessors {
public:
  explicit predecessors(dfa const& a);
  template <class Visit>
  void each(state q, text::letter x, Visit visit) const {
    std::size_t const row = x * states_ + q;
    for (std::size_t i = first_[row]; i < first_[row + 1]; ++i)
      visit(sources_[i]);
  }

private:
  std::size_t states_;
  std::vector<std::size_t> first_; // by letter and state
  std::vector<state> sources_;
};

// The states that reach one of `goals` (these too) by the letters marked. Cost: O(|Q||Σ|).
[[nodiscard]] std::vector<bool> reaching(predecessors const& back, std::vector<state> goals,
                                         std::vector<bool> const& letters, std::size_t states);

// The gcd of the lengths of all closed walks through p; 0 when there is none. Cost: O(|Q||Σ|).
[[nodiscard]] std::uint64_t gcd_of_cycles(dfa const& a, state p);

// The number of each state's strongly connected component, and which states lie on a cycle.
// Cost: O(|Q||Σ|).
struct components {
  std::vector<std::uint32_t> of;
  std::vector<bool> cyclic;
};
[[nodiscard]] components components_of(dfa const& a, predecessors const& back);

} // namespace ltlc::checking
