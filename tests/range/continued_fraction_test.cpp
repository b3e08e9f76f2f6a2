#include "ltlc/range/continued_fraction.hpp"

#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ltlc;
using namespace ltlc::range;
using exact::integer;
using exact::rational;

namespace {

continued_fraction expansion(std::string const& g, integer const& limit) {
  return expand(*rotary::parse_frequency(g), limit);
}

std::vector<integer> numbers(std::initializer_list<int> values) {
  return {values.begin(), values.end()};
}

std::string ends_of(integer const& n) {
  std::string const text = n.str();
  return text.substr(0, 12) + ".." + text.substr(text.size() - 12);
}

} // namespace

TEST_CASE("known expansions") {
  // 1/2π = [0; 6, 3, 1, 1, 7, 2, 146, 3, 6, …]
  auto const one = expansion("1", 400'000);
  CHECK(one.quotients == numbers({0, 6, 3, 1, 1, 7, 2, 146, 3}));
  CHECK(one.denominators == numbers({1, 6, 19, 25, 44, 333, 710, 103'993, 312'689}));
  CHECK(one.end == continued_fraction::ending::past_limit);
  // 1/φ² = [0; 2, 1, 1, …]
  CHECK(expansion("golden", 60).denominators == numbers({1, 2, 3, 5, 8, 13, 21, 34, 55}));
  auto const power = expansion("10000^(-2/64)", 1'000'000);
  CHECK(power.quotients == numbers({0, 8, 2, 1, 1, 1, 3, 1, 1, 8, 2, 2, 10, 1, 1, 1}));
  CHECK(power.denominators.back() == 822'895);
  auto const seventh = expansion("turns:3/7", 100);
  CHECK(seventh.quotients == numbers({0, 2, 3}));
  CHECK(seventh.denominators == numbers({1, 2, 7}));
  CHECK(seventh.end == continued_fraction::ending::whole);
  CHECK(expansion("turns:3/7", 6).end == continued_fraction::ending::past_limit);
}

TEST_CASE("expansions to a thousand digits are those of two independent programs") {
  struct row {
    char const* g;
    unsigned digits;
    std::size_t terms; // without the one that passes the limit
    char const* last;
  };
  for (row const& expected : {row{"1", 18, 31, "430010946591..946591069243"},
                              row{"1", 100, 189, "993918757035..538512773005"},
                              row{"1", 1'000, 1'940, "216717112369..886288275129"},
                              row{"golden", 18, 86, "679891637638..637638612258"},
                              row{"golden", 100, 479, "921684571765..226192287360"},
                              row{"golden", 1'000, 4'785, "733434330043..082795222023"},
                              row{"10000^(-2/64)", 18, 34, "512293507634..507634348182"},
                              row{"10000^(-2/64)", 100, 198, "283878981218..996470347839"},
                              row{"10000^(-2/64)", 1'000, 1'957, "351820820878..156813445333"}}) {
    CAPTURE(expected.g);
    CAPTURE(expected.digits);
    auto const found = expansion(expected.g, pow(integer(10), expected.digits));
    CHECK(found.quotients.size() == expected.terms);
    CHECK(ends_of(found.denominators.back()) == expected.last);
  }
}

TEST_CASE("a rational is expanded to itself, and quotients give back the convergents") {
  std::mt19937_64 random(2'024);
  for (int round = 0; round < 2'000; ++round) {
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    rational const turns(draw(-100'000, 100'000), draw(1, 100'000));
    CAPTURE(turns.str());
    auto const found = expand(rotary::stated{turns, 0, true}, 1'000'000);
    CHECK(found.end == continued_fraction::ending::whole);
    REQUIRE(!found.quotients.empty());
    rational value = found.quotients.back();
    for (std::size_t i = found.quotients.size() - 1; i-- > 0;) {
      CHECK(found.quotients[i + 1] >= 1);
      value = found.quotients[i] + 1 / value;
    }
    CHECK(value == turns);
    CHECK(found.denominators.back() == denominator(turns));
  }
}

TEST_CASE("what is said of a stated number holds for all near it, and goes no further") {
  std::mt19937_64 random(99);
  for (int round = 0; round < 1'000; ++round) {
    auto const draw = [&](std::int64_t low, std::int64_t high) {
      return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    rational const middle(draw(1, 1'000'000), 1'000'000), error(1, draw(1'000, 10'000'000));
    auto const found = expand(rotary::stated{middle, error, true}, 1'000'000'000);
    CAPTURE(middle.str());
    CAPTURE(error.str());
    bool any_differs = found.end != continued_fraction::ending::digits;
    for (rational const& near : {rational(middle - error), middle, rational(middle + error)}) {
      auto const one = expand(rotary::stated{near, 0, true}, 1'000'000'000);
      std::size_t const n = std::min(one.quotients.size(), found.quotients.size());
      for (std::size_t i = 0; i < n; ++i) {
        // The last quotient of an end of the interval may be written as the one before and 1.
        if (i + 1 == one.quotients.size()) break;
        CHECK(one.quotients[i] == found.quotients[i]);
      }
      any_differs = any_differs || one.quotients.size() != found.quotients.size();
    }
    CHECK(any_differs);
  }
}
