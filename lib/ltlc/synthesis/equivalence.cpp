#include "ltlc/synthesis/equivalence.hpp"

#include <algorithm>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/automaton/compare.hpp"
#include "ltlc/automaton/construct.hpp"

namespace ltlc::synthesis {
namespace {

using logic::formula;
using logic::op;

// f as Y^shift inside, or the negation of that.
struct shifted {
  bool negated = false;
  std::uint32_t shift = 0;
  formula inside;
};

std::optional<shifted> as_shifted(formula f) {
  logic::node const* n = &(*f.pool)[f.id];
  shifted s;
  if (n->kind == op::negation) {
    s.negated = true;
    n = &(*f.pool)[n->a];
  }
  if (n->kind != op::yesterday) return std::nullopt;
  s.shift = n->b;
  s.inside = {f.pool, n->a};
  return s;
}

// p & q of two that are shifted. By De Morgan one of them is not negated, or both are.
formula both(shifted p, shifted q, logic::formula_pool& pool) {
  std::uint32_t const m = std::min(p.shift, q.shift);
  formula const f = pool.yesterday(p.inside, p.shift - m);
  formula const g = pool.yesterday(q.inside, q.shift - m);
  if (p.negated && q.negated) return pool.negation(pool.yesterday(pool.disjunction(f, g), m));
  return pool.yesterday(
      pool.conjunction(p.negated ? pool.negation(f) : f, q.negated ? pool.negation(g) : g), m);
}

formula combined(op kind, formula f, formula g, logic::formula_pool& pool) {
  auto p = as_shifted(f);
  auto q = as_shifted(g);
  if (!p || !q || (kind != op::conjunction && kind != op::disjunction))
    return logic::apply(pool, kind, f, g);
  if (kind == op::conjunction) return both(*p, *q, pool);
  p->negated = !p->negated;
  q->negated = !q->negated;
  return pool.negation(both(*p, *q, pool));
}

} // namespace

formula with_nested_yesterdays(formula f, logic::formula_pool& pool) {
  boost::unordered_flat_map<term::id, formula> image;
  for (term::id const i : logic::subformulas(f)) {
    logic::node const n = pool[i];
    int const arity = logic::info(n.kind).arity;
    if (arity == 0)
      image[i] = {&pool, i};
    else if (n.kind == op::yesterday)
      image[i] = pool.yesterday(image[n.a], n.b);
    else
      image[i] = arity == 1 ? logic::apply(pool, n.kind, image[n.a])
                            : combined(n.kind, image[n.a], image[n.b], pool);
  }
  return image[f.id];
}

budget::limited<bool> accepts_language(formula f, automaton::minimal_dfa const& a,
                                       logic::formula_pool& pool, budget::budget const& limits) {
  auto const made = automaton::construct(with_nested_yesterdays(f, pool), a->sigma, limits);
  if (!made) return tl::unexpected(made.error());
  auto const gap = automaton::difference(*made, *a, limits);
  if (!gap) return tl::unexpected(gap.error());
  return !gap->has_value();
}

} // namespace ltlc::synthesis
