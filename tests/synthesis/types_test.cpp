#include "ltlc/synthesis/types.hpp"

#include <map>
#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/synthesis/type_formula.hpp"
#include "synthesis/members.hpp"

using namespace ltlc;

namespace {

automaton::minimal_dfa of_formula(logic::formula f, std::string const& letters) {
  return automaton::minimize(automaton::construct(f, support::alphabet_of(letters), {}).value());
}

// Depths below this number are not enough.
std::size_t depth_needed(automaton::minimal_dfa const& a, std::uint64_t window,
                         std::uint64_t modulus, std::size_t most) {
  std::size_t d = 0;
  while (d < most && synthesis::find_types(a, window, modulus, d, 1U << 14, {}).answer ==
                         synthesis::separation::impossible)
    ++d;
  return d;
}

// Types as texts, from the definition.
struct types {
  std::uint64_t window, modulus;

  // What a formula without P sees at position i of w; i = |w| + 1 has no letter.
  [[nodiscard]] std::string seen(text::word const& w, std::size_t i) const {
    std::string s = std::to_string(i % modulus) + ":";
    for (std::size_t j = 1; j <= w.size() && j <= i; ++j)
      if (i - j <= window) s += std::to_string(w[j - 1]) + ",";
    return s + (i > w.size() ? "end" : "");
  }
  [[nodiscard]] std::string of(text::word const& w, std::size_t i, std::size_t depth) const {
    if (depth == 0) return "";
    std::set<std::string> parts;
    for (std::size_t j = 1; j < i; ++j)
      parts.insert(seen(w, j) + of(w, j, depth - 1));
    std::string s = "{";
    for (std::string const& p : parts)
      s += p + ";";
    return s + "}";
  }
};

// The least depth at which the words up to a length that have one type get one answer.
std::size_t by_all_words(automaton::dfa const& a, types const& t, std::size_t longest,
                         std::size_t most) {
  for (std::size_t d = 0; d < most; ++d) {
    std::map<std::string, bool> answer;
    bool told_apart = true;
    for (text::word const& w : support::all_words(a.letters(), longest)) {
      std::size_t const end = w.size() + 1;
      bool const accepted = automaton::accepts(a, w);
      std::string const type = t.seen(w, end) + t.of(w, end, d);
      told_apart = told_apart && answer.try_emplace(type, accepted).first->second == accepted;
    }
    if (told_apart) return d;
  }
  return most;
}

struct measures {
  std::uint64_t reach = 0; // the largest sum of the exponents of Y along a path
  std::uint64_t modulus = 1;
};

measures measured(logic::formula f) {
  measures m;
  std::map<term::id, std::uint64_t> of;
  for (term::id const i : logic::subformulas(f)) {
    logic::node const& n = (*f.pool)[i];
    int const arity = logic::info(n.kind).arity;
    std::uint64_t far = arity >= 1 ? of[n.a] : 0;
    if (arity == 2) far = std::max(far, of[n.b]);
    of[i] = far + (n.kind == logic::op::yesterday ? n.b : 0);
    if (n.kind == logic::op::mod) m.modulus = std::lcm(m.modulus, std::uint64_t{n.b});
  }
  m.reach = of[f.id];
  return m;
}

} // namespace

TEST_SUITE("synthesis") {
  TEST_CASE("known depths are proved") {
    struct row {
      std::string formula;
      std::uint64_t window, modulus;
      std::size_t depth;
    };
    for (row const& r : {row{"P a", 0, 1, 1}, row{"Y a", 1, 1, 0}, row{"P(a & P b)", 0, 1, 2},
                         row{"P(a & !P true)", 0, 1, 2}, row{"P(a & Y b)", 1, 1, 1},
                         row{"P(a & P(b & P(a & P b)))", 0, 1, 4}, row{"MOD(1,2)", 0, 2, 0},
                         row{"P(a & MOD(0,2) & P(b & MOD(1,2)))", 0, 2, 2},
                         row{"P(b & Y a & P(b & Y b))", 1, 1, 2}, row{"true", 0, 1, 0}}) {
      INFO(r.formula);
      logic::formula_pool pool;
      auto const f = grammar::parse_formula({"", r.formula}, pool);
      REQUIRE(f.has_value());
      CHECK(depth_needed(of_formula(*f, "abc"), r.window, r.modulus, 9) == r.depth);
    }
  }

  TEST_CASE("no formula is shallower than what is proved of its language") {
    std::uint64_t const seed = 20260811;
    CAPTURE(seed);
    support::random source(seed);
    auto const shape = support::shape_of({logic::op::past, logic::op::yesterday}, {2, 3});
    std::size_t met = 0;
    for (int i = 0; i < 300; ++i) {
      CAPTURE(i);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 2 + support::below(source, 9));
      INFO(logic::print(f));
      auto const a = of_formula(f, "ab");
      if (a->states() > 40) continue;
      measures const m = measured(f);
      std::size_t const depth = depth_needed(a, m.reach, m.modulus, 9);
      CHECK(depth <= logic::p_depth(f));
      met += depth == logic::p_depth(f) ? 1U : 0U;
    }
    CHECK(met > 100);
  }

  TEST_CASE("what two short words show is found") {
    std::uint64_t const seed = 20260812;
    CAPTURE(seed);
    support::random source(seed);
    std::size_t equal = 0;
    for (int i = 0; i < 60; ++i) {
      CAPTURE(i);
      synthesis_members::member_shape const shape{2, 1 + support::below(source, 3),
                                                  support::below(source, 3),
                                                  1 + support::below(source, 2)};
      auto const a = synthesis_members::random_member(source, shape);
      CAPTURE(a->delta);
      types const t{shape.window, shape.modulus};
      std::size_t const expected = by_all_words(*a, t, 7, 3);
      std::size_t const found = depth_needed(a, shape.window, shape.modulus, 3);
      CHECK(found >= expected);
      equal += found == expected ? 1U : 0U;
    }
    CHECK(equal > 45);
  }

  TEST_CASE("where a depth suffices, types give a formula of it") {
    std::uint64_t const seed = 20260813;
    CAPTURE(seed);
    support::random source(seed);
    std::size_t written = 0;
    std::size_t deep = 0;
    for (int i = 0; i < 250; ++i) {
      CAPTURE(i);
      synthesis_members::member_shape const shape{
          2 + support::below(source, 2), 1 + support::below(source, 4), support::below(source, 2),
          1 + support::below(source, 2)};
      auto const a = synthesis_members::random_member(source, shape);
      if (a->states() > 12) continue;
      CAPTURE(a->delta);
      std::size_t const depth = depth_needed(a, shape.window, shape.modulus, 4);
      auto const types = synthesis::find_types(a, shape.window, shape.modulus, depth, 1U << 14, {});
      if (types.answer != synthesis::separation::complete) continue;
      logic::formula_pool pool;
      auto const f = synthesis::formula_of_types(*a, types.table, shape.modulus, pool, {});
      if (!f) continue;
      INFO(logic::print(*f, {.max_bytes = 2000}));
      measures const m = measured(*f);
      CHECK(logic::p_depth(*f) <= depth);
      CHECK(m.reach <= shape.window);
      CHECK(shape.modulus % m.modulus == 0);
      auto const made = automaton::construct(*f, a->sigma, {});
      REQUIRE(made.has_value());
      CHECK(automaton::minimize(*made) == a);
      ++written;
      deep += depth >= 2 ? 1U : 0U;
    }
    CHECK(written > 100);
    CHECK(deep > 8);
  }
}
