// The walk over the tree of prefixes against a list of all words, one at a time.
#include <doctest/doctest.h>

#include "execution/hand_models.hpp"
#include "ltlc/validation/against.hpp"

using namespace ltlc;
using support::rational;

namespace {

automaton::dfa make(std::string_view letters, std::vector<bool> accepting,
                    std::vector<automaton::state> delta) {
  return {support::alphabet_of(letters), 0, std::move(accepting), std::move(delta)};
}

// (ab)*: start, after a, dead.
automaton::dfa alternating() {
  return make("ab", {true, false, false}, {1, 2, 2, 0, 2, 2});
}

automaton::dfa random_automaton(support::random& source, std::size_t states) {
  automaton::dfa a{support::alphabet_of("ab"), 0, {}, {}};
  for (std::size_t q = 0; q < states; ++q) {
    a.accepting.push_back(support::below(source, 3) == 0);
    for (int b = 0; b < 2; ++b)
      a.delta.push_back(static_cast<automaton::state>(support::below(source, states)));
  }
  return a;
}

// One state answers the other way round.
automaton::dfa mutated(automaton::dfa a, support::random& source) {
  auto const q = support::below(source, a.states());
  a.accepting[q] = !a.accepting[q];
  return a;
}

std::optional<text::word> first_by_list(network::model const& m, automaton::dfa const& a,
                                        std::size_t up_to) {
  for (auto const& w : support::all_words(m.sigma.size(), up_to))
    if (execution::accepts(m, std::nullopt, w).value() != automaton::accepts(a, w)) return w;
  return std::nullopt;
}

} // namespace

