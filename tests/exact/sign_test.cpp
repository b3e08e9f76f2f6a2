#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "exact/random_scalar.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"

using namespace ltlc::exact;

namespace {

using polynomial = std::vector<rational>; // by power

void trim(polynomial& f) {
  while (!f.empty() && f.back() == 0)
    f.pop_back();
}

// f = quotient · g + remainder, by school division.
std::pair<polynomial, polynomial> divide(polynomial f, polynomial const& g) {
  polynomial quotient(f.size());
  trim(f);
  while (f.size() >= g.size()) {
    rational const c = f.back() / g.back();
    std::size_t const shift = f.size() - g.size();
    quotient[shift] = c;
    for (std::size_t i = 0; i < g.size(); ++i)
      f[shift + i] -= c * g[i];
    trim(f);
  }
  trim(quotient);
  return {quotient, f};
}

polynomial const& cyclotomic(std::size_t n) {
  static std::map<std::size_t, polynomial> known;
  auto const at = known.find(n);
  if (at != known.end()) return at->second;
  polynomial f(n + 1);
  f[0] = -1;
  f[n] = 1;
  for (std::size_t d = 1; d < n; ++d) {
    if (n % d == 0) f = divide(f, cyclotomic(d)).first;
  }
  return known.emplace(n, f).first->second;
}

// The twin of the zero test: Σ c_k ζ^k = 0 iff Φ_n divides Σ c_k x^k.
bool vanishes(std::vector<rational> const& by_exponent) {
  return divide(by_exponent, cyclotomic(by_exponent.size())).second.empty();
}

// Random coefficients at the n-th roots of unity; often a combination of the relations
// "the p-th roots of unity sum to 0", shifted, so that it vanishes.
std::vector<rational> random_sum(std::mt19937_64& random, std::size_t n) {
  std::vector<rational> c(n);
  bool const planted = draw(random, 0, 3) != 0;
  for (std::int64_t rounds = draw(random, 1, 4); rounds > 0; --rounds) {
    auto const shift = static_cast<std::size_t>(draw(random, 0, std::int64_t(n) - 1));
    rational const factor(draw(random, -3, 3), draw(random, 1, 2));
    std::vector<std::size_t> divisors;
    for (std::size_t p = 2; p <= n; ++p) {
      if (n % p == 0) divisors.push_back(p);
    }
    if (planted && !divisors.empty()) {
      auto const p =
          divisors[static_cast<std::size_t>(draw(random, 0, std::int64_t(divisors.size()) - 1))];
      for (std::size_t a = 0; a < p; ++a)
        c[(shift + a * (n / p)) % n] += factor;
    } else {
      c[shift] += factor;
    }
  }
  if (draw(random, 0, 5) == 0)
    c[static_cast<std::size_t>(draw(random, 0, std::int64_t(n) - 1))] += 1;
  return c;
}

// Re Σ c_k e^{i(2πk/n + γ)}.
scalar real_part(std::vector<rational> const& c, angle const& gamma) {
  scalar sum;
  auto const n = static_cast<std::int64_t>(c.size());
  for (std::int64_t k = 0; k < n; ++k) {
    sum += scalar(c[static_cast<std::size_t>(k)]) * cosine(angle{rational(k, n), 0, 0} + gamma);
  }
  return sum;
}

std::vector<rational> with_conjugate(std::vector<rational> const& c) {
  std::vector<rational> sum = c;
  for (std::size_t k = 0; k < c.size(); ++k)
    sum[(c.size() - k) % c.size()] += c[k];
  return sum;
}

scalar hidden_zero(std::int64_t p) { // 1 + Σ cos over the p-th roots of unity other than 1
  scalar sum;
  for (std::int64_t k = 0; k < p; ++k)
    sum += cosine(angle{rational(k, p), 0, 0});
  return sum;
}

} // namespace

