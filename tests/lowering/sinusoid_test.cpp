// Residues picked from sinusoids: every residue in exact arithmetic and in each format, operation
// by operation; whole models; and the norms.
#include <doctest/doctest.h>

#include <algorithm>

#include "lowering/model_on_words.hpp"
#include "lowering/plain_evaluator.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/lowering/normalize.hpp"
#include "ltlc/lowering/sinusoid.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

// cos and sin of i/m of a turn, in a format.
struct circle {
  std::vector<double> cosine, sine;
  circle(format::number_format const& f, std::uint64_t m) {
    for (std::uint64_t i = 0; i < m; ++i) {
      exact::angle const at{exact::rational(i, m), 0, 0};
      cosine.push_back(format::round(f, exact::cosine(at)));
      sine.push_back(format::round(f, exact::sine(at)));
    }
  }
};

// What the two units write at position i, for residue r, in a format.
double picked(lowering::sinusoid_numbers const& n, format::number_format const& f, circle const& at,
              std::uint64_t r, std::uint64_t i) {
  double const x = format::add(f, format::multiply(f, at.cosine[r], at.cosine[i]),
                               format::multiply(f, at.sine[r], at.sine[i]));
  double const c = format::round(f, n.threshold);
  double const higher = format::round(f, exact::rational(n.threshold + n.step));
  double const weight = format::round(f, exact::rational(1 / n.step));
  double const a = std::max(0.0, format::subtract(f, x, c));
  double const b = std::max(0.0, format::subtract(f, x, higher));
  return format::add(f, format::multiply(f, weight, a), format::multiply(f, -weight, b));
}

std::size_t wrong_in_exact_arithmetic(lowering::sinusoid_numbers const& n, std::uint64_t m) {
  exact::scalar const next = exact::cosine({exact::rational(1, m), 0, 0});
  std::size_t wrong = exact::compare(next, n.threshold) <= 0 ? 0U : 1U;
  return wrong + (n.threshold + n.step <= 1 ? 0U : 1U);
}

// The greatest modulus up to which every one has all its residues; each is checked position by
// position.
std::uint64_t greatest_modulus(format::number_format const& f, std::uint64_t up_to) {
  auto const numbers = lowering::arithmetic_for(f);
  for (std::uint64_t m = 2; m <= up_to; ++m) {
    circle const at(f, m);
    for (std::uint64_t r = 0; r < m; r += 1 + m / 8) {
      auto const n = lowering::sinusoid_residue(r, m, numbers);
      if (!n) return m - 1;
      std::size_t wrong = wrong_in_exact_arithmetic(*n, m);
      for (std::uint64_t i = 0; i < m; ++i)
        wrong += picked(*n, f, at, r, i) == (i == r ? 1.0 : 0.0) ? 0U : 1U;
      CAPTURE(m);
      CAPTURE(r);
      CHECK(wrong == 0);
    }
  }
  return up_to;
}

network::model model_of(std::string const& text, lowering::options const& how) {
  logic::formula_pool pool;
  auto const f = grammar::parse_formula({"test", text}, pool).value();
  return lowering::compile(f, alphabet_of("ab"), how, {}).value();
}

// The plain evaluator on every short word, for random formulas.
std::size_t wrong_models(formula_shape const& shape, lowering::options how, std::size_t formulas,
                         std::uint64_t seed) {
  support::random source(seed);
  auto const sigma = alphabet_of("ab");
  auto const words = all_words(2, 4);
  std::vector<std::optional<format::number_format>> const regimes{std::nullopt, format::fp32,
                                                                  format::bf16};
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < formulas; ++n) {
    logic::formula_pool pool;
    auto const f = random_formula(pool, source, shape, 1 + below(source, 6));
    CAPTURE(seed);
    CAPTURE(n);
    CAPTURE(logic::print(f));
    how.format = regimes[n % regimes.size()];
    auto const m = lowering::compile(f, sigma, how, {});
    REQUIRE(m.has_value());
    REQUIRE(network::malformed(*m) == "");
    std::size_t here = 0;
    for (auto const& w : words)
      here += plain::accepts(*m, how.format, w) == logic::accepts(f, sigma, w) ? 0U : 1U;
    CHECK(here == 0);
    wrong += here;
  }
  return wrong;
}