TEST_SUITE("validation") {

  TEST_CASE("a right model is run on every short word and on the sample, in every arithmetic") {
    auto const m = support::alternating_model();
    std::vector<execution::regime> regimes{std::nullopt};
    for (auto const& f : format::formats())
      regimes.push_back(f);
    for (auto const& regime : regimes) {
      auto const answer = validation::against(m, regime, alternating(), {}, {});
      REQUIRE(answer.has_value());
      CHECK(!answer->first);
      CHECK(answer->all_up_to == 8);
      CHECK(answer->sampled == 200);
      CHECK(answer->words == 511 + 200);
    }
  }

  TEST_CASE("the disagreement is the one that a list of all words meets first") {
    support::random source(20260106);
    auto const m = support::alternating_model();
    int found = 0;
    for (int round = 0; round < 300; ++round) {
      CAPTURE(round);
      auto const states = 1 + support::below(source, 5);
      // Either anything, or the right automaton unrolled and changed at one state.
      auto a = random_automaton(source, states);
      if (round % 2 == 0) {
        a = make("ab", {true, false, false, true, false, true, false},
                 {1, 2, 2, 3, 2, 2, 4, 2, 2, 5, 6, 2, 2, 3});
        a.accepting[6] = false;
        a = mutated(a, source);
      }
      validation::sample_options how;
      how.up_to = support::below(source, 9);
      how.samples = 0;
      auto const answer = validation::against(m, std::nullopt, a, how, {});
      auto const expected = first_by_list(m, a, how.up_to);
      REQUIRE(answer.has_value());
      REQUIRE(answer->first.has_value() == expected.has_value());
      if (!expected) {
        CHECK(answer->all_up_to == how.up_to);
        CHECK(answer->words == (std::uint64_t{2} << how.up_to) - 1);
        continue;
      }
      ++found;
      CHECK(answer->first->word == *expected);
      CHECK(answer->first->model_accepts == execution::accepts(m, std::nullopt, *expected).value());
      CHECK(answer->first->specification_accepts == automaton::accepts(a, *expected));
      CHECK(answer->first->model_accepts != answer->first->specification_accepts);
      CHECK(answer->all_up_to + 1 == std::max<std::size_t>(1, expected->size()));
    }
    CHECK(found > 100);
    CHECK(found < 300);
  }

  TEST_CASE("the sample meets accepted words of a sparse language") {
    // (ab)* with the words of length >= 20 cut off: uniform words never show the difference.
    automaton::dfa cut = alternating();
    cut.accepting.assign(23, false);
    cut.delta.clear();
    for (automaton::state n = 0; n < 22; ++n) {
      cut.accepting[n] = n % 2 == 0 && n < 20;
      auto const next = n == 21 ? 22 : n + 1;
      cut.delta.push_back(n % 2 == 0 ? next : 22);
      cut.delta.push_back(n % 2 == 1 ? next : 22);
    }
    cut.delta.insert(cut.delta.end(), {22, 22});
    auto const m = support::alternating_model();
    auto const same = validation::against(m, std::nullopt, cut, {}, {});
    REQUIRE(same.has_value());
    CHECK(!same->first); // accepted words of `cut` are right, and the others are not sampled

    // The other way round, the specification accepts what the model does not: bs after position 20.
    automaton::dfa more = alternating();
    more.accepting.assign(23, false);
    more.delta.clear();
    for (automaton::state n = 0; n < 22; ++n) {
      more.accepting[n] = n % 2 == 0;
      auto const next = n == 21 ? 20 : n + 1;
      more.delta.push_back(n % 2 == 0 ? next : 22);
      more.delta.push_back(n % 2 == 1 || n == 20 ? next : 22);
    }
    more.delta.insert(more.delta.end(), {22, 22});
    auto const differs = validation::against(m, std::nullopt, more, {}, {});
    REQUIRE(differs.has_value());
    REQUIRE(differs->first.has_value());
    CHECK(differs->first->specification_accepts);
    CHECK(!differs->first->model_accepts);
    CHECK(differs->first->word.size() >= 22);
    CHECK(automaton::accepts(more, differs->first->word));
    CHECK(differs->all_up_to == 8);
  }

  TEST_CASE("equal seeds run equal words, and other seeds other words") {
    // A model that accepts nothing against the words with a b at an even place.
    auto const m = support::empty_model("ab", 1);
    auto const a = make("ab", {false, false, true}, {1, 1, 0, 2, 2, 2});
    validation::sample_options how;
    how.up_to = 1;
    how.samples = 5;
    how.longest = 64;
    auto const word = [&](std::uint64_t seed) {
      how.seed = seed;
      return validation::against(m, std::nullopt, a, how, {}).value().first.value().word;
    };
    CHECK(word(1) == word(1));
    CHECK(word(1) != word(2));
    // A longer sample begins with the shorter one: its disagreement is shorter, or the same.
    int improved = 0;
    how.samples = 1;
    auto best = word(3);
    for (how.samples = 2; how.samples <= 40; ++how.samples) {
      auto const now = word(3);
      CHECK((now.size() < best.size() || now == best || (now.size() == best.size() && now < best)));
      improved += now == best ? 0 : 1;
      best = now;
    }
    CHECK(improved > 0);
  }

  TEST_CASE("no word is longer than the model promises") {
    auto m = support::yesterday_model({rational(1, 7), 0, 0}, 8192);
    m.max_length = 5; // it is wrong from length 7 on
    auto const last_a = make("ab", {false, true}, {1, 0, 1, 0});
    auto const answer = validation::against(m, std::nullopt, last_a, {}, {});
    REQUIRE(answer.has_value());
    CHECK(!answer->first);
    CHECK(answer->all_up_to == 5);
    CHECK(answer->words == 63);
    CHECK(answer->sampled == 0);
    m.max_length.reset();
    auto const past_it = validation::against(m, std::nullopt, last_a, {}, {});
    REQUIRE(past_it.has_value());
    REQUIRE(past_it->first.has_value());
    CHECK(past_it->first->word.size() == 7);
  }

  TEST_CASE("an unsettled gap, too many words and a passed deadline are reported, never guessed") {
    auto m = support::past_model();
    auto const some_a = make("ab", {false, true}, {1, 0, 1, 1});
    m.scale = 2000;
    auto const unsettled = validation::against(m, std::nullopt, some_a, {}, {});
    REQUIRE(!unsettled.has_value());
    auto const& gap = std::get<execution::unsettled_gap>(unsettled.error());
    CHECK(gap.query == 2);
    CHECK(std::stod(gap.gap) == 1024);
    CHECK(std::stod(gap.scale) == 2000);

    m.scale = support::large_scale;
    validation::sample_options how;
    how.up_to = 100;
    auto const many = validation::against(m, std::nullopt, some_a, how, {});
    REQUIRE(!many.has_value());
    CHECK(std::get<budget::limit_reached>(many.error()).quantity == "words");

    budget::budget small;
    small.max_states = 51; // 510 words; there are 511
    CHECK(!validation::against(m, std::nullopt, some_a, {}, small).has_value());
    small.max_states = 52;
    CHECK(validation::against(m, std::nullopt, some_a, {}, small).has_value());

    budget::budget late;
    late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    late.timeout_seconds = 7;
    auto const slow = validation::against(m, std::nullopt, some_a, {}, late);
    REQUIRE(!slow.has_value());
    CHECK(std::get<budget::limit_reached>(slow.error()).limit == 7);
  }

} // TEST_SUITE
