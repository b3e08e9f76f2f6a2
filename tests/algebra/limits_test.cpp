// Verdicts under limits: undecided names the limit, a cheap implication needs no enumeration, and
// large automata are answered by the criteria on the automaton.
#include <chrono>

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/algebra/classify.hpp"
#include "ltlc/checking/check.hpp"

using namespace ltlc;
using evidence::class_id;
using evidence::membership;

namespace {

double seconds_for(auto const& work) {
  auto const begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Each state stays or goes one of two ways up: partially ordered, with a huge monoid.
automaton::minimal_dfa ordered_automaton(automaton::state n) {
  std::vector<automaton::state> delta;
  std::vector<bool> accepting(n, false);
  for (automaton::state q = 0; q < n; ++q) {
    delta.push_back(std::min<automaton::state>(q + 1, n - 1));
    delta.push_back(q % 3 == 0 ? q : std::min<automaton::state>(q + q % 7 + 1, n - 1));
    accepting[q] = q % 5 == 0 || q + 2 == n;
  }
  return automaton::minimize(by_definition::automaton_of(n, 2, delta, accepting));
}

// Remembers the last n letters: definite.
automaton::minimal_dfa last_letters(unsigned n) {
  std::vector<automaton::state> delta;
  std::vector<bool> accepting;
  for (automaton::state q = 0; q < automaton::state{1} << n; ++q) {
    delta.push_back(2 * q % (1U << n));
    delta.push_back((2 * q + 1) % (1U << n));
    accepting.push_back(q >> (n - 1) != 0);
  }
  return automaton::minimize(by_definition::automaton_of(accepting.size(), 2, delta, accepting));
}

automaton::minimal_dfa uniform_automaton(automaton::state n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<automaton::state> delta(2 * std::size_t{n});
  for (auto& q : delta)
    q = static_cast<automaton::state>(random() % n);
  std::vector<bool> accepting(n);
  for (std::size_t q = 0; q < n; ++q)
    accepting[q] = random() % 2 == 0;
  return automaton::minimize(by_definition::automaton_of(n, 2, delta, accepting));
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("an enumeration that meets its limit is undecided and names it") {
    // Aperiodic, but not in LTL[P,Y,MOD], so that nothing is implied.
    auto const a = automaton::minimize(by_definition::automaton_of(
        4, 3, {1, 0, 0, 2, 0, 1, 3, 1, 1, 3, 2, 2}, {false, false, false, true}));
    auto const whole = algebra::classify(a, {class_id::ltl_s}, {});
    REQUIRE(whole.verdicts[0].answer == membership::member);
    REQUIRE(std::holds_alternative<evidence::enumeration_certificate>(whole.verdicts[0].proof));
    budget::budget few;
    few.max_monoid = 3;
    auto const c = algebra::classify(a, {}, few);
    for (class_id const id : {class_id::ltl_s, class_id::ltl_s_mod}) {
      auto const& v = c.verdicts[static_cast<std::size_t>(id)];
      CHECK(v.answer == membership::undecided);
      REQUIRE(v.limit.has_value());
      CHECK(v.limit->way_out == "--max-monoid");
      CHECK(std::holds_alternative<std::monostate>(v.proof));
    }
    CHECK(!c.least_is_certain);
    CHECK(c.least.empty());
    CHECK(!c.monoid_size);
    CHECK(!c.stability_index);
  }

  TEST_CASE("pairs that do not fit and time that is up are named") {
    auto const a = last_letters(6);
    budget::budget small;
    small.max_bytes = 100;
    auto const pairs = algebra::decide(a, class_id::ltl_p_y, small);
    CHECK(pairs.answer == membership::undecided);
    REQUIRE(pairs.limit.has_value());
    CHECK(pairs.limit->quantity == "bytes");
    // LTL[Y] needs no pairs and implies the others.
    auto const implied = algebra::classify(a, {class_id::ltl_p_y, class_id::ltl_s}, small);
    for (auto const& v : implied.verdicts) {
      CHECK(v.answer == membership::member);
      CHECK(std::holds_alternative<evidence::implied_certificate>(v.proof));
    }
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    late.timeout_seconds = 1;
    auto const timed = algebra::decide(a, class_id::ltl_p_y, late);
    CHECK(timed.answer == membership::undecided);
    REQUIRE(timed.limit.has_value());
    CHECK(timed.limit->way_out == "--timeout");
  }

  TEST_CASE("only what is asked for is answered, and in that order") {
    auto const a = last_letters(3);
    auto const c = algebra::classify(a, {class_id::ltl_y, class_id::ltl_p}, {});
    REQUIRE(c.verdicts.size() == 2);
    CHECK(c.verdicts[0].id == class_id::ltl_y);
    CHECK(c.verdicts[1].id == class_id::ltl_p);
    CHECK(c.least == std::vector{class_id::ltl_y});
    CHECK(!c.modulus);
    CHECK(!c.monoid_size);
  }

  TEST_CASE("a partially ordered automaton is answered at once, whatever its monoid") {
    auto const a = ordered_automaton(200);
    REQUIRE(a->states() > 100);
    budget::budget few;
    few.max_monoid = 1000;
    auto const c = algebra::classify(a, {}, few);
    // LTT alone needs the monoid.
    CHECK(!c.least_is_certain);
    CHECK(c.least == std::vector{class_id::j});
    for (auto const& v : c.verdicts) {
      INFO(evidence::info(v.id).name);
      bool const above = v.id == class_id::j || evidence::contained(class_id::j, v.id);
      CHECK((v.answer == membership::member) == above);
      CHECK((v.answer == membership::undecided) == (v.id == class_id::ltt));
    }
    CHECK(!c.monoid_size);
  }

  TEST_CASE("large automata are classified within seconds") {
    auto const large = last_letters(18);
    double const linear = seconds_for([&] {
      auto const c = algebra::classify(large, {class_id::ltl_p, class_id::ltl_p_mod}, {});
      for (auto const& v : c.verdicts) {
        CHECK(v.answer == membership::not_member);
        CHECK(checking::check(*large, v, {}).reason == "");
      }
    });
    double const merging = seconds_for([&] {
      auto const v = algebra::decide(large, class_id::ltl_y, {});
      CHECK(std::get<evidence::synchronizing_certificate>(v.proof).length == 18);
    });
    auto const uniform = uniform_automaton(2000, 20260708);
    double const pairs = seconds_for([&] {
      for (class_id const id : {class_id::ltl_p_y, class_id::ltl_p_y_mod, class_id::ltl_y}) {
        auto const v = algebra::decide(uniform, id, {});
        CHECK(v.answer == membership::not_member);
        CHECK(checking::check(*uniform, v, {}).reason == "");
      }
    });
    double const all_pairs = seconds_for([&] {
      auto const v = algebra::decide(last_letters(11), class_id::ltl_p_y, {});
      CHECK(std::get<evidence::acyclic_pairs_certificate>(v.proof).pairs == 2048 * 2047 / 2);
    });
    MESSAGE("components " << linear << " s, merging " << merging << " s, a pair found " << pairs
                          << " s, all pairs " << all_pairs << " s");
    // Generous, since the sanitizers slow everything down; the benchmarks measure.
    CHECK(linear + merging + pairs + all_pairs < 60);
  }
}
