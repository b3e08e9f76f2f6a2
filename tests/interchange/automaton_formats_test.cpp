// Formats that are only written: DOT, HOA and GAP.
#include <doctest/doctest.h>

#include "ltlc/automaton/power.hpp"
#include "ltlc/interchange/automaton_dot.hpp"
#include "ltlc/interchange/automaton_gap.hpp"
#include "ltlc/interchange/automaton_hoa.hpp"

#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

// Words that end in the first letter.
automaton::dfa one_letter_automaton(std::size_t letters) {
  automaton::dfa a;
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < letters; ++i)
    tokens.push_back("t" + std::to_string(i));
  a.sigma = text::alphabet::make(tokens).value();
  a.accepting = {false, true};
  for (int q = 0; q < 2; ++q)
    for (std::size_t x = 0; x < letters; ++x)
      a.delta.push_back(x == 0 ? 1 : 0);
  return a;
}

// (ab)*
automaton::dfa alternating() {
  return {alphabet_of("ab"), 0, {true, false, false}, {1, 2, 2, 0, 2, 2}};
}

bool holds_text(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("a drawing names every state and folds letters that go together") {
    auto const dot = interchange::to_dot(one_letter_automaton(1000));
    CHECK(holds_text(dot, "0 -> 1 [label=\"t0\"]"));
    CHECK(holds_text(dot, "0 -> 0 [label=\"Σ ∖ {t0}\"]"));
    CHECK(holds_text(dot, "1 [shape=doublecircle]"));
    CHECK(holds_text(dot, "start -> 0"));
    auto quoted = one_letter_automaton(1);
    quoted.sigma = text::alphabet::make({"\"\\"}).value();
    CHECK(holds_text(interchange::to_dot(quoted), R"([label="\"\\"])"));
  }

  TEST_CASE("long lists of letters are cut, and say how many are left out") {
    automaton::dfa a{one_letter_automaton(44).sigma, 0, {false, true}, {}};
    for (int q = 0; q < 2; ++q)
      for (int x = 0; x < 44; ++x)
        a.delta.push_back(x < 22 ? 1 : 0);
    CHECK(holds_text(interchange::to_dot(a),
                     "0 -> 1 [label=\"t0, t1, t2, t3, t4, t5, t6, t7, … and 14 more\"]"));
    a.sigma = text::alphabet::make({std::string(100, 'x'), "y", "z", "u"}).value();
    a.delta = {1, 1, 1, 0, 1, 1, 1, 0};
    CHECK(holds_text(interchange::to_dot(a), "x…, … and 2 more"));
  }

  TEST_CASE("components of several states are boxes and otherwise states stand in layers") {
    auto const dot = interchange::to_dot(alternating());
    CHECK(holds_text(dot, "subgraph cluster_0"));
    CHECK(holds_text(dot, " 0; 1; }"));
    CHECK_FALSE(holds_text(dot, "rank=same"));
    auto const squared = interchange::to_dot(automaton::power(alternating(), 2, {}).value(), 2);
    CHECK_FALSE(holds_text(squared, "cluster"));
    CHECK(holds_text(squared, "{ rank=same; 0; 1; }"));
    CHECK(holds_text(squared, "2 -> 2 [label=\"Σ²\"]"));
    // 0 → 1 → 2 and 0 → 2: the longest way counts.
    automaton::dfa const chain{
        alphabet_of("abc"), 0, {false, false, true, false}, {1, 2, 3, 2, 1, 1, 2, 2, 2, 2, 3, 3}};
    CHECK(holds_text(interchange::to_dot(chain), "{ rank=same; 1; 3; }"));
  }

  TEST_CASE("HOA holds_text one proposition a letter and asks for exactly one") {
    auto const hoa = interchange::to_hoa(alternating(), {}).value();
    CHECK(hoa.starts_with("HOA: v1\n"));
    CHECK(holds_text(hoa, "States: 3\nStart: 0\nAP: 2 \"a\" \"b\"\n"));
    CHECK(holds_text(hoa, "Acceptance: 1 Inf(0)\n"));
    CHECK(holds_text(hoa,
                     "Alias: @0 0&!1\nAlias: @1 !0&1\n--BODY--\nState: 0 {0}\n[@0] 1\n[@1] 2\n"));
    CHECK(holds_text(hoa, "State: 2\n[@0 | @1] 2\n--END--\n"));
    auto quoted = one_letter_automaton(1);
    quoted.sigma = text::alphabet::make({"\"\\"}).value();
    CHECK(holds_text(interchange::to_hoa(quoted, {}).value(), R"(AP: 1 "\"\\")"));
    budget::budget limits;
    limits.max_bytes = 10'000;
    CHECK(interchange::to_hoa(one_letter_automaton(20), limits).has_value());
    CHECK(interchange::to_hoa(one_letter_automaton(100), limits).error().quantity == "bytes");
  }

  TEST_CASE("GAP counts from one, and long lists are broken into lines") {
    auto const gap = interchange::to_gap(alternating());
    CHECK(holds_text(gap, "letters := [ \"a\", \"b\" ];\n"));
    CHECK(holds_text(
        gap, "# a\nTransformation( [ 2, 3, 3 ] ),\n# b\nTransformation( [ 3, 1, 3 ] )\n];\n"));
    CHECK(holds_text(gap, "S := Semigroup( gens );\ninitial := 1;\naccepting := [ 1 ];\n"));
    automaton::dfa long_cycle{alphabet_of("a"), 0, std::vector<bool>(500, true), {}};
    for (automaton::state q = 0; q < 500; ++q)
      long_cycle.delta.push_back((q + 1) % 500);
    auto const text = interchange::to_gap(long_cycle);
    for (std::size_t at = 0; at < text.size();) {
      std::size_t const end = text.find('\n', at);
      CHECK(end - at <= 80);
      at = end + 1;
    }
  }

} // TEST_SUITE
