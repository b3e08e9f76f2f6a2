// Local threshold testability against its equation, over all quintuples of elements.
#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/algebra/criteria.hpp"

using namespace ltlc;

namespace {

using by_definition::map;
using by_definition::then;
using evidence::class_id;
using evidence::membership;

// Multiplication by numbers, from the maps.
struct multiplication {
  std::vector<map> elements;
  std::vector<std::vector<std::size_t>> times;

  explicit multiplication(std::vector<map> const& s) : elements(s) {
    for (map const& x : s) {
      times.emplace_back();
      for (map const& y : s)
        times.back().push_back(
            static_cast<std::size_t>(std::find(s.begin(), s.end(), then(x, y)) - s.begin()));
    }
  }
};

bool exchanges(std::vector<map> const& s) {
  multiplication const m(s);
  auto const& by = m.times;
  std::size_t const n = s.size();
  for (std::size_t e = 0; e < n; ++e)
    for (std::size_t f = 0; f < n; ++f) {
      if (by[e][e] != e || by[f][f] != f) continue;
      for (std::size_t x = 0; x < n; ++x)
        for (std::size_t y = 0; y < n; ++y)
          for (std::size_t z = 0; z < n; ++z) {
            std::size_t const exf = by[by[e][x]][f];
            std::size_t const ezf = by[by[e][z]][f];
            std::size_t const fye = by[by[f][y]][e];
            if (by[by[exf][fye]][ezf] != by[by[ezf][fye]][exf]) return false;
          }
    }
  return true;
}

map word_action(automaton::dfa const& a, text::word const& w) {
  map m = by_definition::identity(a);
  for (text::letter const x : w)
    m = then(m, by_definition::letter(a, x));
  return m;
}

map idempotent_power_of(map const& x) {
  map power = x;
  while (then(power, power) != power)
    power = then(power, x);
  return power;
}

void check_cycle(automaton::dfa const& a, evidence::cycle_certificate const& c) {
  map const u = word_action(a, c.u);
  REQUIRE(c.cycle.size() >= 2);
  for (std::size_t i = 0; i < c.cycle.size(); ++i)
    REQUIRE(u[c.cycle[i]] == c.cycle[(i + 1) % c.cycle.size()]);
  REQUIRE(c.cycle[0] != c.cycle[1]);
  REQUIRE(automaton::run(a, a.initial, c.x) == c.cycle[0]);
  REQUIRE(a.accepting[automaton::run(a, c.cycle[0], c.z)] !=
          a.accepting[automaton::run(a, c.cycle[1], c.z)]);
}

void check_equation(automaton::dfa const& a, evidence::equation_certificate const& c) {
  REQUIRE(c.broken == evidence::equation::threshold_exchange);
  REQUIRE(c.words.size() == 5);
  REQUIRE(!c.words[0].empty());
  REQUIRE(!c.words[1].empty());
  map const e = idempotent_power_of(word_action(a, c.words[0]));
  map const f = idempotent_power_of(word_action(a, c.words[1]));
  map const x = word_action(a, c.words[2]);
  map const y = word_action(a, c.words[3]);
  map const z = word_action(a, c.words[4]);
  auto const product = [](std::vector<map> const& factors) {
    map all = factors[0];
    for (std::size_t i = 1; i < factors.size(); ++i)
      all = then(all, factors[i]);
    return all;
  };
  automaton::state const left = product({e, x, f, y, e, z, f})[c.q];
  automaton::state const right = product({e, z, f, y, e, x, f})[c.q];
  REQUIRE(automaton::run(a, a.initial, c.x) == c.q);
  REQUIRE(a.accepting[automaton::run(a, left, c.z)] != a.accepting[automaton::run(a, right, c.z)]);
}

void check_threshold(automaton::dfa const& a, evidence::verdict const& v) {
  if (auto const* cycle = std::get_if<evidence::cycle_certificate>(&v.proof)) {
    check_cycle(a, *cycle);
    return;
  }
  auto const* equation = std::get_if<evidence::equation_certificate>(&v.proof);
  REQUIRE(equation != nullptr);
  check_equation(a, *equation);
}

// States in order, letters that wait or move on, now and then back: aperiodic automata in and out
// of LTT are common among them, while uniform ones have groups.
automaton::dfa ordered(std::mt19937_64& random, std::size_t most_states) {
  auto const below = [&](std::size_t n) { return random() % n; };
  std::size_t const n = 2 + below(most_states - 1);
  std::size_t const letters = 2 + below(2);
  std::vector<automaton::state> delta;
  std::vector<bool> accepting;
  for (std::size_t q = 0; q < n; ++q) {
    accepting.push_back(below(2) == 0);
    for (std::size_t x = 0; x < letters; ++x) {
      std::size_t const on = std::min(n - 1, q + 1 + below(2));
      delta.push_back(static_cast<automaton::state>(below(2) == 0   ? q
                                                    : below(8) == 0 ? below(n)
                                                                    : on));
    }
  }
  return by_definition::automaton_of(n, letters, std::move(delta), std::move(accepting));
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("thresholds are decided as the equation over all quintuples does") {
    std::uint64_t const seed = 20261133;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    int members = 0;
    int cycles = 0;
    int equations = 0;
    for (int i = 0, compared = 0; compared < 4000; ++i) {
      CAPTURE(i);
      automaton::dfa const a = *automaton::minimize(
          i % 4 != 0 ? ordered(random, 6) : by_definition::random_automaton(random, 6));
      auto const all = by_definition::elements(a, 26);
      if (!all) continue;
      ++compared;
      auto const s = algebra::enumerate(a, {});
      evidence::verdict const v = algebra::decide_threshold(a, s, {});
      bool const aperiodic = std::all_of(all->begin(), all->end(), [](map const& x) {
        map const power = idempotent_power_of(x);
        return then(power, x) == power;
      });
      bool const expected = aperiodic && exchanges(*all);
      REQUIRE(v.id == class_id::ltt);
      REQUIRE(v.answer == (expected ? membership::member : membership::not_member));
      if (expected) {
        ++members;
        REQUIRE(std::get<evidence::enumeration_certificate>(v.proof).elements == all->size());
        continue;
      }
      check_threshold(a, v);
      REQUIRE(std::holds_alternative<evidence::cycle_certificate>(v.proof) == !aperiodic);
      ++(aperiodic ? equations : cycles);
    }
    CHECK(members > 500);
    CHECK(cycles > 300);
    CHECK(equations > 250);
  }

  TEST_CASE("certificates against thresholds hold for larger automata") {
    std::uint64_t const seed = 20261134;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    int equations = 0;
    for (int i = 0; i < 600; ++i) {
      CAPTURE(i);
      automaton::dfa const a = *automaton::minimize(ordered(random, 10));
      budget::budget limits;
      limits.max_monoid = 1500;
      auto const s = algebra::enumerate(a, limits);
      evidence::verdict const v = algebra::decide_threshold(a, s, limits);
      if (v.answer == membership::undecided) REQUIRE(!s.complete);
      if (v.answer != membership::not_member) continue;
      check_threshold(a, v);
      if (std::holds_alternative<evidence::equation_certificate>(v.proof)) ++equations;
    }
    CHECK(equations > 30);
  }

  TEST_CASE("two a's can be told from one where they stand alone, and not where they are led to") {
    // Over {a, b}: at least two a's is LTT and not LT; a before b, both between c's, is neither.
    auto const two = by_definition::automaton_of(3, 2, {1, 0, 2, 1, 2, 2}, {false, false, true});
    CHECK(algebra::decide_threshold(two, algebra::enumerate(two, {}), {}).answer ==
          membership::member);
    // c*ac*bc* over {a, b, c}: with c idempotent, a and b may not be exchanged.
    auto const order = by_definition::automaton_of(4, 3, {1, 3, 0, 3, 2, 1, 3, 3, 2, 3, 3, 3},
                                                   {false, false, true, false});
    auto const v = algebra::decide_threshold(order, algebra::enumerate(order, {}), {});
    CHECK(v.answer == membership::not_member);
    check_threshold(order, v);
    auto const& words = std::get<evidence::equation_certificate>(v.proof).words;
    CHECK(words == std::vector<text::word>{{2}, {2}, {}, {1}, {0}});
  }

  TEST_CASE("the criterion on thresholds names the limit that it reaches") {
    auto const order = by_definition::automaton_of(4, 3, {1, 3, 0, 3, 2, 1, 3, 3, 2, 3, 3, 3},
                                                   {false, false, true, false});
    budget::budget few;
    few.max_monoid = 2;
    auto const v = algebra::decide_threshold(order, algebra::enumerate(order, few), few);
    CHECK(v.answer == membership::undecided);
    CHECK(v.limit.value().way_out == "--max-monoid");
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now();
    auto const w = algebra::decide_threshold(order, algebra::enumerate(order, {}), late);
    CHECK(w.answer == membership::undecided);
    CHECK(w.limit.value().way_out == "--timeout");
  }
}
