#include <random>
#include <string>

#include <doctest/doctest.h>

#include "exact/random_scalar.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"

using namespace ltlc::exact;

TEST_SUITE("exact") {
  TEST_CASE("scalars are printed as sums of cosines") {
    scalar const seventh = cosine(angle{rational(1, 7), 0, 0});
    CHECK(print(scalar()) == "0");
    CHECK(print(scalar(rational(-3, 2))) == "-3/2");
    CHECK(print(rational(3, 2) + seventh * 128 - cosine(angle{0, 3, 0})) ==
          "3/2 + 128*cos(2pi*1/7) - cos(3*golden)");
    CHECK(print(-cosine(angle{rational(1, 3), 1, 0})) == "-cos(2pi*1/3 + golden)");
    CHECK(print(cosine(angle{rational(1, 7), 0, rational(-1, 2)})) == "cos(2pi*6/7 + 1/2)");
  }

  TEST_CASE("rationals are read exactly") {
    CHECK(parse_rational("5").value() == 5);
    CHECK(parse_rational("-3/2").value() == rational(-3, 2));
    CHECK(parse_rational("2.5").value() == rational(5, 2));
    CHECK(parse_rational("1e-3").value() == rational(1, 1000));
    CHECK(parse_rational("-1.25E+2").value() == -125);
    CHECK(parse_rational("0.1").value() == rational(1, 10));
    CHECK(parse_rational("010").value() == 10); // not octal
    CHECK(parse_rational("08/010").value() == rational(4, 5));
    CHECK(parse_rational("0").value() == 0);
    CHECK(parse_rational("-0").value() == 0);
    CHECK(parse_rational("1e100000").value() == rational(pow(integer(10), 100'000)));
    for (auto const* text : {"",      "-",     "+",     "+5",       "x",
                             "1.",    ".5",    "1/",    "/2",       "1/0",
                             "1/-2",  "1e",    "1e+",   "1e100001", "1e99999999999999999999",
                             "1.5/2", "1/2.5", " 1",    "1 ",       "0x10",
                             "inf",   "nan",   "1e1.5", "--1",      "1/2/3",
                             "1_000"}) {
      CAPTURE(text);
      auto const q = parse_rational(text);
      REQUIRE_FALSE(q.has_value());
      CHECK_FALSE(q.error().empty());
      CHECK(q.error().find('\n') == std::string::npos);
    }
  }

  TEST_CASE("angles are read in radians, turns and golden angles") {
    CHECK(parse_angle("1").value() == angle{0, 0, 1});
    CHECK(parse_angle("-3/8").value() == angle{0, 0, rational(-3, 8)});
    CHECK(parse_angle("2.5").value() == angle{0, 0, rational(5, 2)});
    CHECK(parse_angle("turns:1/7").value() == angle{rational(1, 7), 0, 0});
    CHECK(parse_angle("turns:-1/7").value() == angle{rational(6, 7), 0, 0});
    CHECK(parse_angle("turns:3").value() == angle{});
    CHECK(parse_angle("golden").value() == angle{0, 1, 0});
    CHECK(parse_angle("-golden").value() == angle{0, -1, 0});
    CHECK(parse_angle("-12*golden").value() == angle{0, -12, 0});
    for (auto const* text :
         {"", "turns:", "turns:x", "turns: 1/7", "gold", "goldener", "2golden", "*golden",
          "1.5*golden", "2**golden", "99999999999999999999*golden", "1/0", "pi", "degrees:90"}) {
      CAPTURE(text);
      auto const a = parse_angle(text);
      REQUIRE_FALSE(a.has_value());
      CHECK_FALSE(a.error().empty());
    }
  }

  TEST_CASE("an angle of one kind is read back as it was printed") {
    std::mt19937_64 random(31);
    for (int round = 0; round < 1'000; ++round) {
      angle a = random_angle(random, angle_kind::any);
      if (a.golden != 0 || a.radians != 0) a.turns = 0;
      CAPTURE(print(a));
      auto const back = parse_angle(print(a));
      REQUIRE(back.has_value());
      CHECK(*back == a);
    }
  }

  TEST_CASE("approximations are within one unit of the last digit") {
    CHECK(approximate(scalar(), 4) == "0");
    CHECK(approximate(scalar(rational(1, 3)), 4) == "0.3333");
    CHECK(approximate(scalar(1) - cosine(angle{rational(1, 7), 0, 0}), 4) == "0.3765");
    CHECK(approximate(scalar(1) - cosine(angle{0, 0, 710}), 6) == "1.81736e-09");
    CHECK(approximate(cosine(angle{0, 1, 0}) * 1000, 3) == "-737");
    scalar zero;
    for (int k = 0; k < 5; ++k)
      zero += cosine(angle{rational(k, 5), 0, 0});
    CHECK(approximate(zero, 4) == "0");
    std::mt19937_64 random(32);
    for (int round = 0; round < 500; ++round) {
      scalar const s = random_scalar(random, angle_kind::any, 4);
      CAPTURE(print(s));
      auto const text = approximate(s, 8);
      auto const q = parse_rational(text);
      REQUIRE(q.has_value());
      scalar const error = s - *q;
      scalar const size = sign(s) < 0 ? -s : s;
      scalar const unit = size * rational(1, 10'000'000); // the eighth digit is at least this
      CHECK(compare(error, unit) <= 0);
      CHECK(compare(-error, unit) <= 0);
    }
  }
}
