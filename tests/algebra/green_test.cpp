// Green's relations against their definition by ideals, on all small automata and random ones.
#include "ltlc/algebra/green.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "automaton/random_dfa.hpp"

using namespace ltlc;

namespace {

using by_definition::map;
using by_definition::then;

map action(algebra::semigroup const& s, algebra::element x) {
  map m(s.states);
  for (automaton::state q = 0; q < s.states; ++q)
    m[q] = x < s.size() ? s.image(x, q) : q;
  return m;
}

struct ideals {
  std::set<map> right, left, both;
};

ideals ideals_of(map const& x, std::vector<map> const& monoid) {
  ideals i;
  for (map const& m : monoid) {
    i.right.insert(then(x, m));
    i.left.insert(then(m, x));
  }
  for (map const& xm : i.right)
    for (map const& m : monoid)
      i.both.insert(then(m, xm));
  return i;
}

bool includes(std::set<map> const& large, std::set<map> const& small) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

void check_numbering(algebra::semigroup const& s, algebra::green_relations const& g) {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t cells = 0;
  for (algebra::j_class const& c : g.classes) {
    REQUIRE(c.first_r == rows);
    REQUIRE(c.first_l == columns);
    REQUIRE(c.first_h == cells);
    rows += c.rows;
    columns += c.columns;
    cells += c.rows * c.columns;
    REQUIRE(c.elements.size() == c.h_size() * c.rows * c.columns);
    for (std::size_t i = 1; i < c.elements.size(); ++i) {
      text::word const u = algebra::word_of(s, g, c.elements[i - 1]);
      text::word const v = algebra::word_of(s, g, c.elements[i]);
      bool const shorter = u.size() < v.size() || (u.size() == v.size() && u < v);
      REQUIRE(shorter);
    }
  }
  REQUIRE(g.r_classes == rows);
  REQUIRE(g.l_classes == columns);
  REQUIRE(g.group.size() == cells);
  for (algebra::element x = 0; x < s.size(); ++x)
    for (text::letter a = 0; a < s.letters; ++a) {
      REQUIRE(action(s, g.left[x * s.letters + a]) ==
              then(action(s, s.generator[a]), action(s, x)));
      REQUIRE(g.r_of[s.right[x * s.letters + a]] >= g.r_of[x]);
      REQUIRE(g.l_of[g.left[x * s.letters + a]] >= g.l_of[x]);
    }
}

// What of the relations the definition says, and how many J-classes there are.
void check_by_definition(automaton::dfa const& a) {
  auto const s = algebra::enumerate(a, {});
  auto const found = algebra::relations_of(s, {});
  REQUIRE(found.has_value());
  algebra::green_relations const& g = *found;
  auto const all = by_definition::elements(a, 10'000).value();
  std::vector<map> const monoid = by_definition::with_identity(all, a);
  REQUIRE(g.size == monoid.size());
  REQUIRE(g.j_of.size() == g.size);
  REQUIRE(action(s, g.one) == by_definition::identity(a));
  REQUIRE(algebra::word_of(s, g, g.one).empty());
  check_numbering(s, g);

  std::vector<map> maps;
  std::vector<ideals> of;
  for (algebra::element x = 0; x < g.size; ++x) {
    maps.push_back(action(s, x));
    of.push_back(ideals_of(maps[x], monoid));
  }
  for (algebra::element x = 0; x < g.size; ++x) {
    REQUIRE(g.idempotent[x] == (then(maps[x], maps[x]) == maps[x]));
    bool regular = false;
    for (map const& m : monoid)
      regular = regular || then(then(maps[x], m), maps[x]) == maps[x];
    REQUIRE(g.regular(x) == regular);
    bool group = false;
    for (algebra::element y = 0; y < g.size; ++y) {
      REQUIRE((g.r_of[x] == g.r_of[y]) == (of[x].right == of[y].right));
      REQUIRE((g.l_of[x] == g.l_of[y]) == (of[x].left == of[y].left));
      REQUIRE((g.j_of[x] == g.j_of[y]) == (of[x].both == of[y].both));
      bool const same_cell = of[x].right == of[y].right && of[x].left == of[y].left;
      REQUIRE((g.h_of(x) == g.h_of(y)) == same_cell);
      group = group || (same_cell && g.idempotent[y]);
      if (g.j_of[x] < g.j_of[y]) REQUIRE(!includes(of[y].both, of[x].both));
    }
    REQUIRE(g.group[g.h_of(x)] == group);
  }

  auto const covered = algebra::covered_classes(s, g, {});
  REQUIRE(covered.has_value());
  auto const above = [&](std::size_t c, std::size_t d) {
    return c != d && includes(of[g.classes[c].elements[0]].both, of[g.classes[d].elements[0]].both);
  };
  for (std::size_t c = 0; c < g.classes.size(); ++c) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t d = 0; d < g.classes.size(); ++d) {
      bool between = false;
      for (std::size_t b = 0; b < g.classes.size(); ++b)
        between = between || (above(c, b) && above(b, d));
      if (above(c, d) && !between) expected.push_back(d);
    }
    REQUIRE((*covered)[c] == expected);
  }
}

