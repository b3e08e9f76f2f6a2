#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/logic/semantics.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using logic::op;
using logic::variable;

namespace {

constexpr auto x = variable::first;
constexpr auto y = variable::second;

logic::formula translated(logic::fo_formula f, logic::formula_pool& pool) {
  auto const result = logic::to_temporal(f, pool, {});
  REQUIRE(result);
  return *result;
}

std::string numbered(std::string name, int i) {
  return name.append(std::to_string(i));
}

std::string text_of(logic::fo_formula f) {
  logic::formula_pool pool;
  return logic::print(translated(f, pool));
}

// Both definitions agree on the words; only P, Y, MOD and Boolean operators are used.
void check_translation(logic::fo_formula f, text::alphabet const& sigma,
                       std::vector<text::word> const& words) {
  logic::formula_pool pool;
  auto const t = translated(f, pool);
  for (auto const i : logic::subformulas(t))
    CHECK(pool[i].kind <= op::yesterday);
  for (auto const& w : words)
    if (logic::accepts(f, sigma, w) != logic::accepts(t, sigma, w)) {
      CAPTURE(sigma.print(w));
      CAPTURE(logic::print(t, {.unicode = false, .max_bytes = 500}));
      FAIL_CHECK(logic::print(f));
      return;
    }
}

// All Boolean combinations, with up to `operators` connectives, of the given formulas.
std::vector<logic::fo_formula> combinations(logic::fo_pool& p,
                                            std::vector<logic::fo_formula> const& atoms,
                                            std::size_t operators) {
  std::vector<std::vector<logic::fo_formula>> levels{atoms};
  std::vector<logic::fo_formula> all = atoms;
  for (std::size_t size = 1; size <= operators; ++size) {
    std::vector<logic::fo_formula> level;
    for (auto const f : levels[size - 1])
      level.push_back(p.negation(f));
    for (std::size_t left = 0; left < size; ++left)
      for (auto const f : levels[left])
        for (auto const g : levels[size - 1 - left]) {
          level.push_back(p.conjunction(f, g));
          level.push_back(p.disjunction(f, g));
          level.push_back(p.implication(f, g));
          level.push_back(p.equivalence(f, g));
        }
    all.insert(all.end(), level.begin(), level.end());
    levels.push_back(level);
  }
  return all;
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("ordinary sentences stay as small as they are") {
    logic::fo_pool p;
    auto const a = p.letter("a", x);
    auto const b = p.letter("b", y);
    CHECK(text_of(p.exists(x, a)) == "P a");
    CHECK(text_of(p.forall(x, a)) == "!P !a");
    CHECK(text_of(p.length(0, 2)) == "MOD(1,2)");
    CHECK(text_of(p.exists(x, p.conjunction(a, p.exists_before(y, b)))) == "P (a & P b)");
    CHECK(text_of(p.exists(x, p.exists_before(y, p.conjunction(a, b)))) == "P (a & P b)");
    CHECK(text_of(p.exists(x, p.exists_before(y, p.disjunction(a, b)))) == "P (a & P true | P b)");
    CHECK(text_of(p.exists(x, p.exists_before(y, p.conjunction(b, p.successor(y))))) == "P Y b");
    CHECK(text_of(p.exists(x, p.exists_before(y, p.conjunction(b, p.negation(p.successor(y)))))) ==
          "P Y P b");
    CHECK(text_of(p.exists(x, p.exists_before(y, p.less(x)))) == "false");
    CHECK(text_of(p.exists(x, p.conjunction(a, p.last(x)))) == "Y a");
    CHECK(text_of(p.exists(x, p.conjunction(a, p.negation(p.last(x))))) == "Y P a");
    CHECK(text_of(p.exists(x, p.exists_before(y, p.last(y)))) == "false");
    CHECK(text_of(p.exists(x, p.exists_before(y, p.conjunction(b, p.last(x))))) == "Y P b");
    CHECK(text_of(p.exists(x, p.conjunction(a, p.exists(y, b)))) == "P b & P a");
    CHECK(text_of(p.exists(x, p.conjunction(a, p.length(1, 3)))) == "MOD(2,3) & P a");
  }

  TEST_CASE("one bounded quantifier over every small Boolean combination is translated rightly") {
    auto const sigma = support::alphabet_of("ab");
    auto const words = support::all_words(2, 4);
    for (auto const bound : {x, y}) {
      auto const free = logic::other(bound);
      logic::fo_pool p;
      auto const all = combinations(p,
                                    {p.letter("a", bound), p.letter("a", free), p.less(bound),
                                     p.successor(bound), p.successor(free), p.equal(), p.last(free),
                                     p.last(bound)},
                                    2);
      CHECK(all.size() > 3000);
      for (std::size_t i = bound == x ? 0 : 1; i < all.size(); i += 2)
        check_translation(p.exists(free, p.exists_before(bound, all[i])), sigma, words);
    }
  }

  TEST_CASE("closed sub-formulas inside quantifiers are translated rightly") {
    auto const sigma = support::alphabet_of("ab");
    auto const words = support::all_words(2, 5);
    logic::fo_pool p;
    auto const inner = p.exists(y, p.letter("b", y));
    auto const all = combinations(p,
                                  {p.letter("a", x), p.length(1, 2), inner, p.last(x),
                                   p.exists_before(y, p.conjunction(p.successor(y), inner))},
                                  2);
    for (auto const f : all)
      check_translation(p.exists(x, f), sigma, words);
  }

  TEST_CASE("random sentences are translated rightly") {
    auto const sigma = support::alphabet_of("ab");
    auto const words = support::all_words(2, 6);
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::fo_pool pool;
      support::sentence_shape shape;
      shape.successor = seed % 3 != 0;
      if (seed % 5 == 0) shape.moduli = {};
      if (seed % 7 == 0) shape.letters = {"a", "b", "c"};
      check_translation(support::random_sentence(pool, source, shape, 2 + seed % 14), sigma, words);
    }
  }

