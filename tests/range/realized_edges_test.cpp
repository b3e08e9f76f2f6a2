// Scores that overflow, periods, and gaps that are just met.
#include <doctest/doctest.h>

#include <cmath>

#include "ltlc/range/realized_range.hpp"
#include "range/realized_twin.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::angle;
using exact::rational;

namespace {

realized_answer strict_range(offset_pair const& head, format::number_format const& f,
                             std::uint64_t cap) {
  return realized_range(head, realization_of(profile::strict, f), cap);
}

} // namespace

TEST_SUITE("range") {
  TEST_CASE("a scale past the format's greatest number certifies nothing") {
    auto const answer = strict_range({angle{0, 1, 0}, 1, 1'000'000}, format::fp16, 100);
    CHECK(answer.length == 0);
    CHECK(answer.end == range_end::fails);
    CHECK_FALSE(answer.error.has_value());
  }

  TEST_CASE("a score that overflows is a violation, even where it is the winner's") {
    auto const r = realization_of(profile::strict, format::fp16);
    for (int n = 1; n <= 40; ++n) {
      CAPTURE(n);
      offset_pair const head{angle{0, 0, rational(n, 7)}, 1,
                             rational(format::greatest(format::fp16))};
      auto const found = realized_range(head, r, 30);
      auto const expected = support::realized_twin(head, r).range(30);
      CHECK(found.length == expected.length);
      CHECK(found.end == expected.end);
      REQUIRE(found.violation.has_value() == expected.violation.has_value());
      if (!found.violation) continue;
      CHECK(found.violation->query == expected.violation->query);
      CHECK(found.violation->key == expected.violation->key);
    }
  }

  TEST_CASE("a long range in fp32 reaches its cap, and a period ends every range") {
    rational const large(1'000'000'000);
    auto const golden = strict_range({angle{0, 1, 0}, 1, large}, format::fp32, 1'024);
    CHECK(golden.end == range_end::cap);
    CHECK(golden.length == 1'024);
    // m = 50: key 0 has the score of key 50, the target of query 51.
    angle const step{rational(19, 50), 0, 0};
    auto const answer = strict_range({step, 1, large}, format::fp32, 1'000'000'000);
    CHECK(answer.length == 49);
    REQUIRE(answer.violation.has_value());
    CHECK(answer.violation->query == 51);
    CHECK(answer.violation->key == 0);
    CHECK(answer.violation->margin == 0);
  }

  TEST_CASE("the difference of fp64 scores is not rounded up to the gap") {
    // With g = half a turn and k = 1 the scores are C and −C; 2C is f_large at C = f_large/2, and
    // just misses it one unit below.
    double const half = format::f_large(format::fp64) / 2;
    double const less = std::nextafter(half, 0.0);
    auto const holds = [](angle const& step, double scale) {
      return strict_range({step, 1, rational(scale)}, format::fp64, 1).end == range_end::cap;
    };
    angle const step{rational(1, 2), 0, 0};
    CHECK(holds(step, half));
    CHECK_FALSE(holds(step, less));
    // A quarter turn, less a little: the scores of query 2 are C and a small positive number, and
    // their difference is a little less than C, although its double is C.
    angle const nearly{rational(1, 4) - rational(1, pow(exact::integer(10), 30)), 0, 0};
    CHECK_FALSE(holds(nearly, 2 * half));
    // With g = a quarter the scores are C and 0.
    angle const quarter{rational(1, 4), 0, 0};
    CHECK(holds(quarter, 2 * half));
    CHECK_FALSE(holds(quarter, 2 * less));
  }

  TEST_CASE("without a computed pair the nearest one is shown, behind the target too") {
    // 7 is nearest to whole turns of 1/7 less a little; at length 12 it is behind the target only.
    angle const step{rational(1, 7) + rational(1, 1'000), 0, 0};
    auto const r = realization_of(profile::strict, format::fp64);
    offset_pair const head{step, 10, rational(exact::integer(1) << 60)};
    for (std::uint64_t const cap : {12u, 16u, 30u}) {
      auto const answer = realized_range(head, r, cap);
      CHECK(answer.pairs_computed == 0);
      REQUIRE(answer.closest.has_value());
      auto const expected = support::realized_twin(head, r).range(cap);
      CHECK(answer.closest->margin == doctest::Approx(expected.closest->margin).epsilon(1e-9));
    }
  }
}
