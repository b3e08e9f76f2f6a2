// Formula to minimal DFA, on families that grow. The counter "states" is that of the minimal DFA;
// compare the times of neighbouring sizes to see the growth.
#include <benchmark/benchmark.h>

#include <functional>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"

namespace {

using namespace ltlc;
using logic::formula;
using logic::formula_pool;

text::alphabet numbered_alphabet(std::size_t n) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < n; ++i)
    tokens.push_back(std::string("t").append(std::to_string(i)));
  return text::alphabet::make(tokens).value();
}

text::alphabet letters(std::string_view option) {
  return text::alphabet::from_option(option).value();
}

struct sample {
  text::alphabet sigma;
  formula f;
};

using family = std::function<sample(formula_pool&, std::size_t)>;

// P(a & P(a & …)): n nested P over a growing chain.
sample past_nest(formula_pool& pool, std::size_t n) {
  formula f = pool.truth();
  for (std::size_t i = 0; i < n; ++i)
    f = pool.past(pool.conjunction(pool.letter("a"), f));
  return {letters("ab"), f};
}

sample chain_nest(formula_pool& pool, std::size_t n) {
  formula f = pool.truth();
  for (std::size_t i = 0; i < n; ++i)
    f = pool.past(pool.conjunction(pool.letter(i % 2 == 0 ? "a" : "b"), f));
  return {letters("ab"), f};
}

// n letters, each seen or not: "an even number of them was seen".
sample many_p(formula_pool& pool, std::size_t n) {
  text::alphabet sigma = numbered_alphabet(n);
  formula f = pool.truth();
  for (auto const& token : sigma.tokens())
    f = pool.equivalence(f, pool.negation(pool.past(pool.letter(token))));
  return {std::move(sigma), f};
}

sample yesterday(formula_pool& pool, std::size_t n) {
  return {letters("ab"), pool.yesterday(pool.letter("a"), static_cast<std::uint32_t>(n))};
}

// x S (y & (y S (x & …))), a and b in turn: runs of letters, read backwards.
sample since(formula_pool& pool, std::size_t n) {
  formula f = pool.truth();
  for (std::size_t i = 0; i < n; ++i)
    f = pool.since(pool.letter(i % 2 == 0 ? "a" : "b"),
                   pool.conjunction(pool.letter(i % 2 == 0 ? "b" : "a"), f));
  return {letters("ab"), f};
}

// P and ¬P in turn.
sample past_mix(formula_pool& pool, std::size_t n) {
  formula f = pool.truth();
  for (std::size_t i = 0; i < n; ++i) {
    f = pool.past(pool.conjunction(pool.letter(i % 3 == 0 ? "a" : "b"), f));
    if (i % 2 == 1) f = pool.negation(f);
  }
  return {letters("ab"), f};
}

// One letter of a large alphabet matters.
sample large_alphabet(formula_pool& pool, std::size_t n) {
  formula f = pool.truth();
  for (std::size_t i = 0; i < 200; ++i)
    f = pool.past(pool.conjunction(pool.letter("t7"), f));
  return {numbered_alphabet(n), f};
}

void run(benchmark::State& state, family const& make, bool minimal) {
  formula_pool pool;
  sample const s = make(pool, static_cast<std::size_t>(state.range(0)));
  std::size_t states = 0;
  for (auto _ : state) {
    auto const a = automaton::construct(s.f, s.sigma, {});
    states = minimal ? automaton::minimize(*a)->states() : a->states();
    benchmark::DoNotOptimize(states);
  }
  state.counters["states"] = static_cast<double>(states);
}

void add(char const* name, family const& make, std::vector<std::int64_t> const& sizes) {
  for (bool const minimal : {false, true}) {
    auto* const b = benchmark::RegisterBenchmark(
        (std::string(name) + (minimal ? "" : "/construct_only")).c_str(),
        [make, minimal](benchmark::State& state) { run(state, make, minimal); });
    b->Unit(benchmark::kMillisecond);
    for (auto const n : sizes)
      b->Arg(n);
  }
}

bool const registered = [] {
  add("past_nest", past_nest, {64, 128, 256, 512, 1024});
  add("chain_nest", chain_nest, {64, 128, 256, 512, 1024});
  add("manyP", many_p, {10, 12, 14, 16, 18});
  add("yn", yesterday, {10, 12, 14, 16, 18});
  add("since", since, {32, 64, 128, 256});
  add("past_mix", past_mix, {10, 100, 200});
  add("large_alphabet", large_alphabet, {10, 100, 1000, 10000});
  return true;
}();

} // namespace
