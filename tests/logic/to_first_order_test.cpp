#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/logic/to_first_order.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using logic::op;
using logic::variable;

namespace {

logic::fo_formula translated(logic::formula f, logic::fo_pool& pool) {
  auto const result = logic::to_first_order(f, pool, {});
  REQUIRE(result);
  CHECK(pool.free_in(result->id) == 0);
  return *result;
}

std::string text_of(logic::formula f) {
  logic::fo_pool pool;
  return logic::print(translated(f, pool));
}

support::formula_shape past_shape(std::uint64_t seed) {
  auto shape = support::shape_of({op::past, op::yesterday}, {2, 3});
  if (seed % 4 == 0) shape.moduli = {};
  if (seed % 5 == 0) shape.letters = {"a", "b", "c"}; // c is not in the alphabet
  return shape;
}

automaton::minimal_dfa automaton_of(logic::formula f, text::alphabet const& sigma) {
  auto const a = automaton::construct(f, sigma, {});
  REQUIRE(a);
  return automaton::minimize(*a);
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("ordinary formulas become the sentences one would write") {
    logic::formula_pool p;
    auto const a = p.letter("a");
    auto const b = p.letter("b");
    CHECK(text_of(p.past(a)) == "exists x. a(x)");
    CHECK(text_of(p.historically(a)) == "forall x. a(x)");
    CHECK(text_of(p.past(p.conjunction(b, p.past(a)))) == "exists x. (b(x) & (exists y<x. a(y)))");
    CHECK(text_of(p.past(p.past(p.past(a)))) == "exists x. exists y<x. exists x<y. a(x)");
    CHECK(text_of(p.past(p.conjunction(b, p.yesterday(a)))) ==
          "exists x. (b(x) & (exists y<x. (succ(y,x) & a(y))))");
    CHECK(text_of(p.yesterday(a)) == "exists x. (last(x) & a(x))");
    CHECK(text_of(p.yesterday(a, 2)) == "exists x. (last(x) & (exists y<x. (succ(y,x) & a(y))))");
    CHECK(text_of(p.mod(1, 2)) == "LEN(0,2)");
    CHECK(text_of(p.mod(0, 3)) == "LEN(2,3)");
    CHECK(text_of(p.past(p.mod(0, 3))) == "exists x. MOD(x;0,3)");
    CHECK(text_of(p.disjunction(a, p.past(b))) == "exists x. b(x)"); // no letter stands at N+1
    CHECK(text_of(p.past(p.truth())) == "exists x. true");
    CHECK(text_of(p.implication(a, b)) == "true");
  }

  TEST_CASE("a sentence means at a word what its formula means at N+1") {
    auto const sigma = support::alphabet_of("ab");
    auto const words = support::all_words(2, 6);
    for (std::uint64_t seed = 1; seed <= 2500; ++seed) {
      support::random source(seed);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, past_shape(seed), seed % 12);
      logic::fo_pool sentences;
      auto const g = translated(f, sentences);
      for (auto const& w : words) {
        if (logic::accepts(f, sigma, w) == logic::accepts(g, sigma, w)) continue;
        CAPTURE(seed);
        CAPTURE(sigma.print(w));
        CAPTURE(logic::print(f));
        FAIL_CHECK(logic::print(g));
        break;
      }
    }
  }

  TEST_CASE("every small formula is translated rightly") {
    auto const sigma = support::alphabet_of("ab");
    auto const words = support::all_words(2, 5);
    logic::formula_pool pool;
    auto const all = support::all_formulas(
        pool, {pool.truth(), pool.letter("a"), pool.mod(1, 2)},
        {op::negation, op::conjunction, op::implication, op::past, op::yesterday}, 3);
    CHECK(all.size() > 1000);
    logic::fo_pool sentences;
    for (auto const f : all) {
      auto const g = translated(f, sentences);
      for (auto const& w : words)
        CHECK_MESSAGE(logic::accepts(f, sigma, w) == logic::accepts(g, sigma, w),
                      logic::print(f) << " and " << logic::print(g) << " on " << sigma.print(w));
    }
  }

