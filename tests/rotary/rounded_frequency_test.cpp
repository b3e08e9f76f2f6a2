// Rounded angles and rotations against MPFR from the formula of each schedule, and against exact
// angles; and what is not known.
#include <cmath>
#include <random>

#include <doctest/doctest.h>
#include <mpfr.h>

#include "ltlc/rotary/rounded_frequency.hpp"

using namespace ltlc;
using namespace ltlc::rotary;

namespace {

std::vector<format::number_format> const table_formats{format::fp64, format::fp32, format::bf16,
                                                       format::fp16, format::fp8_e4m3};

struct real {
  mpfr_t x;
  real() { mpfr_init2(x, 400); }
  ~real() { mpfr_clear(x); }
  real(real const&) = delete;
  real& operator=(real const&) = delete;
  [[nodiscard]] double in(format::number_format const& f) const {
    double const rounded = format::round(f, exact::to_rational(x));
    return rounded == 0 ? 0 : rounded;
  }
};

// radians = base^(−2i/dim), or π(2i + 1)/N where base is 0.
void set_plane(real& radians, long base, long i, long dim, long context) {
  if (base == 0) {
    mpfr_const_pi(radians.x, MPFR_RNDN);
    mpfr_mul_si(radians.x, radians.x, 2 * i + 1, MPFR_RNDN);
    mpfr_div_si(radians.x, radians.x, context, MPFR_RNDN);
    return;
  }
  real exponent, b;
  mpfr_set_si(exponent.x, -2 * i, MPFR_RNDN);
  mpfr_div_si(exponent.x, exponent.x, dim, MPFR_RNDN);
  mpfr_set_si(b.x, base, MPFR_RNDN);
  mpfr_pow(radians.x, b.x, exponent.x, MPFR_RNDN);
}

} // namespace

TEST_CASE("A plane's radians, cosines and sines are what MPFR gives with 400 bits") {
  unsigned const seed = 11;
  std::mt19937_64 random(seed);
  for (int round = 0; round < 400; ++round) {
    CAPTURE(seed);
    CAPTURE(round);
    long const dim = 64, i = static_cast<long>(random() % 32);
    long const base = std::vector<long>{0, 10'000, 500'000}[random() % 3];
    long const context = 1 + static_cast<long>(random() % 5000);
    frequency const g = base == 0
                            ? frequency(exact::angle{exact::rational(2 * i + 1, 2 * context), 0, 0})
                            : frequency(geometric{1, {{base, exact::rational(-2 * i, dim)}}, 0});
    bool const whole_turns = base == 0 && 2 * i + 1 >= 2 * context;
    auto const position = std::uint64_t(1) + random() % (random() % 2 == 0 ? 100 : 10'000'000);
    real radians_, cosine, sine;
    set_plane(radians_, base, i, dim, context);
    mpfr_mul_ui(cosine.x, radians_.x, position, MPFR_RNDN);
    mpfr_sin_cos(sine.x, cosine.x, cosine.x, MPFR_RNDN);
    // What is 0 exactly is 2^-370 or so with 400 bits, and less than half of fp16's least number.
    for (real* const z : {&cosine, &sine})
      if (mpfr_zero_p(z->x) == 0 && mpfr_get_exp(z->x) < -300) mpfr_set_zero(z->x, 1);
    for (auto const& f : table_formats) {
      CAPTURE(f.name);
      if (!whole_turns) CHECK(radians(f, g) == radians_.in(f));
      auto const r = rotation(f, g, position);
      REQUIRE(r.has_value());
      CHECK(r->cosine == cosine.in(f));
      CHECK(r->sine == sine.in(f));
      CHECK_FALSE(std::signbit(r->cosine == 0 ? r->cosine : 1.0));
      CHECK_FALSE(std::signbit(r->sine == 0 ? r->sine : 1.0));
    }
  }
}

