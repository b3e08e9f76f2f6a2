#include <doctest/doctest.h>
#include <fmt/core.h>

#include <chrono>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/logic/semantics.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::construct;
using automaton::dfa;

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

text::alphabet many_tokens(std::size_t n) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < n; ++i)
    tokens.push_back(fmt::format("t{}", i));
  return *text::alphabet::make(tokens);
}

void check_against_definition(logic::formula f, text::alphabet const& sigma,
                              std::vector<text::word> const& words) {
  CAPTURE(logic::print(f));
  auto const a = construct(f, sigma, {});
  REQUIRE(a.has_value());
  REQUIRE(automaton::malformed(*a).empty());
  REQUIRE(automaton::canonical(*a) == *a);
  for (auto const& w : words)
    if (automaton::accepts(*a, w) != logic::accepts(f, sigma, w)) {
      CAPTURE(sigma.print(w));
      FAIL("the automaton and the definition differ");
    }
}

} // namespace

TEST_SUITE("automaton") {

  TEST_CASE("a formula's automaton accepts by definition: random past formulas, words up to 7") {
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 7);
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      logic::formula_pool pool;
      formula_shape shape;             // P, Y^k, S, MOD and all Boolean operators
      shape.letters = {"a", "b", "c"}; // c is not in the alphabet
      check_against_definition(random_formula(pool, source, shape, 1 + below(source, 10)), sigma,
                               words);
    }
  }

  TEST_CASE("a formula's automaton accepts by definition: other alphabets, longer shifts") {
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      logic::formula_pool pool;
      formula_shape shape;
      shape.moduli = {2, 3, 4, 5};
      shape.max_shift = seed % 2 == 0 ? 12 : 4;
      bool const unary = seed % 2 == 0;
      shape.letters =
          unary ? std::vector<std::string>{"a"} : std::vector<std::string>{"a", "b", "c"};
      check_against_definition(
          random_formula(pool, source, shape, 1 + below(source, unary ? 12 : 8)),
          alphabet_of(unary ? "a" : "abc"), unary ? all_words(1, 40) : all_words(3, 4));
    }
  }

  TEST_CASE("a formula's automaton accepts by definition: every formula with two operators") {
    logic::formula_pool pool;
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 5);
    auto const formulas = all_formulas(
        pool, {pool.letter("a"), pool.letter("b"), pool.truth(), pool.mod(0, 2)},
        {logic::op::negation, logic::op::conjunction, logic::op::disjunction,
         logic::op::equivalence, logic::op::past, logic::op::yesterday, logic::op::since},
        2);
    for (auto const f : formulas)
      check_against_definition(f, sigma, words);
    CHECK(formulas.size() > 500);
  }

  TEST_CASE("letters past the sixty-fourth have lanes like the others") {
    auto const sigma = many_tokens(200);
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      logic::formula_pool pool;
      // A P for one letter of each word of lanes, and a disjunction that mentions most letters.
      auto f = pool.falsity();
      for (std::size_t i = 0; i < 190; ++i)
        if (below(source, 4) != 0)
          f = pool.disjunction(f, pool.letter(sigma.token(static_cast<text::letter>(i))));
      f = pool.past(f);
      for (text::letter const x : {3u, 70u, 130u, 189u})
        f = pool.since(pool.negation(pool.letter(sigma.token(x))),
                       pool.disjunction(f, pool.yesterday(pool.letter(sigma.token(x - 1)), 2)));
      dfa const a = *construct(f, sigma, {});
      for (int i = 0; i < 100; ++i) {
        text::word w = random_word(source, 200, below(source, 8));
        for (auto& x : w)
          if (below(source, 2) == 0)
            x = one_of<text::letter>(source, {2, 3, 69, 70, 129, 130, 188, 189});
        REQUIRE(automaton::accepts(a, w) == logic::accepts(f, sigma, w));
      }
    }
  }

  TEST_CASE("states wider than one machine word carry from word to word") {
    logic::formula_pool pool;
    auto const sigma = alphabet_of("ab");
    for (std::uint32_t const k : {63u, 64u, 65u, 127u, 128u, 200u}) {
      CAPTURE(k);
      // Once per word of states: a holds k positions before the first b.
      auto const b = pool.letter("b");
      auto const first = pool.conjunction(b, pool.negation(pool.past(b)));
      auto const f =
          pool.past(pool.conjunction(first, pool.yesterday(pool.yesterday(first, k), 0)));
      auto const g = pool.yesterday(first, k);
      CHECK(*construct(f, sigma, {}) == automaton::canonical(*construct(f, sigma, {})));
      dfa const a = *construct(g, sigma, {});
      CHECK(a.states() == k + 2);
      for (std::size_t before = 0; before < 3; ++before)
        for (std::size_t after = k - 2; after < k + 2; ++after) {
          text::word w(before, 0);
          w.push_back(1);
          w.insert(w.end(), after, static_cast<text::letter>(after % 2));
          CHECK(automaton::accepts(a, w) == (after + 1 == k));
        }
    }
  }

  TEST_CASE("known languages have minimal automata of known size") {
    logic::formula_pool pool;
    auto const states = [&](logic::formula f, std::string_view sigma) {
      return automaton::minimize(*construct(f, alphabet_of(sigma), {}))->states();
    };
    auto const a = pool.letter("a");
    CHECK(states(pool.truth(), "ab") == 1);
    CHECK(states(pool.falsity(), "a") == 1);
    CHECK(states(a, "ab") == 1); // a letter is false at the end
    CHECK(states(pool.past(a), "ab") == 2);
    CHECK(states(pool.yesterday(a, 10), "ab") == 1024);
    CHECK(states(pool.yesterday(a, 10), "a") == 11);
    CHECK(states(pool.mod(1, 12), "ab") == 12);
    CHECK(states(pool.conjunction(pool.mod(1, 4), pool.mod(1, 6)), "ab") == 12);
    CHECK(states(pool.since(a, pool.letter("b")), "abc") == 2);
  }

  TEST_CASE("a thousand tokens and 200 nested P take milliseconds") {
    auto const sigma = many_tokens(1000);
    logic::formula_pool pool;
    auto f = pool.truth();
    for (int i = 0; i < 200; ++i)
      f = pool.past(pool.conjunction(pool.letter(sigma.token(i % 2 == 0 ? 7 : 8)), f));
    auto const start = std::chrono::steady_clock::now();
    CHECK(automaton::minimize(*construct(f, sigma, {}))->states() == 201);
    MESSAGE("1,000 tokens, 200 nested P: " << seconds_since(start) << " s");
  }
}
