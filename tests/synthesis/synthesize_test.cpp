#include "ltlc/synthesis/synthesize.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "ltlc/logic/semantics.hpp"
#include "synthesis/members.hpp"

using namespace ltlc;
using evidence::class_id;

namespace {

constexpr class_id fragments[] = {class_id::ltl_p, class_id::ltl_y, class_id::ltl_p_mod,
                                  class_id::ltl_p_y, class_id::ltl_p_y_mod};

automaton::minimal_dfa of_regex(std::string const& regex, std::string const& letters) {
  regex::expression_pool pool;
  auto const sigma = support::alphabet_of(letters);
  auto const f = grammar::parse_regex({"", regex}, pool, &sigma);
  return automaton::minimize(automaton::construct(f.value(), pool, sigma, {}).value());
}

// How far the Y along a path of the formula reach back in all.
std::uint64_t reach(logic::formula f) {
  std::map<term::id, std::uint64_t> of;
  for (term::id const i : logic::subformulas(f)) {
    logic::node const& n = (*f.pool)[i];
    int const arity = logic::info(n.kind).arity;
    std::uint64_t far = arity >= 1 ? of[n.a] : 0;
    if (arity == 2) far = std::max(far, of[n.b]);
    of[i] = far + (n.kind == logic::op::yesterday ? n.b : 0);
  }
  return of[f.id];
}

// The formula has the operators of its fragment only, and what is said of it is true.
void keeps_its_word(synthesis::synthesized_formula const& s) {
  bool const past = s.fragment != class_id::ltl_y;
  bool const letters = s.fragment != class_id::ltl_p && s.fragment != class_id::ltl_p_mod;
  bool const periods = s.fragment == class_id::ltl_p_mod || s.fragment == class_id::ltl_p_y_mod;
  for (term::id const i : logic::subformulas(s.f)) {
    logic::node const& n = (*s.f.pool)[i];
    CHECK((n.kind != logic::op::past || past));
    CHECK((n.kind != logic::op::yesterday || letters));
    CHECK((n.kind != logic::op::mod || periods));
    CHECK(n.kind <= logic::op::yesterday);
    if (n.kind == logic::op::mod) CHECK(s.modulus % n.b == 0);
  }
  CHECK(reach(s.f) <= s.window);
  CHECK(s.after == synthesis::cost_of(s.f));
  CHECK(s.after <= s.before);
  CHECK(s.least_p_depth <= s.after.p_depth);
}

// By the definition of truth on words up to a length, and by the automaton on all.
void accepts_the_same(logic::formula f, automaton::minimal_dfa const& a, std::size_t longest) {
  auto const back = automaton::construct(f, a->sigma, {});
  REQUIRE(back.has_value());
  CHECK(automaton::minimize(*back) == a);
  for (text::word const& w : support::all_words(a->letters(), longest)) {
    CAPTURE(w);
    REQUIRE(logic::accepts(f, a->sigma, w) == automaton::accepts(*a, w));
  }
}

bool decided_member(automaton::minimal_dfa const& a, class_id id) {
  return algebra::decide(a, id, {}).answer == evidence::membership::member;
}

// The first of the fragments that has the language.
std::optional<class_id> least_fragment(automaton::minimal_dfa const& a) {
  for (class_id const id : fragments)
    if (decided_member(a, id)) return id;
  return std::nullopt;
}

// The words of length n decide which state of its component (and phase) a run is in that has been
// there for as long; in LTL[Y], which state it is in.
bool decides(automaton::dfa const& a, class_id fragment, std::size_t n) {
  auto const order = automaton::components(a);
  for (text::word const& w : support::all_words(a.letters(), n)) {
    if (w.size() != n) continue;
    std::map<std::pair<std::uint32_t, std::uint32_t>, automaton::state> reached;
    for (automaton::state q = 0; q < a.states(); ++q) {
      automaton::state const r = automaton::run(a, q, w);
      std::pair<std::uint32_t, std::uint32_t> key{order.component_of[r], order.phase[r]};
      if (fragment == class_id::ltl_y)
        key = {0, 0};
      else if (order.component_of[q] != order.component_of[r])
        continue;
      else if (fragment != class_id::ltl_p_y_mod)
        key.second = 0;
      if (reached.try_emplace(key, r).first->second != r) return false;
    }
  }
  return true;
}

void window_is_least(automaton::dfa const& a, synthesis::synthesized_formula const& s) {
  if (s.fragment == class_id::ltl_p || s.fragment == class_id::ltl_p_mod) {
    CHECK(s.window == 0);
    return;
  }
  CHECK(decides(a, s.fragment, s.window));
  if (s.window > 0) CHECK(!decides(a, s.fragment, s.window - 1));
}

// Synthesised without a fragment: all that is promised.
synthesis::synthesized_formula checked(automaton::minimal_dfa const& a, logic::formula_pool& pool,
                                       std::size_t longest) {
  auto const s = synthesis::synthesize(a, pool, std::nullopt, {});
  REQUIRE(s.has_value());
  INFO(logic::print(s->f, {.max_bytes = 2000}));
  auto const least = least_fragment(a);
  bool const alternative = s->fragment == class_id::ltl_y && decided_member(a, class_id::ltl_y);
  CHECK((s->fragment == least || (alternative && least == class_id::ltl_p)));
  keeps_its_word(*s);
  window_is_least(*a, *s);
  accepts_the_same(s->f, a, longest);
  return *s;
}

} // namespace

