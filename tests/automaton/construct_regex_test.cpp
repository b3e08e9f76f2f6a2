#include <doctest/doctest.h>
#include <fmt/core.h>

#include <chrono>

#include "ltlc/automaton/compare.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/regex/semantics.hpp"
#include "regex/random_expression.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::construct;
using automaton::dfa;
using regex::expression;
using regex::expression_pool;

namespace {

void check_expression_against_definition(expression f, expression_pool& pool,
                                         text::alphabet const& sigma,
                                         std::vector<text::word> const& words) {
  CAPTURE(regex::print(f));
  auto const a = construct(f, pool, sigma, {});
  REQUIRE(a.has_value());
  REQUIRE(automaton::malformed(*a).empty());
  REQUIRE(automaton::canonical(*a) == *a);
  for (auto const& w : words)
    if (automaton::accepts(*a, w) != regex::matches(f, sigma, w)) {
      CAPTURE(sigma.print(w));
      FAIL("the automaton and the definition differ");
    }
}

// The minimal automaton's states, and the time in `seconds`.
std::size_t minimal_states(expression f, expression_pool& pool, text::alphabet const& sigma,
                           std::string const& name) {
  auto const start = std::chrono::steady_clock::now();
  auto const a = construct(f, pool, sigma, {});
  REQUIRE(a.has_value());
  auto const m = automaton::minimize(*a);
  std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - start;
  MESSAGE(name << ": " << a->states() << " states, minimal " << m->states() << ", " << spent.count()
               << " s");
  return m->states();
}

} // namespace

TEST_SUITE("automaton") {

  TEST_CASE("a regex's automaton accepts by definition: with counting, & and ~, words up to 7") {
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 7);
    for (std::uint64_t seed = 1; seed <= 2500; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      expression_pool pool;
      expression_shape const shape{{"a", "b", "c"}, 3, true, true}; // c is not in the alphabet
      check_expression_against_definition(
          random_expression(pool, source, shape, 1 + below(source, 8)), pool, sigma, words);
    }
  }

  TEST_CASE("a regex's automaton accepts by definition: larger counts over one letter") {
    auto const words = all_words(1, 40);
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      expression_pool pool;
      expression_shape const shape{{"a"}, 6, true, false};
      check_expression_against_definition(
          random_expression(pool, source, shape, 1 + below(source, 6)), pool, alphabet_of("a"),
          words);
    }
  }

  TEST_CASE("a regex's automaton accepts by definition: three letters, plain operators") {
    auto const words = all_words(3, 5);
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      expression_pool pool;
      expression_shape const shape{{"a", "b", "c"}, 4, false, true};
      check_expression_against_definition(
          random_expression(pool, source, shape, 1 + below(source, 14)), pool, alphabet_of("abc"),
          words);
    }
  }

  TEST_CASE("intersection and complement are products of automata") {
    auto const sigma = alphabet_of("ab");
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      expression_pool pool;
      auto const f = random_expression(pool, source, {}, 2 + below(source, 8));
      auto const g = random_expression(pool, source, {}, 2 + below(source, 8));
      auto const minimal = [&](expression e) {
        return automaton::minimize(*construct(e, pool, sigma, {}));
      };
      auto const product = [&](automaton::boolean operation) {
        return automaton::minimize(*automaton::product(*minimal(f), *minimal(g), operation, {}));
      };
      REQUIRE(minimal(pool.intersection({f, g})) == product(automaton::boolean::conjunction));
      REQUIRE(minimal(pool.alternation({f, g})) == product(automaton::boolean::disjunction));
      REQUIRE(minimal(pool.complement(f)) ==
              automaton::minimize(automaton::complement(*minimal(f))));
    }
  }

  TEST_CASE("counting stays as small as the language") {
    expression_pool pool;
    auto const a = pool.letter("a");
    auto const b = pool.letter("b");
    auto const ab = pool.alternation({a, b});
    auto const all = pool.repetition(ab, 0, regex::unbounded);
    auto const sigma = alphabet_of("ab");
    CHECK(minimal_states(pool.repetition(a, 1000, 1000), pool, alphabet_of("a"), "a{1000}") ==
          1002);
    CHECK(
        minimal_states(pool.concatenation(all, pool.concatenation(a, pool.repetition(ab, 12, 12))),
                       pool, sigma, "(a|b)*a(a|b){12}") == 8192);
    CHECK(
        minimal_states(pool.concatenation(all, pool.concatenation(a, pool.repetition(ab, 0, 500))),
                       pool, sigma, "(a|b)*a(a|b){0,500}") == 502);
    CHECK(minimal_states(pool.repetition(pool.alternation({ab, pool.letter("c")}), 0, 200), pool,
                         alphabet_of("abc"), "(a|b|c){0,200}") == 202);
    auto const block = pool.concatenation(pool.repetition(a, 1, 50), pool.repetition(b, 1, 50));
    CHECK(minimal_states(pool.repetition(block, 1, 20), pool, sigma, "(a{1,50}b{1,50}){1,20}") ==
          2002);
    CHECK(minimal_states(pool.complement(pool.repetition(block, 1, 20)), pool, sigma,
                         "~(a{1,50}b{1,50}){1,20}") == 2002);
    auto const either = pool.alternation({a, pool.concatenation(a, a)});
    CHECK(minimal_states(pool.repetition(either, 0, 300), pool, sigma, "(a|aa){0,300}") == 602);
  }

  TEST_CASE("a chain of optional letters keeps one term a state") {
    expression_pool pool;
    auto f = pool.empty_word();
    for (int i = 0; i < 2000; ++i)
      f = pool.concatenation(pool.repetition(pool.letter(i % 2 == 0 ? "b" : "a"), 0, 1), f);
    CHECK(minimal_states(f, pool, alphabet_of("ab"), "(a?b?) 1,000 times") == 2002);
  }

  TEST_CASE("an alternation of words costs as much as its trie") {
    expression_pool pool;
    support::random source(5);
    std::vector<std::string> tokens;
    for (int i = 0; i < 1000; ++i)
      tokens.push_back(fmt::format("t{}", i));
    auto const sigma = *text::alphabet::make(tokens);
    std::vector<expression> words;
    for (int i = 0; i < 2000; ++i) {
      auto f = pool.empty_word();
      for (int k = 0; k < 6; ++k)
        f = pool.concatenation(pool.letter(one_of(source, tokens)), f);
      words.push_back(f);
    }
    auto const some = pool.alternation(words);
    CHECK(minimal_states(some, pool, sigma, "2,000 words of 6 of 1,000 tokens") > 1000);
    auto const any = pool.repetition(pool.any(), 0, regex::unbounded);
    auto const few = pool.alternation({words.begin(), words.begin() + 50});
    CHECK(minimal_states(pool.concatenation(any, pool.concatenation(few, any)), pool, sigma,
                         "any 50 words inside") > 200);
  }

  TEST_CASE("the empty language, the empty word and everything have one, two and one state") {
    expression_pool pool;
    for (auto const* letters : {"a", "ab"}) {
      auto const sigma = alphabet_of(letters);
      auto const states = [&](expression f) {
        return automaton::minimize(*construct(f, pool, sigma, {}))->states();
      };
      CHECK(states(pool.nothing()) == 1);
      CHECK(states(pool.complement(pool.nothing())) == 1);
      CHECK(states(pool.empty_word()) == 2);
      CHECK(states(pool.letter("z")) == 1);
      CHECK(states(pool.repetition(pool.any(), 0, regex::unbounded)) == 1);
      CHECK(states(pool.letters(true, {"a", "b"})) == 1);
    }
  }
}
