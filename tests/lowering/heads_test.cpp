// The numbers of rotary heads against scores written out again: every query and key, exactly and as
// the formats compute them.
#include <doctest/doctest.h>

#include <cmath>

#include "lowering/model_on_words.hpp"
#include "ltlc/lowering/heads.hpp"
#include "ltlc/rotary/certified_range.hpp"
#include "ltlc/rotary/modular_gap.hpp"

using namespace ltlc;
using namespace ltlc::lowering;
using exact::rational;
using exact::scalar;

namespace {

// The exact score of key j for query i, bonus included.
scalar score(offset_numbers const& n, std::int64_t k, std::int64_t i, std::int64_t j) {
  scalar s = scalar(n.scale) * exact::cosine((i - k - j) * n.steps.front());
  if (n.bonus && j == 0)
    s += scalar(n.bonus->scale) * exact::cosine(i * n.bonus->step + n.bonus->phase);
  return s;
}

// Queries 1 … length + 1: BOS wins up to k, position i − k after it, by at least λ.
bool exactly_settled(offset_numbers const& n, std::int64_t k, rational const& lambda) {
  for (std::int64_t i = 1; i <= static_cast<std::int64_t>(n.length) + 1; ++i) {
    std::int64_t const target = std::max<std::int64_t>(0, i - k);
    scalar const best = score(n, k, i, target);
    for (std::int64_t j = 0; j < i; ++j)
      if (j != target && exact::compare(best - score(n, k, i, j), lambda) < 0) return false;
  }
  return true;
}

// The same with scores computed in the format, from the definition of a rotary head.
bool settled_in_format(offset_numbers const& n, std::uint64_t k, format::number_format const& f) {
  auto const angle_k = static_cast<std::int64_t>(k) * n.steps.front();
  auto const row = [&](exact::angle const& step, std::uint64_t i, scalar const& x,
                       scalar const& y) {
    return rotary::rotate(f, rotary::rotation(f, {0, 1, step}, i), format::round(f, x),
                          format::round(f, y));
  };
  double const gap = format::f_large(f);
  for (std::uint64_t i = 1; i <= n.length + 1; ++i) {
    auto const q = row(n.steps.front(), i, n.scale * exact::cosine(angle_k),
                       -(n.scale * exact::sine(angle_k)));
    std::vector<double> query{q.first, q.second};
    if (n.bonus) {
      auto const b = row(n.bonus->step, i, n.bonus->scale * exact::cosine(n.bonus->phase),
                         n.bonus->scale * exact::sine(n.bonus->phase));
      query.insert(query.end(), {b.first, b.second});
    }
    std::vector<rational> scores;
    for (std::uint64_t j = 0; j < i; ++j) {
      auto const key = row(n.steps.front(), j, 1, 0);
      std::vector<double> keys{key.first, key.second};
      if (n.bonus) keys.insert(keys.end(), {j == 0 ? 1.0 : 0.0, 0.0});
      double const s = rotary::dot(f, query, keys);
      if (!std::isfinite(s)) return false;
      scores.emplace_back(s);
    }
    std::uint64_t const target = i <= k ? 0 : i - k;
    for (std::uint64_t j = 0; j < i; ++j)
      if (j != target && scores[target] - scores[j] < rational(gap)) return false;
  }
  return true;
}

void check(offset_request const& wanted, std::optional<format::number_format> const& regime) {
  CAPTURE(wanted.offset);
  CAPTURE(wanted.length);
  CAPTURE(support::name_of(regime));
  auto const numbers = arithmetic_for(regime);
  auto const n = offset_head_numbers(wanted, numbers);
  if (!n) return;
  CHECK(n->length <= wanted.length);
  CHECK(n->length >= wanted.offset);
  CHECK(exactly_settled(*n, static_cast<std::int64_t>(wanted.offset), numbers.lambda));
  if (!regime) return;
  CHECK(settled_in_format(*n, wanted.offset, *regime));
  auto const certified =
      rotary::certified_range({n->steps.front(), wanted.offset, n->scale}, *regime, n->length);
  CHECK(certified.reached_cap);
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("λ is a power of two that the format turns into weight zero") {
    CHECK(arithmetic_for(std::nullopt).lambda == 1);
    CHECK(arithmetic_for(format::fp64).lambda == 1024);
    CHECK(arithmetic_for(format::fp32).lambda == 128);
    CHECK(arithmetic_for(format::bf16).lambda == 128);
    CHECK(arithmetic_for(format::fp16).lambda == 32);
    for (auto const& f : format::formats())
      CHECK(arithmetic_for(f).lambda >= rational(format::f_large(f)));
  }

  TEST_CASE("the slow angle settles every query, below the offset and above it") {
    for (auto const& regime : support::all_formats()) {
      for (std::uint64_t k = 1; k <= 9; ++k)
        for (std::uint64_t length = k; length <= 20; length += 1 + length / 6)
          check({.offset = k, .length = length}, regime);
      check({.offset = 20, .length = 25}, regime);
      check({.offset = 1, .length = 60}, regime);
    }
  }

  TEST_CASE("without a limit of the format, the length asked for is had") {
    for (std::uint64_t const length : {1u, 2u, 511u, 4000u}) {
      for (auto const& regime : {std::optional<format::number_format>{},
                                 std::optional<format::number_format>{format::fp64}}) {
        auto const n = offset_head_numbers({.offset = 1, .length = length}, arithmetic_for(regime));
        REQUIRE(n.has_value());
        CHECK(n->length == length);
      }
    }
    auto const huge =
        offset_head_numbers({.offset = 7, .length = 10'000'000}, arithmetic_for(format::fp64));
    REQUIRE(huge.has_value());
    CHECK(huge->length == 10'000'000);
  }

  TEST_CASE("the scale is the least that holds: half of it does not in exact arithmetic") {
    for (std::uint64_t k = 1; k <= 4; ++k) {
      auto n =
          offset_head_numbers({.offset = k, .length = 30}, arithmetic_for(std::nullopt)).value();
      CHECK(exactly_settled(n, static_cast<std::int64_t>(k), 1));
      n.scale /= 2;
      CHECK_FALSE(exactly_settled(n, static_cast<std::int64_t>(k), 1));
    }
  }

  TEST_CASE("a given angle is settled below the offset by the bonus of BOS") {
    for (std::string const text : {"golden", "1", "2.5", "turns:5/23", "turns:1/50"}) {
      CAPTURE(text);
      auto const angle = exact::parse_angle(text).value();
      for (auto const& regime : support::all_formats())
        for (std::uint64_t const k : {1u, 2u, 5u})
          check({.offset = k, .length = 16, .angle = angle}, regime);
      check({.offset = 3, .length = 12, .angle = angle, .scale = rational(1000)}, format::fp32);
      auto const exact_numbers = arithmetic_for(std::nullopt);
      auto const n =
          offset_head_numbers({.offset = 3, .length = 20, .angle = angle}, exact_numbers);
      REQUIRE(n.has_value());
      CHECK(n->bonus.has_value());
      CHECK(n->length == 20);
    }
  }

  TEST_CASE("a given scale bounds the length") {
    // With g = 1 radian, n = 710 comes back to the start: 1 − cos 710 is 1.8e-9.
    auto const one = exact::parse_angle("1").value();
    auto const exact_numbers = arithmetic_for(std::nullopt);
    auto const far = offset_head_numbers(
        {.offset = 1, .length = 1000, .angle = one, .scale = rational(1'000'000)}, exact_numbers);
    REQUIRE(far.has_value());
    CHECK(far->length == 709);
    auto const slow =
        offset_head_numbers({.offset = 1, .length = 1000, .scale = rational(1000)}, exact_numbers);
    REQUIRE(slow.has_value());
    // About 4.44·√(C/λ).
    CHECK(slow->length >= 138);
    CHECK(slow->length <= 141);
  }

  TEST_CASE("a modular head keeps its gap at every residue, exactly and in the format") {
    for (auto const& regime : support::all_formats())
      for (std::uint64_t m = 2; m <= 24; ++m)
        for (std::uint64_t r = 0; r < m; r += 1 + m / 5) {
          CAPTURE(support::name_of(regime));
          CAPTURE(m);
          CAPTURE(r);
          bool const inverted = r != 1;
          auto const numbers = arithmetic_for(regime);
          auto const n =
              modular_head_numbers({.residue = r, .modulus = m, .inverted = inverted}, numbers);
          REQUIRE(n.has_value());
          for (std::uint64_t s = 0; s < m; ++s) {
            scalar const at_bos =
                scalar(n->scale) *
                exact::cosine(exact::angle{
                    rational(static_cast<std::int64_t>(s) - static_cast<std::int64_t>(r),
                             static_cast<std::int64_t>(m)),
                    0, 0});
            scalar const gap = s == r ? at_bos - n->baseline : n->baseline - at_bos;
            CHECK(exact::compare(gap, numbers.lambda) >= 0);
          }
          if (regime)
            CHECK(rotary::least_gap({r, m, n->scale, n->baseline, inverted}, *regime) >=
                  format::f_large(*regime));
        }
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

  TEST_CASE("models with a given angle say what the formula says up to their length") {
    support::random source(41);
    auto const sigma = support::alphabet_of("ab");
    auto shape = support::shape_of({logic::op::past, logic::op::yesterday}, {2});
    shape.max_shift = 5;
    for (std::string const text : {"golden", "1", "turns:5/23"}) {
      for (std::size_t n = 0; n < 25; ++n) {
        CAPTURE(text);
        CAPTURE(n);
        logic::formula_pool pool;
        auto const f = support::random_formula(pool, source, shape, 6);
        for (auto const& regime : support::all_formats()) {
          auto const model = lowering::compile(
              f, sigma, {.format = regime, .angle = exact::parse_angle(text).value()}, {});
          if (!model) continue;
          std::uint64_t const longest = std::min<std::uint64_t>(40, model->max_length.value_or(40));
          auto words = support::all_words(2, std::min<std::size_t>(5, longest));
          for (std::size_t i = 0; i < 6; ++i)
            words.push_back(support::random_word(source, 2, longest - i % (longest + 1)));
          auto const truth = support::truth_on(f, sigma, words);
          CHECK(support::disagreements(*model, regime, words, truth) == 0);
          if (n % 5 == 0) CHECK(support::disagreements(*model, std::nullopt, words, truth) == 0);
        }
      }
    }
  }
}
