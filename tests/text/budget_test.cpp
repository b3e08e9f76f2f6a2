#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/budget/budget.hpp"

using namespace ltlc;

namespace {

// From the definition: the last three digits, and before them the rest.
std::string grouped_recursively(std::uint64_t n) {
  if (n < 1000) return std::to_string(n);
  std::string const tail = std::to_string(n % 1000);
  return grouped_recursively(n / 1000) + "," + std::string(3 - tail.size(), '0') + tail;
}

} // namespace

TEST_SUITE("text") {
  TEST_CASE("digits are grouped by threes from the right") {
    CHECK(budget::grouped(0) == "0");
    CHECK(budget::grouped(1234567) == "1,234,567");
    for (std::uint64_t n = 0; n < 20000; ++n)
      CHECK(budget::grouped(n) == grouped_recursively(n));
    for (std::uint64_t n = 1; n < std::numeric_limits<std::uint64_t>::max() / 10; n *= 10)
      for (std::uint64_t const m : {n - 1, n, n + 1})
        CHECK(budget::grouped(m) == grouped_recursively(m));
    CHECK(budget::grouped(std::numeric_limits<std::uint64_t>::max()) ==
          "18,446,744,073,709,551,615");
  }

  TEST_CASE("a limit says what passed it and which option raises it") {
    budget::budget b;
    b.max_states = 1'000'000;
    b.timeout_seconds = 10;
    CHECK(budget::describe(b.states_passed()) ==
          "states passed 1,000,000 (raise it with --max-states)");
    CHECK(budget::describe(b.time_passed()) == "seconds passed 10 (raise it with --timeout)");
    CHECK(budget::describe({"bytes", 5, ""}) == "bytes passed 5");
  }

  TEST_CASE("time is out exactly when there is a deadline and it has passed") {
    budget::budget b;
    CHECK_FALSE(b.out_of_time());
    b.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    CHECK(b.out_of_time());
    b.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
    CHECK_FALSE(b.out_of_time());
  }
}
