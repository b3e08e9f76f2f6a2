// PFO²[<,MOD] and its extension by succ and last: two variables, quantifiers that only look left of
// a free variable. The pool can hold only formulas of the fragment; the grammar reports texts that
// leave it. Source: [RoPE, §A.2]; succ and last are past the paper, and why succ alone would not do
// is proved in logic/to_first_order.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/term/pool.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::logic {

enum class variable : std::uint8_t { first = 0, second = 1 };

[[nodiscard]] constexpr variable other(variable v) {
  return v == variable::first ? variable::second : variable::first;
}

enum class fo_op : std::uint8_t {
  falsity,
  truth,
  letter,    // a(v): a = symbol, v
  mod,       // MOD(v; a, b)
  length,    // LEN(a, b): N ≡ a (mod b)
  less,      // v < other(v)
  equal,     // first = second
  successor, // succ(v, other(v)): other(v) = v + 1
  last,      // last(v): v = N
  negation,
  conjunction,
  disjunction,
  implication,
  equivalence,
  exists_before, // exists v < other(v). a
  exists,        // exists v. a, where a has no free variable but v
};

struct fo_node {
  fo_op kind = fo_op::falsity;
  variable v = variable::first;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  friend bool operator==(fo_node const&, fo_node const&) = default;
};

struct fo_node_hash {
  std::size_t operator()(fo_node const& n) const noexcept;
};

class fo_pool;

struct fo_formula {
  fo_pool const* pool = nullptr;
  term::id id = 0;
  friend bool operator==(fo_formula const&, fo_formula const&) = default;
};

// Which variables are free: bit 0 for first, bit 1 for second.
using free_variables = std::uint8_t;

// Owns the nodes. Only double negation is removed and residues are reduced: what was written stays.
class fo_pool {
public:
  fo_pool() = default;
  fo_pool(fo_pool const&) = delete;
  fo_pool& operator=(fo_pool const&) = delete;

  fo_formula falsity();
  fo_formula truth();
  fo_formula letter(std::string_view token, variable v);
  fo_formula mod(variable v, std::int64_t r, std::int64_t m); // Pre: 1 <= m < 2^32
  fo_formula length(std::int64_t r, std::int64_t m);          // Pre: 1 <= m < 2^32
  fo_formula less(variable left);                             // left < other(left)
  fo_formula equal();
  fo_formula successor(variable left); // other(left) = left + 1
  fo_formula last(variable v);         // v = N
  fo_formula negation(fo_formula f);
  fo_formula conjunction(fo_formula f, fo_formula g);
  fo_formula disjunction(fo_formula f, fo_formula g);
  fo_formula implication(fo_formula f, fo_formula g);
  fo_formula equivalence(fo_formula f, fo_formula g);
  fo_formula exists_before(variable bound, fo_formula f);
  fo_formula forall_before(variable bound, fo_formula f); // ¬ exists ¬
  // Pre: no variable other than `bound` is free in f.
  fo_formula exists(variable bound, fo_formula f);
  fo_formula forall(variable bound, fo_formula f);

  [[nodiscard]] fo_node const& operator[](term::id i) const { return nodes_[i]; }
  [[nodiscard]] free_variables free_in(term::id i) const { return free_[i]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] term::symbol_table const& symbols() const { return symbols_; }

private:
  fo_formula make(fo_node const& n);
  term::pool<fo_node, fo_node_hash> nodes_;
  std::vector<free_variables> free_;
  term::symbol_table symbols_;
};

[[nodiscard]] std::vector<term::id> subformulas(fo_formula f);
[[nodiscard]] std::vector<std::string> letters(fo_formula f);

// Text that parses back to the same node; the variables are called x and y.
[[nodiscard]] std::string print(fo_formula f, print_options options = {});

// The formula for LaTeX's math mode, as to_latex of a temporal formula; LEN(r,m) is
// \mathrm{LEN}^{r}_{m}.
[[nodiscard]] std::string to_latex(fo_formula f, std::size_t max_bytes = std::size_t(-1));

// Straight from the definition; variables range over 1 … N. Pre: f is a sentence.
// Cost: O(|f| N³).
[[nodiscard]] bool accepts(fo_formula f, text::alphabet const& sigma, text::word const& w);

// An equivalent formula with P, Y and MOD: exists y<x. f(x,y) is split by the sub-formulas of f
// whose only free variable is x (Shannon expansion), and by succ(y,x) where it occurs:
// "y<x and not succ(y,x)" is Y P; last(x) under exists x likewise, as N+1 succeeds the last
// position. LEN(r,m) becomes MOD(r+1,m) at N+1.
// Pre: f is a sentence. Limit: nodes of the result and expansion steps, both by budget.max_states.
// Source: [RoPE, Lemma B.3] for < and MOD; succ and last are past the paper.
[[nodiscard]] budget::limited<formula> to_temporal(fo_formula f, formula_pool& pool,
                                                   budget::budget const& limits);

} // namespace ltlc::logic
