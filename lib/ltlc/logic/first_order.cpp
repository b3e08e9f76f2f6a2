#include "ltlc/logic/first_order.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"

namespace ltlc::logic {
namespace {

constexpr free_variables only(variable v) {
  return static_cast<free_variables>(1u << static_cast<unsigned>(v));
}

constexpr free_variables both = 3;

int arity(fo_op kind) {
  switch (kind) {
  case fo_op::negation:
  case fo_op::exists_before:
  case fo_op::exists:
    return 1;
  case fo_op::conjunction:
  case fo_op::disjunction:
  case fo_op::implication:
  case fo_op::equivalence:
    return 2;
  default:
    return 0;
  }
}

std::uint32_t reduced(std::int64_t r, std::int64_t m) {
  LTLC_EXPECTS(m >= 1 && m < (std::int64_t{1} << 32));
  return static_cast<std::uint32_t>((r % m + m) % m);
}

// Truth for every assignment of x and y to 0 … N; 0 stands for "not assigned" and is never in the
// range of a quantifier.
class table {
public:
  explicit table(std::size_t length) : side_(length + 1), cells_(side_ * side_) {}
  [[nodiscard]] std::size_t side() const { return side_; }
  [[nodiscard]] bool get(std::size_t x, std::size_t y) const { return cells_[x * side_ + y]; }
  void set(std::size_t x, std::size_t y, bool value) { cells_[x * side_ + y] = value; }

private:
  std::size_t side_;
  std::vector<bool> cells_;
};

struct word_model {
  fo_pool const& pool;
  text::alphabet const& sigma;
  text::word const& w;

