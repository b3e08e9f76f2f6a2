#include "ltlc/synthesis/polynomial.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using synthesis::monomial;
using synthesis::polynomial;

namespace {

automaton::minimal_dfa automaton_of_regex(std::string const& regex, text::alphabet const& sigma) {
  regex::expression_pool pool;
  auto const f = grammar::parse_regex({"", regex}, pool, &sigma);
  REQUIRE_MESSAGE(f.has_value(), regex);
  return automaton::minimize(automaton::construct(*f, pool, sigma, {}).value());
}

polynomial made(automaton::minimal_dfa const& a) {
  auto p = synthesis::polynomial_of(a, 1'000'000, {});
  REQUIRE(p.has_value());
  return std::move(*p);
}

std::string text_of(std::string const& regex, std::string const& letters) {
  auto const sigma = support::alphabet_of(letters);
  return synthesis::print(made(automaton_of_regex(regex, sigma)), sigma);
}

bool has(synthesis::letter_set const& set, text::letter x) {
  return std::find(set.begin(), set.end(), x) != set.end();
}

// Slow twin, straight from the definition: the ways in which a word's letters can be distributed
// over a monomial's blocks and markers. A place is (block, letters of the present round).
using place = std::pair<std::size_t, std::size_t>;

std::vector<place> read(monomial const& m, std::vector<place> const& at, text::letter x) {
  std::vector<place> next;
  for (auto const& [i, j] : at) {
    auto const& b = m.blocks[i];
    if (!b.cycle.empty() && has(b.cycle[j], x)) next.emplace_back(i, (j + 1) % b.cycle.size());
    if (j == b.rest && i < m.markers.size() && has(m.markers[i], x)) next.emplace_back(i + 1, 0);
  }
  return next;
}

std::size_t ways_to_end(monomial const& m, std::vector<place> const& at) {
  return static_cast<std::size_t>(
      std::count(at.begin(), at.end(), place{m.blocks.size() - 1, m.blocks.back().rest}));
}

void check_shape(polynomial const& p) {
  for (monomial const& m : p.monomials) {
    REQUIRE(m.blocks.size() == m.markers.size() + 1);
    CHECK(m.markers.size() <= p.longest);
    for (std::size_t i = 0; i < m.blocks.size(); ++i) {
      auto const& b = m.blocks[i];
      CHECK((b.cycle.empty() ? b.rest == 0 : b.rest < b.cycle.size()));
      for (auto const& set : b.cycle)
        CHECK(!set.empty());
      if (!b.cycle.empty()) CHECK(p.modulus % b.cycle.size() == 0);
      if (i == m.markers.size()) continue;
      CHECK(!m.markers[i].empty());
      // Left-deterministic.
      for (text::letter const x : m.markers[i])
        CHECK_FALSE((!b.cycle.empty() && has(b.cycle[b.rest], x)));
    }
  }
}

// Every prefix is in at most one place of each monomial; every accepted word ends exactly one of
// them, and in one way; no other word ends any.
void check_words(polynomial const& p, automaton::minimal_dfa const& a, std::size_t longest) {
  for (auto const& w : support::all_words(a->letters(), longest)) {
    std::size_t ways = 0;
    for (monomial const& m : p.monomials) {
      std::vector<place> at{{0, 0}};
      for (auto const x : w) {
        at = read(m, at, x);
        REQUIRE(at.size() <= 1);
      }
      ways += ways_to_end(m, at);
    }
    CAPTURE(a->sigma.print(w));
    REQUIRE(ways == (automaton::accepts(*a, w) ? 1u : 0u));
  }
}

void check(automaton::minimal_dfa const& a, std::size_t longest) {
  auto const p = made(a);
  check_shape(p);
  check_words(p, a, longest);
  auto const text = synthesis::print(p, a->sigma);
  CAPTURE(text);
  CHECK(automaton_of_regex(text, a->sigma) == a);
}

// Cycles of states in a row; a letter moves on round its cycle, or to a later one.
automaton::minimal_dfa random_member(support::random& source, text::alphabet const& sigma) {
  automaton::dfa a{sigma, 0, {}, {}};
  std::vector<std::size_t> sizes;
  for (std::size_t i = 1 + support::below(source, 6); i > 0; --i)
    sizes.push_back(1 + support::below(source, 3));
  std::size_t begin = 0;
  std::size_t all = 0;
  for (auto const s : sizes)
    all += s;
  for (auto const size : sizes) {
    for (std::size_t j = 0; j < size; ++j) {
      a.accepting.push_back(support::below(source, 3) == 0);
      for (std::size_t x = 0; x < sigma.size(); ++x) {
        std::size_t const end = begin + size;
        bool const stays = x == 0 || end == all || support::below(source, 2) == 0;
        std::size_t const to =
            stays ? begin + (j + 1) % size : end + support::below(source, all - end);
        a.delta.push_back(static_cast<automaton::state>(to));
      }
    }
    begin += size;
  }
  return automaton::minimize(a);
}

} // namespace

