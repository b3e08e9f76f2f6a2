#include <random>

#include <doctest/doctest.h>

#include "ltlc/schedule/notation.hpp"
#include "ltlc/schedule/period.hpp"

using namespace ltlc;
using namespace ltlc::schedule;

namespace {

schedule_period period_named(std::string const& text) {
  auto const s = parse_schedule(text);
  CAPTURE(text);
  REQUIRE(s.has_value());
  return period_of(*s);
}

// The twins, by walking positions: turns of all planes as rationals, reduced.
using turn_list = std::vector<exact::rational>;

exact::rational after(exact::rational const& turns, int positions) {
  return exact::angle(exact::angle{turns * positions, 0, 0} + exact::angle{}).turns;
}

int walked_period(turn_list const& turns) {
  for (int m = 1;; ++m) {
    bool back = true;
    for (auto const& t : turns)
      back = back && after(t, m) == 0;
    if (back) return m;
  }
}

holonomy walked_holonomy(turn_list const& turns, int n) {
  bool plus = true, minus = true;
  for (auto const& t : turns) {
    plus = plus && after(t, n) == 0;
    minus = minus && after(t, n) == exact::rational(1, 2);
  }
  return plus ? holonomy::plus_identity : minus ? holonomy::minus_identity : holonomy::neither;
}

} // namespace

TEST_CASE("Periods and holonomies of rational planes are what walking finds") {
  std::mt19937 random(31);
  for (int run = 0; run < 300; ++run) {
    turn_list turns;
    for (auto planes = 1 + random() % 3; planes > 0; --planes)
      turns.emplace_back(static_cast<int>(random() % 30) - 10, 1 + static_cast<int>(random() % 12));
    auto const s = rational(turns);
    auto const p = period_of(s);
    CAPTURE(s.name);
    int const walked = walked_period(turns);
    CHECK(p.period == walked);
    CHECK(p.recognizes == (walked == 1 ? expressivity::past : expressivity::past_and_moduli));
    for (int n = 1; n <= 24; ++n)
      CHECK(holonomy_after(s.planes, n) == walked_holonomy(turns, n));
  }
}

TEST_CASE("The four schedules of the Möbius paper, side by side") {
  for (int const n : {1, 2, 3, 10, 64, 96, 2048}) {
    for (std::uint32_t const dim : {2U, 4U, 64U}) {
      auto const m = period_of(mobius(n, dim));
      CAPTURE(n);
      CAPTURE(dim);
      REQUIRE(m.period.has_value());
      CHECK(exact::integer(2 * n) % *m.period == 0);
      CHECK(*m.period == 2 * n); // plane 0 has it
      CHECK(m.after_context == holonomy::minus_identity);
      CHECK(name(m.recognizes) == "LTL[P,MOD]");
      auto const p = period_of(periodic(n, dim));
      CHECK(p.period == n);
      CHECK(p.after_context == holonomy::plus_identity);
      CHECK(p.recognizes == (n == 1 ? expressivity::past : expressivity::past_and_moduli));
      auto const b = period_of(band(n, dim));
      CHECK(b.after_context == (dim <= 4 ? holonomy::minus_identity : holonomy::neither));
      CHECK(b.period.has_value() == (dim <= 4));
    }
  }
  auto const b = period_of(band(2048, 64));
  CHECK(b.first_without_period == 1);
  CHECK(b.planes[1].why.find("irrational") != std::string::npos);
  CHECK(name(b.recognizes).empty());
  auto const s = period_of(standard(10'000, 64));
  CHECK(!s.period.has_value());
  CHECK(s.first_without_period == 0);
  CHECK(!s.after_context.has_value());
  CHECK(s.recognizes == expressivity::within_its_range);
  CHECK(holonomy_after(standard(10'000, 64).planes, 2048) == holonomy::neither);
}

TEST_CASE("A band whose ratio is a root that comes out has periodic planes") {
  // (dim − 1)^(i/(dim/2 − 1)) is rational in between when dim − 1 is a perfect power: 9 = 3².
  auto const p = period_of(band(2048, 10));
  REQUIRE(p.planes.size() == 5);
  CHECK(!p.planes[1].period.has_value());
  CHECK(p.planes[2].period == 4096);
  CHECK(p.planes[2].why == "turns by 3/4096 of a turn");
}

TEST_CASE("Every reason for having no period is said in words") {
  using rotary::geometric;
  rotary_schedule s;
  s.planes = {exact::angle{0, 1, 0},
              exact::angle{0, 0, 1},
              exact::angle{exact::rational(1, 3), 0, 2},
              geometric{1, {{10'000, exact::rational(-1, 4)}}, 0, false},
              geometric{1, {{2, exact::rational(1, 2)}}, 3, false},
              geometric{1, {{2, exact::rational(1, 2)}}, 0, true},
              rotary::stated{exact::rational(1, 10), 0, false}};
  auto const p = period_of(s);
  for (auto const& plane : p.planes) {
    CAPTURE(plane.why);
    CHECK(!plane.period.has_value());
    CHECK(plane.why.find("rational") != std::string::npos);
  }
  CHECK(p.recognizes == expressivity::within_its_range);
}

TEST_CASE("A stated decimal leaves open what it does not say") {
  rotary_schedule s;
  s.planes = {rotary::stated{exact::rational(1, 7), exact::rational(1, 1000), true}};
  CHECK(period_of(s).recognizes == expressivity::open);
  CHECK(!holonomy_after(s.planes, 7).has_value());
  s.planes.emplace_back(exact::angle{exact::rational(1, 3), 0, 0});
  CHECK(holonomy_after(s.planes, 7) == holonomy::neither);
}

TEST_CASE("Other schedules, and allocations") {
  CHECK(name(period_named("nope").recognizes) == "LTL[P]");
  CHECK(period_named("nope").period == 1);
  CHECK(period_named("rational(1/7,2/7)").period == 7);
  CHECK(period_named("table(4,6,9)").period == 36);
  CHECK(period_named("resonance(10000,4)").period == exact::integer(6 * 314)); // 2π, 200π
  CHECK(!period_named("p_rope(10000,128,0.75)").period.has_value());
  CHECK(period_named("p_rope(10000,128,0)").period == 1);
  // The period of many coprime wavelengths has many digits.
  CHECK(period_named("resonance(10000,128)").period->str().size() > 80);
  CHECK(!period_of(hybrid(exact::rational(1, 4), 2048, 12, 64)).has_value());
  CHECK(period_of(hybrid(1, 2048, 12, 64)) == exact::integer(4096));
  CHECK(!period_of(ladder({512, 1024, 2048}, 12, 64)).has_value());
  CHECK(period_of(ladder({512, 768}, 2, 64)) == exact::integer(3072));
}
