// Automata of formulas with F, G, X and U against the definition, on every word up to a length.
#include <doctest/doctest.h>

#include <chrono>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/logic/semantics.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::construct;
using automaton::dfa;
using logic::op;

namespace {

std::vector<op> const temporal{op::past, op::yesterday, op::since, op::future, op::next, op::until};

void check_guesses_against_definition(logic::formula f, text::alphabet const& sigma,
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

  TEST_CASE("an automaton with guesses accepts by definition: random formulas, words up to 7") {
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 7);
    std::size_t nontrivial = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      logic::formula_pool pool;
      auto shape = shape_of(temporal, {2, 3});
      shape.letters = {"a", "b", "c"}; // c is not in the alphabet
      auto f = random_formula(pool, source, shape, 1 + below(source, 12));
      if (seed % 2 == 0) f = pool.past(f); // else many do not look right before N+1
      check_guesses_against_definition(f, sigma, words);
      if (automaton::minimize(*construct(f, sigma, {}))->states() > 1) ++nontrivial;
    }
    CHECK(nontrivial > 1400);
  }

  TEST_CASE("an automaton with guesses accepts by definition: long formulas over three letters") {
    auto const sigma = alphabet_of("abc");
    auto const words = all_words(3, 5);
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      logic::formula_pool pool;
      auto shape = shape_of(temporal, {2, 3, 5});
      shape.letters = sigma.tokens();
      check_guesses_against_definition(pool.past(random_formula(pool, source, shape, 25)), sigma,
                                       words);
    }
  }

  TEST_CASE(
      "all formulas with at most three operators, some of them F, X and U, on words up to 6") {
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 6);
    logic::formula_pool pool;
    auto const formulas =
        all_formulas(pool, {pool.letter("a"), pool.letter("b"), pool.mod(0, 2)},
                     {op::negation, op::past, op::yesterday, op::future, op::next}, 3);
    auto const binary = all_formulas(
        pool, {pool.letter("a"), pool.mod(1, 2)},
        {op::negation, op::conjunction, op::past, op::future, op::since, op::until}, 2);
    for (auto const f : formulas)
      check_guesses_against_definition(f, sigma, words);
    for (auto const f : binary)
      check_guesses_against_definition(pool.past(f), sigma, words);
    CHECK(formulas.size() + binary.size() > 500);
  }

  TEST_CASE("letters past the sixty-fourth are read like the others") {
    std::vector<std::string> tokens;
    for (int i = 0; i < 150; ++i)
      tokens.push_back("t" + std::to_string(i));
    auto const sigma = *text::alphabet::make(tokens);
    logic::formula_pool pool;
    auto f = pool.truth();
    for (std::size_t i = 150; i > 0; i -= 10)
      f = pool.conjunction(pool.letter(tokens[i - 10]), pool.next(f));
    dfa const a = *construct(pool.past(f), sigma, {});
    text::word w{7};
    for (text::letter i = 0; i < 150; i += 10)
      w.push_back(i);
    w.push_back(140);
    CHECK(automaton::accepts(a, w));
    w[9] = 81;
    CHECK_FALSE(automaton::accepts(a, w));
  }

  TEST_CASE("known languages with F, G, X and U have minimal automata of known size") {
    logic::formula_pool pool;
    auto const states = [&](logic::formula f, std::string_view sigma) {
      return automaton::minimize(*construct(f, alphabet_of(sigma), {}))->states();
    };
    auto const a = pool.letter("a");
    auto const b = pool.letter("b");
    CHECK(states(pool.future(a), "ab") == 1); // nothing is right of N+1
    CHECK(states(pool.globally(a), "ab") == 1);
    CHECK(states(pool.past(pool.conjunction(a, pool.negation(pool.future(b)))), "ab") == 2);
    CHECK(states(pool.past(pool.conjunction(a, pool.future(b))), "ab") == 3);
    CHECK(states(pool.past(pool.conjunction(a, pool.next(b))), "ab") == 3);
    // The last position is the one without a position to the right.
    auto const last = pool.negation(pool.future(pool.truth()));
    CHECK(states(pool.past(pool.conjunction(last, a)), "ab") == 2);
    // a at the start, and a U b there: a a … a b
    auto const first = pool.negation(pool.past(pool.truth()));
    auto const until = pool.past(pool.conjunction(first, pool.conjunction(a, pool.until(a, b))));
    CHECK(states(until, "ab") == 4);
  }

  TEST_CASE("chains of X and of F have one state a step, and independent F one a set") {
    logic::formula_pool pool;
    auto const sigma = alphabet_of("ab");
    auto const size = [&](logic::formula f, text::alphabet const& letters) {
      auto const start = std::chrono::steady_clock::now();
      auto const a = construct(f, letters, {});
      auto const spent = std::chrono::steady_clock::now() - start;
      MESSAGE(a->states() << " states in "
                          << std::chrono::duration<double, std::milli>(spent).count() << " ms");
      return a->states();
    };
    auto next = pool.letter("b");
    auto future = pool.letter("b");
    auto alternating = pool.letter("b");
    for (int i = 0; i < 30; ++i) {
      auto const x = pool.letter(i % 2 == 0 ? "a" : "b");
      next = pool.conjunction(x, pool.next(next));
      future = pool.conjunction(x, pool.future(future));
      alternating = i % 2 == 0 ? pool.future(alternating) : pool.globally(alternating);
    }
    CHECK(size(pool.past(next), sigma) == 32);
    CHECK(size(pool.past(future), sigma) == 32);
    CHECK(size(pool.past(alternating), sigma) == 2);
    std::string const letters = "abcdefghij";
    auto together = pool.letter("z");
    auto apart = pool.truth();
    for (char const c : letters) {
      auto const f = pool.future(pool.letter(std::string(1, c)));
      together = pool.conjunction(together, f);
      apart = pool.conjunction(apart, pool.past(pool.conjunction(pool.letter("z"), f)));
    }
    CHECK(size(pool.past(together), alphabet_of(letters + "z")) == 1025);
    CHECK(size(apart, alphabet_of(letters + "z")) == 1025);
  }

  TEST_CASE("a hundred thousand nested F are one more loop") {
    logic::formula_pool pool;
    auto f = pool.letter("a");
    for (int i = 0; i < 100'000; ++i)
      f = pool.future(f);
    CHECK(construct(f, alphabet_of("ab"), {})->states() == 1);
    budget::budget limits;
    limits.max_states = 5;
    auto const a = construct(pool.past(f), alphabet_of("ab"), limits);
    REQUIRE_FALSE(a.has_value());
    CHECK(a.error().quantity == "states");
  }

  TEST_CASE("formulas with F, X and U stop exactly at their limits") {
    logic::formula_pool pool;
    auto const sigma = alphabet_of("ab");
    auto f = pool.letter("b");
    for (int i = 0; i < 9; ++i)
      f = pool.next(f);
    f = pool.past(pool.conjunction(pool.letter("a"), f)); // which of the last 9 letters are a
    budget::budget limits;
    limits.max_states = 513;
    CHECK(construct(f, sigma, limits)->states() == 513);
    limits.max_states = 512;
    CHECK(construct(f, sigma, limits).error().quantity == "states");
    CHECK(construct(f, sigma, limits).error().limit == 512);
    budget::budget small;
    small.max_bytes = 30'000;
    CHECK(construct(f, sigma, small).error().quantity == "bytes");
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now();
    late.timeout_seconds = 7;
    CHECK(construct(f, sigma, late).error().quantity == "seconds");
    auto const far = pool.yesterday(pool.next(pool.letter("a")), 1u << 31);
    CHECK(construct(far, sigma, {}).error().quantity == "bytes");
    auto const moduli =
        pool.past(pool.conjunction(pool.mod(1, 999'983), pool.next(pool.mod(1, 999'979))));
    CHECK(construct(moduli, sigma, {}).error().quantity == "states");
  }
}
