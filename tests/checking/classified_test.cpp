// What the deciders say about random automata, confirmed by the checker, class by class.
#include "ltlc/algebra/classify.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/checking/check.hpp"

using namespace ltlc;
using evidence::membership;

TEST_SUITE("checking") {
  TEST_CASE("every verdict on random automata is confirmed") {
    std::uint64_t const seed = 20260711;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::array<std::array<std::size_t, 2>, evidence::class_count> seen{};
    for (int i = 0; i < 4000; ++i) {
      CAPTURE(i);
      auto const a = automaton::minimize(by_definition::random_automaton(random, 7));
      budget::budget limits;
      limits.max_monoid = 400;
      auto const verdicts = algebra::classify(a, {}, limits).verdicts;
      auto const findings = checking::check(*a, verdicts, limits);
      REQUIRE(findings.size() == verdicts.size());
      for (std::size_t j = 0; j < verdicts.size(); ++j) {
        evidence::verdict const& v = verdicts[j];
        INFO(evidence::info(v.id).name << " kind " << v.proof.index());
        bool const undecided = v.answer == membership::undecided;
        REQUIRE(findings[j].reason == (undecided ? describe(v.limit.value()) : ""));
        CHECK(findings[j].is == (undecided ? checking::result::open : checking::result::confirmed));
        if (!undecided)
          ++seen[static_cast<std::size_t>(v.id)][v.answer == membership::member ? 1 : 0];
      }
    }
    for (evidence::class_info const& c : evidence::class_table()) {
      CAPTURE(c.name);
      CHECK(seen[static_cast<std::size_t>(c.id)][0] > 100);
      CHECK(seen[static_cast<std::size_t>(c.id)][1] > 100);
    }
  }
}
