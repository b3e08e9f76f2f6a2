// Answers on ranges as rows of facts, from which text, JSON, CSV and curves are made.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "range_question.hpp"

namespace ltlc::app {

// The two scores of a query that were compared, where they were computed.
struct compared_keys {
  std::string query, key;
  std::optional<double> winner, loser; // stored scores; none in exact arithmetic
  std::optional<double> difference;    // of the scores, rounded down
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // an enumerator of an enum class hides nothing
enum class range_ending : unsigned char {
  fails,     // at the length after it
  cap,       // nothing was asked past it
  limit,     // not certified past it: the work limit
  digits,    // not decided past it: the stated digits, or an equality that no bits decide
  unbounded, // holds for every length
};
#pragma GCC diagnostic pop

struct range_facts {
  std::string certified; // holds for all lengths up to it; digits, or "inf"
  range_ending end = range_ending::fails;
  std::optional<compared_keys> first_bad;
  std::optional<compared_keys> closest; // the least difference that was kept
  std::optional<double> margin;         // by how much closest is above f, rounded down
  std::optional<std::string> error;     // ε of the realised scores, rounded up
};

[[nodiscard]] range_facts facts_of(range_question const& q, range_answer const& a);

// "fails", "cap", "limit", "digits", "inf".
[[nodiscard]] std::string name(range_ending end);
// The greatest length, when it is known: digits or "inf".
[[nodiscard]] std::optional<std::string> n_max(range_facts const& facts);

[[nodiscard]] std::string describe(range_question const& q, range_facts const& facts);
[[nodiscard]] nlohmann::ordered_json range_json(range_question const& q, range_facts const& facts);

// "bf16, tables of the exact angle"; "ideal", "table" or "phase".
[[nodiscard]] std::string arithmetic_of(range_question const& q);
[[nodiscard]] std::string mode_of(range_question const& q);

// "1234" as "1,234"; past 40 digits its beginning, its end and how many there are.
[[nodiscard]] std::string grouped_digits(std::string const& digits);

} // namespace ltlc::app