  TEST_CASE("the result is in the pool that was given, beside what is there already") {
    logic::fo_pool fo;
    logic::formula_pool pool;
    auto const expected = pool.past(pool.letter("a"));
    CHECK(translated(fo.exists(x, fo.letter("a", x)), pool) == expected);
    CHECK(pool.symbols().size() == 1);
    CHECK(pool.size() == 2);
  }

  TEST_CASE("letters are never confused with marks") {
    logic::fo_pool fo;
    for (std::string const token : {"#link", "#0", "=a", "=", "link", "'"}) {
      logic::formula_pool pool;
      auto const both = fo.conjunction(fo.letter(token, y), fo.letter(token, x));
      CHECK(translated(fo.exists(x, fo.exists_before(y, both)), pool) ==
            pool.past(pool.conjunction(pool.letter(token), pool.past(pool.letter(token)))));
    }
  }

  TEST_CASE("an expansion that grows past the limit says so") {
    // exists y<x with n pairs (a_i(x) <-> b_i(y)): each choice of the a_i needs its own P.
    logic::fo_pool fo;
    auto f = fo.truth();
    for (int i = 0; i < 40; ++i)
      f = fo.conjunction(
          f, fo.equivalence(fo.letter(numbered("a", i), x), fo.letter(numbered("b", i), y)));
    logic::formula_pool pool;
    budget::budget limits;
    limits.max_states = 10000;
    auto const result = logic::to_temporal(fo.exists(x, fo.exists_before(y, f)), pool, limits);
    REQUIRE_FALSE(result);
    CHECK(result.error().limit == 10000);
    CHECK(result.error().way_out == "--max-states");
    CHECK(pool.size() == 0);
    limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    limits.timeout_seconds = 3;
    auto const late = logic::to_temporal(fo.exists(x, fo.exists_before(y, f)), pool, limits);
    REQUIRE_FALSE(late);
    CHECK(late.error().quantity == "seconds");
  }

  TEST_CASE("a sentence may be far deeper than the machine's stack") {
    logic::fo_pool fo;
    auto f = fo.letter("a", x);
    auto v = x;
    for (int i = 0; i < 100000; ++i) {
      f = fo.exists_before(v, f);
      v = logic::other(v);
      if (i % 2 == 0) f = fo.negation(f);
    }
    logic::formula_pool pool;
    CHECK(logic::temporal_depth(translated(fo.exists(v, f), pool)) == 100001);
    // A deep Boolean part with a choice at every step.
    auto g = fo.letter("a", y);
    for (int i = 0; i < 400; ++i) {
      g = fo.disjunction(fo.letter(numbered("b", i), y), g);
      g = fo.conjunction(fo.letter(numbered("a", i), x), g);
    }
    auto const t = translated(fo.exists(x, fo.exists_before(y, g)), pool);
    CHECK(logic::dag_size(t) < 4000);
  }
}
