#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "ltlc/automaton/power.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::dfa;

TEST_SUITE("automaton") {

  TEST_CASE("a letter of the power reads a block of letters") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      support::random source(seed);
      CAPTURE(seed);
      auto const sigma = alphabet_of(one_of<std::string>(source, {"a", "ab", "abc"}));
      dfa const a = random_dfa(source, sigma, 1 + below(source, 6));
      auto const k = static_cast<std::uint32_t>(1 + below(source, 4));
      dfa const p = *automaton::power(a, k, {});
      REQUIRE(automaton::malformed(p).empty());
      CHECK(p.initial == a.initial);
      CHECK(p.accepting == a.accepting);
      std::size_t block = 0;
      for (auto const& w : all_words(sigma.size(), k)) {
        if (w.size() < k) continue;
        CHECK(p.sigma.token(static_cast<text::letter>(block)) == sigma.print(w));
        for (automaton::state q = 0; q < a.states(); ++q)
          REQUIRE(p.next(q, static_cast<text::letter>(block)) == automaton::run(a, q, w));
        ++block;
      }
      CHECK(block == p.letters());
    }
  }

  TEST_CASE("blocks of longer tokens are joined by a dot") {
    dfa const a{alphabet_of("open close"), 0, {true}, {0, 0}};
    CHECK(automaton::power(a, 2, {})->sigma.tokens() ==
          std::vector<std::string>{"open·open", "open·close", "close·open", "close·close"});
    CHECK(automaton::power(a, 1, {})->sigma == a.sigma);
  }

  TEST_CASE("blocks keep distinct names when joined tokens would collide or be reserved") {
    dfa const dots{*text::alphabet::make({"x", "x·x"}), 0, {true}, {0, 0}};
    CHECK(automaton::power(dots, 3, {})->letters() == 8);
    dfa const reserved{alphabet_of("<bos>"), 0, {true}, {0, 0, 0, 0, 0}};
    CHECK(automaton::power(reserved, 5, {})->letters() == 3125);
  }

  TEST_CASE("a power that is too large is refused before it is made") {
    dfa const a{alphabet_of("ab"), 0, {true, false}, {1, 0, 0, 1}};
    budget::budget limits;
    limits.max_states = 4; // 256 entries
    CHECK(automaton::power(a, 7, limits).has_value());
    auto const refused = automaton::power(a, 8, limits);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().limit == 256);
    CHECK(refused.error().way_out == "--max-states");
    CHECK_FALSE(automaton::power(a, 4'000'000'000, {}).has_value());
    dfa const one{alphabet_of("a"), 0, {true}, {0}};
    CHECK(automaton::power(one, 1000, {})->sigma.token(0) == std::string(1000, 'a'));
    CHECK_FALSE(automaton::power(one, 4'000'000'000, {}).has_value());
  }
}