TEST_SUITE("synthesis") {
  TEST_CASE("simple languages get the formula of their fragment that a person would write") {
    struct row {
      std::string regex, letters, fragment, formula;
    };
    for (row const& r : {
             row{".*a", "ab", "LTL[Y]", "Y a"},
             row{".*ab", "ab", "LTL[Y]", "Y b & Y^2 a"},
             row{".*a...", "ab", "LTL[Y]", "Y^4 a"},
             row{".*ab.*", "abc", "LTL[P,Y]", "P (b & Y a)"},
             row{".*ab.*", "ab", "LTL[P]", "P (b & P a)"},
             row{".*aba.*", "ab", "LTL[P,Y]", "P (a & (Y b & Y^2 a))"},
             row{".*ab.*cd.*", "abcd", "LTL[P,Y]", "P (d & Y c & P (b & Y a))"},
             row{"(ab|c)*", "abc", "LTL[P,Y]", "!P (!b & Y a | b & !Y a) & !Y a"},
             row{"a.*", "ab", "LTL[P]", "P (a & !P true)"},
             row{"(ab)*", "ab", "LTL[P,MOD]", "!P (a & !MOD(1,2) | b & MOD(1,2)) & MOD(1,2)"},
             row{".*", "ab", "LTL[P]", "true"},
         }) {
      INFO(r.regex);
      auto const a = of_regex(r.regex, r.letters);
      logic::formula_pool pool;
      auto const s = checked(a, pool, 5);
      CHECK(evidence::info(s.fragment).name == r.fragment);
      CHECK(logic::print(s.f) == r.formula);
      CHECK(s.least_p_depth == s.after.p_depth);
    }
  }

  TEST_CASE("all automata of three states get a formula or a proof that there is none") {
    std::map<class_id, std::size_t> members;
    std::size_t outside = 0;
    std::set<std::pair<std::vector<automaton::state>, std::vector<bool>>> done;
    for (std::size_t n = 1; n <= 3; ++n) {
      std::size_t tables = 1;
      for (std::size_t i = 0; i < 2 * n; ++i)
        tables *= n;
      for (std::size_t table = 0; table < tables << n; ++table) {
        std::vector<automaton::state> delta;
        for (std::size_t i = 0, rest = table >> n; i < 2 * n; ++i, rest /= n)
          delta.push_back(static_cast<automaton::state>(rest % n));
        std::vector<bool> accepting(n);
        for (std::size_t q = 0; q < n; ++q)
          accepting[q] = (table >> q & 1) != 0;
        auto const a = automaton::minimize(by_definition::automaton_of(n, 2, delta, accepting));
        if (!done.insert({a->delta, a->accepting}).second) continue;
        CAPTURE(a->delta);
        logic::formula_pool pool;
        if (least_fragment(a)) {
          ++members[checked(a, pool, 6).fragment];
          continue;
        }
        ++outside;
        auto const s = synthesis::synthesize(a, pool, std::nullopt, {});
        REQUIRE(!s.has_value());
        auto const* const why = std::get_if<synthesis::outside_class>(&s.error());
        REQUIRE(why != nullptr);
        CHECK(why->why.id == class_id::ltl_p_y_mod);
        CHECK(why->why.answer == evidence::membership::not_member);
        CHECK(std::holds_alternative<evidence::state_pair_certificate>(why->why.proof));
      }
    }
    CHECK(members.size() == 5);
    CHECK(outside > 100);
  }

  TEST_CASE("random windows and moduli get right formulas") {
    std::uint64_t const seed = 20260801;
    CAPTURE(seed);
    support::random source(seed);
    std::map<class_id, std::size_t> members;
    for (int i = 0; i < 300; ++i) {
      CAPTURE(i);
      synthesis_members::member_shape const shape{
          2 + support::below(source, 2), 1 + support::below(source, 3), support::below(source, 4),
          1 + support::below(source, 3)};
      auto const a = synthesis_members::random_member(source, shape);
      if (a->states() > 14) continue;
      CAPTURE(a->delta);
      CAPTURE(a->accepting);
      logic::formula_pool pool;
      auto const s = checked(a, pool, a->letters() == 2 ? 8 : 5);
      CHECK(s.window <= std::max<std::size_t>(shape.window + shape.nodes, 3));
      ++members[s.fragment];
    }
    CHECK(members.size() == 5);
    CHECK(members[class_id::ltl_p_y_mod] > 10);
    CHECK(members[class_id::ltl_p_y] > 10);
  }

  TEST_CASE("languages of random formulas get right formulas, no deeper than is proved") {
    std::uint64_t const seed = 20260802;
    CAPTURE(seed);
    support::random source(seed);
    auto const shape = support::shape_of({logic::op::past, logic::op::yesterday}, {2, 3});
    std::size_t done = 0;
    for (int i = 0; i < 300; ++i) {
      CAPTURE(i);
      logic::formula_pool pool;
      logic::formula const f =
          support::random_formula(pool, source, shape, 3 + support::below(source, 8));
      INFO(logic::print(f));
      auto const a =
          automaton::minimize(automaton::construct(f, support::alphabet_of("ab"), {}).value());
      if (a->states() > 14) continue;
      CAPTURE(a->delta);
      checked(a, pool, 6);
      ++done;
    }
    CHECK(done > 120);
  }

  TEST_CASE("a fragment that is asked for is honoured or refused with its verdict") {
    std::uint64_t const seed = 20260803;
    CAPTURE(seed);
    support::random source(seed);
    std::map<std::pair<class_id, bool>, std::size_t> answers;
    for (int i = 0; i < 150; ++i) {
      CAPTURE(i);
      auto const a = synthesis_members::random_member(source, {2, 1 + support::below(source, 3),
                                                               support::below(source, 3),
                                                               1 + support::below(source, 2)});
      if (a->states() > 12) continue;
      CAPTURE(a->delta);
      for (class_id const id : fragments) {
        CAPTURE(evidence::info(id).name);
        logic::formula_pool pool;
        auto const s = synthesis::synthesize(a, pool, id, {});
        ++answers[{id, s.has_value()}];
        REQUIRE(s.has_value() == decided_member(a, id));
        if (!s) {
          REQUIRE(std::holds_alternative<synthesis::outside_class>(s.error()));
          CHECK(std::get<synthesis::outside_class>(s.error()).why.id == id);
          continue;
        }
        CHECK(s->fragment == id);
        keeps_its_word(*s);
        window_is_least(*a, *s);
        accepts_the_same(s->f, a, 5);
      }
    }
    CHECK(answers.size() >= 9); // all but a refusal by LTL[P,Y,MOD]
  }

  TEST_CASE("limits are answers") {
    auto const a = of_regex(".*ab.*cd.*", "abcd");
    logic::formula_pool pool;
    budget::budget few;
    few.max_states = 3;
    auto const small = synthesis::synthesize(a, pool, std::nullopt, few);
    REQUIRE(!small.has_value());
    CHECK(std::holds_alternative<budget::limit_reached>(small.error()));
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    late.timeout_seconds = 1;
    auto const slow = synthesis::synthesize(a, pool, std::nullopt, late);
    REQUIRE(!slow.has_value());
    REQUIRE(std::holds_alternative<budget::limit_reached>(slow.error()));
    CHECK(std::get<budget::limit_reached>(slow.error()).quantity == "seconds");
  }
}
