// Formulas of past and future temporal logic over finite words, as hash-consed terms.
// The operator table is the one place that knows an operator's name, arity and precedence; the
// printer, the grammar test and the generators all read it.
// Semantics: logic/semantics.hpp. Source: [RoPE, §2.1, §A.1].
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ltlc/term/pool.hpp"

namespace ltlc::logic {

enum class op : std::uint8_t {
  falsity,
  truth,
  letter, // a: symbol
  mod,    // i ≡ a (mod b), 0 <= a < b
  negation,
  conjunction,
  disjunction,
  implication,
  equivalence,
  past,      // P a: somewhere strictly before
  yesterday, // Y^b a: exactly b positions before
  since,     // a S b
  future,    // F a
  next,      // X a
  until,     // a U b
};
inline constexpr std::size_t operator_count = 15;

struct operator_info {
  op kind;
  std::string_view name;    // what messages call it
  std::string_view ascii;   // how it is printed
  std::string_view unicode; // the other spelling, or the same
  int arity;                // number of sub-formulas
  int precedence;           // larger binds tighter; 6 for atoms and unary operators
  bool looks_left;          // temporal operator over j < i
  bool looks_right;         // temporal operator over j > i
};

inline constexpr std::array<operator_info, operator_count> operators{{
    {op::falsity, "false", "false", "⊥", 0, 7, false, false},
    {op::truth, "true", "true", "⊤", 0, 7, false, false},
    {op::letter, "letter", "", "", 0, 7, false, false},
    {op::mod, "MOD", "MOD", "MOD", 0, 7, false, false},
    {op::negation, "not", "!", "¬", 1, 6, false, false},
    {op::conjunction, "and", "&", "∧", 2, 4, false, false},
    {op::disjunction, "or", "|", "∨", 2, 3, false, false},
    {op::implication, "implies", "->", "→", 2, 2, false, false},
    {op::equivalence, "iff", "<->", "↔", 2, 1, false, false},
    {op::past, "past", "P", "P", 1, 6, true, false},
    {op::yesterday, "yesterday", "Y", "Y", 1, 6, true, false},
    {op::since, "since", "S", "S", 2, 5, true, false},
    {op::future, "future", "F", "F", 1, 6, false, true},
    {op::next, "next", "X", "X", 1, 6, false, true},
    {op::until, "until", "U", "U", 2, 5, false, true},
}};

[[nodiscard]] constexpr operator_info const& info(op kind) {
  return operators[static_cast<std::size_t>(kind)];
}

// a, b: child ids, or the payload that op's comment names. Unused fields are 0.
struct node {
  op kind = op::falsity;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  friend bool operator==(node const&, node const&) = default;
};

struct node_hash {
  std::size_t operator()(node const& n) const noexcept;
};

class formula_pool;

// A handle: equal iff the same node of the same pool. Valid as long as the pool lives.
struct formula {
  formula_pool const* pool = nullptr;
  term::id id = 0;
  friend bool operator==(formula const&, formula const&) = default;
};

// Owns the nodes. The smart constructors fold constants, remove double negation, idempotence and
// complement (f & f, f & !f), and merge Y^j Y^k (true S g is P g, false S g is Y g, and so for U);
// they keep the order in which operands were written but share f & g with g & f. They never change
// the semantics at any position 0 … N+1.
class formula_pool {
public:
  formula_pool() = default;
  formula_pool(formula_pool const&) = delete;
  formula_pool& operator=(formula_pool const&) = delete;

  formula falsity();
  formula truth();
  formula letter(std::string_view token);
  // Pre: 1 <= m < 2^32. r is reduced mod m; m = 1 gives truth.
  formula mod(std::int64_t r, std::int64_t m);
  formula negation(formula f);
  formula conjunction(formula f, formula g);
  formula disjunction(formula f, formula g);
  formula implication(formula f, formula g);
  formula equivalence(formula f, formula g);
  formula past(formula f);
  formula historically(formula f); // ¬P¬f
  // Pre: k <= 2^31. k = 0 gives f.
  formula yesterday(formula f, std::uint32_t k = 1);
  formula since(formula f, formula g);
  formula future(formula f);
  formula globally(formula f); // ¬F¬f
  formula next(formula f);
  formula until(formula f, formula g);

  [[nodiscard]] node const& operator[](term::id i) const { return nodes_[i]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] term::symbol_table const& symbols() const { return symbols_; }

private:
  formula make(op kind, std::uint32_t a = 0, std::uint32_t b = 0);
  formula commutative(op kind, formula f, formula g);
  term::pool<node, node_hash> nodes_;
  term::symbol_table symbols_;
};

// The ids reachable from f, children first (increasing ids). Cost: linear in the DAG.
[[nodiscard]] std::vector<term::id> subformulas(formula f);

// Number of distinct sub-formulas.
[[nodiscard]] std::size_t dag_size(formula f);

// Longest chain of nested temporal operators (Y^k counts once); of P only for p_depth.
[[nodiscard]] std::size_t temporal_depth(formula f);
[[nodiscard]] std::size_t p_depth(formula f);

// The formula kind(a, b) by the smart constructors; operands that the kind does not have are
// ignored. Pre: info(kind).arity >= 1; Y is Y^1.
[[nodiscard]] formula apply(formula_pool& pool, op kind, formula f, formula g = {});

// The token can be written without quotes: [a-z0-9][a-z0-9_]*, and not a word of the languages
// (true, false, exists, forall).
[[nodiscard]] bool is_bare_letter(std::string_view token);

// The letters that occur, sorted by bytes.
[[nodiscard]] std::vector<std::string> letters(formula f);

struct print_options {
  bool unicode = false;
  std::size_t max_bytes = std::size_t(-1); // longer text ends in "…" and does not parse
};

// Text that parses back to the same node (in the same pool). Cost: linear in the text, which can be
// exponential in the DAG; see max_bytes.
[[nodiscard]] std::string print(formula f, print_options options = {});

// The formula for LaTeX's math mode, in the papers' notation: \pi_{\texttt{a}} for the letter a,
// \mathrm{MOD}^{r}_{m}, bold operators. Parentheses are those of print(); lines may break. Cost and
// max_bytes as there.
[[nodiscard]] std::string to_latex(formula f, std::size_t max_bytes = std::size_t(-1));

} // namespace ltlc::logic
