#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "ltlc/interchange/automaton_json.hpp"

#include "automaton/random_dfa.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;

namespace {

automaton::dfa endings(std::size_t letters) {
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

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("an automaton written as JSON is read back equal") {
    auto const a = endings(3);
    auto const text = interchange::to_json(a);
    CHECK(text == R"({"alphabet":["t0","t1","t2"],"states":2,"initial":0,"accepting":[1],)"
                  R"("delta":[[1,0,0],[1,0,0]]})");
    CHECK(interchange::dfa_from_json({"text", text}, {}).value() == a);
  }

  TEST_CASE("the state limit holds for files too") {
    budget::budget limits;
    limits.max_states = 1;
    CHECK_FALSE(interchange::dfa_from_json({"text", interchange::to_json(endings(2))}, limits));
  }

  TEST_CASE("no truncation of a document is accepted, and none crashes the reader") {
    auto const text = interchange::to_json(endings(2));
    for (std::size_t n = 0; n < text.size(); ++n) {
      auto const read = interchange::dfa_from_json({"text", text.substr(0, n)}, {});
      REQUIRE_FALSE(read);
      CHECK(read.error().where.begin <= n);
    }
  }

} // TEST_SUITE