// Rows after each layer are 0 or 1 (or one of the constants at the end), and the BOS row is 0 but
// for its flag in the first half.
std::size_t rows_that_are_not_truth_values(network::model const& m, text::word const& w) {
  std::size_t wrong = 0;
  auto const all = plain::evaluator<plain::exact_numbers>(m, {}).rows(w);
  bool const rms = m.layers.front().norm->kind == network::norm_kind::rms;
  std::size_t const n = (m.width - (rms ? 4 : 0)) / 2;
  for (auto const& rows : all)
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t d = 0; d < n; ++d) {
        bool const one = exact::compare(rows[i][d], 1) == 0;
        wrong += one || exact::is_zero(rows[i][d]) ? 0U : 1U;
        wrong += exact::compare(rows[i][d] + rows[i][n + d], 1) == 0 ? 0U : 1U;
        if (i == 0) wrong += one == (d == 0) ? 0U : 1U;
      }
  return wrong;
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("a residue is picked exactly, for every modulus up to the greatest") {
    auto const in_bf16 = greatest_modulus(format::bf16, 120);
    auto const in_fp16 = greatest_modulus(format::fp16, 160);
    CHECK(in_bf16 >= 20);
    CHECK(in_fp16 >= 70);
    CHECK(greatest_modulus(format::fp32, 60) == 60);
    MESSAGE("greatest modulus in bf16: " << in_bf16 << ", in fp16: " << in_fp16);
    std::uint64_t const m = 4'001;
    circle const at(format::fp32, m);
    auto const n = lowering::sinusoid_residue(7, m, lowering::arithmetic_for(format::fp32));
    REQUIRE(n.has_value());
    std::size_t wrong = wrong_in_exact_arithmetic(*n, m);
    for (std::uint64_t i = 0; i < m; ++i)
      wrong += picked(*n, format::fp32, at, 7, i) == (i == 7 ? 1.0 : 0.0) ? 0U : 1U;
    CHECK(wrong == 0);
    for (std::uint64_t const modulus : {2U, 3U, 4U, 5U, 1'000'000U}) {
      auto const free =
          lowering::sinusoid_residue(1, modulus, lowering::arithmetic_for(std::nullopt));
      REQUIRE(free.has_value());
      CHECK(wrong_in_exact_arithmetic(*free, modulus) == 0);
    }
    auto const refused = lowering::sinusoid_residue(3, 997, lowering::arithmetic_for(format::bf16));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().find("bf16") != std::string::npos);
  }

  TEST_CASE("models with sinusoids in the embedding say what the formula says") {
    auto const shape = shape_of({logic::op::past, logic::op::yesterday}, {2, 3, 5, 6});
    lowering::options how;
    how.max_length = 6;
    how.sipe = true;
    CHECK(wrong_models(shape, how, 45, 20260301) == 0);
    how.optimise = false;
    CHECK(wrong_models(shape, how, 21, 20260302) == 0);
    how.optimise = true;
    how.attention = network::attention_kind::rightmost;
    how.max_length = std::nullopt;
    auto const since = shape_of({logic::op::since, logic::op::past}, {2, 3});
    CHECK(wrong_models(since, how, 30, 20260303) == 0);
    auto const m = model_of("P (a & MOD(1,3)) | MOD(2,3)", how);
    CHECK(m.positions.size() == 1);
    CHECK(network::size_of(m).heads == 1);
    // The BOS row has nothing but its flag.
    auto const rows = plain::evaluator<plain::exact_numbers>(m, {}).rows({0, 1, 0});
    for (auto const& after : rows)
      for (std::size_t d = 1; d < m.width; ++d)
        CHECK(exact::is_zero(after[0][d]));
  }

  TEST_CASE("a norm after each layer is the identity") {
    auto const shape = shape_of({logic::op::past, logic::op::yesterday}, {2, 3});
    for (auto const kind : {network::norm_kind::layer, network::norm_kind::rms}) {
      lowering::options how;
      how.max_length = 6;
      how.norm = kind;
      CHECK(wrong_models(shape, how, 30, 20260311) == 0);
      how.optimise = false;
      CHECK(wrong_models(shape, how, 15, 20260312) == 0);
      how.optimise = true;
      how.format = std::nullopt;
      for (std::string const text :
           {"P a", "(P a <-> P b) & P (a & !P b)", "P ((P a <-> MOD(0,2)) <-> Y b)",
            "P a & P b | Y a & Y b | MOD(0,3) & P (b & Y a)"}) {
        CAPTURE(text);
        auto const m = model_of(text, how);
        for (auto const& l : m.layers)
          REQUIRE(l.norm.has_value());
        for (auto const& w : all_words(2, 4))
          CHECK(rows_that_are_not_truth_values(m, w) == 0);
      }
    }
    for (std::uint64_t n = 0; n < 500; ++n) {
      auto const s = lowering::sum_of_four_squares(n);
      CHECK(s.a * s.a + s.b * s.b + s.c * s.c + s.d * s.d == n);
    }
  }

  TEST_CASE("norms and sinusoids exclude each other, and so do sinusoids and rotary pairs") {
    logic::formula_pool pool;
    auto const f = grammar::parse_formula({"test", "P (a & MOD(1,3))"}, pool).value();
    lowering::options how;
    how.sipe = true;
    how.norm = network::norm_kind::layer;
    auto const both = lowering::compile(f, alphabet_of("ab"), how, {});
    REQUIRE_FALSE(both.has_value());
    auto const* refusal = std::get_if<lowering::no_lowering>(&both.error());
    REQUIRE(refusal != nullptr);
    CHECK(refusal->subformula == "MOD(1,3)");
    how.norm = std::nullopt;
    how.modular = lowering::modular_choice::comb;
    CHECK_FALSE(lowering::compile(f, alphabet_of("ab"), how, {}).has_value());
  }
}
