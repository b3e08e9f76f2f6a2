// Sums of small integers in formats of few digits: what the bounds call exact is exact in every
// case and every order, and what every case shows is what was claimed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "ltlc/lowering/affine_row.hpp"
#include "ltlc/lowering/compile.hpp"
#include "ltlc/lowering/exact_sums.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/lowering/realized_modular.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::lowering;
using exact::rational;
using format::accumulation;

namespace {

constexpr std::uint64_t exact_sums_seed = 20261209;

std::vector<format::number_format> few_digits() {
  std::vector<format::number_format> all;
  for (char const* name : {"fp8_e4m3", "fp8_e5m2", "fp8_e4m3+ftz", "fp(2,-3,4)", "fp(3,-2,6)",
                           "fp(4,-6,3)+saturate", "fp(5,-1,5)+ftz", "bf16", "fp(9,-8,4)"})
    all.push_back(format::find_format(name).value());
  return all;
}

// A row over coordinates, from the definition: BOS first, then every value of every coordinate.
struct plain_row {
  std::vector<int> weights;
  int bias = 0;
  rational unit = 1;
  std::vector<held> inputs;

  std::vector<std::vector<int>> cases() const {
    std::vector<std::vector<int>> all;
    std::vector<int> x(inputs.size(), 0);
    extend(all, x, 0);
    std::vector<int> bos(inputs.size(), 0);
    for (std::size_t c = 0; c < inputs.size(); ++c)
      bos[c] = inputs[c].bos ? 1 : 0;
    all.push_back(bos);
    return all;
  }
  int value(std::vector<int> const& x) const {
    int sum = bias;
    for (std::size_t c = 0; c < x.size(); ++c)
      sum += weights[c] * x[c];
    return sum;
  }
  // Operation by operation, the terms in this order, the bias last.
  double computed(std::vector<int> const& x, std::vector<std::size_t> const& order,
                  format::arithmetic const& a) const {
    format::running_sum sum(a);
    for (std::size_t const c : order)
      sum.add_product(number(weights[c], a.format), x[c]);
    if (bias != 0) sum.add(number(bias, a.format));
    return sum.value();
  }
  double number(int n, format::number_format const& f) const {
    return format::round(f, rational(unit * n));
  }
  bool is_number(int n, format::number_format const& f) const {
    double const d = number(n, f);
    return std::isfinite(d) && rational(d) == unit * n;
  }

private:
  void extend(std::vector<std::vector<int>>& all, std::vector<int>& x, std::size_t c) const {
    if (c == inputs.size()) {
      int letters = 0;
      for (std::size_t d = 0; d < c; ++d)
        letters += inputs[d].letter ? x[d] : 0;
      if (letters <= 1) all.push_back(x);
      return;
    }
    for (int v = 0; v <= (inputs[c].bos ? 0 : static_cast<int>(inputs[c].most)); ++v) {
      x[c] = v;
      extend(all, x, c + 1);
    }
    x[c] = 0;
  }
};

plain_row random_row(support::random& source) {
  plain_row row;
  row.unit = power_of_two(static_cast<int>(support::below(source, 6)) - 2);
  std::size_t const width = 1 + support::below(source, 6);
  int const widest = 1 + static_cast<int>(support::below(source, 6));
  auto const integer = [&] {
    return static_cast<int>(support::below(source, static_cast<std::size_t>(2 * widest + 1))) -
           widest;
  };
  row.inputs.push_back({.bos = true});
  for (std::size_t c = 1; c < width; ++c) {
    auto const kind = support::below(source, 4);
    row.inputs.push_back({.most = kind == 0 ? 3 : 1, .letter = kind == 1});
  }
  for (std::size_t c = 0; c < width; ++c)
    row.weights.push_back(integer());
  row.bias = integer();
  return row;
}

struct as_matrix {
  network::matrix w;
  network::vector b;
};

as_matrix matrix_of(plain_row const& row) {
  as_matrix m{network::matrix(1, row.weights.size()), network::vector(1)};
  for (std::size_t c = 0; c < row.weights.size(); ++c)
    m.w.at(0, c) = exact::scalar(rational(row.unit * row.weights[c]));
  m.b[0] = exact::scalar(rational(row.unit * row.bias));
  return m;
}

bool exact_for(plain_row const& row, std::vector<std::size_t> const& order,
               format::arithmetic const& a) {
  auto const all = row.cases();
  return std::all_of(all.begin(), all.end(), [&](std::vector<int> const& x) {
    double const found = row.computed(x, order, a);
    return std::isfinite(found) && rational(found) == row.unit * row.value(x);
  });
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("rows that the bounds call exact are, in every case and order") {
    support::random source(exact_sums_seed);
    MESSAGE("seed " << exact_sums_seed);
    std::size_t bounded = 0;
    std::size_t exact_rows = 0;
    std::size_t none = 0;
    for (int round = 0; round < 3000; ++round) {
      auto const row = random_row(source);
      auto const f = support::one_of(source, few_digits());
      auto const sums = support::one_of(source, std::vector<accumulation>{accumulation::in_format,
                                                                          accumulation::fp32,
                                                                          accumulation::exact});
      auto const m = matrix_of(row);
      affine_row const found(m.w, m.b, 0, row.inputs, f);
      CAPTURE(f.name);
      CAPTURE(round);
      bool all_numbers = row.is_number(row.bias, f);
      for (int const weight : row.weights)
        all_numbers = all_numbers && row.is_number(weight, f);
      CHECK(found.no_number().has_value() == !all_numbers);
      if (!all_numbers) continue;
      std::vector<std::size_t> order(row.weights.size());
      for (std::size_t c = 0; c < order.size(); ++c)
        order[c] = c;
      bool const exact = exact_for(row, order, {f, sums});
      CHECK(found.exact_in_all_cases(sums) == exact);
      (exact ? exact_rows : none) += 1;
      if (!found.bounded(sums)) continue;
      ++bounded;
      CHECK(exact);
      for (int shuffles = 0; shuffles < 4; ++shuffles) {
        std::shuffle(order.begin(), order.end(), source);
        CHECK(exact_for(row, order, {f, sums}));
      }
      auto const values = row.cases();
      for (auto const& x : values) {
        CHECK(row.unit * row.value(x) <= found.highest());
        CHECK(row.unit * row.value(x) >= found.lowest());
      }
    }
    MESSAGE(exact_rows << " exact rows, " << bounded << " by the bounds; " << none << " not exact");
    CHECK(bounded > 500);
    CHECK(none > 100);
  }

  TEST_CASE("keys that are not exact but on the right side") {
    support::random source(exact_sums_seed + 1);
    MESSAGE("seed " << exact_sums_seed + 1);
    std::size_t right_rows = 0;
    std::size_t inexact_but_right = 0;
    for (int round = 0; round < 3000; ++round) {
      auto row = random_row(source);
      row.unit = 1;
      auto const f = support::one_of(source, few_digits());
      auto const m = matrix_of(row);
      affine_row const found(m.w, m.b, 0, row.inputs, f);
      if (found.no_number()) continue;
      std::vector<std::size_t> order(row.weights.size());
      for (std::size_t c = 0; c < order.size(); ++c)
        order[c] = c;
      auto const all = row.cases();
      rational least = 0;
      rational greatest = 0;
      bool right = true;
      for (std::size_t n = 0; n < all.size() && right; ++n) {
        double const key = row.computed(all[n], order, {f});
        int const exact = row.value(all[n]);
        bool const at_bos = n + 1 == all.size();
        right = std::isfinite(key) && (at_bos ? key == exact : exact >= 1 ? key >= 1 : key <= 0);
        if (!right) break;
        least = n == 0 ? rational(key) : std::min(least, rational(key));
        greatest = n == 0 ? rational(key) : std::max(greatest, rational(key));
      }
      auto const spread = found.spread_of_threshold(accumulation::in_format, 1);
      CHECK(spread.has_value() == right);
      if (!right) continue;
      ++right_rows;
      CHECK(*spread == greatest - least);
      inexact_but_right += found.exact_in_all_cases(accumulation::in_format) ? 0U : 1U;
    }
    MESSAGE(right_rows << " rows decide, " << inexact_but_right << " of them without exact sums");
    CHECK(inexact_but_right > 5);
  }

  TEST_CASE("all multiples of a unit up to a bound are numbers, and the next is not") {
    for (auto const& f : few_digits())
      for (int e = -12; e <= 8; ++e) {
        CAPTURE(f.name);
        CAPTURE(e);
        rational const unit = power_of_two(e);
        std::int64_t reached = 0;
        auto const is_number = [&](std::int64_t n) {
          double const d = format::round(f, rational(unit * n));
          return std::isfinite(d) && rational(d) == unit * n;
        };
        while (reached < 2000 && is_number(reached + 1))
          ++reached;
        CHECK(greatest_multiple(f, unit) <= reached);
        // 2^p is the bound where the greatest number is not.
        CHECK(greatest_multiple(f, unit) >= std::min(reached, std::int64_t{1} << f.precision));
      }
  }

  TEST_CASE("the gap of a modular head is that of rotary, where both look") {
    for (auto const& f : {format::fp32, format::bf16, format::fp16})
      for (std::uint64_t const m : {2U, 3U, 7U, 12U})
        for (std::uint64_t r = 0; r < m; ++r) {
          auto const n =
              modular_head_numbers({.residue = r, .modulus = m}, arithmetic_for(f)).value();
          rotary::modular_head const head{r, m, n.scale, n.baseline, false, n.harmonics};
          rotary::rotation_table circle(f, {0, 1, turns(1, m)});
          double const here = realized_modular_gap(head, arithmetic_for(f), circle);
          CHECK(here == format::round(f, rotary::least_gap(head, f, circle)));
        }
  }

  TEST_CASE("a refusal names the head or the coordinate, the sum and a way out") {
    logic::formula_pool pool;
    auto const sigma = support::alphabet_of("ab");
    auto const refusal = [&](logic::formula f, options const& how) {
      auto const m = compile(f, sigma, how, {});
      REQUIRE_FALSE(m.has_value());
      auto const* small = std::get_if<format_too_small>(&m.error());
      REQUIRE(small != nullptr);
      return small->subformula + ": " + small->reason;
    };
    auto const a = pool.past(pool.letter("a"));
    auto const contains = [](std::string const& text, std::string const& part) {
      return text.find(part) != std::string::npos;
    };
    auto const nan = refusal(a, {.format = format::fp8_e4m3, .sums = accumulation::fp32});
    CHECK(contains(nan, "P a: the weights of more than 448 equal keys, with sums in fp32"));
    CHECK(contains(nan, "+saturate"));
    options hard{.format = format::fp8_e4m3, .sums = accumulation::fp32};
    hard.attention = network::attention_kind::rightmost;
    CHECK(compile(a, sigma, hard, {}).has_value());
    CHECK(compile(a, sigma,
                  {.format = format::find_format("fp8_e4m3+saturate"), .sums = accumulation::exact},
                  {})
              .has_value());
    auto const key = refusal(a, {.format = format::find_format("fp(6,-4,3)")});
    CHECK(contains(key, "P a: its key has the weight 16, which is no number of fp(6,-4,3)"));
    CHECK(contains(key, "--regime"));
    auto const far = refusal(a, {.format = format::find_format("fp(2,-23,3)")});
    CHECK(contains(far, "12, is too small"));
    options normed{.format = format::fp8_e5m2};
    normed.norm = network::norm_kind::rms;
    CHECK(contains(refusal(a, normed), "the norm adds up 10 coordinates"));
    CHECK(greatest_exact_integer(arithmetic_for(format::fp8_e4m3)) == 14);
    CHECK(greatest_exact_integer(arithmetic_for(format::fp8_e5m2)) == 8);
    CHECK(greatest_exact_integer(arithmetic_for(format::bf16)) == 256);
    CHECK(greatest_exact_integer(arithmetic_for(format::fp16)) >= 256);
  }
}
