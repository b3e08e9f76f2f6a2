// MOD(r,m) by one pair and by combs: every residue, exactly and in the formats.
#include <doctest/doctest.h>

#include <random>

#include "lowering/head_twins.hpp"
#include "lowering/model_on_words.hpp"
#include "ltlc/lowering/modular_head.hpp"

using namespace ltlc;
using namespace ltlc::lowering;
using exact::rational;
using support::modular_twin;

namespace {

std::vector<std::optional<format::number_format>> regimes_of_heads() {
  auto all = support::all_formats();
  for (auto const& f : support::small_formats)
    all.emplace_back(f);
  return all;
}

// Whether a head was found; if so it is checked against its definition.
bool checked_modular(modular_request const& wanted,
                     std::optional<format::number_format> const& regime) {
  CAPTURE(support::name_of(regime));
  CAPTURE(wanted.residue);
  CAPTURE(wanted.modulus);
  CAPTURE(wanted.inverted);
  auto const numbers = arithmetic_for(regime);
  auto const n = modular_head_numbers(wanted, numbers);
  if (!n) {
    CHECK(regime.has_value());
    CHECK(n.error().find("f_large = ") != std::string::npos);
    return false;
  }
  CAPTURE(n->harmonics.size());
  if (wanted.lowering == modular_lowering::single_pair)
    CHECK(n->harmonics == std::vector<std::uint64_t>{1});
  if (wanted.lowering == modular_lowering::comb) CHECK(n->harmonics.size() >= 2);
  modular_twin const twin{*n, static_cast<std::int64_t>(wanted.residue),
                          static_cast<std::int64_t>(wanted.modulus), wanted.inverted};
  CHECK(twin.exactly_settled(numbers.lambda));
  if (regime) CHECK(twin.settled_in(*regime));
  return true;
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("a modular head keeps its gap at every residue, exactly and in the format") {
    std::mt19937_64 random(1009);
    for (auto const& regime : regimes_of_heads())
      for (std::uint64_t m = 2; m <= 60; m += m < 16 ? 1 : 3 + random() % 8)
        for (auto const lowering :
             {std::optional<modular_lowering>(), std::optional(modular_lowering::single_pair),
              std::optional(modular_lowering::comb)}) {
          bool const found = checked_modular({.residue = random() % m,
                                              .modulus = m,
                                              .inverted = random() % 2 == 0,
                                              .lowering = lowering},
                                             regime);
          bool const small = regime && regime->precision < 8;
          if (!small && lowering != modular_lowering::single_pair) CHECK(found);
          if (!regime || regime->precision > 11) CHECK(found);
        }
  }

  TEST_CASE("moduli past one pair's end are possible for every residue, inverted or not") {
    struct row {
      format::number_format const& format;
      std::uint64_t modulus;
      bool single; // at every residue
    };
    std::mt19937_64 random(7);
    for (row const& expected :
         {row{format::bf16, 38, true}, row{format::bf16, 64, false}, row{format::bf16, 97, false},
          row{format::fp16, 86, true}, row{format::fp16, 127, false}, row{format::fp16, 360, false},
          row{format::fp32, 1009, true}}) {
      CAPTURE(expected.format.name);
      CAPTURE(expected.modulus);
      modular_search search(expected.modulus, arithmetic_for(expected.format));
      std::uint64_t const checked = random() % expected.modulus;
      for (std::uint64_t r = 0; r < expected.modulus; ++r)
        for (bool const inverted : {false, true}) {
          CAPTURE(r);
          auto const n = search.find(r, inverted, std::nullopt);
          REQUIRE(n.has_value());
          if (expected.single) CHECK(n->harmonics.size() == 1);
          if (r == 0 || r == checked || r + 1 == expected.modulus) {
            modular_twin const twin{*n, static_cast<std::int64_t>(r),
                                    static_cast<std::int64_t>(expected.modulus), inverted};
            CHECK(twin.settled_in(expected.format));
            if (!inverted && r == checked && expected.modulus < 1000)
              CHECK(twin.exactly_settled(arithmetic_for(expected.format).lambda));
          }
        }
      CHECK(search.find(0, false, modular_lowering::single_pair).has_value() == expected.single);
    }
  }

  TEST_CASE("a modulus with too many residues to compute is settled by the error bound") {
    std::mt19937_64 random(11);
    for (auto const& f : {format::bf16, format::fp16, format::fp32, format::fp64}) {
      CAPTURE(f.name);
      constexpr std::int64_t m = 10'007;
      constexpr std::int64_t r = 1'234;
      auto const n = modular_head_numbers({.residue = r, .modulus = m}, arithmetic_for(f));
      REQUIRE(n.has_value());
      modular_twin const twin{*n, r, m, false};
      for (int sample = 0; sample < 300; ++sample) {
        std::int64_t const i =
            sample == 0 ? r : static_cast<std::int64_t>(random() % std::uint64_t{m});
        auto const [bos, other] = twin.rounded(f, i);
        rational const gap(format::f_large(f));
        CHECK(support::ahead(i == r ? bos : other, i == r ? other : bos, gap));
      }
    }
  }

  TEST_CASE("a score is within the stated error of the exact one") {
    std::mt19937_64 random(13);
    for (auto const& regime : regimes_of_heads()) {
      if (!regime) continue;
      CAPTURE(regime->name);
      for (std::uint64_t const m : {3u, 7u, 12u, 45u, 97u}) {
        CAPTURE(m);
        auto const r = static_cast<std::int64_t>(random() % m);
        for (auto const lowering : {modular_lowering::single_pair, modular_lowering::comb}) {
          auto const n = modular_head_numbers({.residue = static_cast<std::uint64_t>(r),
                                               .modulus = m,
                                               .inverted = m % 2 == 0,
                                               .lowering = lowering},
                                              arithmetic_for(*regime));
          if (!n) continue;
          modular_twin const twin{*n, r, static_cast<std::int64_t>(m), m % 2 == 0};
          for (std::int64_t i = 1; i <= twin.m; ++i) {
            auto const [bos, other] = twin.rounded(*regime, i);
            CHECK(support::within(bos, twin.exact_at_bos(i), n->error));
            CHECK(support::within(other, twin.exact_elsewhere(), n->error));
          }
        }
      }
    }
  }

  TEST_CASE("the scale of one pair is the least power of two times λ, exactly") {
    for (std::int64_t m = 2; m <= 30; ++m) {
      auto n = modular_head_numbers({.residue = 1, .modulus = static_cast<std::uint64_t>(m)},
                                    arithmetic_for(std::nullopt))
                   .value();
      CHECK(modular_twin{n, 1, m, false}.exactly_settled(1));
      n.scale /= 2;
      n.baseline = rational(1, 2) * n.baseline;
      CHECK_FALSE(modular_twin{n, 1, m, false}.exactly_settled(1));
    }
  }

  TEST_CASE("a refusal says what was needed and what there was") {
    auto const single = modular_head_numbers(
        {.residue = 0, .modulus = 127, .lowering = modular_lowering::single_pair},
        arithmetic_for(format::bf16));
    REQUIRE_FALSE(single.has_value());
    CHECK(single.error() == "the scores of the residues need a gap of f_large = 93 in bf16; the "
                            "best scale, C = 262144, leaves 0");
    format::number_format const narrow{"narrow", 5, -4, 4}; // up to 31
    auto const comb = modular_head_numbers({.residue = 0, .modulus = 100}, arithmetic_for(narrow));
    REQUIRE_FALSE(comb.has_value());
    CHECK(comb.error() ==
          "the scores of the residues need a gap of f_large = 6.25 in narrow, and no "
          "scale that the format can hold leaves it with up to 64 rotary pairs");
    format::number_format const coarse{"coarse", 2, -14, 15};
    auto const best = modular_head_numbers({.residue = 0, .modulus = 400}, arithmetic_for(coarse));
    REQUIRE_FALSE(best.has_value());
    CHECK(best.error().find("of up to 64 rotary pairs, leaves ") != std::string::npos);
    auto const huge = modular_head_numbers(
        {.residue = 0, .modulus = 2'000'000, .lowering = modular_lowering::comb},
        arithmetic_for(std::nullopt));
    REQUIRE_FALSE(huge.has_value());
    CHECK(huge.error() == "a comb is made for moduli up to 1048576");
  }

  TEST_CASE("MOD with every residue is one head that needs no flag for the first position") {
    auto const sigma = support::alphabet_of("a");
    for (auto const& regime : support::all_formats())
      for (std::uint32_t m = 2; m <= 9; ++m)
        for (std::uint32_t r = 0; r < m; ++r) {
          logic::formula_pool pool;
          auto const f = pool.mod(r, m);
          auto const model = lowering::compile(f, sigma, {.format = regime}, {}).value();
          CHECK(network::size_of(model).heads == 1);
          auto const words = support::all_words(1, 30);
          CHECK(support::disagreements(model, regime, words, support::truth_on(f, sigma, words)) ==
                0);
        }
  }

  TEST_CASE("models with a comb say what the formula says, in the format and exactly") {
    auto const sigma = support::alphabet_of("a");
    for (auto const& [f, m] : {std::pair{format::bf16, 97u}, std::pair{format::fp16, 127u}}) {
      logic::formula_pool pool;
      auto const formula = pool.conjunction(pool.mod(5, m), pool.negation(pool.mod(1, 3)));
      auto const model = lowering::compile(formula, sigma, {.format = f}, {}).value();
      auto const words = support::all_words(1, 2 * m + 3);
      auto const truth = support::truth_on(formula, sigma, words);
      CHECK(support::disagreements(model, f, words, truth) == 0);
      CHECK(support::disagreements(model, std::nullopt, words, truth) == 0);
    }
  }
}
