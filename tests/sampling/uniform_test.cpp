// Uniform numbers. That below() is exact follows from its definition, which the first case repeats
// bit by bit on the generator's own output; the counts of the other cases are a check on that.
#include <set>

#include <doctest/doctest.h>

#include "ltlc/sampling/uniform.hpp"

namespace {

using namespace ltlc;
using sampling::integer;

// Σ (observed − expected)² / expected
double chi_square(std::vector<std::uint64_t> const& observed, double expected) {
  double sum = 0;
  for (auto const n : observed) {
    double const d = static_cast<double>(n) - expected;
    sum += d * d / expected;
  }
  return sum;
}

// Reads as many bits as bound − 1 has from whole 64-bit words, the lowest word first, until the
// number is below the bound.
integer below_bit_by_bit(sampling::generator& source, integer const& bound) {
  std::size_t bits = 0;
  for (integer rest = bound - 1; rest > 0; rest /= 2)
    ++bits;
  for (;;) {
    integer n = 0, weight = 1;
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bits; ++i, weight *= 2) {
      if (i % 64 == 0) word = source();
      if ((word >> (i % 64) & 1) != 0) n += weight;
    }
    if (n < bound) return n;
  }
}

} // namespace

TEST_SUITE("sampling") {

  TEST_CASE("below takes as many bits as the bound has, again until the number is below it") {
    integer const two_64 = integer(1) << 64;
    std::vector<integer> bounds{1, 2, 3, 255, 256, 257, two_64 - 1, two_64, two_64 + 1};
    integer power = 1;
    for (int i = 0; i < 500; ++i)
      bounds.push_back(power *= 3);
    for (auto const& bound : bounds) {
      sampling::generator one(7), other(7);
      for (int i = 0; i < 20; ++i) {
        auto const n = sampling::below(one, bound);
        REQUIRE(n == below_bit_by_bit(other, bound));
        REQUIRE(n >= 0);
        REQUIRE(n < bound);
      }
      REQUIRE(one == other);
    }
  }

  TEST_CASE("small numbers are drawn as large ones are") {
    for (std::uint64_t bound = 1; bound <= 300; ++bound) {
      sampling::generator one(bound), other(bound);
      for (int i = 0; i < 20; ++i)
        REQUIRE(sampling::below(one, bound) == sampling::below(other, integer(bound)));
    }
    sampling::generator source(1);
    CHECK(sampling::below(source, UINT64_MAX) < UINT64_MAX);
  }

  TEST_CASE("the numbers below 10 come equally often") {
    sampling::generator source(1);
    std::vector<std::uint64_t> often(10);
    for (int i = 0; i < 100'000; ++i)
      ++often[sampling::below(source, std::uint64_t{10})];
    // 9 degrees of freedom: above 33.7 once in 10,000 seeds.
    CHECK(chi_square(often, 10'000) < 33.7);
  }

  TEST_CASE("without repetition every number comes once, in every order equally often") {
    for (unsigned bound = 1; bound <= 40; ++bound) {
      sampling::generator source(bound);
      sampling::without_repetition numbers(bound);
      std::set<integer> seen;
      while (!numbers.exhausted())
        seen.insert(numbers.next(source));
      CHECK(seen.size() == bound);
      CHECK(*seen.begin() == 0);
      CHECK(*seen.rbegin() == bound - 1);
    }
    std::map<std::vector<integer>, std::uint64_t> orders;
    sampling::generator source(5);
    for (int i = 0; i < 24'000; ++i) {
      sampling::without_repetition numbers(4);
      std::vector<integer> order;
      while (!numbers.exhausted())
        order.push_back(numbers.next(source));
      ++orders[order];
    }
    REQUIRE(orders.size() == 24);
    std::vector<std::uint64_t> often;
    for (auto const& entry : orders)
      often.push_back(entry.second);
    // 23 degrees of freedom: above 58.6 about once in 17,000 seeds.
    CHECK(chi_square(often, 1000) < 58.6);
  }

  TEST_CASE("without repetition a few of very many numbers take a few numbers of memory") {
    sampling::generator source(3);
    sampling::without_repetition numbers(integer(1) << 1000);
    std::set<integer> seen;
    for (int i = 0; i < 1000; ++i)
      seen.insert(numbers.next(source));
    CHECK(seen.size() == 1000);
    CHECK_FALSE(numbers.exhausted());
  }

} // TEST_SUITE