TEST_SUITE("synthesis") {
  TEST_CASE("the languages of the paper have the polynomials one would write") {
    CHECK(text_of("a.*", "ab") == "a[ab]*");
    CHECK(text_of(".*ab.*", "ab") == "b*aa*b[ab]*");
    CHECK(text_of("(ab)*", "ab") == "(ab)*");
    CHECK(text_of("(aa)*", "a") == "(aa)*");
    CHECK(text_of("((a|b)(a|b))*", "ab") == "([ab][ab])*");
    CHECK(text_of("[ab]*c(ab)*", "abc") == "[ab]*c(ab)*");
    CHECK(text_of(".*", "ab") == "[ab]*");
    CHECK(text_of("[]", "ab") == "[]");
    CHECK(text_of("()", "ab") == "()");
    CHECK(text_of("a|bab", "ab") == "a | bab");
    CHECK(text_of("()|a|bc", "abc") == "() | a | bc");
    CHECK(text_of("(abc)*ab", "abc") == "(abc)*ab");
    CHECK(text_of("~(.*b.*b.*)", "ab") == "a* | a*ba*");
  }

  TEST_CASE("tokens are quoted and sets name their letters") {
    auto const sigma = support::alphabet_of("open close");
    auto const p = made(automaton_of_regex("('open''close')*|'close'.*", sigma));
    auto const text = synthesis::print(p, sigma);
    CHECK(text == "() | 'open'('close' 'open')*'close' | 'close'['close' 'open']*");
    CHECK(automaton_of_regex(text, sigma) ==
          automaton_of_regex("('open''close')*|'close'.*", sigma));
  }

  TEST_CASE("polynomials of random automata are left-deterministic, unambiguous and right") {
    std::size_t markers = 0;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      auto const sigma = support::alphabet_of(seed % 3 == 0 ? "abc" : "ab");
      auto const a = random_member(source, sigma);
      check(a, sigma.size() == 3 ? 5 : 7);
      markers = std::max(markers, made(a).longest);
    }
    CHECK(markers >= 4);
  }

  TEST_CASE("polynomials of random formulas with P and MOD are left-deterministic and right") {
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      auto const sigma = support::alphabet_of("ab");
      auto const f = support::random_formula(
          pool, source, support::shape_of({logic::op::past}, {2, 3}), seed % 10);
      auto const a = automaton::minimize(automaton::construct(f, sigma, {}).value());
      auto const p = synthesis::polynomial_of(a, 500, {});
      if (p)
        check(a, 7);
      else
        CHECK(std::get<synthesis::too_many_monomials>(p.error()).count > 500);
    }
  }

  TEST_CASE("monomials are counted exactly, and not made when they are too many") {
    auto const sigma = support::alphabet_of("abcd");
    auto const a = automaton_of_regex("(ab|cd){70}", sigma);
    auto const p = synthesis::polynomial_of(a, 1000, {});
    REQUIRE_FALSE(p);
    auto const* const many = std::get_if<synthesis::too_many_monomials>(&p.error());
    REQUIRE(many != nullptr);
    CHECK(many->count == algebra::integer(1) << 70);
    CHECK(many->wanted == 1000);
    CHECK(synthesis::polynomial_of(automaton_of_regex("(ab|cd){9}", sigma), 512, {}));
    CHECK_FALSE(synthesis::polynomial_of(automaton_of_regex("(ab|cd){9}", sigma), 511, {}));
    check(automaton_of_regex("(ab|cd){5}", sigma), 4);
  }

  TEST_CASE("a language outside LTL[P,MOD] is refused with its certificate") {
    auto const sigma = support::alphabet_of("ab");
    auto const p = synthesis::polynomial_of(automaton_of_regex(".*a", sigma), 1000, {});
    REQUIRE_FALSE(p);
    auto const& why = std::get<synthesis::outside_class>(p.error()).why;
    CHECK(why.id == evidence::class_id::ltl_p_mod);
    CHECK(why.answer == evidence::membership::not_member);
  }

  TEST_CASE("a long word is one monomial, and a result past the limit says so") {
    auto const sigma = support::alphabet_of("ab");
    auto const a = automaton_of_regex("(ab){20000}", sigma);
    CHECK(made(a).longest == 40000);
    budget::budget limits;
    limits.max_states = 1000;
    auto const p = synthesis::polynomial_of(a, 1000, limits);
    REQUIRE_FALSE(p);
    CHECK(std::get<budget::limit_reached>(p.error()).way_out == "--max-states");
  }
}
