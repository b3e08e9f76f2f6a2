#include "ltlc/rotary/frequency.hpp"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

using namespace ltlc;
using namespace ltlc::rotary;

namespace {

frequency read(std::string const& text) {
  auto const g = parse_frequency(text);
  INFO(text);
  REQUIRE(g.has_value());
  return *g;
}

// Contains x, up to the last bits of a double, and is narrow.
bool encloses(frequency const& g, double turns) {
  exact::enclosure const e = enclose_turns(g, 200);
  double const low = mpfr_get_d(e.lower(), MPFR_RNDD), high = mpfr_get_d(e.upper(), MPFR_RNDU);
  return low <= std::nextafter(turns * (1 + 4e-16), 1e300) && turns * (1 - 4e-16) <= high &&
         high - low <= 1e-15 * std::fabs(turns) + 1e-300;
}

double const pi = std::acos(-1.0);

} // namespace

TEST_CASE("Frequencies are enclosed where a double of the same formula lies") {
  CHECK(encloses(read("1"), 1 / (2 * pi)));
  CHECK(encloses(read("2.5"), 2.5 / (2 * pi)));
  CHECK(encloses(read("turns:1/7"), 1.0 / 7));
  CHECK(encloses(read("pi*1/1024"), 1.0 / 2048));
  CHECK(encloses(read("golden"), (3 - std::sqrt(5.0)) / 2));
  CHECK(encloses(read("10000^(-2/64)"), std::pow(10000.0, -1.0 / 32) / (2 * pi)));
  CHECK(encloses(read("3/2*500000^-1/8"), 1.5 * std::pow(500000.0, -1.0 / 8) / (2 * pi)));
  geometric blend{{1, 4}, {{10000, {-1, 4}}, {2, {1, 2}}}, {-3, 5}};
  double const b = std::pow(10000.0, -0.25) * std::sqrt(2.0);
  CHECK(encloses(blend, (b / 4 - 0.6 * b * b / pi) / (2 * pi)));
  blend.times_pi = true;
  CHECK(encloses(blend, (b / 4 - 0.6 * b * b / pi) / 2));
  CHECK(encloses(read("pi*1/2048*63^(1/31)"), std::pow(63.0, 1.0 / 31) / 4096));
}

TEST_CASE("A stated number is as wide as its error, and no narrower at any precision") {
  frequency const g = read("turns:0.25+-0.125");
  for (mpfr_prec_t const bits : {64, 512}) {
    exact::enclosure const e = enclose_turns(g, bits);
    CHECK(exact::to_rational(e.lower()) == exact::rational(1, 8));
    CHECK(exact::to_rational(e.upper()) == exact::rational(3, 8));
  }
  CHECK(!exactly_known(g));
  CHECK(exactly_known(read("2.4+-0")));
}

TEST_CASE("Periods are the denominators of rational turns, and others have none") {
  CHECK(period(read("turns:3/12")) == 4);
  CHECK(period(read("pi*3/1024")) == 2048);
  CHECK(period(read("0")) == 1);
  CHECK(period(read("turns:0.5+-0")) == 2);
  CHECK(period(geometric{0, {{10000, 1}}, 0}) == 1);
  CHECK(period(read("pi*1/2048*63^(0)")) == 4096);
  CHECK(period(read("pi*1/2048*64^(1/3)")) == 1024);
  CHECK(period(read("pi*6*10000^(-1/4)")) == 10);
  for (auto const* const text : {"1", "golden", "10000^(-2/64)", "1^(5)", "turns:0.5+-1e-9",
                                 "pi*1/2048*63^(1/31)", "pi*2^(1/2)"}) {
    CAPTURE(text);
    CHECK(!period(read(text)).has_value());
  }
}

TEST_CASE("What is printed reads back") {
  for (auto const* const text :
       {"1", "turns:1/7", "golden", "-3*golden", "10000^(-1/32)", "3/2*10000^(-1/8)", "12/5+-1/20",
        "turns:1/4+-1/8", "pi*1/2048*63^(1/31)", "pi*2^(1/2)"}) {
    frequency const g = read(text);
    CHECK(print(g) == text);
    CHECK(read(print(g)) == g);
  }
}

TEST_CASE("What is no frequency says what is wrong") {
  for (auto const* const text :
       {"", "pi*", "10000^", "10000^(1", "0^(1)", "-2^(1/2)", "x^(2)", "2^(1e9)", "1+-", "+-1",
        "1+--1", "1+-x", "turns:", "turns:1/0", "pi*^(2)", "pi*x*2^(2)", "2^(1/2)*pi"}) {
    CAPTURE(text);
    auto const g = parse_frequency(text);
    REQUIRE(!g.has_value());
    CHECK(!g.error().empty());
  }
}
