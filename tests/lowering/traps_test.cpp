// Languages outside LTL[P,MOD] that look inside on short words are never compiled for every length.
// A language goes the way that `ltlc compile` takes it: minimal automaton, formula_of, compile; and
// for a formula with Y the way of `ltlc formula`, whose result is compiled up to a stated length.
#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "lowering/model_on_words.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "ltlc/synthesis/formula_of.hpp"
#include "ltlc/synthesis/synthesize.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

using automaton::state;

automaton::dfa automaton_of_regex(std::string const& text, std::string const& letters) {
  regex::expression_pool pool;
  auto const sigma = alphabet_of(letters);
  auto const f = grammar::parse_regex({"trap", text}, pool, &sigma).value();
  return automaton::construct(f, pool, sigma, {}).value();
}

// Whether A^k has an order for the lcm k of 1 … |Q|: no state is left and reached again by words
// whose lengths k divides. That is LTL[P,MOD] by definition: a modulus that works divides into k.
bool inside_by_definition(automaton::minimal_dfa const& a) {
  std::size_t const n = a->states();
  std::size_t k = 1;
  for (std::size_t i = 2; i <= n; ++i)
    k = std::lcm(k, i);
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false)); // by k letters
  for (state p = 0; p < n; ++p) {
    std::vector<bool> at(n, false);
    at[p] = true;
    for (std::size_t step = 0; step < k; ++step) {
      std::vector<bool> next(n, false);
      for (state q = 0; q < n; ++q)
        for (text::letter x = 0; at[q] && x < a->letters(); ++x)
          next[a->next(q, x)] = true;
      at = std::move(next);
    }
    reach[p] = at;
  }
  for (std::size_t via = 0; via < n; ++via)
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = 0; q < n; ++q)
        if (reach[p][via] && reach[via][q]) reach[p][q] = true;
  for (std::size_t p = 0; p < n; ++p)
    for (std::size_t q = 0; q < p; ++q)
      if (reach[p][q] && reach[q][p]) return false;
  return true;
}

// The verdict's words, read letter by letter: x (uv)^n z and x (uv)^n u z differ for every n, and
// no modulus up to that of the certificate tells their positions apart.
void check_reason(automaton::dfa const& a, evidence::verdict const& why) {
  CHECK(why.answer == evidence::membership::not_member);
  auto const* c = std::get_if<evidence::state_pair_certificate>(&why.proof);
  REQUIRE(c != nullptr);
  CHECK(c->u.size() % c->modulus == 0);
  CHECK(c->v.size() % c->modulus == 0);
  text::word around = c->x;
  for (int n = 0; n < 6; ++n) {
    text::word near = around, far = around;
    far.insert(far.end(), c->u.begin(), c->u.end());
    near.insert(near.end(), c->z.begin(), c->z.end());
    far.insert(far.end(), c->z.begin(), c->z.end());
    CHECK(automaton::accepts(a, near) != automaton::accepts(a, far));
    around.insert(around.end(), c->u.begin(), c->u.end());
    around.insert(around.end(), c->v.begin(), c->v.end());
  }
}

std::vector<bool> members_of(automaton::dfa const& a, std::vector<text::word> const& words) {
  std::vector<bool> members;
  for (auto const& w : words)
    members.push_back(automaton::accepts(a, w));
  return members;
}

struct outcomes {
  std::size_t refused = 0;
  std::size_t compiled = 0; // for every length
  std::size_t bounded = 0;  // with Y, up to a stated length
};

// As `ltlc compile` does: a model for every length that says what the language says, or a refusal
// whose reason holds.
bool compiled_or_refused(automaton::dfa const& language, std::size_t longest, outcomes& seen,
                         format::number_format const& format) {
  auto const a = automaton::minimize(language);
  logic::formula_pool pool;
  auto const f = synthesis::formula_of(a, pool, {});
  CHECK(f.has_value() == inside_by_definition(a));
  if (!f) {
    auto const* outside = std::get_if<synthesis::outside_class>(&f.error());
    REQUIRE(outside != nullptr);
    check_reason(*a, outside->why);
    ++seen.refused;
    return false;
  }
  auto const m = lowering::compile(*f, a->sigma, {.format = format}, {});
  REQUIRE(m.has_value());
  CHECK_FALSE(m->max_length.has_value());
  auto const words = all_words(a->letters(), longest);
  CHECK(disagreements(*m, format, words, members_of(*a, words)) == 0);
  ++seen.compiled;
  return true;
}

