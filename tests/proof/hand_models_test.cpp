// Models that no compiler made.
#include "execution/hand_models.hpp"
#include "proof/proof_cases.hpp"

using namespace ltlc;

TEST_SUITE("proof") {

  TEST_CASE("a model written by hand is proved in every arithmetic") {
    auto const m = support::alternating_model();
    automaton::dfa const wanted{
        support::alphabet_of("ab"), 0, {true, false, false}, {1, 2, 2, 0, 2, 2}};
    for (auto const& regime : support::all_regimes()) {
      auto const r = support::proved(m, regime, wanted);
      CHECK(r.verdict == proof::verdict::proved);
      CHECK(!r.length);
    }
  }
}
