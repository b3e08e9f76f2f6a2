// Every construction that can grow stops exactly at its limit and names it.
#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "ltlc/automaton/compare.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/power.hpp"

using namespace ltlc;
using namespace ltlc::support;
using automaton::dfa;

namespace {

budget::budget states(std::uint64_t n) {
  budget::budget limits;
  limits.max_states = n;
  return limits;
}

budget::budget bytes(std::uint64_t n) {
  budget::budget limits;
  limits.max_bytes = n;
  return limits;
}

budget::budget expired() {
  budget::budget limits;
  limits.deadline = std::chrono::steady_clock::now();
  limits.timeout_seconds = 7;
  return limits;
}

void check(budget::limit_reached const& limit, std::string const& quantity, std::uint64_t n,
           std::string const& way_out) {
  CHECK(limit.quantity == quantity);
  CHECK(limit.limit == n);
  CHECK(limit.way_out == way_out);
}

} // namespace

TEST_SUITE("automaton") {

  TEST_CASE("the automaton of a formula may have as many states as allowed, and no more") {
    logic::formula_pool pool;
    auto const sigma = alphabet_of("ab");
    auto const f = pool.yesterday(pool.letter("a"), 6); // 64 states
    CHECK(automaton::construct(f, sigma, states(64)).has_value());
    check(automaton::construct(f, sigma, states(63)).error(), "states", 63, "--max-states");
    check(automaton::construct(f, sigma, expired()).error(), "seconds", 7, "--timeout");
    check(automaton::construct(f, sigma, bytes(100)).error(), "bytes", 100, "");
  }

  TEST_CASE("moduli with a large common multiple are refused before anything is built") {
    logic::formula_pool pool;
    auto const sigma = alphabet_of("ab");
    auto const both = [&](std::int64_t m, std::int64_t n) {
      return pool.disjunction(pool.mod(1, m), pool.mod(1, n));
    };
    CHECK(automaton::construct(both(100, 150), sigma, states(300))->states() == 300);
    check(automaton::construct(both(100, 150), sigma, states(299)).error(), "states", 299,
          "--max-states");
    check(automaton::construct(both(999'983, 999'979), sigma, {}).error(), "states", 1'000'000,
          "--max-states");
    auto f = pool.falsity();
    for (std::int64_t m = 2; m < 300; ++m)
      f = pool.disjunction(f, pool.mod(0, m));
    check(automaton::construct(f, sigma, {}).error(), "states", 1'000'000, "--max-states");
  }

  TEST_CASE("a shift of billions is refused, not tried") {
    logic::formula_pool pool;
    auto const f = pool.yesterday(pool.letter("a"), 1u << 31);
    check(automaton::construct(f, alphabet_of("ab"), {}).error(), "bytes", 2'000'000'000, "");
  }

  TEST_CASE("the automaton of a regex may have as many states as allowed, and no more") {
    regex::expression_pool pool;
    auto const sigma = alphabet_of("ab");
    auto const f = pool.repetition(pool.letter("a"), 50, 50); // 52 states
    CHECK(automaton::construct(f, pool, sigma, states(52)).has_value());
    check(automaton::construct(f, pool, sigma, states(51)).error(), "states", 51, "--max-states");
    check(automaton::construct(f, pool, sigma, expired()).error(), "seconds", 7, "--timeout");
    check(automaton::construct(f, pool, sigma, bytes(100)).error(), "bytes", 100, "");
  }

  TEST_CASE("a product and a comparison stop at their limits") {
    dfa a{alphabet_of("a"), 0, std::vector<bool>(7), {1, 2, 3, 4, 5, 6, 0}};
    dfa b{alphabet_of("a"), 0, std::vector<bool>(5), {1, 2, 3, 4, 0}};
    auto const product = [&](budget::budget const& limits) {
      return automaton::product(a, b, automaton::boolean::conjunction, limits);
    };
    CHECK(product(states(35))->states() == 35);
    check(product(states(34)).error(), "states", 34, "--max-states");
    check(product(expired()).error(), "seconds", 7, "--timeout");
    check(product(bytes(100)).error(), "bytes", 100, "");
    check(automaton::difference(a, b, expired()).error(), "seconds", 7, "--timeout");
    check(automaton::power(a, 3, expired()).error(), "seconds", 7, "--timeout");
  }

  TEST_CASE("long work reports its progress") {
    static std::uint64_t reports = 0;
    budget::budget limits;
    limits.progress = [](char const* quantity, std::uint64_t) {
      if (std::string_view(quantity) == "states") ++reports;
    };
    logic::formula_pool pool;
    auto const f = pool.yesterday(pool.letter("a"), 14);
    CHECK(automaton::construct(f, alphabet_of("ab"), limits)->states() == 16384);
    CHECK(reports >= 16);
  }
}
