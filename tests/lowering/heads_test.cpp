// Offset heads with one pair against scores written out again: every query and key, exactly and as
// the formats compute them.
#include <doctest/doctest.h>

#include <cmath>

#include "lowering/head_twins.hpp"
#include "lowering/model_on_words.hpp"
#include "ltlc/lowering/heads.hpp"
#include "ltlc/lowering/offset_head.hpp"
#include "ltlc/lowering/sinusoid.hpp"
#include "ltlc/range/realized_range.hpp"

using namespace ltlc;
using namespace ltlc::lowering;
using exact::rational;
using support::offset_twin;

namespace {

bool exactly_settled(offset_numbers const& n, std::int64_t k, rational const& lambda) {
  return offset_twin{n, k}.exactly_settled(lambda);
}

void check_single(offset_request wanted, std::optional<format::number_format> const& regime) {
  CAPTURE(wanted.offset);
  CAPTURE(wanted.length);
  CAPTURE(support::name_of(regime));
  wanted.lowering = offset_lowering::single_pair;
  auto const numbers = arithmetic_for(regime);
  auto const n = offset_head_numbers(wanted, numbers);
  if (!n) return;
  CHECK(n->steps.size() == 1);
  CHECK(n->length <= wanted.length);
  CHECK(n->length >= wanted.offset);
  CHECK(exactly_settled(*n, static_cast<std::int64_t>(wanted.offset), numbers.lambda));
  if (!regime) return;
  CHECK(offset_twin{*n, static_cast<std::int64_t>(wanted.offset)}.settled_in(*regime));
  auto const certified =
      range::realized_range({n->steps.front(), wanted.offset, n->scale},
                            range::realization_of(range::profile::strict, *regime), n->length);
  CHECK(certified.end == range::range_end::cap);
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
          check_single({.offset = k, .length = length}, regime);
      check_single({.offset = 20, .length = 25}, regime);
      check_single({.offset = 1, .length = 60}, regime);
    }
  }

  TEST_CASE(
      "one pair: what is reached does not depend on what was asked for, and nothing is missed") {
    for (auto const* name : {"fp8_e4m3", "fp8_e5m2", "bf16"}) {
      CAPTURE(name);
      auto const numbers = arithmetic_for(format::find_format(name).value());
      for (std::uint64_t const k : {1u, 5u}) {
        CAPTURE(k);
        std::uint64_t const last = k + 70;
        std::uint64_t longest = 0; // every length by itself
        for (std::uint64_t length = k; length <= last; ++length)
          if (slow_angle({.offset = k, .length = length}, length, numbers)) longest = length;
        REQUIRE(longest >= k);
        for (std::uint64_t length = k; length <= longest + 1;
             length += length + 12 < longest ? 5 : 1) {
          CAPTURE(length);
          auto const found = offset_head_numbers(
              {.offset = k, .length = length, .lowering = offset_lowering::single_pair}, numbers);
          REQUIRE(found.has_value());
          CHECK(found->length == std::min(length, longest));
        }
        check_single({.offset = k, .length = longest - 1}, *numbers.format);
      }
    }
  }

  TEST_CASE("no pair has a period that model files do not have") {
    auto const exact_numbers = arithmetic_for(std::nullopt);
    for (auto const& numbers : {exact_numbers, arithmetic_for(format::fp64)})
      for (std::uint64_t const m : {10'000'001u, 10'000'019u, 20'000'000u}) {
        auto const refused = modular_head_numbers({.residue = 1, .modulus = m}, numbers);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().find("10000000") != std::string::npos);
        CHECK_FALSE(sinusoid_residue(1, m, numbers).has_value());
      }
    CHECK(modular_head_numbers({.residue = 1, .modulus = 9'999'991}, exact_numbers).has_value());
    auto const far = offset_head_numbers(
        {.offset = 1, .length = 30'000'000, .lowering = offset_lowering::single_pair},
        exact_numbers);
    REQUIRE(far.has_value());
    CHECK(far->length <= 9'999'999);
    CHECK(far->length >= 9'800'000);
    CHECK_FALSE(
        offset_head_numbers(
            {.offset = 1, .length = 5, .angle = exact::parse_angle("turns:1/10000001").value()},
            exact_numbers)
            .has_value());
    auto const sigma = support::alphabet_of("ab");
    for (bool const sipe : {false, true}) {
      logic::formula_pool pool;
      lowering::options const how{.format = std::nullopt, .sipe = sipe};
      auto const prime = lowering::compile(pool.mod(1, 10'000'019), sigma, how, {});
      REQUIRE_FALSE(prime.has_value());
      auto const& why = std::get<lowering::format_too_small>(prime.error());
      CHECK(why.reason.find("10000000") != std::string::npos);
      // 3,163 · 3,167: each has a head.
      CHECK(lowering::compile(pool.mod(1, 10'017'221), sigma, how, {}).has_value());
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
        for (std::uint64_t const k : {1u, 2u, 3u, 5u})
          check_single({.offset = k, .length = 16, .angle = angle}, regime);
      check_single({.offset = 3, .length = 12, .angle = angle, .scale = rational(1000)},
                   format::fp32);
      auto const exact_numbers = arithmetic_for(std::nullopt);
      auto const n =
          offset_head_numbers({.offset = 3, .length = 20, .angle = angle}, exact_numbers);
      REQUIRE(n.has_value());
      // BOS is at 2g and the other key of query 2 at g: without a bonus cos g is to be the greater.
      CHECK(n->bonus.has_value() == (text == "golden" || text == "2.5"));
      CHECK(n->length == 20);
      // At offset 2 there is nothing between BOS and the target.
      auto const two =
          offset_head_numbers({.offset = 2, .length = 20, .angle = angle}, exact_numbers);
      REQUIRE(two.has_value());
      CHECK_FALSE(two->bonus.has_value());
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
    offset_request wanted{.offset = 1,
                          .length = 1000,
                          .scale = rational(1000),
                          .lowering = offset_lowering::single_pair};
    auto const slow = offset_head_numbers(wanted, exact_numbers);
    REQUIRE(slow.has_value());
    // About 4.44·√(C/λ).
    CHECK(slow->length >= 138);
    CHECK(slow->length <= 141);
    wanted.lowering = std::nullopt;
    auto const several = offset_head_numbers(wanted, exact_numbers);
    REQUIRE(several.has_value());
    CHECK(several->length == 1000);
    CHECK(several->scale == 1000);
    CHECK(several->steps.size() == 2);
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
