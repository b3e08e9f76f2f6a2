// FO² with successor and moduli, against DA's equation (xyz)^ω y (xyz)^ω = (xyz)^ω in every eSe and
// eTe; certificates are read out by hand.
#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/algebra/criteria.hpp"

using namespace ltlc;

namespace {

using by_definition::map;
using by_definition::then;
using evidence::class_id;
using evidence::membership;

map idempotent_power(map const& x) {
  map power = x;
  while (then(power, power) != power)
    power = then(power, x);
  return power;
}

bool in_da(std::vector<map> const& m) {
  for (map const& x : m)
    for (map const& y : m)
      for (map const& z : m) {
        map const power = idempotent_power(then(then(x, y), z));
        if (then(then(power, y), power) != power) return false;
      }
  return true;
}

std::vector<map> idempotents(std::vector<map> const& s) {
  std::vector<map> found;
  for (map const& e : s)
    if (then(e, e) == e) found.push_back(e);
  return found;
}

bool locally_in_da(std::vector<map> const& s, std::vector<map> const& units) {
  for (map const& e : units) {
    std::set<map> local;
    for (map const& x : s)
      local.insert(then(then(e, x), e));
    if (!in_da({local.begin(), local.end()})) return false;
  }
  return true;
}

bool by_algebra(automaton::dfa const& a, std::vector<map> const& s, class_id id) {
  if (id == class_id::ltl_p_f_y_x) return locally_in_da(s, idempotents(s));
  std::set<map> const stable = by_definition::stable_semigroup(a).second;
  std::vector<map> const t(stable.begin(), stable.end());
  if (id == class_id::ltl_p_f_mod) return in_da(by_definition::with_identity(t, a));
  return locally_in_da(t, idempotents(s));
}

map action_of(automaton::dfa const& a, text::word const& w) {
  map m = by_definition::identity(a);
  for (text::letter const x : w)
    m = then(m, by_definition::letter(a, x));
  return m;
}

void check_regular(automaton::dfa const& a, evidence::verdict const& v) {
  auto const* c = std::get_if<evidence::regular_certificate>(&v.proof);
  REQUIRE(c != nullptr);
  map const x = action_of(a, c->a);
  map const xx = then(x, x);
  REQUIRE(then(then(x, action_of(a, c->b)), x) == x);
  REQUIRE(automaton::run(a, a.initial, c->x) == c->q);
  REQUIRE(x[c->q] != xx[c->q]);
  bool const once = a.accepting[automaton::run(a, x[c->q], c->z)];
  REQUIRE(once != a.accepting[automaton::run(a, xx[c->q], c->z)]);
  REQUIRE(c->e.has_value() == (v.id != class_id::ltl_p_f_mod));
  if (c->e) {
    REQUIRE(!c->e->empty());
    map const e = action_of(a, *c->e);
    REQUIRE(then(e, x) == x);
    REQUIRE(then(x, e) == x);
  }
  REQUIRE(c->pad.has_value() == (v.id != class_id::ltl_p_f_y_x));
  if (!c->pad) return;
  REQUIRE(!c->pad->loop.empty());
  REQUIRE(c->a.size() % c->pad->loop.size() == 0);
  REQUIRE(!c->a.empty());
  REQUIRE(c->pad->at <= c->a.size());
  text::word const u(c->a.begin(), c->a.begin() + static_cast<std::ptrdiff_t>(c->pad->at));
  REQUIRE(then(action_of(a, u), action_of(a, c->pad->loop)) == action_of(a, u));
}

constexpr class_id decided[] = {class_id::ltl_p_f_mod, class_id::ltl_p_f_y_x,
                                class_id::ltl_p_f_y_x_mod};

automaton::dfa of_letters(std::vector<map> const& letters, std::vector<bool> accepting) {
  std::vector<automaton::state> delta;
  for (std::size_t q = 0; q < accepting.size(); ++q)
    for (map const& letter : letters)
      delta.push_back(letter[q]);
  return by_definition::automaton_of(accepting.size(), letters.size(), std::move(delta),
                                     std::move(accepting));
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("regular elements decide the classes of FO² as the equation of DA does") {
    std::uint64_t const seed = 20261131;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::array<std::array<int, 2>, 3> seen{};
    std::size_t longest = 0;
    for (int i = 0, compared = 0; compared < 3000; ++i) {
      CAPTURE(i);
      automaton::dfa const a = *automaton::minimize(by_definition::random_automaton(random, 6));
      auto const all = by_definition::elements(a, 26);
      if (!all) continue;
      ++compared;
      auto const s = algebra::enumerate(a, {});
      for (std::size_t c = 0; c < 3; ++c) {
        CAPTURE(c);
        evidence::verdict const v = algebra::decide_regular(a, s, decided[c], {});
        bool const expected = by_algebra(a, *all, decided[c]);
        REQUIRE(v.id == decided[c]);
        REQUIRE(v.answer == (expected ? membership::member : membership::not_member));
        ++seen[c][expected ? 1 : 0];
        if (!expected) {
          check_regular(a, v);
          longest = std::max(longest, std::get<evidence::regular_certificate>(v.proof).a.size());
          continue;
        }
        auto const* proof = std::get_if<evidence::enumeration_certificate>(&v.proof);
        REQUIRE(proof != nullptr);
        REQUIRE(proof->elements == all->size());
        REQUIRE(proof->stability_index == (c == 1 ? 0 : algebra::stability_index(s, {}).value()));
      }
    }
    for (auto const& [no, yes] : seen) {
      CHECK(no > 200);
      CHECK(yes > 200);
    }
    CHECK(longest >= 3);
  }

  TEST_CASE("certificates of larger automata hold") {
    std::uint64_t const seed = 20261132;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
      CAPTURE(i);
      automaton::dfa const a = *automaton::minimize(by_definition::random_automaton(random, 12));
      budget::budget limits;
      limits.max_monoid = 3000;
      auto const s = algebra::enumerate(a, limits);
      for (class_id const id : decided) {
        evidence::verdict const v = algebra::decide_regular(a, s, id, limits);
        REQUIRE((v.answer == membership::undecided) == !s.complete);
        if (v.answer != membership::not_member) continue;
        ++refused;
        check_regular(a, v);
      }
    }
    CHECK(refused > 100);
  }

