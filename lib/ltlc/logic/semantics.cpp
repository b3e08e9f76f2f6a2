#include "ltlc/logic/semantics.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"

namespace ltlc::logic {
namespace {

using truth = std::vector<bool>; // by position

struct model {
  text::alphabet const& sigma;
  text::word const& w;
  [[nodiscard]] std::size_t length() const { return w.size(); }
  [[nodiscard]] bool has(std::size_t i, std::string const& token) const {
    return i >= 1 && i <= w.size() && sigma.token(w[i - 1]) == token;
  }
};

// g at some j in first … last with f everywhere strictly between j and i.
bool reaches(truth const& f, truth const& g, std::size_t i, std::size_t first, std::size_t last) {
  for (std::size_t j = first; j <= last; ++j) {
    bool witness = g[j];
    for (std::size_t k = std::min(i, j) + 1; k < std::max(i, j); ++k)
      witness = witness && f[k];
    if (witness) return true;
  }
  return false;
}

bool any(truth const& f, std::size_t first, std::size_t last) {
  for (std::size_t j = first; j <= last; ++j)
    if (f[j]) return true;
  return false;
}

// Positions left of i are 1 … i-1, positions right of it i+1 … N.
bool at(model const& m, formula_pool const& pool, node const& n, std::size_t i, truth const& f,
        truth const& g) {
  switch (n.kind) {
  case op::falsity:
    return false;
  case op::truth:
    return true;
  case op::letter:
    return m.has(i, pool.symbols().name(n.a));
  case op::mod:
    return i % n.b == n.a;
  case op::negation:
    return !f[i];
  case op::conjunction:
    return f[i] && g[i];
  case op::disjunction:
    return f[i] || g[i];
  case op::implication:
    return !f[i] || g[i];
  case op::equivalence:
    return f[i] == g[i];
  case op::past:
    return i > 0 && any(f, 1, i - 1);
  case op::yesterday:
    return i > n.b && f[i - n.b];
  case op::since:
    return i > 0 && reaches(f, g, i, 1, i - 1);
  case op::future:
    return any(f, i + 1, m.length());
  case op::next:
    return i + 1 <= m.length() && f[i + 1];
  case op::until:
    return reaches(f, g, i, i + 1, m.length());
  }
  return false;
}

} // namespace

std::vector<bool> truth_at_positions(formula f, text::alphabet const& sigma, text::word const& w) {
  formula_pool const& pool = *f.pool;
  model const m{sigma, w};
  auto const ids = subformulas(f);
  std::vector<truth> table(ids.size(), truth(w.size() + 2));
  truth const none;
  for (std::size_t s = 0; s < ids.size(); ++s) {
    node const& n = pool[ids[s]];
    int const arity = info(n.kind).arity;
    truth const& left = arity >= 1 ? table[term::index_of(ids, n.a)] : none;
    truth const& right = arity == 2 ? table[term::index_of(ids, n.b)] : none;
    for (std::size_t i = 0; i < w.size() + 2; ++i)
      table[s][i] = at(m, pool, n, i, left, right);
  }
  return table.back();
}

bool holds(formula f, text::alphabet const& sigma, text::word const& w, std::size_t position) {
  LTLC_EXPECTS(position <= w.size() + 1);
  return truth_at_positions(f, sigma, w)[position];
}

bool accepts(formula f, text::alphabet const& sigma, text::word const& w) {
  return holds(f, sigma, w, w.size() + 1);
}

} // namespace ltlc::logic
