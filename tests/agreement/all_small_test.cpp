// All engines on all small inputs: every formula with at most two operators, every word of length
// at most six.
#include <doctest/doctest.h>

#include <algorithm>

#include "agreement/engines.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::agreement;

namespace {

// Depth-first: neighbors share long prefixes.
std::vector<text::word> words_in_prefix_order(std::size_t longest) {
  auto words = support::all_words(2, longest);
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<logic::formula> small_formulas(logic::formula_pool& pool) {
  using logic::op;
  std::vector<logic::formula> const atoms{pool.letter("a"), pool.letter("b"), pool.mod(0, 2)};
  // H f is ¬P¬f: as an operator of its own it reaches formulas that two operators would not.
  std::vector<op> const operators{op::negation,    op::past,        op::yesterday, op::conjunction,
                                  op::disjunction, op::implication, op::since};
  auto formulas = support::all_formulas(pool, atoms, operators, 2);
  std::vector<logic::formula> const one = support::all_formulas(pool, atoms, operators, 1);
  std::vector<logic::formula> always;
  for (auto const f : one)
    always.push_back(pool.historically(f));
  for (auto const f : atoms) {
    auto const h = pool.historically(f);
    for (auto const g : atoms)
      for (auto const kind : {op::conjunction, op::disjunction, op::implication, op::since}) {
        always.push_back(logic::apply(pool, kind, h, g));
        always.push_back(logic::apply(pool, kind, g, h));
      }
    for (auto const kind : {op::negation, op::past, op::yesterday})
      always.push_back(logic::apply(pool, kind, h));
    always.push_back(pool.historically(h));
  }
  formulas.insert(formulas.end(), always.begin(), always.end());
  std::sort(formulas.begin(), formulas.end(),
            [](logic::formula f, logic::formula g) { return f.id < g.id; });
  formulas.erase(std::unique(formulas.begin(), formulas.end()), formulas.end());
  return formulas;
}

// Formulas and verdicts, and how many formulas each engine took.
struct tally {
  std::size_t verdicts = 0;
  std::vector<std::size_t> taken;
};

tally compare_all(std::vector<logic::formula> const& formulas,
                  std::vector<text::word> const& words) {
  auto const sigma = support::alphabet_of("ab");
  auto const table = engines();
  tally counts{0, std::vector<std::size_t>(table.size(), 0)};
  for (auto const f : formulas) {
    std::vector<bool> expected;
    for (std::size_t e = 0; e < table.size(); ++e) {
      auto const decide = table[e].prepare(f, sigma);
      if (!decide) continue;
      ++counts.taken[e];
      for (std::size_t i = 0; i < words.size(); ++i) {
        auto const answer = decide(words[i]);
        ++counts.verdicts;
        if (e == 0) expected.push_back(answer.value());
        if (answer == expected[i]) continue;
        FAIL_CHECK(table[e].name << (answer ? " differs" : " has no answer") << " on "
                                 << logic::print(f) << ", word \"" << sigma.print(words[i])
                                 << "\", where it is " << expected[i]);
        break;
      }
    }
  }
  for (std::size_t e = 0; e < table.size(); ++e)
    MESSAGE(table[e].name << ": " << counts.taken[e] << " formulas, "
                          << formulas.size() - counts.taken[e] << " skipped for S, F, X or U");
  MESSAGE(formulas.size() << " formulas, " << words.size() << " words, " << counts.verdicts
                          << " verdicts");
  return counts;
}

} // namespace

TEST_SUITE("agreement") {
  TEST_CASE("all engines agree on every formula with two operators and every word up to six") {
    logic::formula_pool pool;
    auto const formulas = small_formulas(pool);
    auto const counts = compare_all(formulas, words_in_prefix_order(longest_word));
    CHECK(formulas.size() >= 700);
    CHECK(counts.taken.front() == formulas.size());
    CHECK(counts.taken.back() >= 350);
  }

  TEST_CASE(
      "all engines agree on P before every formula with two operators, F, G, X, U among them") {
    using logic::op;
    logic::formula_pool pool;
    std::vector<logic::formula> const atoms{pool.letter("a"), pool.letter("b"), pool.mod(0, 2)};
    std::vector<op> const operators{op::negation, op::past,       op::yesterday,   op::future,
                                    op::next,     op::since,      op::conjunction, op::disjunction,
                                    op::until,    op::implication};
    auto formulas = support::all_formulas(pool, atoms, operators, 2);
    for (auto const f : support::all_formulas(pool, atoms, operators, 1)) {
      formulas.push_back(pool.globally(f));
      for (auto const g : atoms)
        formulas.push_back(pool.conjunction(g, pool.globally(f)));
    }
    for (auto& f : formulas)
      f = pool.past(f);
    auto const counts = compare_all(formulas, words_in_prefix_order(longest_word));
    CHECK(formulas.size() >= 1000);
    CHECK(counts.taken.front() == formulas.size());
    CHECK(counts.taken[1] == formulas.size());
  }

  TEST_CASE("all engines agree on every formula with three operators and every word up to five") {
    using logic::op;
    logic::formula_pool pool;
    auto const formulas = support::all_formulas(
        pool, {pool.letter("a"), pool.letter("b"), pool.mod(0, 2)},
        {op::negation, op::past, op::yesterday, op::conjunction, op::disjunction, op::equivalence},
        3);
    auto const counts = compare_all(formulas, words_in_prefix_order(5));
    CHECK(formulas.size() >= 3000);
    CHECK(counts.taken.back() == formulas.size());
  }
}