  [[nodiscard]] bool has(std::size_t i, term::id symbol) const {
    return i >= 1 && sigma.token(w[i - 1]) == pool.symbols().name(symbol);
  }
  // v in place of the variable, 1 … last; the other one stays.
  [[nodiscard]] bool some(table const& f, variable v, std::size_t x, std::size_t y,
                          std::size_t last) const {
    for (std::size_t j = 1; j <= last; ++j)
      if (v == variable::first ? f.get(j, y) : f.get(x, j)) return true;
    return false;
  }
  [[nodiscard]] bool at(fo_node const& n, std::size_t x, std::size_t y, table const& f,
                        table const& g) const {
    std::size_t const here = n.v == variable::first ? x : y;  // the node's variable
    std::size_t const there = n.v == variable::first ? y : x; // the other one
    switch (n.kind) {
    case fo_op::falsity:
      return false;
    case fo_op::truth:
      return true;
    case fo_op::letter:
      return has(here, n.a);
    case fo_op::mod:
      return here % n.b == n.a;
    case fo_op::length:
      return w.size() % n.b == n.a;
    case fo_op::less:
      return here < there;
    case fo_op::equal:
      return x == y;
    case fo_op::successor:
      return there == here + 1;
    case fo_op::last:
      return here == w.size();
    case fo_op::negation:
      return !f.get(x, y);
    case fo_op::conjunction:
      return f.get(x, y) && g.get(x, y);
    case fo_op::disjunction:
      return f.get(x, y) || g.get(x, y);
    case fo_op::implication:
      return !f.get(x, y) || g.get(x, y);
    case fo_op::equivalence:
      return f.get(x, y) == g.get(x, y);
    case fo_op::exists_before:
      return there > 0 && some(f, n.v, x, y, there - 1);
    case fo_op::exists:
      return some(f, n.v, x, y, w.size());
    }
    return false;
  }
};

} // namespace

std::size_t fo_node_hash::operator()(fo_node const& n) const noexcept {
  return term::mix(static_cast<std::uint64_t>(n.kind) * 2 + static_cast<std::uint64_t>(n.v), n.a,
                   n.b);
}

fo_formula fo_pool::make(fo_node const& n) {
  term::id const i = nodes_.intern(n);
  if (i < free_.size()) return {this, i};
  free_variables free = 0;
  if (arity(n.kind) >= 1) free = free_[n.a];
  if (arity(n.kind) == 2) free = static_cast<free_variables>(free | free_[n.b]);
  switch (n.kind) {
  case fo_op::letter:
  case fo_op::mod:
  case fo_op::last:
    free = only(n.v);
    break;
  case fo_op::less:
  case fo_op::equal:
  case fo_op::successor:
    free = both;
    break;
  case fo_op::exists_before:
    free = only(other(n.v));
    break;
  case fo_op::exists:
    free = 0;
    break;
  default:
    break;
  }
  free_.push_back(free);
  return {this, i};
}

fo_formula fo_pool::falsity() {
  return make({fo_op::falsity, variable::first, 0, 0});
}

fo_formula fo_pool::truth() {
  return make({fo_op::truth, variable::first, 0, 0});
}

fo_formula fo_pool::letter(std::string_view token, variable v) {
  return make({fo_op::letter, v, symbols_.intern(token), 0});
}

fo_formula fo_pool::mod(variable v, std::int64_t r, std::int64_t m) {
  return make({fo_op::mod, v, reduced(r, m), static_cast<std::uint32_t>(m)});
}

fo_formula fo_pool::length(std::int64_t r, std::int64_t m) {
  return make({fo_op::length, variable::first, reduced(r, m), static_cast<std::uint32_t>(m)});
}

fo_formula fo_pool::less(variable left) {
  return make({fo_op::less, left, 0, 0});
}

fo_formula fo_pool::equal() {
  return make({fo_op::equal, variable::first, 0, 0});
}

fo_formula fo_pool::successor(variable left) {
  return make({fo_op::successor, left, 0, 0});
}

fo_formula fo_pool::last(variable v) {
  return make({fo_op::last, v, 0, 0});
}

fo_formula fo_pool::negation(fo_formula f) {
  LTLC_EXPECTS(f.pool == this);
  fo_node const& n = nodes_[f.id];
  if (n.kind == fo_op::negation) return {this, n.a};
  return make({fo_op::negation, variable::first, f.id, 0});
}

fo_formula fo_pool::conjunction(fo_formula f, fo_formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  return make({fo_op::conjunction, variable::first, f.id, g.id});
}

fo_formula fo_pool::disjunction(fo_formula f, fo_formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  return make({fo_op::disjunction, variable::first, f.id, g.id});
}

fo_formula fo_pool::implication(fo_formula f, fo_formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  return make({fo_op::implication, variable::first, f.id, g.id});
}

fo_formula fo_pool::equivalence(fo_formula f, fo_formula g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  return make({fo_op::equivalence, variable::first, f.id, g.id});
}

fo_formula fo_pool::exists_before(variable bound, fo_formula f) {
  LTLC_EXPECTS(f.pool == this);
  return make({fo_op::exists_before, bound, f.id, 0});
}

fo_formula fo_pool::forall_before(variable bound, fo_formula f) {
  return negation(exists_before(bound, negation(f)));
}

fo_formula fo_pool::exists(variable bound, fo_formula f) {
  LTLC_EXPECTS(f.pool == this && (free_[f.id] & only(other(bound))) == 0);
  return make({fo_op::exists, bound, f.id, 0});
}

fo_formula fo_pool::forall(variable bound, fo_formula f) {
  return negation(exists(bound, negation(f)));
}

std::vector<term::id> subformulas(fo_formula f) {
  return term::reachable(f.id, [&](term::id i, auto&& visit) {
    fo_node const& n = (*f.pool)[i];
    if (arity(n.kind) >= 1) visit(n.a);
    if (arity(n.kind) == 2) visit(n.b);
  });
}

std::vector<std::string> letters(fo_formula f) {
  std::vector<std::string> names;
  for (term::id const i : subformulas(f))
    if (fo_node const& n = (*f.pool)[i]; n.kind == fo_op::letter)
      names.push_back(f.pool->symbols().name(n.a));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool accepts(fo_formula f, text::alphabet const& sigma, text::word const& w) {
  LTLC_EXPECTS(f.pool->free_in(f.id) == 0);
  word_model const m{*f.pool, sigma, w};
  auto const ids = subformulas(f);
  std::vector<table> truth(ids.size(), table(w.size()));
  table const none(0);
  for (std::size_t s = 0; s < ids.size(); ++s) {
    fo_node const& n = (*f.pool)[ids[s]];
    table const& left = arity(n.kind) >= 1 ? truth[term::index_of(ids, n.a)] : none;
    table const& right = arity(n.kind) == 2 ? truth[term::index_of(ids, n.b)] : none;
    for (std::size_t x = 0; x <= w.size(); ++x)
      for (std::size_t y = 0; y <= w.size(); ++y)
        truth[s].set(x, y, m.at(n, x, y, left, right));
  }
  return truth.back().get(0, 0);
}

} // namespace ltlc::logic
