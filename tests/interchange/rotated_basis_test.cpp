#include "ltlc/interchange/rotated_basis.hpp"

#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "interchange/random_model.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/interchange/self_test.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"
#include "ltlc/logic/semantics.hpp"

using namespace ltlc;
using exact::rational;

namespace {

// The sum of squares of QᵀQ − I, exactly.
rational squared_error(interchange::rotated_basis const& b) {
  rational sum = 0;
  for (std::size_t i = 0; i < b.directions.size(); ++i)
    for (std::size_t j = 0; j < b.directions.size(); ++j) {
      rational off = i == j ? -1 : 0;
      for (std::size_t k = 0; k < b.directions.size(); ++k)
        off += rational(b.directions[i][k]) * rational(b.directions[j][k]);
      sum += off * off;
    }
  return sum;
}

double readout_at_end(network::model const& m, execution::interpreter& run, text::word const& w) {
  run.truncate(1);
  for (auto const a : w)
    REQUIRE(run.push(a).has_value());
  REQUIRE(run.push_end().has_value());
  return std::strtod(run.value(m.layers.size(), w.size() + 1, m.readout).c_str(), nullptr);
}

// Verdicts as the definition has them; the least |readout − ½|.
double least_margin(logic::formula f, network::model const& rotated, format::number_format how,
                    std::size_t up_to) {
  execution::interpreter run(rotated, format::arithmetic(how));
  double least = 1e9;
  for (auto const& w : support::all_words(2, up_to)) {
    double const x = readout_at_end(rotated, run, w);
    if ((x > 0.5) != logic::accepts(f, rotated.sigma, w))
      FAIL_CHECK(rotated.formula, " rotated, in ", how.name, ": wrong on ", rotated.sigma.print(w));
    least = std::min(least, std::fabs(x - 0.5));
  }
  return least;
}

network::model rotated_model(network::model const& m, std::uint64_t seed) {
  return interchange::in_basis(m, interchange::random_basis(m.width, seed)).value();
}

} // namespace