  TEST_CASE("there and back again is the same language") {
    auto const sigma = support::alphabet_of("ab");
    std::size_t nontrivial = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, past_shape(seed), seed % 14);
      CAPTURE(logic::print(f));
      logic::fo_pool sentences;
      auto const back = logic::to_temporal(translated(f, sentences), pool, {});
      REQUIRE(back);
      auto const expected = automaton_of(f, sigma);
      CHECK(automaton_of(*back, sigma) == expected);
      if (expected->states() > 2) ++nontrivial;
    }
    CHECK(nontrivial > 1000);
  }

  TEST_CASE("without last a sentence does not see which letter is the last one") {
    // The prefixes of (a^6 b^6)^ω whose lengths 6 divides: from some length on all in or all out.
    auto const sigma = support::alphabet_of("ab");
    std::size_t alternating = 0;
    for (std::uint64_t seed = 1; seed <= 1200; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      support::sentence_shape shape;
      shape.last = seed % 3 == 0;
      logic::fo_pool sentences;
      auto f = support::random_sentence(sentences, source, shape, 4 + seed % 9);
      if (shape.last) { // so that the test sees what it looks for
        auto const x = variable::first;
        f = sentences.equivalence(
            f, sentences.exists(
                   x, sentences.conjunction(sentences.last(x), sentences.letter("a", x))));
      }
      logic::formula_pool pool;
      auto const temporal = logic::to_temporal(f, pool, {});
      REQUIRE(temporal);
      auto const a = automaton_of(*temporal, sigma);
      automaton::state q = a->initial;
      std::vector<bool> verdict;
      for (std::size_t block = 0; block < 4 * a->states(); ++block) {
        q = automaton::run(*a, q, text::word(6, static_cast<text::letter>(block % 2)));
        verdict.push_back(a->accepting[q]);
      }
      bool const alternates = verdict[verdict.size() - 1] != verdict[verdict.size() - 2];
      if (alternates) ++alternating;
      if (!shape.last) CHECK_MESSAGE(!alternates, logic::print(f));
    }
    CHECK(alternating > 200);
  }

  TEST_CASE("what looks right, and S, is refused by name") {
    logic::formula_pool p;
    logic::fo_pool sentences;
    auto const a = p.letter("a");
    auto const b = p.letter("b");
    for (auto const& [f, kind] : {std::pair{p.since(a, b), op::since},
                                  {p.future(a), op::future},
                                  {p.next(a), op::next},
                                  {p.until(a, b), op::until},
                                  {p.past(p.negation(p.since(a, b))), op::since}}) {
      auto const result = logic::to_first_order(f, sentences, {});
      REQUIRE_FALSE(result);
      auto const* const refused = std::get_if<logic::no_sentence>(&result.error());
      REQUIRE(refused != nullptr);
      CHECK(refused->kind == kind);
    }
    auto const result = logic::to_first_order(p.past(p.negation(p.since(a, b))), sentences, {});
    CHECK(std::get<logic::no_sentence>(result.error()).subformula == "a S b");
  }

  TEST_CASE("what a formula shares its sentence shares") {
    logic::formula_pool p;
    auto f = p.letter("a");
    for (int i = 0; i < 200; ++i)
      f = p.past(p.implication(f, p.past(f))); // 2^200 leaves
    logic::fo_pool sentences;
    auto const g = translated(f, sentences);
    CHECK(logic::subformulas(g).size() <= 3 * logic::dag_size(f));
  }

  TEST_CASE("a formula may be far deeper than the machine's stack") {
    logic::formula_pool p;
    auto f = p.letter("a");
    for (int i = 0; i < 100000; ++i)
      f = i % 3 == 0 ? p.negation(p.past(f)) : p.conjunction(p.letter("b"), p.past(f));
    logic::fo_pool sentences;
    CHECK(logic::subformulas(translated(f, sentences)).size() > 100000);
  }

  TEST_CASE("a sentence that grows past the limit is not made") {
    logic::formula_pool p;
    budget::budget limits;
    limits.max_states = 1000;
    logic::fo_pool sentences;
    auto const far =
        logic::to_first_order(p.yesterday(p.letter("a"), 2'000'000'000), sentences, limits);
    REQUIRE_FALSE(far);
    auto const* const reached = std::get_if<budget::limit_reached>(&far.error());
    REQUIRE(reached != nullptr);
    CHECK(reached->limit == 1000);
    CHECK(reached->way_out == "--max-states");
    CHECK(sentences.size() < 1000);
    limits.max_states = 1'000'000;
    CHECK(logic::to_first_order(p.yesterday(p.letter("a"), 1000), sentences, limits));
    limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    CHECK_FALSE(logic::to_first_order(p.past(p.letter("a")), sentences, limits));
  }
}
