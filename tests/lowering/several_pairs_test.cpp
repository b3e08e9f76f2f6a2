// Offset heads with several pairs, the choice between one and several, and how far they go.
#include <doctest/doctest.h>

#include <random>

#include "lowering/head_twins.hpp"
#include "lowering/model_on_words.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"

using namespace ltlc;
using namespace ltlc::lowering;
using exact::rational;
using support::offset_twin;

namespace {

std::vector<std::optional<format::number_format>> regimes_of_combs() {
  auto all = support::all_formats();
  for (auto const& f : support::small_formats)
    all.emplace_back(f);
  return all;
}

// The head, if there is one; checked at every query and key.
std::optional<offset_numbers> checked_offset(offset_request const& wanted,
                                             std::optional<format::number_format> const& regime) {
  CAPTURE(wanted.offset);
  CAPTURE(wanted.length);
  CAPTURE(support::name_of(regime));
  auto const numbers = arithmetic_for(regime);
  auto const n = offset_head_numbers(wanted, numbers);
  if (!n) return std::nullopt;
  CAPTURE(n->steps.size());
  CAPTURE(n->bonus.has_value());
  CHECK(n->length <= wanted.length);
  CHECK(n->length >= wanted.offset);
  if (wanted.scale) CHECK(n->scale == *wanted.scale);
  offset_twin const twin{*n, static_cast<std::int64_t>(wanted.offset)};
  CHECK(twin.exactly_settled(numbers.lambda));
  if (regime) CHECK(twin.settled_in(*regime));
  return n;
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("several pairs settle every query, below the offset and above it") {
    std::size_t with_bonus = 0;
    std::size_t without = 0;
    for (auto const& regime : regimes_of_combs())
      for (std::uint64_t const k : {1u, 2u, 3u, 4u, 7u})
        for (std::uint64_t const beyond : {0u, 1u, 2u, 5u, 14u}) {
          auto const n = checked_offset(
              {.offset = k, .length = k + beyond, .lowering = offset_lowering::multi_pair}, regime);
          if (!regime || regime->precision >= 8) {
            REQUIRE(n.has_value());
            CHECK(n->length == k + beyond);
          }
          if (!n) continue;
          CHECK(n->steps.size() >= 2);
          if (k <= 2) CHECK_FALSE(n->bonus.has_value());
          ++(n->bonus ? with_bonus : without);
        }
    CHECK(with_bonus > 20);
    CHECK(without > 50);
  }

  TEST_CASE("by default one pair where it reaches the length, else the fewest that do") {
    for (auto const& regime : regimes_of_combs())
      for (std::uint64_t const k : {1u, 3u})
        for (std::uint64_t const length : {4u, 18u, 40u}) {
          CAPTURE(support::name_of(regime));
          CAPTURE(k);
          CAPTURE(length);
          auto const numbers = arithmetic_for(regime);
          auto const one = offset_head_numbers(
              {.offset = k, .length = length, .lowering = offset_lowering::single_pair}, numbers);
          auto const several = offset_head_numbers(
              {.offset = k, .length = length, .lowering = offset_lowering::multi_pair}, numbers);
          auto const chosen = checked_offset({.offset = k, .length = length}, regime);
          REQUIRE(chosen.has_value());
          bool const one_reaches = one && one->length == length;
          CHECK((chosen->steps.size() == 1) == (one_reaches || !several));
          if (!one_reaches && several) {
            CHECK(chosen->steps == several->steps);
            CHECK(chosen->length == several->length);
          }
        }
  }

  TEST_CASE("a score is within the stated error of the exact one") {
    auto const one = exact::parse_angle("1").value();
    for (auto const& regime : regimes_of_combs()) {
      if (!regime) continue;
      CAPTURE(regime->name);
      for (offset_request const& wanted :
           {offset_request{.offset = 1, .length = 12}, offset_request{.offset = 4, .length = 30},
            offset_request{.offset = 3, .length = 12, .angle = one},
            offset_request{.offset = 6, .length = 20, .lowering = offset_lowering::multi_pair}}) {
        auto const n = offset_head_numbers(wanted, arithmetic_for(*regime));
        if (!n) continue;
        offset_twin const twin{*n, static_cast<std::int64_t>(wanted.offset)};
        for (std::int64_t i = 1; i <= twin.last(); ++i)
          for (std::int64_t j = 0; j < i; j += 1 + i / 6)
            CHECK(
                support::within(support::dot(*regime, twin.query(*regime, i), twin.key(*regime, j)),
                                twin.exact_score(i, j), n->error));
      }
    }
  }

  TEST_CASE("bf16 and fp16 reach lengths in the thousands") {
    std::mt19937_64 random(23);
    for (auto const& f : {format::bf16, format::fp16, format::fp32})
      for (std::int64_t const k : {1, 2, 5}) {
        CAPTURE(f.name);
        CAPTURE(k);
        constexpr std::uint64_t length = 4'000;
        auto const n = offset_head_numbers(
            {.offset = static_cast<std::uint64_t>(k), .length = length}, arithmetic_for(f));
        REQUIRE(n.has_value());
        CHECK(n->length == length);
        CHECK(n->steps.size() <= 4);
        // A sample of queries, each with a sample of keys and the keys of the highest scores.
        offset_twin const twin{*n, k};
        rational const gap(format::f_large(f));
        for (int sample = 0; sample < 6; ++sample) {
          std::int64_t const i =
              sample < 2 ? k + 1 + sample : 2 + static_cast<std::int64_t>(random() % length);
          auto const q = twin.query(f, i);
          double const best = support::dot(f, q, twin.key(f, twin.target(i)));
          for (int other = 0; other < 40; ++other) {
            std::int64_t const j =
                other == 0 ? 0
                           : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(i));
            if (j == twin.target(i)) continue;
            CHECK(support::ahead(best, support::dot(f, q, twin.key(f, j)), gap));
          }
        }
      }
  }

