// What formulas of a given P-depth can tell apart.
//
// Let A(i) say what a formula without P sees at position i: the last min(w, i−1) letters before i,
// the letter at i (none at N+1) and i mod k. Let T_0(i) say nothing, and T_d(i) be the set of the
// pairs (A(j), T_{d−1}(j)) for 1 <= j < i.
//
// Claim: a formula of P-depth <= d in which the exponents of Y sum up to w at most along each path
// from the root, and whose moduli divide k, is true at i depending on (A(i), T_d(i)) only.
// Y commutes with the other operators, at every position:
//   Y^k(f & g) = Y^k f & Y^k g,  Y^k !f = !Y^k f & Y^k true,  Y^k MOD(r,m) = MOD(r+k,m) & Y^k true,
//   Y^k P f = P Y^k f: both say that f holds at some j >= 1 with j + k < i;
// this keeps the P-depth and does not enlarge the sums, so f is Boolean in letters and `true` under
// one Y^j, j <= w, in MOD, and in formulas P g with g of that form and of depth d−1. The first
// kinds are decided by A(i). By induction g is true at j depending on (A(j), T_{d−1}(j)), and P g
// at i says that T_d(i) has a pair for which it is: it is decided by T_d(i).
//
// So when two words agree in A and T_d at N+1 and only one is in the language, depth d does not
// suffice. Two words of one type that lead to different states of the minimal automaton are as
// good: append a word that separates the states, and the types, which what follows changes alike,
// stay equal. When no two do, the depth suffices: there are finitely many types, and each is
// defined by such a formula (type_formula.hpp).
#pragma once

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::synthesis {

// What is seen at a position of a word, or, without the letter, at N+1.
struct view {
  std::vector<text::letter> last; // the last one last
  std::uint64_t residue = 0;
  std::optional<text::letter> here;
  friend bool operator==(view const&, view const&) = default;
};

// The types of words. Elements and sets have numbers; a set is a T_d or a T_{d−1} depending on
// where it is named: set 0 is the empty one, and also T_0.
struct type_table {
  struct element {
    std::uint32_t at = 0;    // view of the position
    std::uint32_t below = 0; // its type of one depth less
  };
  struct end {
    std::uint32_t at = 0; // view of N+1
    std::uint32_t type = 0;
    bool accepted = false;
  };
  std::size_t depth = 0;
  std::vector<view> positions; // views with a letter
  std::vector<view> ends;      // views of N+1
  std::vector<element> elements;
  std::vector<std::vector<std::uint32_t>> sets; // of elements, sorted
  std::vector<end> words;                       // each type that a word has
};

enum class separation {
  complete,   // every word of a type gets one answer: the depth suffices
  impossible, // two words of one type do not
  unknown     // the search was cut, at a number of types or at the deadline
};

struct types_found {
  separation answer = separation::unknown;
  type_table table; // of the words that were met: of all when the answer is `complete`
};

// Breadth-first through the types of words, with the state that each leads to. Letters that move
// all states alike are one, the first of them: a formula for the words over these is one for all
// when each letter is replaced by a disjunction.
[[nodiscard]] types_found find_types(automaton::minimal_dfa const& a, std::uint64_t window,
                                     std::uint64_t modulus, std::size_t depth,
                                     std::size_t most_types, budget::budget const& limits);

} // namespace ltlc::synthesis
