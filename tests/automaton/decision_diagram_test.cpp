// Decision diagrams against truth tables of six variables, one bit a row.
#include <doctest/doctest.h>

#include "ltlc/automaton/decision_diagram.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::decision_diagrams;

namespace {

using ref = decision_diagrams::ref;
using truth_table = std::uint64_t;

constexpr std::size_t variables = 6;

truth_table table_of(std::size_t v) {
  truth_table t = 0;
  for (std::size_t row = 0; row < 64; ++row)
    if ((row >> v & 1) != 0) t |= truth_table{1} << row;
  return t;
}

// Row by row: the row that the images make of each row.
truth_table substituted(truth_table f, std::vector<truth_table> const& image) {
  truth_table t = 0;
  for (std::size_t row = 0; row < 64; ++row) {
    std::size_t other = 0;
    for (std::size_t v = 0; v < variables; ++v)
      other |= static_cast<std::size_t>(image[v] >> row & 1) << v;
    if ((f >> other & 1) != 0) t |= truth_table{1} << row;
  }
  return t;
}

} // namespace

TEST_SUITE("automaton") {

  TEST_CASE("equal Boolean functions, and only they, are the same diagram") {
    budget::budget const limits;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      decision_diagrams diagrams(limits);
      std::vector<std::pair<ref, truth_table>> made{{decision_diagrams::no, 0},
                                                    {decision_diagrams::yes, ~truth_table{0}}};
      for (std::uint32_t v = 0; v < variables; ++v)
        made.emplace_back(diagrams.variable(v), table_of(v));
      for (int i = 0; i < 200; ++i) {
        auto const [f, tf] = made[below(source, made.size())];
        auto const [g, tg] = made[below(source, made.size())];
        auto const [h, th] = made[below(source, made.size())];
        made.emplace_back(diagrams.choose(f, g, h), (tf & tg) | (~tf & th));
        if (i % 5 != 0) continue;
        diagrams.forget_images();
        std::vector<ref> image;
        std::vector<truth_table> image_table;
        for (std::size_t v = 0; v < variables; ++v) {
          auto const [m, tm] = made[below(source, made.size())];
          image.push_back(m);
          image_table.push_back(tm);
        }
        made.emplace_back(diagrams.substitute(f, image), substituted(tf, image_table));
        made.emplace_back(diagrams.substitute(g, image), substituted(tg, image_table));
      }
      for (auto const& [f, tf] : made) {
        REQUIRE(diagrams.at_zero(f) == ((tf & 1) != 0));
        for (auto const& [g, tg] : made)
          REQUIRE((f == g) == (tf == tg));
      }
      CHECK_FALSE(diagrams.stopped());
    }
  }

  TEST_CASE("a diagram deeper than any stack is one more loop") {
    budget::budget const limits;
    decision_diagrams diagrams(limits);
    std::uint32_t const n = 100'000;
    std::vector<ref> image(n);
    ref all = decision_diagrams::yes;
    ref none = decision_diagrams::yes;
    for (std::uint32_t v = n; v-- > 0;) {
      all = diagrams.conjunction(diagrams.variable(v), all);
      none = diagrams.conjunction(diagrams.negation(diagrams.variable(v)), none);
      image[v] = diagrams.negation(diagrams.variable(v));
    }
    CHECK(diagrams.substitute(all, image) == none);
    CHECK(diagrams.conjunction(all, none) == decision_diagrams::no);
    CHECK(diagrams.negation(diagrams.negation(all)) == all);
  }

  TEST_CASE("an operation that would be huge stops at the limits") {
    // (v0 ∧ vn) ∨ (v1 ∧ vn+1) ∨ … has 2^n nodes in this order.
    auto const build = [](decision_diagrams& diagrams) {
      ref f = decision_diagrams::no;
      for (std::uint32_t v = 0; v < 40; ++v)
        f = diagrams.disjunction(
            f, diagrams.conjunction(diagrams.variable(v), diagrams.variable(v + 40)));
      return f;
    };
    budget::budget small;
    small.max_bytes = 10'000'000;
    decision_diagrams full(small);
    CHECK(build(full) == decision_diagrams::no);
    REQUIRE(full.stopped());
    CHECK(full.stopped()->quantity == "bytes");
    CHECK(full.bytes() < 30'000'000);
    budget::budget brief;
    brief.deadline = std::chrono::steady_clock::now();
    decision_diagrams late(brief);
    CHECK(build(late) == decision_diagrams::no);
    REQUIRE(late.stopped());
    CHECK(late.stopped()->quantity == "seconds");
  }
}
