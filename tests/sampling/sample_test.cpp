// Groups of labelled words: how many of which, no word twice, the same for the same seed.
#include <chrono>
#include <map>

#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "ltlc/sampling/sample.hpp"

namespace {

using namespace ltlc;
using sampling::kind;
using sampling::mixture;
using sampling::request;
using support::alphabet_of;

struct labelled {
  text::word w;
  bool accepted = false;
  friend bool operator==(labelled const&, labelled const&) = default;
};

std::vector<labelled> draw(automaton::dfa const& a, request const& r,
                           sampling::sampled* summary = nullptr) {
  std::vector<labelled> all;
  auto const done = sampling::sample(a, r, {}, [&](text::word const& w, bool accepted) {
    all.push_back({w, accepted});
    return true;
  });
  REQUIRE(done);
  CHECK(done->given == all.size());
  if (summary != nullptr) *summary = *done;
  return all;
}

// How many words of a length an automaton accepts, and rejects: all are looked at.
struct by_label {
  std::size_t positive = 0, negative = 0;
};

std::vector<by_label> counted(automaton::dfa const& a, std::size_t longest) {
  std::vector<by_label> counts(longest + 1);
  for (auto const& w : support::all_words(a.letters(), longest))
    ++(automaton::accepts(a, w) ? counts[w.size()].positive : counts[w.size()].negative);
  return counts;
}

// (ab)*
automaton::dfa ab_star() {
  return {alphabet_of("ab"), 0, {true, false, false}, {1, 2, 2, 0, 2, 2}};
}

} // namespace

