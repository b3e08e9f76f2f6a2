#include <random>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/schedule/notation.hpp"

using namespace ltlc;
using namespace ltlc::schedule;

namespace {

specification_error refusal_of(std::string const& text) {
  auto const a = parse_allocation(text);
  CAPTURE(text);
  REQUIRE(!a.has_value());
  CHECK(!a.error().message.empty());
  CHECK(a.error().begin <= a.error().end);
  CHECK(a.error().end <= text.size());
  return a.error();
}

void check_refusal(std::string const& text, std::size_t begin, std::size_t end,
                   std::string const& part) {
  auto const error = refusal_of(text);
  CAPTURE(text);
  CAPTURE(error.message);
  CHECK(error.begin == begin);
  CHECK(error.end == end);
  CHECK(error.message.find(part) != std::string::npos);
}

} // namespace

TEST_CASE("Names of schedules read back as what they name") {
  for (auto const& s :
       {standard(10'000, 128), standard(exact::rational(21, 2), 4), mobius(2048, 64),
        periodic(2048, 64), band(100, 8), nope(64), resonance(10'000, 16),
        p_rope(10'000, 128, exact::rational(3, 4)), table({2, 3, 5}),
        rational({exact::rational(1, 7), exact::rational(-2, 7), 0})}) {
    CAPTURE(s.name);
    auto const again = parse_schedule(s.name);
    REQUIRE(again.has_value());
    CHECK(*again == s);
    CHECK(parse_allocation(s.name).value() == single(s));
  }
  for (auto const& a : {hybrid(exact::rational(1, 4), 2048, 12, 64),
                        ladder({512, 1024, 2048}, 12, 64, 500'000), single(nope())}) {
    CAPTURE(a.name);
    CHECK(parse_allocation(a.name).value() == a);
  }
}

TEST_CASE("Blanks, decimals and what may be left out") {
  CHECK(parse_schedule(" mobius ( 2048 ,\n64 ) ").value() == mobius(2048, 64));
  CHECK(parse_schedule("nope").value() == nope(2));
  CHECK(parse_schedule("p_rope(10000,128,0.75)").value() ==
        p_rope(10'000, 128, exact::rational(3, 4)));
  CHECK(parse_schedule("mobius(007,4)").value() == mobius(7, 4));
  CHECK(parse_allocation("hybrid(0.25,2048,12,64)").value() ==
        hybrid(exact::rational(1, 4), 2048, 12, 64));
  CHECK(parse_allocation("ladder(512, 1024; 12, 64)").value() == ladder({512, 1024}, 12, 64));
  CHECK(parse_schedule("table(100000000000000000000000000000000000007)").has_value());
}

TEST_CASE("A refusal has the place and what was expected there") {
  check_refusal("", 0, 0, "expected a schedule");
  check_refusal("mobius", 6, 6, "'('");
  check_refusal("mobius(2048)", 11, 12, "','");
  check_refusal("mobius(2048,63)", 12, 14, "even");
  check_refusal("mobius(0,64)", 7, 8, "above 0");
  check_refusal("mobius(-1,64)", 7, 9, "above 0");
  check_refusal("mobius(2048,64", 14, 14, "')'");
  check_refusal("mobius(2048,64) x", 16, 17, "nothing more");
  check_refusal("mobius(,64)", 7, 8, "a length");
  check_refusal("moebius(2048,64)", 0, 7, "mobius");
  check_refusal("standard(0,64)", 9, 10, "base");
  check_refusal("standard(x,64)", 9, 10, "base");
  check_refusal("standard(1e99999,64)", 9, 16, "base");
  check_refusal("standard(10,70000)", 12, 17, "65536");
  check_refusal("rational(1/0)", 9, 12, "turns");
  check_refusal("rational()", 9, 10, "turns");
  check_refusal("p_rope(10000,128,1.5)", 17, 20, "0 to 1");
  check_refusal("hybrid(2,2048,12,64)", 7, 8, "0 to 1");
  check_refusal("hybrid(0.5,2048,0,64)", 16, 17, "heads");
  check_refusal("ladder(1,2,3;2,64)", 13, 14, "at least 3");
  check_refusal("ladder(1,2,64)", 13, 14, "';'");
  CHECK(!parse_schedule("hybrid(0.25,2048,12,64)").has_value());
}

TEST_CASE("No text is too strange to be refused") {
  std::mt19937 random(77);
  std::string const letters = "mobiusn,pe;()/.-0129 \txrational";
  for (int run = 0; run < 3000; ++run) {
    std::string text = run % 3 == 0   ? "mobius(2048,64)"
                       : run % 3 == 1 ? "rational(1/7,2/7)"
                                      : "ladder(5,6;7,8)";
    for (int edits = static_cast<int>(random() % 4); edits >= 0; --edits)
      text[random() % text.size()] = letters[random() % letters.size()];
    CAPTURE(text);
    auto const a = parse_allocation(text);
    if (!a) refusal_of(text);
    if (a) CHECK(parse_allocation(a->name).value() == *a);
  }
}