automaton::dfa generated(std::size_t points, std::vector<std::vector<automaton::state>> const& by) {
  std::vector<automaton::state> delta;
  for (automaton::state q = 0; q < points; ++q)
    for (auto const& letter : by)
      delta.push_back(letter[q]);
  return by_definition::automaton_of(points, by.size(), std::move(delta),
                                     std::vector<bool>(points, true));
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("Green's relations of all automata with up to 3 states are those of the ideals") {
    auto const sigma = text::alphabet::make({"a", "b"}).value();
    std::set<std::vector<automaton::state>> seen;
    std::size_t identities = 0;
    for (std::size_t states = 1; states <= 3; ++states)
      support::each_dfa(sigma, states, [&](automaton::dfa const& a) {
        if (!seen.insert(a.delta).second) return;
        CAPTURE(a.delta);
        check_by_definition(a);
        auto const s = algebra::enumerate(a, {});
        if (algebra::relations_of(s, {}).value().one < s.size()) ++identities;
      });
    CHECK(seen.size() == 1 + 16 + 729);
    CHECK(identities > 100); // some word acts as the identity in these, in the others none
    CHECK(identities < seen.size() - 100);
  }

  TEST_CASE("Green's relations of random automata are those of the ideals") {
    std::uint64_t const seed = 20261130;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::size_t irregular = 0;
    for (int i = 0, compared = 0; compared < 250; ++i) {
      CAPTURE(i);
      automaton::dfa const a = by_definition::random_automaton(random, 6);
      if (!by_definition::elements(a, 90)) continue;
      ++compared;
      check_by_definition(a);
      auto const s = algebra::enumerate(a, {});
      auto const g = algebra::relations_of(s, {}).value();
      irregular += static_cast<std::size_t>(
          std::count_if(g.classes.begin(), g.classes.end(),
                        [](algebra::j_class const& c) { return !c.regular; }));
    }
    CHECK(irregular > 100);
  }

  TEST_CASE("the full transformation monoid has a J-class for each rank") {
    // Rank r on n points: C(n,r) images, S(n,r) kernels, cells of r! maps.
    auto const s = algebra::enumerate(generated(4, {{1, 2, 3, 0}, {1, 0, 2, 3}, {0, 0, 2, 3}}), {});
    CHECK(s.size() == 256);
    auto const g = algebra::relations_of(s, {}).value();
    CHECK(g.size == 256);
    REQUIRE(g.classes.size() == 4);
    std::size_t const rows[] = {1, 6, 7, 1};
    std::size_t const columns[] = {1, 4, 6, 4};
    std::size_t const cell[] = {24, 6, 2, 1};
    for (std::size_t c = 0; c < 4; ++c) {
      CHECK(g.classes[c].rows == rows[c]);
      CHECK(g.classes[c].columns == columns[c]);
      CHECK(g.classes[c].h_size() == cell[c]);
      CHECK(g.classes[c].regular);
    }
    CHECK(std::count(g.idempotent.begin(), g.idempotent.end(), true) == 41);
    auto const order = algebra::covered_classes(s, g, {}).value();
    CHECK(order == std::vector<std::vector<std::uint32_t>>{{1}, {2}, {3}, {}});

    auto const t3 = algebra::enumerate(generated(3, {{1, 2, 0}, {1, 0, 2}, {0, 0, 2}}), {});
    CHECK(algebra::relations_of(t3, {}).value().size == 27);
    auto const s4 = algebra::enumerate(generated(4, {{1, 2, 3, 0}, {1, 0, 2, 3}}), {});
    auto const group = algebra::relations_of(s4, {}).value();
    CHECK(group.size == 24);
    CHECK(group.classes.size() == 1);
    CHECK(group.classes[0].h_size() == 24);
  }

  TEST_CASE("Green's relations name the limit that they reach") {
    auto const s = algebra::enumerate(generated(4, {{1, 2, 3, 0}, {1, 0, 2, 3}, {0, 0, 2, 3}}), {});
    budget::budget tight;
    tight.max_bytes = 1000;
    CHECK(algebra::relations_of(s, tight).error().quantity == "bytes");
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now();
    CHECK(algebra::relations_of(s, late).error().way_out == "--timeout");
    auto const g = algebra::relations_of(s, {}).value();
    tight.max_bytes = 100;
    CHECK(algebra::covered_classes(s, g, tight).error().quantity == "bytes");
    CHECK(algebra::covered_classes(s, g, late).error().way_out == "--timeout");
  }
}
