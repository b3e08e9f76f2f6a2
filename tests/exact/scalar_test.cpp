#include "ltlc/exact/scalar.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include <doctest/doctest.h>

#include "exact/random_scalar.hpp"

using namespace ltlc::exact;

namespace {

double in_double(angle const& a) {
  constexpr double turn = 2 * std::numbers::pi;
  double const golden = (3 - std::sqrt(5.0)) / 2;
  return turn * (a.turns.convert_to<double>() + static_cast<double>(a.golden) * golden) +
         a.radians.convert_to<double>();
}

double in_double(scalar const& s) {
  double sum = 0;
  for (auto const& t : s.terms()) {
    sum += t.coefficient.convert_to<double>() * std::cos(in_double(t.at));
  }
  return sum;
}

} // namespace

TEST_SUITE("exact") {
  TEST_CASE("turns are reduced to at least 0 and less than 1") {
    angle const a{rational(5, 7), 2, rational(1, 3)};
    CHECK(a + a == angle{rational(3, 7), 4, rational(2, 3)});
    CHECK(angle{} - a == angle{rational(2, 7), -2, rational(-1, 3)});
    CHECK(-3 * a == angle{rational(6, 7), -6, -1});
    CHECK(7 * angle{rational(5, 7), 0, 0} == angle{});
  }

  TEST_CASE("an angle and its negative have one even representative") {
    std::mt19937_64 random(1);
    for (int round = 0; round < 2'000; ++round) {
      angle const a = random_angle(random, angle_kind::any);
      CAPTURE(print(a));
      angle const even = even_representative(a);
      CHECK(even == even_representative(angle{} - a));
      CHECK(even == even_representative(even));
      CHECK((even == a + angle{} || even == angle{} - a));
      CHECK(std::cos(in_double(even)) == doctest::Approx(std::cos(in_double(a))));
    }
  }

  TEST_CASE("the order on angles is strict and total") {
    std::mt19937_64 random(2);
    for (int round = 0; round < 2'000; ++round) {
      angle const a = random_angle(random, angle_kind::any);
      angle const b = random_angle(random, angle_kind::any);
      CHECK(int(key_less(a, b)) + int(key_less(b, a)) + int(a == b) == 1);
    }
  }

  TEST_CASE("cosines that are rational are written as rationals") {
    auto const at = [](int n, int d) { return cosine(angle{rational(n, d), 0, 0}); };
    CHECK(at(0, 1) == scalar(1));
    CHECK(at(1, 2) == scalar(-1));
    CHECK(at(1, 4) == scalar());
    CHECK(at(3, 4) == scalar());
    CHECK(at(1, 3) == scalar(rational(-1, 2)));
    CHECK(at(2, 3) == scalar(rational(-1, 2)));
    CHECK(at(1, 6) == scalar(rational(1, 2)));
    CHECK(at(5, 6) == scalar(rational(1, 2)));
    CHECK(sine(angle{rational(1, 4), 0, 0}) == scalar(1));
    CHECK(sine(angle{rational(1, 12), 0, 0}) == scalar(rational(1, 2)));
    // Niven: no others.
    for (int d = 1; d <= 60; ++d) {
      for (int n = 0; n < d; ++n) {
        int const shape = d / std::gcd(n, d);
        bool const rational_value = shape <= 4 || shape == 6;
        CHECK(at(n, d).is_plainly_rational() == rational_value);
      }
    }
  }

  TEST_CASE("half a turn changes the sign as written") {
    std::mt19937_64 random(3);
    for (int round = 0; round < 1'000; ++round) {
      angle const a = random_angle(random, angle_kind::any);
      CAPTURE(print(a));
      CHECK(cosine(a + angle{rational(1, 2), 0, 0}) == -cosine(a));
    }
  }

  TEST_CASE("addition formulas hold") {
    std::mt19937_64 random(4);
    for (int round = 0; round < 1'000; ++round) {
      angle const a = random_angle(random, angle_kind::any);
      angle const b = random_angle(random, angle_kind::any);
      CAPTURE(print(a));
      CAPTURE(print(b));
      CHECK(compare(cosine(a) * cosine(b) - sine(a) * sine(b), cosine(a + b)) == 0);
      CHECK(compare(sine(a) * cosine(b) + cosine(a) * sine(b), sine(a + b)) == 0);
      CHECK(cosine(a) * cosine(a) + sine(a) * sine(a) == scalar(1));
    }
  }

  TEST_CASE("terms are sorted, merged, simplified and not zero") {
    std::mt19937_64 random(5);
    for (int round = 0; round < 1'000; ++round) {
      scalar const s = random_scalar(random, angle_kind::any, 8);
      CAPTURE(print(s));
      auto const& terms = s.terms();
      for (std::size_t i = 0; i < terms.size(); ++i) {
        CHECK(terms[i].coefficient != 0);
        CHECK(terms[i].at == even_representative(terms[i].at));
        if (i > 0) CHECK(key_less(terms[i - 1].at, terms[i].at));
      }
      CHECK(from_terms(terms) == s);
    }
  }

  TEST_CASE("ring operations are those of the values") {
    std::mt19937_64 random(6);
    for (int round = 0; round < 2'000; ++round) {
      auto const kind = round % 2 == 0 ? angle_kind::any : angle_kind::turns;
      scalar const a = random_scalar(random, kind, 4);
      scalar const b = random_scalar(random, kind, 4);
      scalar const c = random_scalar(random, kind, 4);
      CAPTURE(print(a));
      CAPTURE(print(b));
      CAPTURE(print(c));
      CHECK(in_double(a + b) == doctest::Approx(in_double(a) + in_double(b)).epsilon(1e-9));
      CHECK(in_double(a - b) == doctest::Approx(in_double(a) - in_double(b)).epsilon(1e-9));
      CHECK(std::fabs(in_double(a * b) - in_double(a) * in_double(b)) < 1e-9);
      CHECK(a * b == b * a);
      CHECK(a + b - b == a);
      CHECK(a - a == scalar());
      CHECK(compare(a * (b + c), a * b + a * c) == 0);
      CHECK(compare((a * b) * c, a * (b * c)) == 0);
      CHECK(hash_value(a + b) == hash_value(b + a));
    }
  }

  TEST_CASE("a plainly rational scalar gives its value back") {
    CHECK(scalar().is_plainly_rational());
    CHECK(scalar().as_rational() == 0);
    CHECK(scalar(rational(-3, 7)).as_rational() == rational(-3, 7));
    CHECK_FALSE(cosine(angle{0, 1, 0}).is_plainly_rational());
    CHECK_FALSE((cosine(angle{0, 1, 0}) + 1).is_plainly_rational());
  }
}
