// Labelled samples of a language for training and testing: words of given lengths, uniform among
// those of their length and label.
//
// The words come in groups. A group is either all that is asked for of one length, or all that is
// asked for altogether; then each word's length is drawn first, uniformly among the lengths that
// have words of its label, and its word second, so that long lengths do not crowd out the short
// ones. In a balanced group of N words ⌈N/2⌉ are positive and the others negative, in random order;
// where it can have no words of one label, all are of the other. [RoPE, §3.5, §E.2] trains on
// lengths up to 40 (one group) and tests on 512 words of each of the lengths 41 … 500 (a group
// each).
#pragma once

#include <array>
#include <functional>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::sampling {

// Which words: any of Σ*, those in the language, or those outside it.
enum class kind : std::uint8_t { any, positive, negative };
inline constexpr std::size_t kind_count = 3;

// What a group is made of.
enum class mixture : std::uint8_t { any, positive, negative, balanced };

struct request {
  std::uint64_t shortest = 0; // lengths, both included
  std::uint64_t longest = 0;
  std::uint64_t count = 0; // words of each group
  bool by_length = true;   // a group for each length; else one group
  mixture of = mixture::any;
  bool distinct = false; // no word twice
  std::uint64_t seed = 1;
};

// What there was to give. A list is by kind; it is empty for kinds that were not asked for.
struct sampled {
  std::uint64_t asked = 0;
  std::uint64_t given = 0;                                  // less where words ran out
  std::array<std::vector<std::uint64_t>, kind_count> none;  // lengths without a word of the kind
  std::array<std::vector<std::uint64_t>, kind_count> spent; // distinct: all their words were given
};

// Calls `give` with each word and whether `a` accepts it; stops when `give` says false. The same
// automaton and request give the same words.
// Pre: `a` is complete; shortest <= longest; count >= 1.
// Cost: tables (count_table) for each kind that is asked for, then O(length |Σ|) a word.
// Limits: the bytes of the tables and of what is remembered for `distinct`, time.
[[nodiscard]] budget::limited<sampled>
sample(automaton::dfa const& a, request const& r, budget::budget const& limits,
       std::function<bool(text::word const&, bool)> const& give);

} // namespace ltlc::sampling
