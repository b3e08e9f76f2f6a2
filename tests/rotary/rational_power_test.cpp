#include <map>
#include <random>

#include <doctest/doctest.h>

#include "ltlc/rotary/rational_power.hpp"

using namespace ltlc;
using ltlc::exact::rational;
using ltlc::rotary::power;
using ltlc::rotary::rational_value;

namespace {

// The twin: exponents of the primes, by trial division; rational exactly when all are integers.
std::optional<rational> by_primes(std::vector<power> const& powers) {
  std::map<unsigned, rational> exponents;
  auto const split = [&](unsigned n, rational const& e) {
    for (unsigned p = 2; n > 1; ++p)
      for (; n % p == 0; n /= p)
        exponents[p] += e;
  };
  for (auto const& p : powers) {
    split(numerator(p.base).convert_to<unsigned>(), p.exponent);
    split(denominator(p.base).convert_to<unsigned>(), -p.exponent);
  }
  rational value = 1;
  for (auto const& [p, e] : exponents) {
    if (denominator(e) != 1) return std::nullopt;
    for (exact::integer n = abs(numerator(e)); n > 0; --n)
      value *= e > 0 ? rational(p) : rational(1, p);
  }
  return value;
}

} // namespace

TEST_CASE("A product of powers is rational exactly when the exponents of its primes are whole") {
  std::mt19937 random(20240611);
  auto const below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  int rational_ones = 0;
  for (int run = 0; run < 4000; ++run) {
    std::vector<power> powers;
    for (unsigned n = below(4); n > 0; --n) {
      unsigned const up = 1 + below(72), down = 1 + below(3) * below(9);
      powers.push_back({rational(up, down),
                        rational(static_cast<int>(below(13)) - 6, 1 + static_cast<int>(below(4)))});
    }
    auto const expected = by_primes(powers);
    CAPTURE(run);
    CHECK(rational_value(powers) == expected);
    rational_ones += expected ? 1 : 0;
  }
  CHECK(rational_ones > 400);
  CHECK(rational_ones < 3600);
}

TEST_CASE("Roots of large bases are exact") {
  exact::integer const q = pow(exact::integer(10), 60);
  CHECK(rational_value({{rational(q), rational(-1, 20)}}) == rational(1, 1000));
  CHECK(!rational_value({{rational(q + 1), rational(1, 20)}}));
  CHECK(!rational_value({{2, rational(1, 1'000'000)}}));
  CHECK(rational_value({{2, rational(1, 3)}, {4, rational(1, 3)}}) == rational(2));
}
