// Decision diagrams and covers against truth tables: every assignment of a few variables is tried.
#include <doctest/doctest.h>

#include "ltlc/lowering/boolean_cover.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::lowering;

namespace {

using ref = diagram_pool::ref;

constexpr std::size_t letter_count = 2; // and "any other"

// Bit v of `assignment` is the value of variable v.
bool evaluate(diagram_pool const& pool, ref f, unsigned assignment) {
  while (!pool.constant(f))
    f = (assignment >> pool.root(f)) & 1 ? pool.high(f) : pool.low(f);
  return f == diagram_pool::yes;
}

int evaluate(form const& f, std::size_t letter, unsigned assignment) {
  int value = f.constant;
  if (letter < f.letters.size()) value += f.letters[letter];
  for (auto const& [v, weight] : f.terms)
    value += (assignment >> v) & 1 ? weight : 0;
  return value;
}

int evaluate(unit_sum const& s, std::size_t letter, unsigned assignment) {
  int value = s.constant;
  for (auto const& [weight, unit] : s.units)
    value += weight * std::max(0, evaluate(unit, letter, assignment));
  return value;
}

bool evaluate(cube const& c, unsigned assignment) {
  for (auto const& [v, value] : c)
    if (((assignment >> v) & 1) != (value ? 1u : 0u)) return false;
  return true;
}

// By Shannon expansion of a table with 2^variables entries, last variable first.
ref from_table(diagram_pool& pool, std::vector<bool> const& table, std::size_t variables) {
  std::vector<ref> row;
  for (bool const value : table)
    row.push_back(value ? diagram_pool::yes : diagram_pool::no);
  for (std::size_t v = variables; v-- > 0;) {
    std::size_t const half = std::size_t{1} << v;
    for (std::size_t i = 0; i < half; ++i)
      row[i] = pool.choose(pool.literal(static_cast<variable>(v)), row[i + half], row[i]).value();
  }
  return row[0];
}

struct random_function {
  std::vector<std::vector<bool>> tables; // by letter
  boolean_function f;
};

// Sparse and dense tables too, and functions that some letters share.
random_function make_random(diagram_pool& pool, support::random& source, std::size_t variables) {
  random_function result;
  std::size_t const density = 1 + support::below(source, 7);
  for (std::size_t l = 0; l <= letter_count; ++l) {
    if (l > 0 && support::below(source, 3) == 0) {
      result.tables.push_back(result.tables.back());
    } else {
      std::vector<bool> table(std::size_t{1} << variables);
      for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = support::below(source, 8) < density;
      result.tables.push_back(table);
    }
    result.f.push_back(from_table(pool, result.tables.back(), variables));
  }
  return result;
}

template <class Check>
void for_all_inputs(std::size_t variables, Check check) {
  for (std::size_t l = 0; l <= letter_count; ++l)
    for (unsigned a = 0; a < (1u << variables); ++a)
      check(l, a);
}

// Number of inputs on which a way to write f says something else.
struct faults {
  int threshold = 0, exact_form = 0, exact_sum = 0, count = 0, zero = 0;
};

faults faults_of(diagram_pool& pool, boolean_function const& f, std::size_t variables) {
  faults wrong;
  auto const threshold = threshold_form(pool, f);
  auto const exact = exact_form(pool, f);
  auto const sum = exact_sum(pool, f);
  auto const count = counting_sum(pool, f);
  for_all_inputs(variables, [&](std::size_t l, unsigned a) {
    bool const truth = evaluate(pool, f[l], a);
    if (threshold) wrong.threshold += (evaluate(*threshold, l, a) >= 1) != truth;
    if (exact) wrong.exact_form += evaluate(*exact, l, a) != (truth ? 1 : 0);
    if (sum) wrong.exact_sum += evaluate(*sum, l, a) != (truth ? 1 : 0);
    if (!count) return;
    int const n = evaluate(count->count, l, a);
    wrong.count += n < 0 || (n >= 1) != (truth != count->complement);
  });
  if (sum) wrong.zero += value_at_zero(*sum) != evaluate(*sum, letter_count, 0);
  if (count) wrong.zero += value_at_zero(count->count) != evaluate(count->count, letter_count, 0);
  return wrong;
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("a diagram is its truth table, and so are its cubes, cofactors and complement") {
    support::random source(31);
    for (int n = 0; n < 300; ++n) {
      CAPTURE(n);
      std::size_t const variables = 1 + support::below(source, 6);
      diagram_pool pool;
      auto const [tables, f] = make_random(pool, source, variables);
      auto const disjoint = pool.disjoint_cubes(f[0], true);
      auto const cubes = pool.irredundant_cubes(f[0], false, 1000).value();
      auto const complement = pool.irredundant_cubes(f[0], true, 1000).value();
      auto const v = static_cast<variable>(support::below(source, variables));
      ref const high = pool.cofactor(f[0], v, true);
      CHECK(static_cast<double>(disjoint.size()) == pool.paths(f[0], true));
      int wrong = 0;
      for (unsigned a = 0; a < (1u << variables); ++a) {
        bool const truth = tables[0][a];
        auto const holds = [&](cube const& c) { return evaluate(c, a); };
        wrong += evaluate(pool, f[0], a) != truth;
        wrong += std::count_if(disjoint.begin(), disjoint.end(), holds) != (truth ? 1 : 0);
        wrong += std::any_of(cubes.begin(), cubes.end(), holds) != truth;
        wrong += std::any_of(complement.begin(), complement.end(), holds) == truth;
        wrong += evaluate(pool, high, a) != tables[0][a | (1u << v)];
        wrong += evaluate(pool, pool.negate(f[0]), a) == truth;
      }
      CHECK(wrong == 0);
      CHECK(cubes.size() <= disjoint.size());
    }
  }

  TEST_CASE("forms and sums hold exactly where the function holds") {
    support::random source(32);
    for (int n = 0; n < 600; ++n) {
      CAPTURE(n);
      std::size_t const variables = 1 + support::below(source, 5);
      diagram_pool pool;
      auto const f = make_random(pool, source, variables).f;
      auto const wrong = faults_of(pool, f, variables);
      CHECK(wrong.threshold == 0);
      CHECK(wrong.exact_form == 0);
      CHECK(wrong.exact_sum == 0);
      CHECK(wrong.count == 0);
      CHECK(wrong.zero == 0);
      CHECK(coverable(pool, f));
    }
  }

  TEST_CASE("every nesting of literals has a threshold form") {
    support::random source(33);
    for (int n = 0; n < 300; ++n) {
      CAPTURE(n);
      std::size_t const variables = 1 + support::below(source, 6);
      diagram_pool pool;
      boolean_function f(letter_count + 1, diagram_pool::yes);
      for (variable v = 0; v < variables; ++v) {
        std::size_t const kind = support::below(source, 4);
        std::size_t const letter = support::below(source, 4);
        for (std::size_t l = 0; l <= letter_count; ++l) {
          ref test = pool.literal(v);
          if (letter < letter_count && v + 1 == variables)
            test = l == letter ? diagram_pool::yes : diagram_pool::no;
          if (kind & 1) test = pool.negate(test);
          f[l] = kind & 2 ? pool.choose(test, diagram_pool::yes, f[l]).value()
                          : pool.choose(test, f[l], diagram_pool::no).value();
        }
      }
      REQUIRE(threshold_form(pool, f).has_value());
      CHECK(faults_of(pool, f, variables).threshold == 0);
    }
  }

  TEST_CASE("a conjunction and a disjunction of a hundred literals weigh one each") {
    diagram_pool pool;
    ref all = diagram_pool::yes;
    ref any = diagram_pool::no;
    for (variable v = 0; v < 99; ++v) {
      all = pool.choose(pool.literal(v), all, diagram_pool::no).value();
      any = pool.choose(pool.literal(v), diagram_pool::yes, any).value();
    }
    auto const conjunction = threshold_form(pool, {all, all, all}).value();
    CHECK(conjunction.constant == -98);
    CHECK(conjunction.terms.size() == 99);
    auto const disjunction = threshold_form(pool, {any, any, any}).value();
    CHECK(disjunction.constant == 0);
    // 1 − relu(1 − Σ).
    CHECK(exact_sum(pool, {any, any, any}).value().units.size() == 1);
  }

  TEST_CASE("an operation past its limit, and a cover past its limit, say so") {
    diagram_pool pool;
    // x0 x20 | x1 x21 | …: in this order of variables the diagram has 2^20 nodes.
    std::optional<ref> f = diagram_pool::no;
    for (variable v = 0; v < 20 && f; ++v) {
      ref const both = pool.choose(pool.literal(v), pool.literal(v + 20), diagram_pool::no).value();
      f = pool.choose(both, diagram_pool::yes, *f);
    }
    CHECK_FALSE(f.has_value());
    // The parity of 12 variables needs 2^11 cubes.
    ref parity = diagram_pool::no;
    for (variable v = 0; v < 12; ++v)
      parity = pool.choose(pool.literal(v), pool.negate(parity), parity).value();
    CHECK_FALSE(coverable(pool, {parity, parity, parity}));
    CHECK_FALSE(exact_sum(pool, {parity, parity, parity}).has_value());
    CHECK_FALSE(counting_sum(pool, {parity, parity, parity}).has_value());
  }
}