  TEST_CASE("a regular element's word is padded when the modulus needs it") {
    // (aa)*: the group of two, where a is no element of T.
    auto const parity_of_length = of_letters({{1, 0}}, {true, false});
    auto const s = algebra::enumerate(parity_of_length, {});
    CHECK(algebra::decide_regular(parity_of_length, s, class_id::ltl_p_f_mod, {}).answer ==
          membership::member);
    CHECK(algebra::decide_regular(parity_of_length, s, class_id::ltl_p_f_y_x, {}).answer ==
          membership::not_member);
    // The number of a's is even, over {a, b}: here a is.
    auto const parity = of_letters({{1, 0}, {0, 1}}, {true, false});
    auto const p = algebra::enumerate(parity, {});
    for (class_id const id : decided) {
      auto const v = algebra::decide_regular(parity, p, id, {});
      CHECK(v.answer == membership::not_member);
      check_regular(parity, v);
    }
  }

  TEST_CASE("the idempotent that fixes an element may come after hundreds of others") {
    // 255 sets of letters that were read, each idempotent, and beside them a cycle of 20 d's.
    constexpr automaton::state cycle = 256;
    constexpr automaton::state sink = cycle + 20;
    automaton::dfa a;
    a.sigma = text::alphabet::from_option("12345678d").value();
    a.accepting.assign(sink + 1, false);
    a.accepting[cycle] = true;
    for (automaton::state q = 0; q <= sink; ++q) {
      for (automaton::state x = 0; x < 8; ++x)
        a.delta.push_back(q < cycle ? q | (1U << x) : sink);
      a.delta.push_back(q == 0                   ? cycle + 1
                        : q >= cycle && q < sink ? cycle + (q - cycle + 1) % 20
                                                 : sink);
    }
    auto const s = algebra::enumerate(a, {});
    REQUIRE(s.size() == 255 + 20 + 1);
    auto const v = algebra::decide_regular(a, s, class_id::ltl_p_f_y_x, {});
    REQUIRE(v.answer == membership::not_member);
    check_regular(a, v);
    CHECK(std::get<evidence::regular_certificate>(v.proof).e.value().size() == 20);
    CHECK(algebra::decide_regular(a, s, class_id::ltl_p_f_y_x_mod, {}).answer ==
          membership::member);
    CHECK(algebra::decide_regular(a, s, class_id::ltl_p_f_mod, {}).answer == membership::member);
  }

  TEST_CASE("the criteria on regular elements name the limit that they reach") {
    auto const t4 =
        of_letters({{1, 2, 3, 0}, {1, 0, 2, 3}, {0, 0, 2, 3}}, {true, false, false, false});
    budget::budget few;
    few.max_monoid = 100;
    auto const part = algebra::enumerate(t4, few);
    auto const s = algebra::enumerate(t4, {});
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now();
    for (class_id const id : decided) {
      auto const v = algebra::decide_regular(t4, part, id, few);
      CHECK(v.answer == membership::undecided);
      CHECK(v.limit.value().way_out == "--max-monoid");
      auto const w = algebra::decide_regular(t4, s, id, late);
      CHECK(w.answer == membership::undecided);
      CHECK(w.limit.value().way_out == "--timeout");
    }
  }
}
