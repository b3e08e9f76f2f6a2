#include <vector>

#include <doctest/doctest.h>

#include "ltlc/logic/semantics.hpp"
#include "support/formula_generator.hpp"

// Each smart constructor against the definition of its operator: the truth table of what it builds
// is computed from the tables of its operands, at every position 0 … N+1 of every short word.
using namespace ltlc;
using logic::op;

namespace {

using truth = std::vector<bool>;

// Somewhere between the positions i and j, exclusive, f is false.
bool gap(truth const& f, std::size_t i, std::size_t j) {
  for (std::size_t k = std::min(i, j) + 1; k < std::max(i, j); ++k)
    if (!f[k]) return true;
  return false;
}

bool value(op kind, truth const& f, truth const& g, std::size_t i, std::size_t shift) {
  std::size_t const length = f.size() - 2;
  bool found = false;
  switch (kind) {
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
  case op::yesterday:
    return i > shift && f[i - shift];
  case op::next:
    return i < length && f[i + 1];
  case op::past:
    for (std::size_t j = 1; j < i; ++j)
      found = found || f[j];
    return found;
  case op::since:
    for (std::size_t j = 1; j < i; ++j)
      found = found || (g[j] && !gap(f, i, j));
    return found;
  case op::future:
    for (std::size_t j = i + 1; j <= length; ++j)
      found = found || f[j];
    return found;
  case op::until:
    for (std::size_t j = i + 1; j <= length; ++j)
      found = found || (g[j] && !gap(f, i, j));
    return found;
  default:
    return false;
  }
}

class rewriting {
public:
  rewriting() : sigma_(support::alphabet_of("ab")), words_(support::all_words(2, 4)) {}

  // The truth tables on all words, one after the other.
  truth const& table(logic::formula f) {
    auto const [at, fresh] = tables_.try_emplace(f.id);
    if (fresh)
      for (auto const& w : words_) {
        auto const part = logic::truth_at_positions(f, sigma_, w);
        at->second.insert(at->second.end(), part.begin(), part.end());
      }
    return at->second;
  }

  bool agrees(op kind, logic::formula f, logic::formula g, logic::formula built,
              std::size_t shift) {
    truth const left = table(f);
    truth const right = table(g);
    truth const& result = table(built);
    std::size_t from = 0;
    for (auto const& w : words_) {
      auto const slice = [&](truth const& t) {
        auto const begin = t.begin() + static_cast<std::ptrdiff_t>(from);
        return truth(begin, begin + static_cast<std::ptrdiff_t>(w.size()) + 2);
      };
      truth const l = slice(left);
      truth const r = slice(right);
      for (std::size_t i = 0; i < w.size() + 2; ++i)
        if (result[from + i] != value(kind, l, r, i, shift)) return false;
      from += w.size() + 2;
    }
    return true;
  }

private:
  text::alphabet sigma_;
  std::vector<text::word> words_;
  boost::unordered_flat_map<term::id, truth> tables_;
};

std::vector<op> all_operators() {
  std::vector<op> kinds;
  for (auto const& row : logic::operators)
    if (row.arity >= 1) kinds.push_back(row.kind);
  return kinds;
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("a constructor that rewrites keeps the truth at every position") {
    logic::formula_pool pool;
    rewriting check;
    auto const small = support::all_formulas(
        pool, {pool.letter("a"), pool.truth(), pool.falsity(), pool.mod(1, 2)}, all_operators(), 1);
    std::size_t rewritten = 0;
    for (auto const kind : all_operators())
      for (auto const f : small)
        for (auto const g : small) {
          bool const unary = logic::info(kind).arity == 1;
          if (unary && g != small.front()) continue;
          auto const built = logic::apply(pool, kind, f, g);
          auto const& n = pool[built.id];
          bool const as_written = n.kind == kind && n.a == f.id && (unary || n.b == g.id);
          // What is as written is the business of the test of the semantics; a sample suffices.
          if (as_written && (f.id + g.id) % 16 != 0) continue;
          if (!as_written) ++rewritten;
          if (!check.agrees(kind, f, g, built, 1))
            FAIL_CHECK(logic::info(kind).name << " of " << logic::print(f) << " and "
                                              << logic::print(g) << " became "
                                              << logic::print(built));
        }
    CHECK(rewritten > 500);
  }

  TEST_CASE("merged shifts keep the truth at every position") {
    logic::formula_pool pool;
    rewriting check;
    for (auto const base : {pool.letter("a"), pool.truth(), pool.negation(pool.letter("a"))})
      for (std::uint32_t j = 0; j <= 4; ++j)
        for (std::uint32_t k = 1; k <= 4; ++k) {
          auto const inner = pool.yesterday(base, j);
          CHECK(check.agrees(op::yesterday, inner, inner, pool.yesterday(inner, k), k) == true);
        }
  }
}
