// How many words of each length an automaton accepts from each state, exactly, and the words by
// their number. From the counts follows a bijection between the numbers 0 … count − 1 and the words
// of a length in dictionary order: the first letter is the one whose share the number falls into,
// and what is left of the number says how to go on. A uniform number gives a uniform word.
#pragma once

#include <cstdint>
#include <vector>

#include <boost/multiprecision/gmp.hpp>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::sampling {

using integer = boost::multiprecision::mpz_int;

class count_table {
public:
  // Words that `a` accepts, or those that it rejects, up to a length.
  // Pre: `a` is a complete automaton (automaton::malformed says nothing of it).
  // Cost: O(longest |Q||Σ|) additions of numbers of at most longest · log2 |Σ| bits.
  // Limits: the bytes of the table, time.
  [[nodiscard]] static budget::limited<count_table>
  make(automaton::dfa const& a, bool accepted, std::uint64_t longest, budget::budget const& limits);

  [[nodiscard]] std::uint64_t longest() const { return by_length_.size() - 1; }
  // How many words of this length there are from the initial state. Pre: length <= longest().
  [[nodiscard]] integer const& count(std::uint64_t length) const {
    return by_length_[length][initial_];
  }
  // The word of this length with so many before it in dictionary order (letters in the order of the
  // alphabet). Pre: length <= longest(), 0 <= index < count(length).
  // Cost: O(length |Σ|) comparisons and subtractions.
  [[nodiscard]] text::word word(std::uint64_t length, integer index) const;

private:
  count_table() = default;

  automaton::state initial_ = 0;
  std::size_t letters_ = 0;
  std::vector<automaton::state> delta_;
  std::vector<std::vector<integer>> by_length_; // [length][state]
};

} // namespace ltlc::sampling