TEST_SUITE("exact") {
  TEST_CASE("the zero test agrees with division by the cyclotomic polynomial") {
    std::mt19937_64 random(21);
    int zeros = 0, nonzeros = 0;
    for (int round = 0; round < 1'500; ++round) {
      auto const n = static_cast<std::size_t>(draw(random, 1, 60));
      auto const c = random_sum(random, n);
      scalar const s = real_part(c, angle{});
      CAPTURE(round);
      CAPTURE(print(s));
      bool const zero = vanishes(with_conjugate(c));
      CHECK(is_zero(s) == zero);
      ++(zero ? zeros : nonzeros);
    }
    CHECK(zeros > 300);
    CHECK(nonzeros > 300);
  }

  TEST_CASE("a part with an irrational angle vanishes iff its whole complex factor does") {
    std::mt19937_64 random(22);
    int zeros = 0, nonzeros = 0;
    for (int round = 0; round < 800; ++round) {
      auto const n = static_cast<std::size_t>(draw(random, 1, 40));
      auto const first = random_sum(random, n);
      auto const second = random_sum(random, n);
      bool const golden = draw(random, 0, 1) == 0;
      std::int64_t const multiple = draw(random, 1, 4) * (draw(random, 0, 1) * 2 - 1);
      angle const gamma = golden ? angle{0, multiple, 0} : angle{0, 0, rational(multiple, 3)};
      scalar const s = real_part(first, gamma) + real_part(second, angle{});
      CAPTURE(round);
      CAPTURE(print(s));
      bool const zero = vanishes(first) && vanishes(with_conjugate(second));
      CHECK(is_zero(s) == zero);
      ++(zero ? zeros : nonzeros);
    }
    CHECK(zeros > 100);
    CHECK(nonzeros > 100);
  }

  TEST_CASE("the sign is that of the value in floating point, where that is safe") {
    std::mt19937_64 random(23);
    for (int round = 0; round < 3'000; ++round) {
      scalar const s = random_scalar(random, angle_kind::any, 6);
      double value = 0;
      for (auto const& t : s.terms()) {
        double const turns = t.at.turns.convert_to<double>() +
                             static_cast<double>(t.at.golden) * (3 - std::sqrt(5.0)) / 2;
        value += t.coefficient.convert_to<double>() *
                 std::cos(2 * std::numbers::pi * turns + t.at.radians.convert_to<double>());
      }
      if (std::fabs(value) < 1e-9) continue;
      CAPTURE(print(s));
      CHECK(sign(s) == (value > 0 ? 1 : -1));
      CHECK(sign(-s) == -sign(s));
    }
  }

  TEST_CASE("small values have a sign") {
    CHECK(sign(scalar(1) - cosine(710 * angle{0, 0, 1})) == 1);
    std::int64_t a = 1,
                 b = 1; // Fibonacci: φ's convergents, the closest returns of the golden angle
    for (int n = 2; n <= 85; ++n) {
      a = std::exchange(b, a + b);
      CHECK(sign(scalar(1) - cosine(b * angle{0, 1, 0})) == 1);
      CHECK(compare(cosine(b * angle{0, 1, 0}), cosine(a * angle{0, 1, 0})) == 1);
    }
    // cos 1 against a rational that agrees with it to about 3000 bits.
    enclosure const x = enclose(cosine(angle{0, 0, 1}), 3'000);
    integer significand, power = 1;
    auto const exponent = mpfr_get_z_2exp(significand.backend().data(), x.lower());
    power <<= -exponent;
    rational const below(significand, power);
    CHECK(compare(cosine(angle{0, 0, 1}), below) == 1);
    CHECK(compare(below, cosine(angle{0, 0, 1})) == -1);
  }

  TEST_CASE("relations between roots of unity are seen") {
    for (std::int64_t const p : {2, 3, 5, 7, 11, 101, 997}) {
      CAPTURE(p);
      CHECK(is_zero(hidden_zero(p)));
      CHECK(sign(hidden_zero(p) + rational(1, pow(integer(10), 200))) == 1);
      CHECK(sign(hidden_zero(p) - rational(1, pow(integer(10), 200))) == -1);
      CHECK(compare(hidden_zero(p) + rational(1, 3), rational(1, 3)) == 0);
    }
    auto const at = [](int n, int d) { return cosine(angle{rational(n, d), 0, 0}); };
    CHECK(is_zero(at(1, 7) * at(2, 7) * at(3, 7) - rational(1, 8)));
    CHECK(is_zero(at(1, 5) * 4 + 1 -
                  (at(1, 5) * 4 + 1) * (at(1, 5) * 4 + 1) * (at(1, 5) * 4 + 1) * rational(1, 5)));
    CHECK(is_zero(at(1, 10) - at(1, 5) - rational(1, 2)));
    CHECK_FALSE(is_zero(at(1, 8) - rational(99, 140)));
  }

  TEST_CASE("huge denominators need no factoring") {
    integer const n = pow(integer(10), 40) + 7;
    angle const a{rational(integer(3), n), 0, 0};
    scalar const one = cosine(a) * cosine(a) + sine(a) * sine(a);
    CHECK(is_zero(one - 1));
    CHECK(sign(cosine(a) - 1) == -1);
    // The three numbers a + k/3 of a turn: their cosines sum to 0.
    scalar sum;
    for (int k = 0; k < 3; ++k)
      sum += cosine(a + angle{rational(k, 3), 0, 0});
    CHECK(sum.terms().size() == 3);
    CHECK(is_zero(sum));
    CHECK(sign(sum + cosine(angle{rational(1, n), 0, 0})) == 1);
  }

  TEST_CASE("mixed angles are decided by enclosures or refused") {
    scalar const golden = cosine(angle{0, 1, 0});
    scalar const one = cosine(angle{0, 0, 1});
    CHECK(sign(golden + one) == -1);
    CHECK(sign(golden * one - one * golden) == 0);
    CHECK(is_zero(hidden_zero(5) * golden + hidden_zero(7) * one));
    // golden ≈ q · one, too close for 4096 bits.
    enclosure ratio = enclose(golden, 6'000);
    mpfi_div(ratio.get(), ratio.get(), enclose(one, 6'000).get());
    integer significand, power = 1;
    auto const exponent = mpfr_get_z_2exp(significand.backend().data(), ratio.lower());
    power <<= -exponent;
    CHECK_THROWS_AS(static_cast<void>(sign(golden - one * rational(significand, power))),
                    mixed_angles);
  }
}
