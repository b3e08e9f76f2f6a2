// MONA decides the same formulas by another road (one automaton operation for each connective and
// quantifier): the minimal automata must be the same.
#include <doctest/doctest.h>

#include "judges/mona_text.hpp"
#include "judges/program.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::support;
using namespace ltlc::judges;

namespace {

automaton::minimal_dfa by_mona(std::string const& text, text::alphabet const& sigma,
                               temporary_folder const& folder) {
  write_file(folder.file("formula.mona"), text);
  CAPTURE(text);
  REQUIRE(std::system(("mona -w -q " + folder.file("formula.mona") + " > " +
                       folder.file("automaton.txt") + " 2>&1")
                          .c_str()) == 0);
  return automaton::minimize(
      language_of(read_mona(read_file(folder.file("automaton.txt"))), sigma));
}

// The share of automata with more than one state, so that a generator of trivial formulas is seen.
struct statistics {
  std::size_t compared = 0;
  std::size_t nontrivial = 0;
  std::size_t largest = 0;
  void add(automaton::minimal_dfa const& a) {
    ++compared;
    if (a->states() > 1) ++nontrivial;
    largest = std::max(largest, a->states());
  }
};

} // namespace

TEST_SUITE("judge") {

  TEST_CASE("MONA and ltlc make the same automata of past formulas") {
    if (!installed("mona")) return;
    temporary_folder const folder;
    statistics seen;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      support::random source(seed);
      auto const sigma = alphabet_of(one_of<std::string>(source, {"a", "ab", "abc"}));
      logic::formula_pool pool;
      formula_shape shape; // P, Y^k, S, MOD and all Boolean operators
      shape.letters = sigma.tokens();
      auto const f = random_formula(pool, source, shape, 2 + below(source, 8));
      CAPTURE(seed);
      CAPTURE(logic::print(f));
      auto const ours = automaton::minimize(*automaton::construct(f, sigma, {}));
      REQUIRE(ours == by_mona(mona_text(sigma).of(f), sigma, folder));
      seen.add(ours);
    }
    MESSAGE(seen.compared << " past formulas, " << seen.nontrivial
                          << " with more than one state, the largest " << seen.largest);
    CHECK(seen.nontrivial > 250);
  }

  TEST_CASE("MONA and ltlc make the same automata of formulas with F, G, X and U") {
    if (!installed("mona")) return;
    temporary_folder const folder;
    statistics seen;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      support::random source(seed);
      auto const sigma = alphabet_of(one_of<std::string>(source, {"a", "ab", "abc"}));
      logic::formula_pool pool;
      using logic::op;
      auto shape =
          shape_of({op::future, op::next, op::until, op::past, op::since, op::yesterday}, {2, 3});
      shape.letters = sigma.tokens();
      // P in front: at N+1 itself every formula that looks right is false.
      auto const f = pool.past(random_formula(pool, source, shape, 2 + below(source, 9)));
      CAPTURE(seed);
      CAPTURE(logic::print(f));
      auto const ours = automaton::minimize(*automaton::construct(f, sigma, {}));
      REQUIRE(ours == by_mona(mona_text(sigma).of(f), sigma, folder));
      seen.add(ours);
    }
    MESSAGE(seen.compared << " formulas that look right, " << seen.nontrivial
                          << " with more than one state, the largest " << seen.largest);
    CHECK(seen.nontrivial > 200);
  }

  TEST_CASE("MONA and ltlc make the same automata of sentences with two variables") {
    if (!installed("mona")) return;
    temporary_folder const folder;
    statistics seen;
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      support::random source(seed);
      auto const sigma = alphabet_of(one_of<std::string>(source, {"a", "ab", "abc"}));
      logic::fo_pool first_order;
      sentence_shape shape;
      shape.letters = sigma.tokens();
      auto const f = random_sentence(first_order, source, shape, 4 + below(source, 9));
      CAPTURE(seed);
      CAPTURE(logic::print(f));
      logic::formula_pool temporal;
      auto const g = logic::to_temporal(f, temporal, {});
      REQUIRE(g.has_value());
      auto const ours = automaton::minimize(*automaton::construct(*g, sigma, {}));
      REQUIRE(ours == by_mona(mona_text(sigma).of(f), sigma, folder));
      seen.add(ours);
    }
    MESSAGE(seen.compared << " sentences, " << seen.nontrivial
                          << " with more than one state, the largest " << seen.largest);
    CHECK(seen.nontrivial > 150);
  }
}
