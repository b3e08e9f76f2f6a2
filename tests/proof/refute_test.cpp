// What is not settled is searched for a counterexample word by word, and a limit leaves what was
// decided; both against running every word.
#include "execution/hand_models.hpp"
#include "proof/proof_cases.hpp"

using namespace ltlc;

namespace {

constexpr std::uint64_t refute_seed = 20261209;

// +1 for an a and −1 for a b, averaged: more a than b, as far as the arithmetic goes.
network::model more_a_than_b() {
  auto m = support::empty_model("ab", 3);
  m.embedding.at(0, 0) = 1;
  m.embedding.at(2, 1) = 1;
  m.embedding.at(3, 1) = -1;
  network::layer layer{{support::blank_head(3, 1)}, support::blank_mlp(3, 1)};
  layer.heads[0].W_V.at(0, 1) = 1;
  layer.heads[0].W_O.at(2, 0) = 1;
  support::write_relu(layer.mlp, 0, {{2, 1000}}, 0, 2);
  m.layers.push_back(layer);
  m.readout = 2;
  return m;
}

// More a than b in words up to `longest`; longer words lead to state 0, which rejects, and stay.
automaton::dfa majority(std::size_t longest) {
  auto const sigma = support::alphabet_of("ab");
  auto const most = static_cast<int>(longest);
  std::vector<std::pair<int, int>> states{{0, 0}}; // length, a minus b
  for (int n = 1; n <= most; ++n)
    for (int d = -n; d <= n; d += 2)
      states.emplace_back(n, d);
  automaton::dfa a{sigma, 0, {}, {}};
  auto const sink = static_cast<automaton::state>(states.size());
  for (auto const& [n, d] : states) {
    a.accepting.push_back(d > 0);
    for (int const step : {1, -1}) {
      auto const at = std::find(states.begin(), states.end(), std::pair{n + 1, d + step});
      a.delta.push_back(static_cast<automaton::state>(at - states.begin()));
    }
  }
  a.accepting.push_back(false);
  a.delta.insert(a.delta.end(), 2, sink);
  return a;
}

automaton::dfa random_automaton(support::random& source) {
  auto const states = 1 + support::below(source, 5);
  automaton::dfa a{support::alphabet_of("ab"), 0, {}, {}};
  for (std::size_t q = 0; q < states; ++q) {
    a.accepting.push_back(support::below(source, 2) == 0);
    for (int letter = 0; letter < 2; ++letter)
      a.delta.push_back(static_cast<automaton::state>(support::below(source, states)));
  }
  return a;
}

// The first word in the order of length and then of letters on which they differ.
std::optional<text::word> first_by_hand(network::model const& m, execution::regime const& regime,
                                        automaton::dfa const& a, std::size_t longest) {
  support::verdicts run(m, regime, execution::path::reference);
  auto words = support::all_words(2, longest);
  std::stable_sort(words.begin(), words.end(), [](auto const& v, auto const& w) {
    return v.size() != w.size() ? v.size() < w.size() : v < w;
  });
  for (auto const& w : words)
    if (auto const verdict = run(w); verdict && *verdict != automaton::accepts(a, w)) return w;
  return std::nullopt;
}

} // namespace

TEST_SUITE("proof") {

  TEST_CASE("an averaging model is refuted by a shortest word, against 200 random languages") {
    support::random source(refute_seed);
    MESSAGE("seed " << refute_seed);
    auto const m = more_a_than_b();
    REQUIRE(network::malformed(m) == "");
    for (int round = 0; round < 200; ++round) {
      auto const a = random_automaton(source);
      auto const regime = support::one_of(source, support::all_regimes());
      CAPTURE(round);
      auto const r = support::proved(m, regime, a);
      auto const first = first_by_hand(m, regime, a, 7);
      if (!first) continue;
      REQUIRE(r.verdict == proof::verdict::refuted);
      CHECK(r.difference->word == *first);
      CHECK(r.difference->shortest);
      CHECK(r.difference->specification_accepts != r.difference->model_accepts);
    }
  }

  TEST_CASE("words that were all run are what is known of the rest") {
    auto const m = more_a_than_b();
    auto const r = support::proved(m, format::fp32, majority(11));
    REQUIRE(r.verdict == proof::verdict::refuted); // a¹² is longer than the language goes
    CHECK(r.difference->word == text::word(12, 0));
    CHECK(r.difference->shortest);
    auto const far = support::proved(m, format::fp32, majority(40));
    CHECK(far.verdict == proof::verdict::unsettled);
    CHECK(far.length == 0);
    CHECK(far.tried.value_or(0) >= 12);
    // Every word up to 9 letters is run, and that is all that was asked.
    auto const near = support::proved(m, format::fp32, majority(40), 9);
    CHECK(near.verdict == proof::verdict::proved);
    CHECK(near.length == 9);
    CHECK(near.tried == 9);
    CHECK_FALSE(near.unsettled.has_value());
  }

  TEST_CASE("words through the unsettled row are searched past the short ones") {
    auto const m = more_a_than_b();
    // Differs from the model on a³⁰ alone among the words that are run.
    auto const a = majority(29);
    proof::search_request asked{0, std::nullopt, text::word(26, 0)};
    auto const found = proof::refute(m, format::fp32, a, asked, {});
    REQUIRE(found.difference.has_value());
    CHECK(found.difference->word == text::word(30, 0));
    CHECK(found.difference->found_by == proof::search::stuck_words);
    CHECK_FALSE(found.difference->shortest); // not all words of 29 letters were run
    REQUIRE(found.agreed.has_value());
    CHECK(*found.agreed >= 12);
    asked.length = 29;
    CHECK_FALSE(proof::refute(m, format::fp32, a, asked, {}).difference.has_value());
  }

  TEST_CASE("without time nothing is run, and nothing is claimed") {
    budget::budget limits;
    limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    auto const m = more_a_than_b();
    auto const r = proof::prove(m, format::fp32, majority(40), std::nullopt, limits);
    REQUIRE(r.has_value());
    CHECK(r->verdict == proof::verdict::unsettled);
    CHECK(r->limit.has_value());
    CHECK_FALSE(r->length.has_value());
  }

  TEST_CASE("a limit of states leaves every word up to a length decided") {
    auto const [m, right] = support::yesterday_within(60, 3);
    std::uint64_t before = 0;
    std::size_t limited = 0;
    for (std::uint64_t const states : {1u, 5u, 20u, 80u, 300u, 1'000u}) {
      CAPTURE(states);
      budget::budget limits;
      limits.max_states = states;
      auto const e = proof::extract(m, format::fp32, 30, limits);
      if (!e) continue; // pairs of positions
      if (e->limit) ++limited;
      REQUIRE(e->length.has_value());
      CHECK(e->limit.has_value() == (*e->length < 30));
      CHECK(*e->length >= before);
      before = *e->length;
      for (auto const& w : support::all_words(2, std::min<std::size_t>(*e->length, 10)))
        CHECK(support::decided(*e, w) == automaton::accepts(right, w));
      auto const r = proof::prove(m, format::fp32, right, 30, limits);
      REQUIRE(r.has_value());
      CHECK((r->verdict == proof::verdict::proved) == (r->length == 30));
      if (r->verdict == proof::verdict::proved) continue;
      CHECK(r->limit.has_value());
      CHECK(r->length == e->length);
    }
    CHECK(before == 30);
    CHECK(limited > 1);
  }
}