// As `ltlc formula` and `ltlc compile --ltl` do after a refusal: with Y where the language has such
// a formula, and then no more is promised than a length.
void with_y_or_refused(automaton::dfa const& language, std::uint64_t promised, std::size_t longest,
                       outcomes& seen) {
  auto const a = automaton::minimize(language);
  logic::formula_pool pool;
  auto const f = synthesis::synthesize(a, pool, std::nullopt, {});
  if (!f) {
    CHECK(std::holds_alternative<synthesis::outside_class>(f.error()));
    ++seen.refused;
    return;
  }
  auto const m = lowering::compile(f->f, a->sigma, {.max_length = promised}, {});
  REQUIRE(m.has_value());
  REQUIRE(m->max_length.has_value());
  CHECK(*m->max_length >= promised);
  auto words = all_words(a->letters(), longest);
  std::erase_if(words, [&](auto const& w) { return w.size() > *m->max_length; });
  CHECK(disagreements(*m, format::fp32, words, members_of(*a, words)) == 0);
  ++seen.bounded;
}

// Agrees with `first` on all words shorter than n; the others are in iff `later` accepts them.
automaton::dfa switched(automaton::dfa const& first, automaton::dfa const& later, std::size_t n) {
  std::size_t const one = later.states();
  std::size_t const both = first.states() * one;
  automaton::dfa result{first.sigma, 0, {}, {}};
  auto const number = [&](std::size_t length, std::size_t p, std::size_t q) {
    return static_cast<state>(length * both + p * one + q);
  };
  result.initial = number(0, first.initial, later.initial);
  for (std::size_t length = 0; length <= n; ++length)
    for (state p = 0; p < first.states(); ++p)
      for (state q = 0; q < later.states(); ++q) {
        result.accepting.push_back(length < n ? first.accepting[p] : later.accepting[q]);
        for (text::letter x = 0; x < first.letters(); ++x)
          result.delta.push_back(
              number(std::min(length + 1, n), first.next(p, x), later.next(q, x)));
      }
  return result;
}

// Is #a − #b positive, with the difference kept between −n and n: majority on all words up to n.
automaton::dfa clipped_majority(std::size_t n, bool absorbing) {
  std::size_t const states = 2 * n + 1;
  automaton::dfa a{alphabet_of("ab"), static_cast<state>(n), {}, {}};
  for (std::size_t q = 0; q < states; ++q) {
    bool const end = q == 0 || q + 1 == states;
    a.accepting.push_back(q > n);
    a.delta.push_back(static_cast<state>(absorbing && end ? q : std::min(q + 1, states - 1)));
    a.delta.push_back(static_cast<state>((absorbing && end) || q == 0 ? q : q - 1));
  }
  return a;
}

} // namespace

