// Models that no compiler made.
#include <fstream>
#include <iterator>

#include "execution/hand_models.hpp"
#include "ltlc/interchange/any_model.hpp"
#include "proof/proof_cases.hpp"

using namespace ltlc;

namespace {

network::model example(std::string const& name) {
  std::ifstream file(LTLC_SOURCE_DIR "/examples/models/" + name);
  REQUIRE(file.good());
  text::source const source{name, {std::istreambuf_iterator<char>(file), {}}};
  auto m = interchange::any_model(source);
  REQUIRE(m.has_value());
  return std::move(*m);
}

// Some a, over {a, b}.
automaton::dfa some_a() {
  return {support::alphabet_of("ab"), 0, {false, true}, {1, 0, 1, 1}};
}

} // namespace

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

  TEST_CASE("the examples: one is proved, and one that averages is never called proved") {
    auto const right = example("some_a.json");
    CHECK(support::proved(right, format::fp32, some_a()).verdict == proof::verdict::proved);
    auto const e = proof::extract(right, format::fp32, std::nullopt, {});
    REQUIRE(e.has_value());
    auto const found = proof::language_of(*e);
    REQUIRE(found.has_value());
    CHECK(*automaton::minimize(found->language) == automaton::canonical(some_a()));

    auto const r = support::proved(example("more_a_than_b.json"), format::fp32, some_a());
    CHECK(r.verdict == proof::verdict::unsettled);
    REQUIRE(r.unsettled.has_value());
    CHECK(r.unsettled->gap == "0");
    CHECK(r.length == 0);
  }

  TEST_CASE("a bounded model is read as a language that agrees up to its length") {
    logic::formula_pool pool;
    auto const sigma = support::alphabet_of("ab");
    auto const f = pool.yesterday(pool.letter("a"), 1);
    auto const m = lowering::compile(f, sigma, {.max_length = 40}, {});
    REQUIRE(m.has_value());
    auto const e = proof::extract(*m, format::fp32, 40, {});
    REQUIRE(e.has_value());
    CHECK(e->length == 40);
    auto const found = proof::language_of(*e);
    REQUIRE(found.has_value());
    CHECK(*automaton::minimize(found->language) == support::automaton_of(f, sigma));
  }
}
