// Least covers against a table over all sets of inputs, and the number of hidden units of functions
// whose optimum is known.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "ltlc/lowering/least_cover.hpp"
#include "ltlc/lowering/nesting.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::lowering;

namespace {

using diagram = diagram_pool::ref;

// Input (letter l, assignment a) is bit l · 2^variables + a of a set.
using input_set = std::uint32_t;

struct listed_function {
  std::size_t variables = 0, letters = 0;
  input_set truth = 0;
  boolean_function f;
};

diagram shannon(diagram_pool& pool, input_set table, std::size_t variables) {
  if (variables == 0) return (table & 1) != 0 ? diagram_pool::yes : diagram_pool::no;
  auto const v = static_cast<variable>(variables - 1);
  std::size_t const half = std::size_t{1} << v;
  return pool
      .choose(pool.literal(v), shannon(pool, table >> half, variables - 1),
              shannon(pool, table & ((input_set{1} << half) - 1), variables - 1))
      .value();
}

listed_function listed(diagram_pool& pool, std::size_t variables, std::size_t letters,
                       input_set truth) {
  listed_function result{variables, letters, truth, {}};
  std::size_t const size = std::size_t{1} << variables;
  for (std::size_t l = 0; l < letters; ++l)
    result.f.push_back(
        shannon(pool, (truth >> (l * size)) & ((input_set{1} << size) - 1), variables));
  return result;
}

// Every set of letters times every conjunction of literals.
std::vector<input_set> all_cubes(std::size_t variables, std::size_t letters) {
  std::vector<input_set> cubes;
  unsigned const size = 1U << variables;
  for (unsigned set = 1; set < (1U << letters); ++set)
    for (unsigned care = 0; care < size; ++care)
      for (unsigned value = 0; value < size; ++value) {
        if ((value & ~care) != 0) continue;
        input_set cube = 0;
        for (unsigned l = 0; l < letters; ++l)
          for (unsigned a = 0; a < size; ++a)
            if (((set >> l) & 1) != 0 && (a & care) == value)
              cube |= input_set{1} << (l * size + a);
        cubes.push_back(cube);
      }
  return cubes;
}

// least[T]: the fewest cubes inside f that cover exactly T (disjoint), or T and perhaps more of f.
std::size_t least_number(input_set f, std::vector<input_set> const& cubes, bool disjoint) {
  std::vector<std::size_t> least(f + std::size_t{1}, std::numeric_limits<std::size_t>::max());
  least[0] = 0;
  for (input_set t = 1; t <= f; ++t) {
    if ((t & ~f) != 0) continue;
    input_set const lowest = t & (~t + 1);
    for (input_set const c : cubes)
      if ((c & lowest) != 0 && (c & ~(disjoint ? t : f)) == 0)
        least[t] = std::min(least[t], 1 + least[t & ~c]);
  }
  return least[f];
}

// Number of cubes of the cover that hold, at an input.
int holding(lettered_cubes const& cubes, std::size_t letter, unsigned assignment) {
  int n = 0;
  for (auto const& [c, letters] : cubes) {
    bool holds = letters[letter];
    for (auto const& [v, value] : c)
      holds = holds && (((assignment >> v) & 1) != 0) == value;
    n += holds ? 1 : 0;
  }
  return n;
}

std::size_t faulty_covers(diagram_pool& pool, listed_function const& f,
                          std::vector<input_set> const& cubes) {
  std::size_t wrong = 0;
  std::size_t const size = std::size_t{1} << f.variables;
  input_set const everything = static_cast<input_set>((std::uint64_t{1} << (size * f.letters)) - 1);
  for (bool const complement : {false, true})
    for (bool const disjoint : {false, true}) {
      input_set const truth = complement ? everything & ~f.truth : f.truth;
      auto const found = least_cover(pool, f.f, {complement, disjoint, 1000});
      if (!found || !found->least) {
        ++wrong;
        continue;
      }
      wrong += found->cubes.size() == least_number(truth, cubes, disjoint) ? 0U : 1U;
      for (std::size_t l = 0; l < f.letters; ++l)
        for (unsigned a = 0; a < size; ++a) {
          bool const holds = ((truth >> (l * size + a)) & 1) != 0;
          int const n = holding(found->cubes, l, a);
          wrong += (n >= 1) == holds && (!disjoint || n <= 1) ? 0U : 1U;
        }
      // Nothing is found when nothing is smaller.
      wrong += least_cover(pool, f.f, {complement, disjoint, found->cubes.size()}) ? 1U : 0U;
    }
  return wrong;
}

diagram parity(diagram_pool& pool, std::size_t n) {
  diagram result = diagram_pool::no;
  for (std::size_t v = 0; v < n; ++v)
    result =
        pool.choose(pool.literal(static_cast<variable>(v)), pool.negate(result), result).value();
  return result;
}

// At least k of the variables first … n − 1.
diagram at_least(diagram_pool& pool, int k, std::size_t first, std::size_t n) {
  if (k <= 0) return diagram_pool::yes;
  if (first == n) return diagram_pool::no;
  return pool
      .choose(pool.literal(static_cast<variable>(first)), at_least(pool, k - 1, first + 1, n),
              at_least(pool, k, first + 1, n))
      .value();
}

boolean_function everywhere(diagram f) {
  return {f, f, f};
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("covers of every function of three variables are least") {
    std::size_t wrong = 0;
    auto const cubes = all_cubes(3, 1);
    for (input_set truth = 0; truth < 256; ++truth) {
      diagram_pool pool;
      wrong += faulty_covers(pool, listed(pool, 3, 1, truth), cubes);
    }
    CHECK(wrong == 0);
  }

  TEST_CASE("covers with letters are least") {
    support::random source(41);
    std::size_t wrong = 0;
    auto const two = all_cubes(2, 3);
    auto const one = all_cubes(1, 4);
    for (int n = 0; n < 60; ++n) {
      diagram_pool pool;
      wrong +=
          faulty_covers(pool, listed(pool, 2, 3, static_cast<input_set>(source() % 4096)), two);
      wrong += faulty_covers(pool, listed(pool, 1, 4, static_cast<input_set>(source() % 256)), one);
    }
    CHECK(wrong == 0);
  }

  TEST_CASE("functions of a count have one unit for each bend") {
    for (std::size_t n = 2; n <= 10; ++n) {
      CAPTURE(n);
      diagram_pool pool;
      auto const sum = exact_sum(pool, everywhere(parity(pool, n))).value();
      CHECK(sum.units.size() == n);
      for (unsigned a = 0; a < (1U << n); ++a) {
        int value = sum.constant;
        for (auto const& [weight, unit] : sum.units) {
          int t = unit.constant;
          for (auto const& [v, w] : unit.terms)
            t += ((a >> v) & 1) != 0 ? w : 0;
          value += weight * std::max(0, t);
        }
        bool odd = false;
        for (std::size_t v = 0; v < n; ++v)
          odd = odd != (((a >> v) & 1) != 0);
        CHECK(value == (odd ? 1 : 0));
      }
    }
    diagram_pool pool;
    diagram const majority = at_least(pool, 3, 0, 5);
    CHECK(threshold_form(pool, everywhere(majority)).has_value());
    CHECK(exact_sum(pool, everywhere(majority)).value().units.size() == 2);
    // A literal around a symmetric function costs a bend at most.
    diagram const guarded = pool.choose(pool.literal(7), parity(pool, 4), diagram_pool::no).value();
    CHECK(exact_sum(pool, everywhere(guarded)).value().units.size() <= 5);
    // A letter is a literal like the others.
    diagram const odd = parity(pool, 3);
    CHECK(exact_sum(pool, {odd, pool.negate(odd), odd}).value().units.size() == 4);
  }

  TEST_CASE("random nestings around symmetric cores are what they were") {
    support::random source(42);
    std::size_t with_bends = 0;
    for (int n = 0; n < 300; ++n) {
      CAPTURE(n);
      diagram_pool pool;
      std::size_t const inner = 2 + support::below(source, 3);
      std::size_t const variables = inner + support::below(source, 4);
      input_set counts = static_cast<input_set>(source());
      boolean_function f;
      for (unsigned l = 0; l < 3; ++l) {
        diagram part = diagram_pool::no;
        for (unsigned a = 0; a < (1U << inner); ++a) {
          unsigned ones = l == 1 ? 1 : 0;
          diagram cube = diagram_pool::yes;
          for (unsigned v = 0; v < inner; ++v) {
            bool const value = ((a >> v) & 1) != 0;
            ones += value ? 1 : 0;
            diagram const x = pool.literal(v);
            cube = pool.choose(value ? x : pool.negate(x), cube, diagram_pool::no).value();
          }
          if (((counts >> ones) & 1) != 0)
            part = pool.choose(cube, diagram_pool::yes, part).value();
        }
        f.push_back(part);
      }
      for (std::size_t v = inner; v < variables; ++v) {
        std::uint64_t const kind = source() % 4;
        diagram const x = pool.literal(static_cast<variable>(v));
        diagram const test = (kind & 1) != 0 ? x : pool.negate(x);
        for (diagram& part : f)
          part = (kind & 2) != 0 ? pool.choose(test, diagram_pool::yes, part).value()
                                 : pool.choose(test, part, diagram_pool::no).value();
      }
      auto const parts = take_apart(pool, f);
      auto const bends = bends_of(pool, parts);
      auto const threshold = threshold_of(pool, parts);
      // Weights of nestings that go back and forth can grow too large for bends.
      with_bends += bends ? 1U : 0U;
      std::size_t wrong = 0;
      for (std::size_t l = 0; l < 3; ++l)
        for (unsigned a = 0; a < (1U << variables); ++a) {
          diagram at = f[l];
          while (!pool.constant(at))
            at = ((a >> pool.root(at)) & 1) != 0 ? pool.high(at) : pool.low(at);
          auto const value_of = [&](form const& t) {
            int value = t.constant;
            if (l < t.letters.size()) value += t.letters[l];
            for (auto const& [v, w] : t.terms)
              value += ((a >> v) & 1) != 0 ? w : 0;
            return value;
          };
          bool const truth = at == diagram_pool::yes;
          if (bends) {
            int sum = bends->constant;
            for (auto const& [weight, unit] : bends->units)
              sum += weight * std::max(0, value_of(unit));
            wrong += sum == (truth ? 1 : 0) ? 0U : 1U;
          }
          if (!threshold) continue;
          int const t = value_of(threshold->t);
          wrong += (t >= 1) == truth && threshold->lowest <= t && t <= threshold->highest ? 0U : 1U;
        }
      CHECK(wrong == 0);
    }
    CHECK(with_bends > 250);
  }
}
