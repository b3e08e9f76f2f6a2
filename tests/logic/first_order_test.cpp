#include <array>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/logic/first_order.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using logic::fo_op;
using logic::variable;

namespace {

// Slow twin: recursion over the formula with an assignment of positions to x and y.
struct recursive {
  logic::fo_pool const& pool;
  text::alphabet const& sigma;
  text::word const& w;

  bool at(term::id f, std::array<std::size_t, 2> const& places) const {
    auto const& n = pool[f];
    auto const v = static_cast<std::size_t>(n.v);
    std::size_t const here = places[v];
    std::size_t const there = places[1 - v];
    switch (n.kind) {
    case fo_op::falsity:
      return false;
    case fo_op::truth:
      return true;
    case fo_op::letter:
      return sigma.find(pool.symbols().name(n.a)) == w.at(here - 1);
    case fo_op::mod:
      return (here + n.b - n.a) % n.b == 0;
    case fo_op::length:
      return (w.size() + n.b - n.a) % n.b == 0;
    case fo_op::less:
      return there > here;
    case fo_op::equal:
      return here == there;
    case fo_op::successor:
      return there > here && there - here == 1;
    case fo_op::last:
      return here == w.size();
    case fo_op::negation:
      return !at(n.a, places);
    case fo_op::conjunction:
      return at(n.a, places) ? at(n.b, places) : false;
    case fo_op::disjunction:
      return at(n.a, places) ? true : at(n.b, places);
    case fo_op::implication:
      return at(n.a, places) ? at(n.b, places) : true;
    case fo_op::equivalence:
      return at(n.a, places) == at(n.b, places);
    case fo_op::exists_before:
      return some(n, v, places, there - 1);
    case fo_op::exists:
      return some(n, v, places, w.size());
    }
    return false;
  }
  bool some(logic::fo_node const& n, std::size_t v, std::array<std::size_t, 2> places,
            std::size_t last) const {
    for (places[v] = last; places[v] >= 1; --places[v])
      if (at(n.a, places)) return true;
    return false;
  }
};

template <class Member>
void check_language(logic::fo_formula f, std::string_view letters, Member&& member) {
  auto const sigma = support::alphabet_of(letters);
  for (auto const& w : support::all_words(sigma.size(), 5)) {
    CAPTURE(logic::print(f));
    CAPTURE(sigma.print(w));
    CHECK(logic::accepts(f, sigma, w) == member(sigma.print(w)));
  }
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("sentences mean what recursion over assignments says") {
    auto const sigma = support::alphabet_of("ab");
    auto const words = support::all_words(2, 4);
    support::sentence_shape shape;
    shape.letters = {"a", "b", "c"}; // c is not in the alphabet
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      support::random source(seed);
      logic::fo_pool pool;
      auto const f = support::random_sentence(pool, source, shape, 1 + seed % 12);
      for (auto const& w : words) {
        bool const expected = recursive{pool, sigma, w}.at(f.id, {0, 0});
        if (logic::accepts(f, sigma, w) == expected) continue;
        CAPTURE(seed);
        CAPTURE(sigma.print(w));
        FAIL_CHECK(logic::print(f));
      }
    }
  }

  TEST_CASE("a node knows which variables are free in it") {
    logic::fo_pool p;
    auto const x = variable::first;
    auto const y = variable::second;
    CHECK(p.free_in(p.truth().id) == 0);
    CHECK(p.free_in(p.length(1, 2).id) == 0);
    CHECK(p.free_in(p.letter("a", x).id) == 1);
    CHECK(p.free_in(p.mod(y, 1, 2).id) == 2);
    CHECK(p.free_in(p.less(x).id) == 3);
    CHECK(p.free_in(p.equal().id) == 3);
    CHECK(p.free_in(p.successor(y).id) == 3);
    CHECK(p.free_in(p.conjunction(p.letter("a", x), p.letter("a", y)).id) == 3);
    CHECK(p.free_in(p.last(y).id) == 2);
    CHECK(p.free_in(p.negation(p.letter("a", y)).id) == 2);
    CHECK(p.free_in(p.exists_before(y, p.truth()).id) == 1);
    CHECK(p.free_in(p.exists_before(x, p.letter("a", y)).id) == 2);
    CHECK(p.free_in(p.exists(x, p.letter("a", x)).id) == 0);
    CHECK(p.free_in(p.exists(x, p.exists_before(y, p.less(y))).id) == 0);
  }

  TEST_CASE("residues are reduced and letters are listed once") {
    logic::fo_pool p;
    CHECK(p.length(-1, 3) == p.length(2, 3));
    CHECK(p.mod(variable::first, 7, 3) == p.mod(variable::first, 1, 3));
    auto const f = p.conjunction(p.exists(variable::first, p.letter("b", variable::first)),
                                 p.exists(variable::second, p.letter("b", variable::second)));
    CHECK(logic::letters(
              p.disjunction(f, p.exists(variable::first, p.letter("a", variable::first)))) ==
          std::vector<std::string>{"a", "b"});
  }

  TEST_CASE("sentences of the literature accept their languages") {
    logic::fo_pool p;
    auto const x = variable::first;
    auto const y = variable::second;
    auto const first = p.negation(p.exists_before(y, p.truth()));
    check_language(p.exists(x, p.conjunction(p.letter("a", x), first)), "ab",
                   [](std::string const& w) { return !w.empty() && w[0] == 'a'; });
    check_language(p.exists(x, p.conjunction(p.letter("b", x),
                                             p.exists_before(y, p.conjunction(p.letter("a", y),
                                                                              p.successor(y))))),
                   "abc", [](std::string const& w) { return w.find("ab") != std::string::npos; });
    // Source: [RoPE, Prop. 3.2]
    auto const in_place = p.conjunction(p.implication(p.mod(x, 1, 2), p.letter("a", x)),
                                        p.implication(p.mod(x, 0, 2), p.letter("b", x)));
    check_language(p.conjunction(p.length(0, 2), p.forall(x, in_place)), "ab",
                   [](std::string const& w) { return w == "" || w == "ab" || w == "abab"; });
  }
}
