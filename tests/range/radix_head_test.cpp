// Heads of b-adic planes against searches for their least gap.
#include "ltlc/range/radix_head.hpp"

#include <doctest/doctest.h>

#include "ltlc/range/pair_error.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::integer;
using exact::rational;

TEST_SUITE_BEGIN("range");

TEST_CASE("the least gap of b-adic planes is that of the fastest plane alone") {
  for (std::uint64_t b = 2; b <= 7; ++b) {
    std::uint64_t period = 1;
    for (std::uint64_t planes = 1; planes <= 6; ++planes) {
      period *= b;
      rational const a(7, 3);
      auto const head = radix_head(b, planes, a);
      auto const found = find_least_gap(head, period - 1);
      auto const fastest = enclose_gap({head[0]}, 1, 128);
      CAPTURE(b);
      CAPTURE(planes);
      CHECK(found.low <= exact::to_rational(fastest.upper()));
      CHECK(exact::to_rational(fastest.lower()) <= found.high);
      CHECK(find_least_gap(head, period).high == 0);

      rational const below = exact::to_rational(fastest.lower());
      for (std::uint64_t const k : {std::uint64_t{1}, std::uint64_t{2}, period}) {
        auto const length = certify_radix(b, planes, a, k, below);
        REQUIRE(length.has_value() == (k <= period));
        if (length) CHECK(*length == period + k - 2);
      }
      CHECK(!certify_radix(b, planes, a, 1, exact::to_rational(fastest.upper()) + 1));
      auto const unsafe = find_first_unsafe(head, below, 2 * period);
      REQUIRE(unsafe.has_value());
      CHECK(**unsafe == period);
    }
  }
}

TEST_CASE("in formats the closed form agrees with the scan") {
  for (auto const& f : {format::fp32, format::bf16, format::fp16}) {
    for (std::uint64_t planes = 1; planes <= 9; ++planes) {
      for (int const a : {64, 256, 1024}) {
        auto const length = certify_radix(3, planes, a, 2, f);
        auto const scanned = certify_pairs(radix_head(3, planes, a), 2, f, 100'000);
        if (length)
          CHECK(integer(scanned.length) == *length);
        else
          CHECK(integer(scanned.length) < pow(integer(3), static_cast<unsigned>(planes)));
      }
    }
  }
}

TEST_CASE("64 planes in fp32 hold for 10^30 tokens") {
  auto const length = certify_radix(3, 64, 128, 1, format::fp32);
  REQUIRE(length.has_value());
  CHECK(*length == pow(integer(3), 64) - 1);
  CHECK(*length > pow(integer(10), 30));
}

TEST_SUITE_END();
