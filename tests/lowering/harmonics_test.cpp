// Sets of harmonics: what is claimed of their sums, and that small ones are the best.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "ltlc/lowering/harmonics.hpp"

using namespace ltlc;
using exact::rational;
using exact::scalar;
using lowering::cosine_circle;
using lowering::harmonic_set;

namespace {

scalar cosine_of(std::uint64_t j, std::uint64_t m) {
  return exact::cosine(exact::angle{rational(j, m), 0, 0});
}

double real_cosine(std::uint64_t j, std::uint64_t m) {
  return std::cos(6.283185307179586 * static_cast<double>(j % m) / static_cast<double>(m));
}

// max E over 0 < n < m in double, for a set.
double highest_sum(std::vector<std::uint64_t> const& harmonics, std::uint64_t m) {
  double highest = -1e300;
  for (std::uint64_t n = 1; n < m; ++n) {
    double sum = 0;
    for (std::uint64_t const a : harmonics)
      sum += real_cosine(a * n, m);
    highest = std::max(highest, sum);
  }
  return highest;
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("every entry of the circle is as near to the cosine as it says") {
    std::mt19937_64 random(17);
    rational const most(cosine_circle::error, exact::integer(1) << cosine_circle::fraction_bits);
    auto const check_entry = [&](cosine_circle const& circle, std::uint64_t j) {
      rational const entry(exact::integer(circle.at(j)), exact::integer(1)
                                                             << cosine_circle::fraction_bits);
      scalar const off = cosine_of(j, circle.size()) - scalar(entry);
      CHECK(exact::compare(off, most) <= 0);
      CHECK(exact::compare(off, rational(-most)) >= 0);
    };
    for (std::uint64_t m = 2; m <= 40; ++m) {
      cosine_circle const circle(m);
      for (std::uint64_t j = 0; j < m; ++j)
        check_entry(circle, j);
    }
    for (int n = 0; n < 12; ++n) {
      cosine_circle const circle(41 +
                                 random() % (n < 10 ? 5'000 : cosine_circle::most_entries - 41));
      CAPTURE(circle.size());
      for (int sample = 0; sample < 200; ++sample)
        check_entry(circle, random() % circle.size());
    }
  }

  TEST_CASE("two harmonics are the best two with 1 among them, and more are never worse") {
    for (std::uint64_t m = 2; m <= 70; ++m) {
      CAPTURE(m);
      cosine_circle const circle(m);
      harmonic_set set(circle);
      set.grow();
      CHECK(set.harmonics() == std::vector<std::uint64_t>{1});
      set.grow();
      double best = 1e300;
      for (std::uint64_t a = 1; a < m; ++a)
        best = std::min(best, highest_sum({1, a}, m));
      CHECK(highest_sum(set.harmonics(), m) <= best + 1e-12);
      for (std::size_t pairs = 3; pairs <= 12; ++pairs) {
        double const before = highest_sum(set.harmonics(), m) / static_cast<double>(pairs - 1);
        set.grow();
        CHECK(set.harmonics().size() == pairs);
        CHECK(highest_sum(set.harmonics(), m) / static_cast<double>(pairs) < before + 0.2);
      }
    }
  }

  TEST_CASE("bounds, contenders and sums are those of the definition") {
    std::mt19937_64 random(19);
    for (int n = 0; n < 40; ++n) {
      std::uint64_t const m = 2 + random() % 90;
      std::uint64_t const ordered = m >= 4 ? 3 + random() % (m - 3) : 0;
      CAPTURE(m);
      CAPTURE(ordered);
      cosine_circle const circle(m);
      harmonic_set set(circle, ordered);
      for (std::size_t pairs = 1 + random() % 6; pairs > 0; --pairs)
        set.grow();
      std::optional<scalar> highest;
      std::vector<scalar> sums{0};
      for (std::uint64_t i = 1; i < m; ++i) {
        scalar sum;
        for (std::uint64_t const a : set.harmonics())
          sum += cosine_of(a * i % m, m);
        CHECK(set.sum_at(i) == sum);
        if (!highest || exact::compare(sum, *highest) > 0) highest = sum;
        sums.push_back(sum);
      }
      rational const slack(1, exact::integer(1) << 42);
      CHECK(exact::compare(*highest, set.highest()) <= 0);
      CHECK(exact::compare(*highest + scalar(slack), set.highest()) >= 0);
      auto const contenders = set.contenders();
      bool attained = false;
      for (std::uint64_t const c : contenders)
        attained = attained || exact::compare(sums[c], *highest) == 0;
      CHECK(attained);
      rational const bound = set.highest() - rational(static_cast<int>(random() % 100), 50);
      auto const above = set.above(bound);
      for (std::uint64_t i = 1; i <= m / 2; ++i)
        if (exact::compare(sums[i], bound) > 0)
          CHECK(std::find(above.begin(), above.end(), i) != above.end());
      if (ordered < 3) continue;
      std::optional<scalar> disorder;
      for (std::uint64_t a = 1; a < ordered; ++a)
        for (std::uint64_t b = a + 1; b < ordered; ++b)
          if (!disorder || exact::compare(sums[b] - sums[a], *disorder) > 0)
            disorder = sums[b] - sums[a];
      CHECK(exact::compare(*disorder, set.disorder()) <= 0);
      CHECK(exact::compare(*disorder + scalar(slack), set.disorder()) >= 0);
    }
  }

  TEST_CASE("the relative gap of a few harmonics is large, also where they are sampled") {
    struct row {
      std::uint64_t modulus;
      std::size_t pairs;
      double highest; // of the number of pairs
    };
    for (row const& expected :
         {row{97, 2, 0.91}, row{1009, 3, 0.93}, row{4096, 8, 0.66}, row{5000, 16, 0.5},
          row{65'537, 16, 0.62}, row{300'000, 24, 0.57}}) {
      CAPTURE(expected.modulus);
      cosine_circle const circle(expected.modulus);
      harmonic_set set(circle);
      while (set.harmonics().size() < expected.pairs)
        set.grow();
      CHECK(set.highest().convert_to<double>() <
            expected.highest * static_cast<double>(expected.pairs));
    }
  }

  TEST_CASE("choices are the same everywhere") {
    cosine_circle const circle(97);
    harmonic_set set(circle);
    set.grow();
    set.grow();
    CHECK(set.harmonics() == std::vector<std::uint64_t>{1, 10});
    while (set.harmonics().size() < harmonic_set::most_pairs)
      set.grow();
    CHECK(set.highest() < rational(harmonic_set::most_pairs, 8));
  }
}
