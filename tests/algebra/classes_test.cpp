#include "ltlc/algebra/classify.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/checking/check.hpp"

using namespace ltlc;
using evidence::class_id;
using evidence::membership;

namespace {

struct tally {
  std::array<std::array<std::size_t, 2>, evidence::class_count> seen{};
  // Automata in the first class and not in the second.
  std::array<std::array<std::size_t, evidence::class_count>, evidence::class_count> only_first{};
};

// The least number of last letters that decide which state of its component (and phase) a run is
// in, from the pairs that words of growing length lead to.
std::uint64_t least_window(automaton::dfa const& a, bool by_phase) {
  auto const order = automaton::components(a);
  std::set<std::pair<automaton::state, automaton::state>> pairs;
  for (automaton::state p = 0; p < a.states(); ++p)
    for (automaton::state q = 0; q < a.states(); ++q)
      if (p != q && order.component_of[p] == order.component_of[q] &&
          (!by_phase || order.phase[p] == order.phase[q]))
        pairs.emplace(p, q);
  for (std::uint64_t w = 0;; ++w) {
    if (pairs.empty()) return w;
    std::set<std::pair<automaton::state, automaton::state>> next;
    for (auto const& [p, q] : pairs)
      for (text::letter x = 0; x < a.letters(); ++x) {
        automaton::state const r = a.next(p, x);
        automaton::state const s = a.next(q, x);
        if (r != s && order.component_of[r] == order.component_of[p] &&
            order.component_of[s] == order.component_of[p])
          next.emplace(r, s);
      }
    pairs = next;
  }
}

// The numbers that certificates of members carry are the least ones.
void compare_numbers(automaton::dfa const& a, evidence::verdict const& v) {
  if (auto const* const local = std::get_if<evidence::strictly_local_certificate>(&v.proof)) {
    auto const tier = v.id == class_id::sl ? by_definition::all_letters(a) : local->tier;
    CHECK(local->tier == tier);
    CHECK(by_definition::strictly_local(a, tier) == local->k);
    for (text::letter x = 0; v.id == class_id::tsl && x < a.letters(); ++x)
      CHECK((std::find(tier.begin(), tier.end(), x) == tier.end()) ==
            (by_definition::letter(a, x) == by_definition::identity(a)));
  }
  if (auto const* const pairs = std::get_if<evidence::acyclic_pairs_certificate>(&v.proof))
    CHECK(pairs->window == least_window(a, v.id == class_id::ltl_p_y_mod));
}

// Every class of one automaton against the definitions, by itself and together with the others.
void compare(automaton::minimal_dfa const& a, std::vector<by_definition::map> const& s,
             tally& count) {
  std::vector<bool> const expected = by_definition::memberships(*a, s);
  algebra::classification const together = algebra::classify(a, {}, {});
  REQUIRE(together.verdicts.size() == evidence::class_count);
  for (evidence::class_info const& c : evidence::class_table()) {
    auto const row = static_cast<std::size_t>(c.id);
    INFO(c.name);
    evidence::verdict const alone = algebra::decide(a, c.id, {});
    for (evidence::verdict const& v : {alone, together.verdicts[row]}) {
      REQUIRE(v.id == c.id);
      CHECK((v.answer == membership::member) == expected[row]);
      REQUIRE(v.answer != membership::undecided);
      compare_numbers(*a, v);
      CHECK(checking::check(*a, v, {}).reason == "");
    }
    ++count.seen[row][expected[row] ? 1 : 0];
    for (std::size_t other = 0; other < evidence::class_count; ++other)
      count.only_first[row][other] += expected[row] && !expected[other] ? 1U : 0U;
  }
  CHECK(together.monoid_size == by_definition::with_identity(s, *a).size());
  CHECK(together.stability_index == by_definition::stable_semigroup(*a).first);
  CHECK(together.least_is_certain);
  bool const windowed = expected[static_cast<std::size_t>(class_id::ltl_p_y_mod)];
  REQUIRE(together.window.has_value() == windowed);
  if (windowed) CHECK(*together.window == least_window(*a, true));
  auto const power = by_definition::least_ordered_power(*a, 60);
  REQUIRE(together.modulus.has_value() == power.has_value());
  if (power) CHECK(*together.modulus == *power);
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("every class agrees with the algebra on all automata of three states") {
    tally count;
    std::set<std::vector<std::uint32_t>> done;
    for (std::size_t n = 1; n <= 3; ++n) {
      std::size_t tables = 1;
      for (std::size_t i = 0; i < 2 * n; ++i)
        tables *= n;
      for (std::size_t table = 0; table < tables; ++table)
        for (std::size_t accepting = 0; accepting < (std::size_t{1} << n); ++accepting) {
          std::vector<automaton::state> delta;
          for (std::size_t i = 0, rest = table; i < 2 * n; ++i, rest /= n)
            delta.push_back(static_cast<automaton::state>(rest % n));
          std::vector<bool> final(n);
          for (std::size_t q = 0; q < n; ++q)
            final[q] = (accepting >> q & 1) != 0;
          auto const a = automaton::minimize(by_definition::automaton_of(n, 2, delta, final));
          // Acceptance only says which automata are minimal: one of each table is enough.
          if (!done.insert(a->delta).second) continue;
          CAPTURE(delta);
          compare(a, *by_definition::elements(*a, 1000), count);
        }
    }
    CHECK(done.size() > 100);
  }

  TEST_CASE("every class agrees with the algebra on random minimal automata") {
    tally count;
    std::uint64_t const seed = 20260701;
    std::mt19937_64 random(seed);
    for (std::size_t i = 0, compared = 0; compared < 5000; ++i) {
      auto const a = automaton::minimize(by_definition::random_automaton(random, 6));
      auto const s = by_definition::elements(*a, 60);
      if (!s || a->states() == 1) continue;
      CAPTURE(seed);
      CAPTURE(i);
      CAPTURE(a->delta);
      compare(a, *s, count);
      ++compared;
    }
    // No a … b … c: strictly piecewise, and no tier makes it strictly local.
    auto const spread = automaton::minimize(by_definition::automaton_of(
        4, 3, {1, 0, 0, 1, 2, 1, 2, 2, 3, 3, 3, 3}, {true, true, true, false}));
    compare(spread, *by_definition::elements(*spread, 100), count);
    for (evidence::class_info const& c : evidence::class_table()) {
      INFO(c.name);
      CHECK(count.seen[static_cast<std::size_t>(c.id)][0] > 100);
      CHECK(count.seen[static_cast<std::size_t>(c.id)][1] > 100);
    }
    // The inclusions hold, and there are no others.
    for (evidence::class_info const& first : evidence::class_table())
      for (evidence::class_info const& second : evidence::class_table()) {
        if (first.id == second.id) continue;
        CAPTURE(first.name);
        CAPTURE(second.name);
        bool const always = evidence::contained(first.id, second.id);
        auto const differ = count.only_first[static_cast<std::size_t>(first.id)]
                                            [static_cast<std::size_t>(second.id)];
        CHECK((differ == 0) == always);
      }
  }
}