  TEST_CASE("a million positions are certified by error bounds alone") {
    for (auto const& f : {format::fp16, format::fp32}) {
      CAPTURE(f.name);
      auto const n = offset_head_numbers(
          {.offset = 2, .length = 1'000'000, .lowering = offset_lowering::multi_pair},
          arithmetic_for(f));
      REQUIRE(n.has_value());
      CHECK(n->length == 1'000'000);
      CHECK(n->steps.size() <= 8);
    }
  }

  TEST_CASE("an angle belongs to one pair, a scale to any number") {
    auto const golden = exact::parse_angle("golden").value();
    CHECK_FALSE(
        offset_head_numbers(
            {.offset = 1, .length = 5, .angle = golden, .lowering = offset_lowering::multi_pair},
            arithmetic_for(format::fp32))
            .has_value());
    for (auto const& regime : support::all_formats()) {
      auto const n = checked_offset({.offset = 3,
                                     .length = 30,
                                     .scale = rational(1'000),
                                     .lowering = offset_lowering::multi_pair},
                                    regime);
      if (regime && regime->precision == 53) continue; // f_large is too near the scale
      REQUIRE(n.has_value());
    }
  }

  TEST_CASE("formats that hold next to nothing give none or a short head, never a wrong one") {
    format::number_format const narrow{"narrow", 5, -4, 4}; // up to 31
    for (std::uint64_t const k : {1u, 2u, 3u, 6u})
      for (auto const lowering : {offset_lowering::single_pair, offset_lowering::multi_pair})
        checked_offset({.offset = k, .length = 12, .lowering = lowering}, narrow);
  }

  TEST_CASE("models with several pairs say what the formula says at great lengths") {
    support::random source(43);
    auto const sigma = support::alphabet_of("ab");
    for (std::uint32_t const k : {1u, 2u, 5u}) {
      CAPTURE(k);
      logic::formula_pool pool;
      auto const f =
          pool.past(pool.conjunction(pool.letter("a"), pool.yesterday(pool.letter("b"), k)));
      for (auto const& format : {format::bf16, format::fp16}) {
        auto const model =
            lowering::compile(f, sigma, {.format = format, .max_length = 300}, {}).value();
        auto words = support::all_words(2, 5);
        for (std::size_t i = 0; i < 4; ++i)
          words.push_back(support::random_word(source, 2, 300 - 40 * i));
        // Rarely a b: so that the answer hangs on single positions.
        for (std::size_t at = 0; at < 280; at += 93) {
          text::word w(300, 0);
          w[at] = 1;
          words.push_back(w);
        }
        auto const truth = support::truth_on(f, sigma, words);
        CHECK(support::disagreements(model, format, words, truth) == 0);
        CHECK(support::disagreements(model, std::nullopt, support::all_words(2, 6),
                                     support::truth_on(f, sigma, support::all_words(2, 6))) == 0);
      }
    }
  }
}
