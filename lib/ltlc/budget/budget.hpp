// Limits as data. Every construction that can grow takes a budget and answers `limit_reached`
// instead of a guess when it is spent.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace ltlc::budget {

// Which limit was reached: "states passed 1,000,000", "time passed 10 s".
struct limit_reached {
  std::string quantity;    // "states", "monoid elements", "seconds", …
  std::uint64_t limit = 0; // in that quantity's unit
  std::string way_out;     // the option that raises it
};

// "states passed 1,000,000 (raise it with --max-states)"
[[nodiscard]] std::string describe(limit_reached const& limit);

// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t n);

template <class T>
using limited = tl::expected<T, limit_reached>;

struct budget {
  std::uint64_t max_states = 1'000'000;    // of any automaton under construction
  std::uint64_t max_monoid = 1'000'000;    // elements of a transition semigroup
  std::uint64_t max_bytes = 2'000'000'000; // of any one table under construction
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::uint64_t timeout_seconds = 0; // what the deadline was made from, for the message
  // Called now and then by long work with the quantity and its present size; may be null.
  void (*progress)(char const* quantity, std::uint64_t size) = nullptr;

  [[nodiscard]] bool out_of_time() const {
    return deadline && std::chrono::steady_clock::now() >= *deadline;
  }
  [[nodiscard]] limit_reached time_passed() const {
    return {"seconds", timeout_seconds, "--timeout"};
  }
  [[nodiscard]] limit_reached states_passed() const {
    return {"states", max_states, "--max-states"};
  }
};

} // namespace ltlc::budget
