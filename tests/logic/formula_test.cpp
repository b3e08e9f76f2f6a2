#include <algorithm>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/logic/formula.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using logic::op;

namespace {

template <class Counts>
std::size_t depth_by_recursion(logic::formula_pool const& pool, term::id i, Counts&& counts) {
  auto const& n = pool[i];
  std::size_t deepest = 0;
  if (logic::info(n.kind).arity >= 1) deepest = depth_by_recursion(pool, n.a, counts);
  if (logic::info(n.kind).arity == 2)
    deepest = std::max(deepest, depth_by_recursion(pool, n.b, counts));
  return deepest + (counts(n.kind) ? 1 : 0);
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("residues are reduced, also negative ones, and MOD 1 is true") {
    logic::formula_pool pool;
    for (std::int64_t m = 1; m <= 7; ++m)
      for (std::int64_t r = -20; r <= 20; ++r) {
        std::int64_t residue = r;
        while (residue < 0)
          residue += m;
        while (residue >= m)
          residue -= m;
        CHECK(pool.mod(r, m) == (m == 1 ? pool.truth() : pool.mod(residue, m)));
        if (m > 1)
          CHECK(pool[pool.mod(r, m).id] == logic::node{op::mod, static_cast<std::uint32_t>(residue),
                                                       static_cast<std::uint32_t>(m)});
      }
    std::int64_t const largest = std::numeric_limits<std::uint32_t>::max();
    CHECK(pool[pool.mod(std::numeric_limits<std::int64_t>::min(), largest).id].b == largest);
  }

  TEST_CASE("operands keep the order they were first written in, and are shared") {
    logic::formula_pool pool;
    auto const a = pool.letter("a");
    auto const b = pool.letter("b");
    CHECK(logic::print(pool.conjunction(b, a)) == "b & a");
    CHECK(pool.conjunction(a, b) == pool.conjunction(b, a));
    CHECK(logic::print(pool.conjunction(a, b)) == "b & a");
    CHECK(pool.disjunction(a, b) == pool.disjunction(b, a));
    CHECK(pool.equivalence(a, b) == pool.equivalence(b, a));
    CHECK(pool.implication(a, b) != pool.implication(b, a));
    CHECK(pool.since(a, b) != pool.since(b, a));
  }

  TEST_CASE("constants, double negation, idempotence and complement are folded") {
    logic::formula_pool pool;
    auto const a = pool.letter("a");
    auto const not_a = pool.negation(a);
    auto const yes = pool.truth();
    auto const no = pool.falsity();
    CHECK(pool.negation(not_a) == a);
    CHECK(pool.negation(yes) == no);
    CHECK(pool.conjunction(a, a) == a);
    CHECK(pool.conjunction(a, not_a) == no);
    CHECK(pool.conjunction(a, yes) == a);
    CHECK(pool.conjunction(no, a) == no);
    CHECK(pool.disjunction(not_a, a) == yes);
    CHECK(pool.disjunction(a, no) == a);
    CHECK(pool.implication(a, a) == yes);
    CHECK(pool.implication(a, not_a) == not_a);
    CHECK(pool.implication(a, no) == not_a);
    CHECK(pool.equivalence(a, not_a) == no);
    CHECK(pool.equivalence(no, a) == not_a);
    CHECK(pool.past(no) == no);
    CHECK(pool.past(yes) != yes);
    CHECK(pool.historically(a) == pool.negation(pool.past(not_a)));
    CHECK(pool.globally(a) == pool.negation(pool.future(not_a)));
    CHECK(pool.since(yes, a) == pool.past(a));
    CHECK(pool.since(no, a) == pool.yesterday(a));
    CHECK(pool.until(yes, a) == pool.future(a));
    CHECK(pool.until(no, a) == pool.next(a));
  }

  TEST_CASE("shifts add up as long as they fit") {
    logic::formula_pool pool;
    auto const a = pool.letter("a");
    CHECK(pool.yesterday(a, 0) == a);
    CHECK(pool.yesterday(pool.yesterday(a, 2), 3) == pool.yesterday(a, 5));
    std::uint32_t const longest = 1u << 31;
    auto const far = pool.yesterday(a, longest);
    CHECK(pool[far.id].b == longest);
    CHECK(pool[pool.yesterday(far, 1).id] == logic::node{op::yesterday, far.id, 1});
    CHECK(pool.yesterday(pool.yesterday(a, longest - 1), 1) == far);
  }

  TEST_CASE("depths are what recursion finds") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      support::formula_shape shape;
      for (auto const kind : {op::future, op::next, op::until})
        shape.operators.push_back(kind);
      auto const f = support::random_formula(pool, source, shape, seed % 30);
      CHECK(logic::temporal_depth(f) ==
            depth_by_recursion(pool, f.id, [](op kind) { return kind >= op::past; }));
      CHECK(logic::p_depth(f) ==
            depth_by_recursion(pool, f.id, [](op kind) { return kind == op::past; }));
    }
    logic::formula_pool pool;
    CHECK(logic::temporal_depth(pool.yesterday(pool.letter("a"), 7)) == 1);
  }

  TEST_CASE("letters are listed once, sorted by bytes") {
    logic::formula_pool pool;
    auto const f =
        pool.since(pool.letter("b"), pool.conjunction(pool.letter("ö"), pool.letter("B")));
    CHECK(logic::letters(pool.conjunction(pool.letter("b"), f)) ==
          std::vector<std::string>{"B", "b", "ö"});
  }

  TEST_CASE("a formula may be far deeper than the machine's stack") {
    logic::formula_pool pool;
    auto f = pool.letter("a");
    std::size_t const depth = 200000;
    for (std::size_t i = 0; i < depth; ++i)
      f = i % 2 == 0 ? pool.past(f) : pool.negation(f);
    CHECK(logic::temporal_depth(f) == depth / 2);
    CHECK(logic::dag_size(f) == depth + 1);
    CHECK(logic::print(f).size() == 1 + depth / 2 * 3);
    auto g = pool.letter("a");
    for (std::size_t i = 0; i < depth; ++i)
      g = pool.since(g, pool.mod(1, 2));
    CHECK(logic::print(g).size() > depth);
  }
}
