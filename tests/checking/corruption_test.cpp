// Correct certificates with one thing changed: the checker confirms exactly those whose claims
// still hold when they are evaluated from the definitions.
#include "checking/corruption.hpp"

#include <doctest/doctest.h>

#include "checking/member_claims.hpp"
#include "ltlc/algebra/classify.hpp"
#include "ltlc/checking/check.hpp"

using namespace ltlc;
using evidence::membership;
using evidence::verdict;

TEST_SUITE("checking") {
  TEST_CASE("a changed certificate is confirmed exactly when its claims still hold") {
    std::uint64_t const seed = 20260712;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    constexpr std::size_t kinds = std::variant_size_v<evidence::certificate>;
    std::array<std::array<std::size_t, 2>, kinds> judged{};
    std::array<std::size_t, evidence::class_count> seen{};
    for (int i = 0, used = 0; used < 1200; ++i) {
      CAPTURE(i);
      auto const a = automaton::minimize(by_definition::random_automaton(random, 5));
      auto s = by_definition::elements(*a, 30);
      if (!s) continue;
      ++used;
      claims::truth const t(*a, std::move(*s));
      // Alone, a class is decided by its own criterion; together, by others where that is cheaper.
      std::vector<verdict> verdicts = algebra::classify(a, {}, {}).verdicts;
      for (evidence::class_info const& c : evidence::class_table())
        verdicts.push_back(algebra::decide(a, c.id, {}));
      for (verdict const& v : verdicts) {
        CAPTURE(evidence::info(v.id).name);
        REQUIRE(claims::hold(t, v));
        // Frequent kinds are changed on the first automata only.
        auto& count = judged[v.proof.index()];
        if (count[0] > 60'000 && seen[static_cast<std::size_t>(v.id)] > 60) continue;
        ++seen[static_cast<std::size_t>(v.id)];
        auto const judge = [&](verdict const& changed) {
          checking::finding const f = checking::check(*a, changed, {});
          bool const right = claims::hold(t, changed);
          INFO("kind " << changed.proof.index() << " as " << evidence::info(changed.id).name << ": "
                       << f.reason);
          REQUIRE(f.is == (right ? checking::result::confirmed : checking::result::refuted));
          // Whatever is confirmed is true.
          if (right)
            REQUIRE(t.member[static_cast<std::size_t>(changed.id)] ==
                    (changed.answer == membership::member));
          ++judged[changed.proof.index()][right ? 1 : 0];
        };
        corruption::changes(v, a->states(), a->letters(), random, judge).all();
      }
    }
    for (std::size_t kind = 1; kind < kinds; ++kind) {
      CAPTURE(kind);
      CHECK(judged[kind][0] > 300);
      CHECK(judged[kind][1] > 50);
    }
  }
}
