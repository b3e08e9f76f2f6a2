// Regular expression to minimal DFA, on families that grow.
#include <benchmark/benchmark.h>

#include <functional>
#include <random>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"

namespace {

using namespace ltlc;
using regex::expression;
using regex::expression_pool;

using family = std::function<expression(expression_pool&, std::uint32_t)>;

expression either(expression_pool& pool) {
  return pool.letters(false, {"a", "b"});
}

expression star(expression_pool& pool, expression f) {
  return pool.repetition(f, 0, regex::unbounded);
}

// a{n}
expression count(expression_pool& pool, std::uint32_t n) {
  return pool.repetition(pool.letter("a"), n, n);
}

// (a|b)*a(a|b){n}
expression from_the_end(expression_pool& pool, std::uint32_t n) {
  return pool.concatenation(
      star(pool, either(pool)),
      pool.concatenation(pool.letter("a"), pool.repetition(either(pool), n, n)));
}

// (a{1,n}b{1,n}){1,n}
expression nested_counts(expression_pool& pool, std::uint32_t n) {
  return pool.repetition(pool.concatenation(pool.repetition(pool.letter("a"), 1, n),
                                            pool.repetition(pool.letter("b"), 1, n)),
                         1, n);
}

// (a|aa){0,n}: counts that overlap.
expression overlapping_counts(expression_pool& pool, std::uint32_t n) {
  auto const a = pool.letter("a");
  return pool.repetition(pool.alternation({a, pool.concatenation(a, a)}), 0, n);
}

// n random words of ten letters.
expression words(expression_pool& pool, std::uint32_t n) {
  std::mt19937_64 source(1);
  std::vector<expression> all;
  for (std::uint32_t i = 0; i < n; ++i) {
    auto f = pool.empty_word();
    for (int k = 0; k < 10; ++k)
      f = pool.concatenation(pool.letter(source() % 2 == 0 ? "a" : "b"), f);
    all.push_back(f);
  }
  return pool.alternation(all);
}

// .*(n random words).*
expression words_inside(expression_pool& pool, std::uint32_t n) {
  auto const any = star(pool, pool.any());
  return pool.concatenation(any, pool.concatenation(words(pool, n), any));
}

// Not (a{n} or b{n} inside), by & and ~.
expression no_runs(expression_pool& pool, std::uint32_t n) {
  auto const any = star(pool, pool.any());
  auto const without = [&](char const* x) {
    return pool.complement(
        pool.concatenation(any, pool.concatenation(pool.repetition(pool.letter(x), n, n), any)));
  };
  return pool.intersection({without("a"), without("b")});
}

void run(benchmark::State& state, family const& make) {
  auto const sigma = text::alphabet::from_option("ab").value();
  std::size_t states = 0;
  for (auto _ : state) {
    expression_pool pool; // derivatives stay in the pool, so each round has its own
    auto const f = make(pool, static_cast<std::uint32_t>(state.range(0)));
    states = automaton::minimize(*automaton::construct(f, pool, sigma, {}))->states();
    benchmark::DoNotOptimize(states);
  }
  state.counters["states"] = static_cast<double>(states);
}

void add(char const* name, family const& make, std::vector<std::int64_t> const& sizes) {
  auto* const b =
      benchmark::RegisterBenchmark(name, [make](benchmark::State& state) { run(state, make); });
  b->Unit(benchmark::kMillisecond);
  for (auto const n : sizes)
    b->Arg(n);
}

bool const registered = [] {
  add("count", count, {10, 100, 1000, 10000});
  add("from_the_end", from_the_end, {8, 10, 12, 14, 16, 18});
  add("nested_counts", nested_counts, {5, 10, 20, 40});
  add("overlapping_counts", overlapping_counts, {10, 100, 1000});
  add("words", words, {100, 300, 1000});
  add("words_inside", words_inside, {10, 30, 100, 300});
  add("no_runs", no_runs, {10, 100, 1000});
  return true;
}();

} // namespace