TEST_CASE(
    "Every position of small periods, golden angles and radians is what the exact angle gives") {
  std::vector<exact::angle> angles{
      {0, 1, 0}, {exact::rational(1, 4), 1, 0}, {0, 0, 1}, {0, 0, exact::rational(-22, 7)}};
  for (int m = 1; m <= 24; ++m)
    for (int k = 0; k < m; ++k)
      angles.push_back({exact::rational(k, m), 0, 0});
  for (auto const& a : angles) {
    CAPTURE(exact::print(a));
    rotary_pair pair;
    pair.step = a;
    for (auto const& f : table_formats)
      for (std::uint64_t i = 0; i < 25; ++i) {
        auto const found = rotation(f, frequency(a), i);
        auto const expected = rotation(f, pair, i);
        REQUIRE(found.has_value());
        CHECK(found->cosine == expected.cosine);
        CHECK(found->sine == expected.sine);
      }
  }
}

TEST_CASE("A table repeats with the period of its plane, far out") {
  exact::angle const plane{exact::rational(5, 4096), 0, 0};
  for (std::uint64_t i = 0; i < 50; ++i) {
    auto const near = rotation(format::fp64, plane, i);
    auto const far = rotation(format::fp64, plane, i + 4096 * (std::uint64_t(1) << 40));
    CHECK(near->cosine == far->cosine);
    CHECK(near->sine == far->sine);
  }
}

TEST_CASE("Powers times π are rounded, and decided where they are rational turns") {
  // The band from π/N to 63π/N in equal ratios, N = 2048.
  for (int i = 0; i < 32; ++i) {
    CAPTURE(i);
    geometric plane{exact::rational(1, 2048), {{63, exact::rational(i, 31)}}, 0, true};
    double const turn = std::acos(-1.0) / 2048 * std::pow(63.0, i / 31.0);
    CHECK(*radians(format::fp64, plane) == doctest::Approx(turn).epsilon(1e-14));
    for (std::uint64_t const position : {1U, 1024U, 2048U}) {
      auto const r = rotation(format::fp64, plane, position);
      REQUIRE(r.has_value());
      CHECK(r->cosine == doctest::Approx(std::cos(double(position) * turn)).epsilon(1e-11));
      CHECK(r->sine == doctest::Approx(std::sin(double(position) * turn)).epsilon(1e-11));
      bool const rational = i == 0 || i == 31;
      if (position == 1024) CHECK((r->cosine == 0) == rational);
      if (position == 2048) CHECK((r->cosine == -1 && r->sine == 0) == rational);
    }
  }
}

TEST_CASE("What a stated error leaves open is not given, and what it leaves is") {
  frequency const rough = stated{exact::rational(1, 10), exact::rational(1, 1'000'000), false};
  CHECK_FALSE(radians(format::fp32, rough).has_value());
  CHECK(radians(format::fp8_e5m2, rough) == 0.09375);
  CHECK(rotation(format::fp32, rough, 0)->cosine == 1);
  CHECK_FALSE(rotation(format::fp32, rough, 1).has_value());
  CHECK(rotation(format::bf16, rough, 1).has_value());
  CHECK_FALSE(rotation(format::bf16, rough, 10'000'000).has_value());
  frequency const sure = stated{exact::rational(1, 10), 0, false};
  CHECK(radians(format::fp64, sure) == 0.1);
  CHECK(rotation(format::fp64, sure, 1)->sine == doctest::Approx(std::sin(0.1)));
  frequency const turns = stated{exact::rational(1, 4), 0, true};
  CHECK(rotation(format::fp64, turns, 1)->cosine == 0);
  CHECK(rotation(format::fp64, turns, 1)->sine == 1);
  // Halfway between two numbers of fp32: decided where it is an angle.
  frequency const tie = exact::angle{0, 0, 1 + exact::rational(1, 1 << 24)};
  CHECK(radians(format::fp32, tie) == 1);
}

TEST_CASE("A plane that does not turn, and one that is faster than the format goes") {
  frequency const still = exact::angle{};
  CHECK(radians(format::fp16, still) == 0);
  CHECK(rotation(format::fp16, still, 1000)->cosine == 1);
  CHECK(rotation(format::fp16, still, 1000)->sine == 0);
  frequency const fast = exact::angle{0, 0, 100'000};
  CHECK(std::isinf(*radians(format::fp16, fast)));
  CHECK(radians(format::fp32, fast) == 100'000);
  CHECK(rotation(format::fp64, fast, 3)->cosine == doctest::Approx(std::cos(300'000.0)));
}
