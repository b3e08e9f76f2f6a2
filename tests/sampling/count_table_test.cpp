// Counts and words by number, against all words of each length.
#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "ltlc/sampling/count_table.hpp"

namespace {

using namespace ltlc;
using sampling::count_table;
using support::alphabet_of;

// The words of each length that the automaton accepts (or rejects), in dictionary order: from the
// definition.
std::vector<std::vector<text::word>> words_by_length(automaton::dfa const& a, bool accepted,
                                                     std::size_t longest) {
  std::vector<std::vector<text::word>> by_length(longest + 1);
  for (auto& w : support::all_words(a.letters(), longest))
    if (automaton::accepts(a, w) == accepted) by_length[w.size()].push_back(std::move(w));
  return by_length;
}

// The counts are the numbers of words, and 0 … count − 1 are exactly these words in order.
void check_all(automaton::dfa const& a, std::size_t longest) {
  for (bool const accepted : {true, false}) {
    auto const table = count_table::make(a, accepted, longest, {});
    REQUIRE(table);
    CHECK(table->longest() == longest);
    auto const expected = words_by_length(a, accepted, longest);
    for (std::size_t n = 0; n <= longest; ++n) {
      REQUIRE(table->count(n) == expected[n].size());
      for (std::size_t i = 0; i < expected[n].size(); ++i)
        REQUIRE(table->word(n, i) == expected[n][i]);
    }
  }
}

} // namespace

TEST_SUITE("sampling") {

  TEST_CASE("all automata of up to 3 states over 2 letters: counts and words by number") {
    int automata = 0;
    for (std::size_t states = 1; states <= 3; ++states)
      support::each_dfa(alphabet_of("ab"), states, [&](automaton::dfa const& a) {
        check_all(a, 5);
        ++automata;
      });
    CHECK(automata == 2 + 64 + 5832);
  }

  TEST_CASE("random automata: counts and words by number up to length 10") {
    for (unsigned seed = 1; seed <= 25; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      check_all(support::random_dfa(source, alphabet_of("ab"), 1 + support::below(source, 8)), 10);
      check_all(support::random_dfa(source, alphabet_of("abc"), 1 + support::below(source, 8)), 6);
      check_all(support::random_dfa(source, alphabet_of("a"), 1 + support::below(source, 8)), 12);
    }
  }

  TEST_CASE("accepted and rejected words of a length are all words, and its last one comes last") {
    for (unsigned seed = 1; seed <= 10; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      auto const a = support::random_dfa(source, alphabet_of("abc"), 40);
      auto const in = count_table::make(a, true, 300, {});
      auto const out = count_table::make(a, false, 300, {});
      REQUIRE(in);
      REQUIRE(out);
      sampling::integer power = 1;
      for (std::size_t n = 0; n <= 300; ++n) {
        CHECK(in->count(n) + out->count(n) == power);
        power *= 3;
        if (in->count(n) == 0) continue;
        auto const last = in->word(n, in->count(n) - 1);
        CHECK(automaton::accepts(a, last));
        CHECK(last.size() == n);
        CHECK(in->word(n, 0) <= last);
      }
    }
  }

  TEST_CASE("limits on bytes and time are answers") {
    support::random source(1);
    auto const a = support::random_dfa(source, alphabet_of("ab"), 100);
    budget::budget limits;
    limits.max_bytes = 1'000'000;
    auto const table = count_table::make(a, true, 5000, limits);
    REQUIRE_FALSE(table);
    CHECK(table.error().quantity == "bytes");
    limits = {};
    limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    auto const late = count_table::make(a, true, 5000, limits);
    REQUIRE_FALSE(late);
    CHECK(late.error().quantity == "seconds");
  }

} // TEST_SUITE
