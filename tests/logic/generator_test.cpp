#include <algorithm>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "support/formula_generator.hpp"

using namespace ltlc;
using logic::op;

TEST_SUITE("logic") {
  TEST_CASE("all words up to a length are listed once, shorter ones first") {
    auto const words = support::all_words(3, 4);
    CHECK(words.size() == 1 + 3 + 9 + 27 + 81);
    CHECK(std::set<text::word>(words.begin(), words.end()).size() == words.size());
    CHECK(std::is_sorted(words.begin(), words.end(),
                         [](auto const& v, auto const& w) { return v.size() < w.size(); }));
    CHECK(support::all_words(2, 0).size() == 1);
  }

  TEST_CASE("all formulas are listed once, each with no more operators than asked for") {
    logic::formula_pool pool;
    auto const a = pool.letter("a");
    auto const b = pool.letter("b");
    auto const all = support::all_formulas(pool, {a, b}, {op::past, op::since}, 2);
    // a, b; P of 2, S of 2·2; then P of those 6, S of 2·6 and 6·2.
    CHECK(all.size() == 2 + 6 + 6 + 12 + 12);
    std::set<term::id> ids;
    for (auto const f : all)
      ids.insert(f.id);
    CHECK(ids.size() == all.size());
  }

  TEST_CASE("random formulas and sentences use every operator they may") {
    std::set<op> kinds;
    std::set<logic::fo_op> fo_kinds;
    std::set<std::uint32_t> shifts;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      support::random source(seed);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, {}, 8);
      for (auto const i : logic::subformulas(f)) {
        kinds.insert(pool[i].kind);
        if (pool[i].kind == op::yesterday) shifts.insert(pool[i].b);
      }
      logic::fo_pool fo;
      auto const g = support::random_sentence(fo, source, {}, 10);
      CHECK(fo.free_in(g.id) == 0);
      for (auto const i : logic::subformulas(g))
        fo_kinds.insert(fo[i].kind);
    }
    CHECK(kinds.size() == logic::operator_count - 3); // all but F, X, U
    CHECK(fo_kinds.size() == static_cast<std::size_t>(logic::fo_op::exists) + 1);
    CHECK(shifts.size() >= 3);
  }

  TEST_CASE("a shape keeps to its operators and moduli") {
    auto const shape = support::shape_of({op::past}, {5});
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      support::random source(seed);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 10);
      for (auto const i : logic::subformulas(f)) {
        CHECK(pool[i].kind <= op::past);
        if (pool[i].kind == op::mod) CHECK(pool[i].b == 5);
      }
    }
  }
}
