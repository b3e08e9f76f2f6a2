// Every figure against its definition on random samples, what moves it and what does not, and when
// it does not exist.

#include <random>

#include <doctest/doctest.h>

#include "ltlc/statistics/comparison.hpp"
#include "statistics/by_definition.hpp"

using namespace ltlc::statistics;
namespace slow = ltlc::by_definition;

namespace {

using sample = std::vector<value>;

// Quarters between 0 and 10: few enough for ties, exact in binary.
sample random_sample(std::mt19937_64& random, std::size_t size) {
  std::uniform_int_distribution<int> quarters(0, 40);
  sample s;
  for (std::size_t i = 0; i < size; ++i)
    s.push_back(value(quarters(random), 4));
  return s;
}
slow::numbers plain(sample const& s) {
  slow::numbers all;
  for (value const& v : s)
    all.push_back(static_cast<slow::number>(v.convert_to<double>()));
  return all;
}
bool near(double found, slow::number expected) {
  return std::abs(static_cast<slow::number>(found) - expected) <=
         1e-9L * std::max(1.0L, std::abs(expected));
}
sample moved(sample s, value const& factor, value const& shift) {
  for (value& v : s)
    v = v * factor + shift;
  return s;
}

} // namespace

TEST_SUITE("statistics") {

  TEST_CASE("every figure is what its definition gives") {
    unsigned const seed = 20261203;
    std::mt19937_64 random(seed);
    int compared = 0;
    for (int round = 0; round < 60; ++round) {
      CAPTURE(seed);
      CAPTURE(round);
      std::size_t const n = 2 + static_cast<std::size_t>(round) % 6;
      auto const x = random_sample(random, n);
      auto const y = random_sample(random, 2 + random() % 7);
      auto const z = random_sample(random, n);
      auto const a = plain(x), b = plain(y), c = plain(z);
      if (auto const s = summarize(x)) {
        CHECK(near(s->mean, slow::mean(a)));
        CHECK(near(s->sd, std::sqrt(slow::variance(a))));
        CHECK(near(s->least, *std::min_element(a.begin(), a.end())));
        CHECK(near(s->greatest, *std::max_element(a.begin(), a.end())));
      }
      // Near a single degree of freedom the integrand of the twin is not smooth at the end.
      if (auto const w = welch(x, y)) {
        auto const e = slow::welch(a, b);
        CHECK(near(w->t, e.statistic));
        CHECK(near(w->df, e.df));
        if (e.df >= 3) CHECK(std::abs(w->p - static_cast<double>(e.p)) < 1e-8);
        ++compared;
      }
      if (auto const t = paired(x, z)) {
        auto const e = slow::paired(a, c);
        CHECK(near(t->t, e.statistic));
        CHECK(t->df == double(n - 1));
        CHECK(near(t->p, e.p));
      }
      if (auto const d = cohens_d(x, y)) CHECK(near(*d, slow::cohens_d(a, b)));
      if (auto const f = f_test(x, y)) {
        CHECK(near(f->f, slow::variance(a) / slow::variance(b)));
        auto const above = slow::f_tail(static_cast<slow::number>(f->f), f->df_baseline, f->df_arm);
        CHECK(near(f->p_greater, above));
        CHECK(near(f->p, std::min(1.0L, 2 * std::min(above, 1 - above))));
      }
      for (bool const about_median : {false, true}) {
        auto const l = levene(x, y, about_median ? centre::median : centre::mean);
        if (!l) continue;
        auto const e = slow::levene(a, b, about_median);
        CHECK(near(l->statistic, e.statistic));
        CHECK(near(l->df_within, e.df));
        CHECK(near(l->p, e.p));
      }
      if (auto const k = fligner_killeen(x, y)) {
        auto const e = slow::fligner_killeen(a, b);
        CHECK(near(k->statistic, e.statistic));
        CHECK(near(k->p, e.p));
      }
    }
    CHECK(compared > 50);
  }

  TEST_CASE("units and origins do not matter, and swapped arms turn the sign") {
    unsigned const seed = 7;
    std::mt19937_64 random(seed);
    for (int round = 0; round < 100; ++round) {
      CAPTURE(seed);
      CAPTURE(round);
      auto const x = random_sample(random, 5), y = random_sample(random, 5);
      value const factor(3, 70), shift(-1, 3); // no ties are lost: values are exact
      auto const mx = moved(x, factor, shift), my = moved(y, factor, shift);
      if (auto const w = welch(x, y)) {
        CHECK(near(welch(mx, my)->p, w->p));
        CHECK(near(welch(y, x)->t, -w->t));
        CHECK(near(*cohens_d(y, x), -*cohens_d(mx, my)));
      }
      if (auto const k = fligner_killeen(x, y)) {
        CHECK(near(fligner_killeen(mx, my)->statistic, k->statistic));
        CHECK(near(fligner_killeen(y, x)->statistic, k->statistic));
      }
      if (auto const l = levene(x, y, centre::median))
        CHECK(near(levene(my, mx, centre::median)->p, l->p));
      auto const f = f_test(x, y), g = f_test(y, x);
      if (f && g && f->f > 0) {
        CHECK(near(f->f * g->f, 1));
        CHECK(near(f->p_greater + g->p_greater, 1));
        CHECK(near(f->p, g->p));
      }
    }
  }

  TEST_CASE("what does not exist says why") {
    sample const one{1}, constant{value(1, 10), value(1, 10), value(1, 10)}, some{1, 2, 4};
    CHECK(summarize(one).error() == undefined::too_few);
    CHECK(summarize({}).error() == undefined::too_few);
    CHECK(summarize(constant)->sd == 0);
    CHECK(welch(some, one).error() == undefined::too_few);
    CHECK(paired(one, one).error() == undefined::too_few);
    CHECK(levene(one, some, centre::mean).error() == undefined::too_few);
    CHECK(fligner_killeen(one, some).error() == undefined::too_few);
    CHECK(f_test(one, some).error() == undefined::too_few);
    CHECK(cohens_d(one, some).error() == undefined::too_few);
    CHECK(welch(constant, constant).error() == undefined::no_spread);
    CHECK(cohens_d(constant, constant).error() == undefined::no_spread);
    CHECK(fligner_killeen(constant, constant).error() == undefined::no_spread);
    CHECK(f_test(some, constant).error() == undefined::no_spread);
    CHECK(f_test(constant, some)->f == 0);
    CHECK(f_test(constant, some)->p_greater == 1);
    CHECK(welch(constant, some).has_value());
    CHECK(paired(some, {2, 3, 5}).error() == undefined::no_spread);
    CHECK(levene({1, 2}, {5, 9}, centre::mean).error() == undefined::no_spread);
  }

  TEST_CASE("very different spreads stay finite") {
    value const huge(boost::multiprecision::mpz_int("1" + std::string(69, '0')));
    auto const f = f_test({huge, -huge, huge / 3}, {1 / huge, 2 / huge, 5 / huge});
    CHECK(f->f > 1e270);
    CHECK(f->p_greater < 1e-270);
  }

} // TEST_SUITE
