// What the growth tables share: random formulas of a given number of sub-formulas, CPU time, and
// order statistics.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::bench {

// CPU seconds that this process has used. std::clock counts user and system time of all threads.
inline double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// A limit on the time from now on, by the clock on the wall.
inline budget::budget within(std::uint64_t seconds) {
  budget::budget limits;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  limits.timeout_seconds = seconds;
  return limits;
}

// A formula and what owns it: alone in its pool, so that nothing depends on what was drawn before.
struct owned_formula {
  std::unique_ptr<logic::formula_pool> pool;
  logic::formula f;
};

// The next random formula of the shape with exactly `nodes` distinct sub-formulas. None: thousands
// of draws did not meet the number.
inline std::optional<owned_formula>
random_of_size(support::random& source, support::formula_shape const& shape, std::size_t nodes) {
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) {
    auto pool = std::make_unique<logic::formula_pool>();
    // A formula written with n operators has at most n of them as distinct sub-formulas, beside its
    // atoms; folded constants and shared parts leave fewer.
    std::size_t const operators = nodes / 2 + support::below(source, 2 * nodes);
    auto const f = support::random_formula(*pool, source, shape, operators);
    if (logic::dag_size(f) == nodes) return owned_formula{std::move(pool), f};
  }
  return std::nullopt;
}

// As many as are found, up to `number`.
inline std::vector<owned_formula> random_formulas(std::uint64_t seed,
                                                  support::formula_shape const& shape,
                                                  std::size_t nodes, std::size_t number) {
  support::random source(seed + nodes);
  std::vector<owned_formula> formulas;
  while (formulas.size() < number) {
    auto f = random_of_size(source, shape, nodes);
    if (!f) break;
    formulas.push_back(std::move(*f));
  }
  return formulas;
}

// The middle of the sorted values; 0 of none.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

inline double greatest(std::vector<double> const& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

} // namespace ltlc::bench
