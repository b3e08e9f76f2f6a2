#include "ltlc/logic/formula.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"

namespace ltlc::logic {
namespace {

constexpr std::uint32_t longest_shift = 1u << 31;

// Every row stands at its own operator's place.
constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < operator_count; ++i)
    if (operators[i].kind != static_cast<op>(i)) return false;
  return true;
}
static_assert(rows_in_order());

bool is(formula f, op kind) {
  return (*f.pool)[f.id].kind == kind;
}

// f is the negation of g, or g that of f.
bool complementary(formula f, formula g) {
  return (*f.pool)[f.id] == node{op::negation, g.id, 0} ||
         (*g.pool)[g.id] == node{op::negation, f.id, 0};
}

template <class Visit>
void for_each_child(node const& n, Visit&& visit) {
  int const arity = info(n.kind).arity;
  if (arity >= 1) visit(n.a);
  if (arity == 2) visit(n.b);
}

// The most operators that `counts` accepts on any path down from f.
template <class Counts>
std::size_t depth(formula f, Counts&& counts) {
  auto const ids = subformulas(f);
  std::vector<std::size_t> deepest(ids.size(), 0);
  for (std::size_t s = 0; s < ids.size(); ++s) {
    node const& n = (*f.pool)[ids[s]];
    for_each_child(n, [&](term::id child) {
      deepest[s] = std::max(deepest[s], deepest[term::index_of(ids, child)]);
    });
    if (counts(info(n.kind))) ++deepest[s];
  }
  return deepest.back();
}

} // namespace

std::size_t node_hash::operator()(node const& n) const noexcept {
  return term::mix(static_cast<std::uint64_t>(n.kind), n.a, n.b);
}

formula formula_pool::make(op kind, std::uint32_t a, std::uint32_t b) {
  return {this, nodes_.intern({kind, a, b})};
}

formula formula_pool::commutative(op kind, formula f, formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  if (nodes_.contains({kind, g.id, f.id})) return make(kind, g.id, f.id);
  return make(kind, f.id, g.id);
}

formula formula_pool::falsity() {
  return make(op::falsity);
}

formula formula_pool::truth() {
  return make(op::truth);
}

formula formula_pool::letter(std::string_view token) {
  return make(op::letter, symbols_.intern(token));
}

formula formula_pool::mod(std::int64_t r, std::int64_t m) {
  LTLC_EXPECTS(m >= 1 && m < (std::int64_t{1} << 32));
  if (m == 1) return truth();
  std::int64_t const residue = (r % m + m) % m;
  return make(op::mod, static_cast<std::uint32_t>(residue), static_cast<std::uint32_t>(m));
}

formula formula_pool::negation(formula f) {
  LTLC_EXPECTS(f.pool == this);
  if (is(f, op::falsity)) return truth();
  if (is(f, op::truth)) return falsity();
  if (is(f, op::negation)) return {this, nodes_[f.id].a};
  return make(op::negation, f.id);
}

formula formula_pool::conjunction(formula f, formula g) {
  if (is(f, op::falsity) || is(g, op::truth) || f == g) return f;
  if (is(g, op::falsity) || is(f, op::truth)) return g;
  if (complementary(f, g)) return falsity();
  return commutative(op::conjunction, f, g);
}

formula formula_pool::disjunction(formula f, formula g) {
  if (is(f, op::truth) || is(g, op::falsity) || f == g) return f;
  if (is(g, op::truth) || is(f, op::falsity)) return g;
  if (complementary(f, g)) return truth();
  return commutative(op::disjunction, f, g);
}

formula formula_pool::implication(formula f, formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  if (is(f, op::falsity) || is(g, op::truth) || f == g) return truth();
  if (is(f, op::truth) || complementary(f, g)) return g;
  if (is(g, op::falsity)) return negation(f);
  return make(op::implication, f.id, g.id);
}

formula formula_pool::equivalence(formula f, formula g) {
  if (f == g) return truth();
  if (complementary(f, g)) return falsity();
  if (is(f, op::truth)) return g;
  if (is(g, op::truth)) return f;
  if (is(f, op::falsity)) return negation(g);
  if (is(g, op::falsity)) return negation(f);
  return commutative(op::equivalence, f, g);
}

formula formula_pool::past(formula f) {
  LTLC_EXPECTS(f.pool == this);
  return is(f, op::falsity) ? f : make(op::past, f.id);
}

formula formula_pool::historically(formula f) {
  return negation(past(negation(f)));
}

formula formula_pool::yesterday(formula f, std::uint32_t k) {
  LTLC_EXPECTS(f.pool == this && k <= longest_shift);
  if (k == 0 || is(f, op::falsity)) return f;
  node const& inner = nodes_[f.id];
  if (inner.kind == op::yesterday && inner.b <= longest_shift - k)
    return make(op::yesterday, inner.a, inner.b + k);
  return make(op::yesterday, f.id, k);
}

formula formula_pool::since(formula f, formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  if (is(g, op::falsity)) return g;
  if (is(f, op::truth)) return past(g);
  if (is(f, op::falsity)) return yesterday(g);
  return make(op::since, f.id, g.id);
}

formula formula_pool::future(formula f) {
  LTLC_EXPECTS(f.pool == this);
  return is(f, op::falsity) ? f : make(op::future, f.id);
}

formula formula_pool::globally(formula f) {
  return negation(future(negation(f)));
}

formula formula_pool::next(formula f) {
  LTLC_EXPECTS(f.pool == this);
  return is(f, op::falsity) ? f : make(op::next, f.id);
}

formula formula_pool::until(formula f, formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  if (is(g, op::falsity)) return g;
  if (is(f, op::truth)) return future(g);
  if (is(f, op::falsity)) return next(g);
  return make(op::until, f.id, g.id);
}

formula apply(formula_pool& pool, op kind, formula f, formula g) {
  switch (kind) {
  case op::negation:
    return pool.negation(f);
  case op::conjunction:
    return pool.conjunction(f, g);
  case op::disjunction:
    return pool.disjunction(f, g);
  case op::implication:
    return pool.implication(f, g);
  case op::equivalence:
    return pool.equivalence(f, g);
  case op::past:
    return pool.past(f);
  case op::yesterday:
    return pool.yesterday(f);
  case op::since:
    return pool.since(f, g);
  case op::future:
    return pool.future(f);
  case op::next:
    return pool.next(f);
  case op::until:
    return pool.until(f, g);
  case op::falsity:
  case op::truth:
  case op::letter:
  case op::mod:
    break;
  }
  LTLC_EXPECTS(info(kind).arity >= 1);
  return f;
}

std::vector<term::id> subformulas(formula f) {
  return term::reachable(f.id,
                         [&](term::id i, auto&& visit) { for_each_child((*f.pool)[i], visit); });
}

std::size_t dag_size(formula f) {
  return subformulas(f).size();
}

std::size_t temporal_depth(formula f) {
  return depth(f, [](operator_info const& o) { return o.looks_left || o.looks_right; });
}

std::size_t p_depth(formula f) {
  return depth(f, [](operator_info const& o) { return o.kind == op::past; });
}

std::vector<std::string> letters(formula f) {
  std::vector<std::string> names;
  for (term::id const i : subformulas(f))
    if (node const& n = (*f.pool)[i]; n.kind == op::letter)
      names.push_back(f.pool->symbols().name(n.a));
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace ltlc::logic
