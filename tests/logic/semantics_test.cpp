#include <map>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/logic/semantics.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using logic::op;

namespace {

// Slow twin, by the step from a position to its neighbour instead of by quantifying over positions.
struct stepwise {
  logic::formula_pool const& pool;
  text::alphabet const& sigma;
  text::word const& w;

  bool at(term::id f, std::size_t i) const {
    auto const& n = pool[f];
    std::size_t const end = w.size();
    switch (n.kind) {
    case op::falsity:
      return false;
    case op::truth:
      return true;
    case op::letter:
      return i != 0 && i != end + 1 && sigma.find(pool.symbols().name(n.a)) == w[i - 1];
    case op::mod:
      return (i + n.b - n.a) % n.b == 0;
    case op::negation:
      return !at(n.a, i);
    case op::conjunction:
      return at(n.a, i) ? at(n.b, i) : false;
    case op::disjunction:
      return at(n.a, i) ? true : at(n.b, i);
    case op::implication:
      return at(n.a, i) ? at(n.b, i) : true;
    case op::equivalence:
      return at(n.a, i) ? at(n.b, i) : !at(n.b, i);
    case op::past:
      return i > 1 && (at(n.a, i - 1) || at(f, i - 1));
    case op::yesterday:
      return back(n, i, n.b);
    case op::since:
      return i > 1 && (at(n.b, i - 1) || (at(n.a, i - 1) && at(f, i - 1)));
    case op::future:
      return i < end && (at(n.a, i + 1) || at(f, i + 1));
    case op::next:
      return i < end && at(n.a, i + 1);
    case op::until:
      return i < end && (at(n.b, i + 1) || (at(n.a, i + 1) && at(f, i + 1)));
    }
    return false;
  }
  // One step of Y at a time.
  bool back(logic::node const& n, std::size_t i, std::uint32_t steps) const {
    if (steps == 0) return at(n.a, i);
    return i > 1 && back(n, i - 1, steps - 1);
  }
};

void check_all_positions(logic::formula f, text::alphabet const& sigma, text::word const& w) {
  stepwise const twin{*f.pool, sigma, w};
  auto const truth = logic::truth_at_positions(f, sigma, w);
  REQUIRE(truth.size() == w.size() + 2);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    bool const expected = twin.at(f.id, i);
    if (truth[i] == expected && logic::holds(f, sigma, w, i) == expected) continue;
    CAPTURE(i);
    CAPTURE(sigma.print(w));
    CHECK_MESSAGE(truth[i] == expected, logic::print(f));
    CHECK_MESSAGE(logic::holds(f, sigma, w, i) == expected, logic::print(f));
  }
}

// The language of f, given as the set of accepted words up to length 5, is that of `member`.
template <class Member>
void check_language(logic::formula f, std::string_view letters, Member&& member) {
  auto const sigma = support::alphabet_of(letters);
  for (auto const& w : support::all_words(sigma.size(), 5)) {
    CAPTURE(logic::print(f));
    CAPTURE(sigma.print(w));
    CHECK(logic::accepts(f, sigma, w) == member(sigma.print(w)));
  }
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("small formulas mean what the step from position to position says") {
    logic::formula_pool pool;
    auto const sigma = support::alphabet_of("ab");
    std::vector<op> kinds;
    for (auto const& row : logic::operators)
      if (row.arity >= 1) kinds.push_back(row.kind);
    auto const all =
        support::all_formulas(pool, {pool.letter("a"), pool.mod(1, 2), pool.truth()}, kinds, 2);
    CHECK(all.size() > 700);
    for (auto const f : all)
      for (auto const& w : support::all_words(2, 3))
        check_all_positions(f, sigma, w);
  }

  TEST_CASE("random formulas mean what the step from position to position says") {
    auto const sigma = support::alphabet_of("ab");
    support::formula_shape shape;
    for (auto const kind : {op::future, op::next, op::until})
      shape.operators.push_back(kind);
    shape.letters = {"a", "b", "c"}; // c is not in the alphabet: false everywhere
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 1 + seed % 10);
      check_all_positions(f, sigma, support::random_word(source, 2, seed % 9));
    }
  }

  TEST_CASE("letters are false and MOD counts at the two ends") {
    logic::formula_pool pool;
    auto const sigma = support::alphabet_of("a");
    text::word const w{0, 0};
    using truth = std::vector<bool>;
    CHECK(truth_at_positions(pool.letter("a"), sigma, w) == truth{false, true, true, false});
    CHECK(truth_at_positions(pool.mod(0, 2), sigma, w) == truth{true, false, true, false});
    CHECK(truth_at_positions(pool.past(pool.truth()), sigma, w) == truth{false, false, true, true});
    CHECK(truth_at_positions(pool.yesterday(pool.truth(), 2), sigma, w) ==
          truth{false, false, false, true});
    CHECK(truth_at_positions(pool.future(pool.truth()), sigma, w) ==
          truth{true, true, false, false});
  }

  TEST_CASE("the empty word is judged at position 1") {
    logic::formula_pool pool;
    auto const sigma = support::alphabet_of("a");
    CHECK(logic::accepts(pool.mod(1, 2), sigma, {}));
    CHECK_FALSE(logic::accepts(pool.past(pool.truth()), sigma, {}));
    CHECK_FALSE(logic::accepts(pool.yesterday(pool.truth()), sigma, {}));
    CHECK(logic::accepts(pool.historically(pool.falsity()), sigma, {}));
  }

  // Source: [RoPE, (12), (13), Prop. 3.2]
  TEST_CASE("formulas of the literature accept their languages") {
    logic::formula_pool pool;
    auto const a = pool.letter("a");
    auto const b = pool.letter("b");
    auto const first = pool.negation(pool.past(pool.truth()));
    check_language(pool.past(pool.conjunction(a, first)), "ab",
                   [](std::string const& w) { return !w.empty() && w[0] == 'a'; });
    check_language(pool.yesterday(a), "ab",
                   [](std::string const& w) { return !w.empty() && w.back() == 'a'; });
    check_language(pool.past(pool.conjunction(b, pool.yesterday(a))), "abc",
                   [](std::string const& w) { return w.find("ab") != std::string::npos; });
    check_language(pool.mod(1, 2), "ab", [](std::string const& w) { return w.size() % 2 == 0; });
    auto const in_place =
        pool.conjunction(pool.implication(pool.mod(1, 2), a), pool.implication(pool.mod(0, 2), b));
    check_language(pool.conjunction(pool.mod(1, 2), pool.historically(in_place)), "ab",
                   [](std::string const& w) { return w == "" || w == "ab" || w == "abab"; });
    check_language(pool.since(b, a), "ab",
                   [](std::string const& w) { return w.find('a') != std::string::npos; });
    check_language(pool.since(b, pool.conjunction(a, first)), "ab",
                   [](std::string const& w) { return !w.empty() && w.find_last_of('a') == 0; });
  }
}
