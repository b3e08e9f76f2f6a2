// Regular expressions with intersection, complement and counting, as hash-consed terms.
// Alternation and intersection are flat, sorted sets, so that the expressions reachable by
// derivatives are finitely many; concatenation associates to the right. Letter sets name symbols,
// or all symbols but some, and become sets of letters when the expression meets an alphabet.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/term/pool.hpp"

namespace ltlc::regex {

enum class op : std::uint8_t {
  nothing,       // ∅
  empty_word,    // ()
  letters,       // a: index of a letter set
  concatenation, // a b
  alternation,   // children
  intersection,  // children
  complement,    // ~a
  repetition,    // a{least,most}
};

inline constexpr std::uint32_t unbounded = UINT32_MAX;
inline constexpr std::uint32_t max_count = 1'000'000; // of a bounded repetition

// A set of symbols, or its complement: `.` is the complement of {}.
struct letter_set {
  bool negated = false;
  std::vector<term::id> symbols; // sorted, distinct
  friend bool operator==(letter_set const&, letter_set const&) = default;
};

struct letter_set_hash {
  std::size_t operator()(letter_set const& set) const noexcept;
};

struct node {
  op kind = op::nothing;
  bool nullable = false; // the empty word is in the language
  std::uint32_t a = 0;   // child, or letter set
  std::uint32_t b = 0;   // second child of a concatenation
  std::uint32_t least = 0;
  std::uint32_t most = 0;              // of a repetition; `unbounded` for none
  std::vector<term::id> children = {}; // sorted ids
  friend bool operator==(node const&, node const&) = default;
};

struct node_hash {
  std::size_t operator()(node const& n) const noexcept;
};

class expression_pool;

struct expression {
  expression_pool const* pool = nullptr;
  term::id id = 0;
  friend bool operator==(expression const&, expression const&) = default;
};

// The smart constructors keep ∅, (), ~∅ and nested sets in normal form (similarity in Brzozowski's
// sense), and merge letter sets of an alternation and of an intersection; each preserves the
// language over any alphabet. `r?` is the alternation of () and r, and `.*` is ~∅.
class expression_pool {
public:
  expression_pool() = default;
  expression_pool(expression_pool const&) = delete;
  expression_pool& operator=(expression_pool const&) = delete;

  expression nothing();
  expression empty_word();
  expression letter(std::string_view token);
  expression any();
  expression letters(bool negated, std::vector<std::string> const& tokens);
  expression letters(letter_set set); // symbols of this pool
  // Cost: the length of f's chain of concatenations, so build long ones from the right.
  expression concatenation(expression f, expression g);
  expression alternation(std::vector<expression> const& parts);
  expression intersection(std::vector<expression> const& parts);
  expression complement(expression f);
  // Pre: least <= most; least and, unless it is `unbounded`, most are at most max_count.
  expression repetition(expression f, std::uint32_t least, std::uint32_t most);

  [[nodiscard]] node const& operator[](term::id i) const { return nodes_[i]; }
  [[nodiscard]] letter_set const& set(std::uint32_t index) const { return sets_[index]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] term::symbol_table const& symbols() const { return symbols_; }

private:
  expression make(node n);
  expression everything(); // ~∅
  // The children of an alternation (or intersection), flat, sorted, letter sets merged into one.
  std::vector<term::id> flatten(op kind, std::vector<expression> const& parts);
  term::pool<node, node_hash> nodes_;
  term::pool<letter_set, letter_set_hash> sets_;
  term::symbol_table symbols_;
};

[[nodiscard]] std::vector<term::id> subexpressions(expression f); // children first
[[nodiscard]] std::vector<std::string> letters(expression f);     // sorted by bytes

// Text that parses back to the same node (in the same pool).
[[nodiscard]] std::string print(expression f);

} // namespace ltlc::regex