TEST_SUITE("sampling") {

  TEST_CASE("random automata: every group has what its length can give") {
    for (unsigned seed = 1; seed <= 60; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      auto const a = support::random_dfa(source, alphabet_of("ab"), 1 + support::below(source, 6));
      auto const exact = counted(a, 7);
      for (auto const of : {mixture::any, mixture::positive, mixture::negative, mixture::balanced})
        for (bool const distinct : {false, true}) {
          request const r{1, 7, 1 + support::below(source, 30), true, of, distinct, seed};
          CAPTURE(r.count);
          CAPTURE(distinct);
          sampling::sampled summary;
          std::map<std::size_t, by_label> drawn;
          std::map<text::word, int> times;
          std::size_t length = 1;
          for (auto const& each : draw(a, r, &summary)) {
            CHECK(automaton::accepts(a, each.w) == each.accepted);
            auto& group = drawn[each.w.size()];
            ++(each.accepted ? group.positive : group.negative);
            CHECK(each.w.size() >= length); // groups come in order
            length = each.w.size();
            CHECK((++times[each.w] == 1 || !distinct));
          }
          CHECK(summary.asked == 7 * r.count);
          for (std::size_t n = 1; n <= 7; ++n) {
            auto const& there = exact[n];
            std::size_t positive = 0, negative = 0;
            if (of == mixture::positive && there.positive > 0) positive = r.count;
            if (of == mixture::negative && there.negative > 0) negative = r.count;
            if (of == mixture::balanced) {
              positive = there.negative == 0 ? r.count : (r.count + 1) / 2;
              negative = r.count - positive;
              if (there.positive == 0) negative = r.count, positive = 0;
            }
            if (of == mixture::any) {
              std::size_t const all = there.positive + there.negative;
              CHECK(drawn[n].positive + drawn[n].negative ==
                    (distinct ? std::min<std::size_t>(all, r.count) : r.count));
              continue;
            }
            CHECK(drawn[n].positive == (distinct ? std::min(positive, there.positive) : positive));
            CHECK(drawn[n].negative == (distinct ? std::min(negative, there.negative) : negative));
          }
        }
    }
  }

  TEST_CASE("lengths without words and words that ran out are told by kind") {
    sampling::sampled summary;
    draw(ab_star(), {0, 5, 4, true, mixture::balanced, true, 1}, &summary);
    using lengths = std::vector<std::uint64_t>;
    CHECK(summary.none[static_cast<std::size_t>(kind::positive)] == lengths{1, 3, 5});
    CHECK(summary.none[static_cast<std::size_t>(kind::negative)] == lengths{0});
    CHECK(summary.none[static_cast<std::size_t>(kind::any)].empty());
    CHECK(summary.spent[static_cast<std::size_t>(kind::positive)] == lengths{0, 2, 4});
    CHECK(summary.spent[static_cast<std::size_t>(kind::negative)] == lengths{1});
    CHECK(summary.asked == 24);
    CHECK(summary.given == 1 + 2 + (1 + 2) + 4 + (1 + 2) + 4);
  }

  TEST_CASE("one group: half are positive, and distinct words end when there are none left") {
    for (std::uint64_t total = 1; total <= 40; ++total) {
      CAPTURE(total);
      std::uint64_t positive = 0;
      for (auto const& each : draw(ab_star(), {1, 20, total, false, mixture::balanced, false, 3}))
        positive += each.accepted ? 1 : 0;
      CHECK(positive == total - total / 2);
    }
    // Lengths 0 … 4 have 31 words, 3 of them positive.
    sampling::sampled summary;
    auto const all = draw(ab_star(), {0, 4, 100, false, mixture::any, true, 3}, &summary);
    CHECK(all.size() == 31);
    CHECK(summary.asked == 100);
    CHECK(draw(ab_star(), {0, 4, 100, false, mixture::positive, true, 3}).size() == 3);
    CHECK(draw(ab_star(), {0, 4, 100, false, mixture::balanced, true, 3}).size() == 31);
    CHECK(draw(ab_star(), {0, 4, 20, false, mixture::balanced, true, 3}).size() == 3 + 10);
  }

  TEST_CASE("every length, and every word of a length and label, comes equally often") {
    std::map<std::size_t, double> lengths;
    std::map<text::word, double> words;
    for (auto const& each : draw(ab_star(), {3, 6, 48'000, false, mixture::negative, false, 11})) {
      ++lengths[each.w.size()];
      if (each.w.size() == 4) ++words[each.w];
    }
    double of_lengths = 0;
    for (std::size_t n = 3; n <= 6; ++n)
      of_lengths += (lengths[n] - 12'000) * (lengths[n] - 12'000) / 12'000;
    CHECK(of_lengths < 21.1); // 3 degrees of freedom: above once in 10,000 seeds
    REQUIRE(words.size() == 15);
    double of_words = 0;
    double const expected = lengths[4] / 15;
    for (auto const& entry : words)
      of_words += (entry.second - expected) * (entry.second - expected) / expected;
    CHECK(of_words < 42.6); // 14 degrees of freedom: above once in 10,000 seeds
  }

  TEST_CASE("the same seed gives the same words, another gives others") {
    request r{0, 60, 200, false, mixture::balanced, false, 5};
    auto const once = draw(ab_star(), r);
    CHECK(once == draw(ab_star(), r));
    r.seed = 6;
    CHECK(once != draw(ab_star(), r));
  }

  TEST_CASE("drawing stops when no more is wanted, and when time or memory is up") {
    std::size_t given = 0;
    auto const done = sampling::sample(ab_star(), {0, 9, 1000, true, mixture::balanced, false, 1},
                                       {}, [&](text::word const&, bool) { return ++given < 7; });
    REQUIRE(done);
    CHECK(given == 7);
    budget::budget limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    auto const late =
        sampling::sample(ab_star(), {0, 9, 1'000'000'000'000, true, mixture::balanced, false, 1},
                         limits, [](text::word const&, bool) { return true; });
    REQUIRE_FALSE(late);
    CHECK(late.error().quantity == "seconds");
    limits = {};
    limits.max_bytes = 200'000;
    auto const full = sampling::sample(ab_star(), {50, 50, 10'000, true, mixture::any, true, 1},
                                       limits, [](text::word const&, bool) { return true; });
    REQUIRE_FALSE(full);
    CHECK(full.error().quantity == "bytes");
  }

} // TEST_SUITE