TEST_SUITE("interchange") {
  TEST_CASE("a random basis is orthogonal, up to the error that it states") {
    for (std::size_t const width : {1u, 2u, 3u, 7u, 20u, 40u})
      for (std::uint64_t const seed : {0u, 1u, 99u}) {
        auto const b = interchange::random_basis(width, seed);
        rational const stated(b.orthogonality_error);
        CHECK(squared_error(b) <= stated * stated);
        CHECK(b.orthogonality_error < 1e-15 * static_cast<double>(width * width) + 1e-14);
        CHECK(b.directions == interchange::random_basis(width, seed).directions);
      }
    CHECK(interchange::random_basis(5, 1).directions != interchange::random_basis(5, 2).directions);
  }

  // Of Haar's distribution every entry has mean 0 and mean square 1/n; 3,000 matrices are within
  // five standard deviations.
  TEST_CASE("random bases favour no direction") {
    constexpr std::size_t width = 3, count = 3'000;
    double sum[width][width] = {}, squares[width][width] = {};
    for (std::uint64_t seed = 0; seed < count; ++seed) {
      auto const b = interchange::random_basis(width, seed);
      for (std::size_t i = 0; i < width; ++i)
        for (std::size_t j = 0; j < width; ++j) {
          sum[i][j] += b.directions[i][j];
          squares[i][j] += b.directions[i][j] * b.directions[i][j];
        }
    }
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t j = 0; j < width; ++j) {
        CHECK(std::fabs(sum[i][j] / count) < 5 * std::sqrt(1.0 / 3 / count));
        CHECK(std::fabs(squares[i][j] / count - 1.0 / 3) < 5 * std::sqrt(4.0 / 45 / count));
      }
  }

  TEST_CASE("a rotated model has the verdicts of the formula, with a margin") {
    constexpr std::uint64_t seed = 5;
    support::random source(seed);
    std::vector<std::string> texts{"MOD(1,2)",
                                   "MOD(1,2) & !P b",
                                   "P(a & !P true)",
                                   "P(b & P a)",
                                   "!P (a & !MOD(1,2) | b & MOD(1,2)) & MOD(1,2)",
                                   "Y a",
                                   "P(b & Y a)",
                                   "Y^2 b & P a"};
    double least_32 = 1e9, least_64 = 1e9;
    auto const check = [&](logic::formula f) {
      auto const sigma = support::alphabet_of("ab");
      for (auto const how : {format::fp32, format::fp64}) {
        lowering::options options;
        options.format = how;
        options.max_length = 12;
        auto const m = lowering::compile(f, sigma, options, {});
        if (!m) continue;
        auto const margin = least_margin(f, rotated_model(*m, source()), how, 5);
        auto& least = how == format::fp32 ? least_32 : least_64;
        least = std::min(least, margin);
      }
    };
    for (auto const& text : texts) {
      logic::formula_pool pool;
      check(grammar::parse_formula({"formula", text}, pool).value());
    }
    auto const shape = support::shape_of({logic::op::past, logic::op::yesterday}, {2, 3});
    for (int n = 0; n < 25; ++n) {
      logic::formula_pool pool;
      check(support::random_formula(pool, source, shape, 2 + support::below(source, 5)));
    }
    MESSAGE("seed " << seed << ": least margins " << least_32 << " in fp32, " << least_64
                    << " in fp64");
    CHECK(least_32 > 0.49);
    CHECK(least_64 > 0.499999);
  }

  TEST_CASE("no weight of a rotated model is along one axis, and an RMS norm goes along") {
    auto const m = support::model_of_formula("P(b & P a)", {.norm = network::norm_kind::rms});
    auto const rotated = rotated_model(m, 3);
    for (std::size_t t = 0; t < rotated.embedding.rows; ++t)
      for (std::size_t d = 0; d < rotated.width; ++d)
        CHECK(!exact::is_zero(rotated.embedding.at(t, d)));
    logic::formula_pool pool;
    auto const f = grammar::parse_formula({"formula", "P(b & P a)"}, pool).value();
    CHECK(least_margin(f, rotated, format::fp32, 6) > 0.49);
  }

  TEST_CASE("what does not commute with a rotation is refused with the reason") {
    auto const why = [](network::model const& m) {
      auto const r = interchange::in_basis(m, interchange::random_basis(m.width, 1));
      return r ? std::string() : r.error();
    };
    CHECK(why(support::model_of_formula("P a")).empty());
    CHECK(why(support::model_of_formula("P a", {.norm = network::norm_kind::layer})).find("mean") !=
          std::string::npos);
    CHECK(why(support::model_of_formula("MOD(1,3)", {.sipe = true})).find("sinusoids") !=
          std::string::npos);
    CHECK(why(support::model_of_formula("a S b", {.attention = network::attention_kind::rightmost}))
              .find("rightmost") != std::string::npos);
    auto uneven = support::model_of_formula("P a", {.norm = network::norm_kind::rms});
    uneven.layers[0].norm->gain[0] = 2;
    CHECK(why(uneven).find("gains") != std::string::npos);
  }

  TEST_CASE("stored words are what the interpreter says, both verdicts among them") {
    for (auto const* text : {"P(b & P a)", "MOD(1,2) & !P b", "Y a", "true"}) {
      auto const m = support::model_of_formula(text);
      logic::formula_pool pool;
      auto const f = grammar::parse_formula({"formula", text}, pool).value();
      auto const words = interchange::self_test_of(m, format::fp32);
      CHECK(words.size() >= 5);
      std::size_t accepted = 0;
      execution::interpreter run(m, format::arithmetic(format::fp32));
      for (auto const& t : words) {
        auto const w = m.sigma.parse_word(t.word).value();
        CHECK(t.accepted == logic::accepts(f, m.sigma, w));
        CHECK(t.margin == std::fabs(readout_at_end(m, run, w) - 0.5));
        accepted += t.accepted ? 1u : 0u;
      }
      CHECK(accepted > 0);
      if (std::string(text) != "true") CHECK(accepted < words.size());
    }
    CHECK(interchange::to_json(std::vector<interchange::tested_word>{{"a\"", true, 0.5}}) ==
          R"([["a\"",true,0.5]])");
  }

  TEST_CASE("texts beside the weights do not change what is read") {
    auto const m = support::model_of_formula("P(b & P a)");
    auto const plain = interchange::export_safetensors(m, format::fp32).value();
    auto const more =
        interchange::export_safetensors(m, format::fp32, {{"self_test", "[]"}}).value();
    CHECK(plain != more);
    CHECK(interchange::weights_from_safetensors({"w", plain}).value() ==
          interchange::weights_from_safetensors({"w", more}).value());
  }
}
