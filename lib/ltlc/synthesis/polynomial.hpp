// Left-deterministic modular polynomials: the languages of LTL[P,MOD] as unions of simple patterns.
//
// A block is (A_0 … A_{c−1})* A_0 … A_{r−1} with letter sets A_j and r < c, or, for c = 0, the
// empty word: it goes round a cycle of sets and stops r steps into it. A monomial is
//   B_0 M_1 B_1 M_2 … M_n B_n
// with blocks B_i and markers M_i, which are nonempty letter sets. It is left-deterministic:
// M_{i+1} does not meet A_r of B_i. So, as a word is read from the left, whether a letter goes on
// with the block or is the marker that ends it is decided by what has been read and this letter; a
// word is in a monomial in at most one way. A polynomial is a union of such monomials that have no
// word in common. With c ≤ 1 everywhere these are the patterns Σ_0* a_1 Σ_1* … a_n Σ_n* with a_i ∉
// Σ_{i−1}.
//
// There is one monomial for each way of a run through the components of the automaton: where it
// leaves each, where to, and where in the last one it ends. Letters that leave alike are one
// marker.
//
// Source: [RoPE, Def. A.2–A.4], where a marker is one letter and d = c is one number for all
// blocks; a monomial here is the union of several of those. One thing is said here that Def. A.3
// leaves open, how far into its cycle the last block goes. Were any place allowed, (ab)* were no
// such polynomial: in a long word (ab)^m, with d even, each marker stands within d letters of the
// one before, because it is the first of its letter and residue and residues decide the letters; so
// the last block holds d letters or more, hence the right letter for each residue, and (ab)^m a
// matches as well. In PFO²[<,MOD] it is the 0-ary LEN that says this.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/regex/expression.hpp"
#include "ltlc/synthesis/formula_of.hpp"

namespace ltlc::synthesis {

using letter_set = std::vector<text::letter>; // increasing

struct block {
  std::vector<letter_set> cycle; // none of them empty
  std::uint32_t rest = 0;        // letters after the last full round
};

struct monomial {
  std::vector<block> blocks; // one more than markers
  std::vector<letter_set> markers;
};

struct polynomial {
  std::vector<monomial> monomials; // none for the empty language
  std::size_t longest = 0;         // most markers of a monomial
  algebra::integer modulus = 1;    // lcm of the cycles
};

// There are more monomials than were wanted; how many.
struct too_many_monomials {
  algebra::integer count;
  std::uint64_t wanted = 0;
};

// The polynomial of L(a). The monomials are counted before any is made; their order is that of the
// states and letters at which they part.
// Cost: O(|Q||Σ|) for the count; then the size of the result. Limits: max_monomials; the letters of
// the result against budget.max_states, time.
[[nodiscard]] tl::expected<polynomial,
                           std::variant<outside_class, too_many_monomials, budget::limit_reached>>
polynomial_of(automaton::minimal_dfa const& a, std::uint64_t max_monomials,
              budget::budget const& limits);

[[nodiscard]] regex::expression to_regex(monomial const& m, text::alphabet const& sigma,
                                         regex::expression_pool& pool);

// The monomials as regular expressions, joined by |; [] when there is none. Sets name their letters
// and none is "all letters", so the text means the same over every alphabet.
[[nodiscard]] std::string print(polynomial const& p, text::alphabet const& sigma);

// The same for LaTeX's math mode: a set of one letter is the letter, that of all letters (when there
// are more than one) is \Sigma, monomials are joined by \cup; \emptyset when there is none.
[[nodiscard]] std::string to_latex(polynomial const& p, text::alphabet const& sigma);

} // namespace ltlc::synthesis
