#include "ltlc/synthesis/shrink.hpp"

#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/synthesis/equivalence.hpp"

namespace ltlc::synthesis {
namespace {

using logic::formula;
using logic::op;

constexpr std::size_t largest_size = 96;   // of a formula worth the search
constexpr std::size_t largest_states = 64; // of its automaton
constexpr std::size_t most_attempts = 2000;
constexpr std::size_t most_occurrences = 400;

// The node of n's kind over other operands.
formula remade(logic::node const& n, formula a, formula b, logic::formula_pool& pool) {
  return n.kind == op::yesterday ? pool.yesterday(a, n.b) : logic::apply(pool, n.kind, a, b);
}

// One occurrence of a sub-formula: the operand of an occurrence of its parent.
struct occurrence {
  formula part;
  std::size_t parent = none; // index of the parent's occurrence
  int operand = 0;
  static constexpr std::size_t none = SIZE_MAX;
};

// The occurrences in f, parents first, up to a number.
std::vector<occurrence> occurrences(formula f, logic::formula_pool const& pool) {
  std::vector<occurrence> found{{f}};
  for (std::size_t i = 0; i < found.size() && found.size() < most_occurrences; ++i) {
    logic::node const n = pool[found[i].part.id];
    int const arity = logic::info(n.kind).arity;
    if (arity >= 1) found.push_back({{&pool, n.a}, i, 0});
    if (arity == 2) found.push_back({{&pool, n.b}, i, 1});
  }
  return found;
}

// The whole formula with one occurrence replaced.
formula replaced_at(std::vector<occurrence> const& all, std::size_t at, formula by,
                    logic::formula_pool& pool) {
  while (all[at].parent != occurrence::none) {
    int const operand = all[at].operand;
    at = all[at].parent;
    logic::node const n = pool[all[at].part.id];
    by = operand == 0 ? remade(n, by, {&pool, n.b}, pool) : remade(n, {&pool, n.a}, by, pool);
  }
  return by;
}

// MOD(0,2) as ¬MOD(1,2) where both occur: one head less.
formula one_parity(formula f, logic::formula_pool& pool) {
  formula const even = pool.mod(0, 2);
  formula const odd = pool.mod(1, 2);
  std::vector<term::id> const parts = logic::subformulas(f);
  bool const both = std::binary_search(parts.begin(), parts.end(), even.id) &&
                    std::binary_search(parts.begin(), parts.end(), odd.id);
  return both ? replaced(f, even, pool.negation(odd), pool) : f;
}

// !(f | g) as !f & !g, and f | g as !(!f & !g), which is smaller where f and g are negations.
std::optional<formula> by_de_morgan(logic::node n, logic::formula_pool& pool) {
  bool const outer = n.kind == op::negation;
  if (outer) n = pool[n.a];
  if (n.kind != op::conjunction && n.kind != op::disjunction) return std::nullopt;
  formula const f = pool.negation({&pool, n.a});
  formula const g = pool.negation({&pool, n.b});
  formula const dual = n.kind == op::conjunction ? pool.disjunction(f, g) : pool.conjunction(f, g);
  return outer ? dual : pool.negation(dual);
}

// What a sub-formula may be replaced by: constants, its own parts, also under its P or Y, and its
// dual. No Y then reaches further back than before.
std::vector<formula> parts_of(formula f, logic::formula_pool& pool) {
  std::vector<formula> found{pool.truth(), pool.falsity()};
  logic::node const n = pool[f.id];
  int const arity = logic::info(n.kind).arity;
  bool const moves = n.kind == op::past || n.kind == op::yesterday;
  if (arity >= 1 && !moves) found.push_back({&pool, n.a});
  if (arity == 2) found.push_back({&pool, n.b});
  if (auto const other = by_de_morgan(n, pool)) found.push_back(*other);
  if (moves) {
    found.push_back(remade(n, pool.truth(), {}, pool));
    logic::node const inner = pool[n.a];
    int const parts = logic::info(inner.kind).arity;
    if (parts >= 1) found.push_back(remade(n, {&pool, inner.a}, {}, pool));
    if (parts == 2) found.push_back(remade(n, {&pool, inner.b}, {}, pool));
  }
  return found;
}

class shrinking {
public:
  shrinking(automaton::minimal_dfa const& a, logic::formula_pool& pool,
            budget::budget const& limits)
      : a_(a), pool_(pool), limits_(limits) {
    limits_.max_states = 1U << 12;
  }

  formula run(formula f) {
    while (std::optional<formula> const better = step(f))
      f = *better;
    return f;
  }

private:
  // The first replacement that is cheaper and right: everywhere, then in one place; larger parts
  // first.
  std::optional<formula> step(formula f) {
    std::vector<term::id> const parts = logic::subformulas(f);
    for (std::size_t i = parts.size(); i-- > 0;) {
      formula const part{&pool_, parts[i]};
      for (formula const by : parts_of(part, pool_))
        if (improves(replaced(f, part, by, pool_), f)) return improved_;
    }
    std::vector<occurrence> const all = occurrences(f, pool_);
    for (std::size_t at = 0; at < all.size(); ++at)
      for (formula const by : parts_of(all[at].part, pool_))
        if (improves(replaced_at(all, at, by, pool_), f)) return improved_;
    return std::nullopt;
  }

  bool improves(formula candidate, formula f) {
    if (attempts_ == most_attempts || limits_.out_of_time()) return false;
    if (!(cost_of(candidate) < cost_of(f))) return false;
    ++attempts_;
    if (!same_language(candidate)) return false;
    improved_ = candidate;
    return true;
  }

  bool same_language(formula f) {
    auto const same = accepts_language(f, a_, pool_, limits_);
    return same && *same;
  }

  automaton::minimal_dfa const& a_;
  logic::formula_pool& pool_;
  budget::budget limits_;
  formula improved_;
  std::size_t attempts_ = 0;
};

} // namespace

formula_cost cost_of(formula f) {
  formula_cost cost{logic::p_depth(f), 0, 0};
  for (term::id const i : logic::subformulas(f)) {
    op const kind = (*f.pool)[i].kind;
    cost.heads += kind == op::past || kind == op::mod || kind == op::yesterday ? 1 : 0;
    ++cost.size;
  }
  return cost;
}

formula replaced(formula f, formula part, formula by, logic::formula_pool& pool) {
  boost::unordered_flat_map<term::id, formula> image;
  for (term::id const i : logic::subformulas(f)) {
    logic::node const n = pool[i];
    int const arity = logic::info(n.kind).arity;
    if (i == part.id)
      image[i] = by;
    else if (arity == 0)
      image[i] = {&pool, i};
    else
      image[i] = remade(n, image[n.a], arity == 2 ? image[n.b] : formula{}, pool);
  }
  return image[f.id];
}

formula shrink(formula f, automaton::minimal_dfa const& a, logic::formula_pool& pool,
               budget::budget const& limits) {
  if (a->states() <= largest_states && logic::dag_size(f) <= largest_size)
    f = shrinking(a, pool, limits).run(f);
  return one_parity(f, pool);
}

} // namespace ltlc::synthesis