TEST_SUITE("lowering") {

  TEST_CASE("languages outside LTL[P,MOD] are refused, with words that show why") {
    struct trap {
      char const* regex;
      char const* letters;
      bool with_y; // in LTL[P,Y,MOD]
    };
    outcomes seen;
    for (auto const& t :
         {trap{"(a|ba*b)*", "ab", false}, trap{".*ab.*", "abc", true}, trap{".*a", "ab", true},
          trap{"(aa|b)*", "ab", false}, trap{"(ab|c)*", "abc", true}, trap{"(a|bb)*", "ab", false},
          trap{".*aa.*", "ab", true}, trap{"~(.*aa.*)&~(.*bb.*)", "abc", true},
          trap{"(a(ab)*b)*", "ab", true}, trap{".*a..", "ab", true},
          trap{"(.*a)?(bb)*", "ab", false}, trap{"((a|b)(a|b)c)*|.*bc", "abc", true}}) {
      CAPTURE(std::string(t.regex));
      auto const a = automaton_of_regex(t.regex, t.letters);
      CHECK_FALSE(compiled_or_refused(a, 10, seen, format::fp32));
      outcomes y;
      with_y_or_refused(a, 40, a.letters() == 2 ? 10 : 7, y);
      CHECK(y.bounded == (t.with_y ? 1u : 0u));
    }
    CHECK(seen.refused == 12);
  }

  TEST_CASE("majority cut off at a count is refused, however late the cut") {
    outcomes seen;
    for (std::size_t n = 1; n <= 40; ++n)
      for (bool const absorbing : {false, true}) {
        // With absorbing ends and n = 1 the first letter decides.
        if (absorbing && n == 1) continue;
        CAPTURE(n);
        auto const a = clipped_majority(n, absorbing);
        for (auto const& w : all_words(2, std::min<std::size_t>(n, 8)))
          CHECK(automaton::accepts(a, w) ==
                (2 * std::count(w.begin(), w.end(), 0u) > static_cast<std::ptrdiff_t>(w.size())));
        if (n <= 3) CHECK_FALSE(compiled_or_refused(a, 10, seen, format::fp32));
        auto const least = automaton::minimize(a);
        logic::formula_pool pool;
        auto const f = synthesis::formula_of(least, pool, {});
        REQUIRE_FALSE(f.has_value());
        check_reason(*least, std::get<synthesis::outside_class>(f.error()).why);
        outcomes y;
        with_y_or_refused(a, 40, 10, y);
        // Between the ends −2 and 2 the position's parity and the last letter say where the count
        // is.
        CHECK(y.bounded == (absorbing && n == 2 ? 1u : 0u));
      }
    CHECK(seen.compiled == 0);
  }

  TEST_CASE("a language that agrees with one inside on all words shorter than n is refused") {
    constexpr std::uint64_t seed = 20261303;
    MESSAGE("seed " << seed);
    support::random source(seed);
    auto const sigma = alphabet_of("ab");
    std::vector<automaton::dfa> const poisons{
        automaton_of_regex("(a|ba*b)*", "ab"), automaton_of_regex("(aa|b)*", "ab"),
        automaton_of_regex(".*aa.*", "ab"), clipped_majority(2, false)};
    auto const shape = shape_of({logic::op::past}, {2, 3});
    auto const short_words = all_words(2, 12);
    outcomes seen;
    for (int round = 0; round < 60; ++round) {
      logic::formula_pool pool;
      auto const f = random_formula(pool, source, shape, 1 + below(source, 7));
      auto const member = *automaton::minimize(automaton::construct(f, sigma, {}).value());
      std::size_t const n = 1 + below(source, 12);
      auto const trap = switched(member, one_of(source, poisons), n);
      CAPTURE(logic::print(f, {.max_bytes = 200}));
      CAPTURE(n);
      for (auto const& w : short_words)
        if (w.size() < n) REQUIRE(automaton::accepts(trap, w) == logic::accepts(f, sigma, w));
      logic::formula_pool other;
      auto const a = automaton::minimize(trap);
      auto const g = synthesis::formula_of(a, other, {});
      REQUIRE_FALSE(g.has_value());
      check_reason(*a, std::get<synthesis::outside_class>(g.error()).why);
      ++seen.refused;
      // And the language that it agrees with is compiled.
      CHECK(compiled_or_refused(member, 8, seen, format::bf16));
    }
    CHECK(seen.refused == 60);
    CHECK(seen.compiled == 60);
  }

  TEST_CASE("random automata are compiled for every length iff some A^k has an order") {
    constexpr std::uint64_t seed = 20261304;
    MESSAGE("seed " << seed);
    support::random source(seed);
    outcomes seen;
    for (int round = 0; round < 1'500; ++round) {
      CAPTURE(round);
      auto const a = random_dfa(source, alphabet_of("ab"), 2 + below(source, 6));
      compiled_or_refused(a, 10, seen, format::fp16);
    }
    MESSAGE(seen.compiled << " compiled, " << seen.refused << " refused");
    CHECK(seen.compiled > 100);
    CHECK(seen.refused > 500);
  }

  TEST_CASE("random automata outside: with Y up to a stated length that holds, or refused") {
    constexpr std::uint64_t seed = 20261305;
    MESSAGE("seed " << seed);
    support::random source(seed);
    outcomes seen;
    for (int round = 0; round < 1'000; ++round) {
      CAPTURE(round);
      auto const a = random_dfa(source, alphabet_of("ab"), 2 + below(source, 4));
      if (inside_by_definition(automaton::minimize(a))) continue;
      with_y_or_refused(a, 1 + below(source, 12), 10, seen);
    }
    MESSAGE(seen.bounded << " compiled up to a length, " << seen.refused << " refused");
    CHECK(seen.bounded > 50);
    CHECK(seen.refused > 200);
  }

} // TEST_SUITE
