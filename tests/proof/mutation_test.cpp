// Each weight that is not 0 of small compiled models is flipped, cleared or doubled; whatever the
// proof says of what comes out is compared with the reference interpreter on every word.
#include <map>

#include "ltlc/grammar/formula_grammar.hpp"

#include "proof/proof_cases.hpp"

using namespace ltlc;

namespace {

std::vector<exact::scalar*> weights_of(network::model& m) {
  std::vector<exact::scalar*> all;
  auto const add = [&](network::vector& entries) {
    for (auto& w : entries)
      if (!w.terms().empty()) all.push_back(&w);
  };
  add(m.embedding.entries);
  for (auto& l : m.layers) {
    for (auto& h : l.heads) {
      for (auto* w : {&h.W_Q, &h.W_K, &h.W_V, &h.W_O})
        add(w->entries);
      for (auto* b : {&h.b_Q, &h.b_K, &h.b_V})
        add(*b);
    }
    for (auto* w : {&l.mlp.W_1, &l.mlp.W_2})
      add(w->entries);
    add(l.mlp.b_1);
    add(l.mlp.b_2);
  }
  return all;
}

std::vector<text::word> const& words_of(std::size_t letters, std::size_t length) {
  static std::map<std::pair<std::size_t, std::size_t>, std::vector<text::word>> known;
  auto& words = known[{letters, length}];
  if (words.empty())
    for (auto& w : support::all_words(letters, length))
      if (w.size() == length) words.push_back(std::move(w));
  return words;
}

// The words up to `up_to`, in order of length, on which the interpreter and the automaton differ or
// the interpreter has no answer; the first only.
struct exhaustive_answer {
  bool agrees = true;
  std::optional<text::word> first;
};

// Up to `up_to`, and no further than the length of the first word found.
exhaustive_answer exhaustive(network::model const& m, execution::regime const& regime,
                             automaton::dfa const& a, std::size_t up_to) {
  exhaustive_answer answer;
  support::verdicts run(m, regime, execution::path::reference);
  for (std::size_t length = 0; length <= up_to && !answer.first; ++length)
    for (auto const& w : words_of(m.sigma.size(), length)) {
      auto const verdict = run(w);
      if (verdict && *verdict == automaton::accepts(a, w)) continue;
      answer.agrees = false;
      if (!verdict) continue;
      answer.first = w;
      break;
    }
  return answer;
}

struct tally {
  int proved = 0, refuted = 0, unsettled = 0, limited = 0;
};

void mutate(std::string const& text, execution::regime const& regime, std::size_t up_to,
            tally& seen) {
  auto const sigma = support::alphabet_of("ab");
  logic::formula_pool pool;
  auto const f = grammar::parse_formula({"formula", text}, pool);
  REQUIRE(f.has_value());
  auto const specification = support::automaton_of(*f, sigma);
  auto const format = support::format_of(regime);
  auto m = support::compiled(*f, sigma, format);
  for (auto* weight : weights_of(m)) {
    auto const original = *weight;
    for (auto const& changed : {-original, exact::scalar(0), original + original}) {
      *weight = changed;
      CAPTURE(text);
      CAPTURE(exact::print(original));
      CAPTURE(exact::print(changed));
      budget::budget limits;
      limits.max_states = 20'000;
      auto const r = proof::prove(m, regime, specification, m.max_length, limits);
      // What a counterexample claims is decided by the words up to its length.
      auto const needed = r && r->difference ? std::min(up_to, r->difference->word.size()) : up_to;
      auto const truth = exhaustive(m, regime, specification, needed);
      if (!r) {
        CHECK(std::holds_alternative<budget::limit_reached>(r.error()));
        ++seen.limited;
      } else if (r->verdict == proof::verdict::proved) {
        ++seen.proved;
        CHECK(truth.agrees);
      } else if (r->verdict == proof::verdict::refuted) {
        ++seen.refuted;
        // A shortest one: the list has none that is shorter.
        if (r->difference->word.size() <= up_to) {
          REQUIRE(truth.first.has_value());
          CHECK(truth.first->size() == r->difference->word.size());
        } else {
          CHECK(!truth.first);
        }
      } else {
        ++seen.unsettled;
        if (r->length && truth.first) CHECK(truth.first->size() > *r->length);
      }
    }
    *weight = original;
  }
}

} // namespace

TEST_SUITE("proof") {

  TEST_CASE("whatever one weight becomes, proved is only said where every short word agrees") {
    tally seen;
    for (auto const* text :
         {"P a", "!P a", "P(a & P b)", "MOD(1,2)", "MOD(0,3) & P a", "P(a & MOD(0,2))", "P a & P b",
          "P a <-> P b", "!P(b & !P a)", "MOD(2,4) | P b", "P(a & !P a)", "P(P(P a))",
          "P(a & P(b & P a))", "(P a | MOD(1,3)) & !P b", "P(b & MOD(1,2) & !P a)"})
      for (auto const& regime : {execution::regime(), execution::regime(format::bf16)})
        mutate(text, regime, 10, seen);
    for (auto const* text : {"Y a", "P(a & Y b)", "Y Y a", "Y a & !P b", "Y(a & P b)"})
      mutate(text, format::fp32, 10, seen);
    MESSAGE("proved " << seen.proved << ", refuted " << seen.refuted << ", unsettled "
                      << seen.unsettled << ", limit " << seen.limited);
    CHECK(seen.refuted > 100);
  }
}
