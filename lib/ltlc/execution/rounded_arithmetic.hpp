// Attention in a number format: every operation rounded once, in the order that interpreter.cpp
// writes down. Rotated queries and keys are stored once each, and scores by pair; what is read from
// a table is what the operations would give again, bit for bit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

#include "ltlc/execution/row.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::execution {

class rounded_scores;

struct rounded_arithmetic {
  using value = double;
  using scores = rounded_scores;

  format::number_format format;
  double large = 0; // f_large of the format

  explicit rounded_arithmetic(format::number_format f) : format(f), large(format::f_large(f)) {}

  [[nodiscard]] value weight(exact::scalar const& s) const { return format::round(format, s); }
  [[nodiscard]] static bool is_zero(value a) { return a == 0; }
  void add(value& sum, value a) const { sum = format::add(format, sum, a); }
  [[nodiscard]] value multiply(value a, value b) const { return format::multiply(format, a, b); }
  [[nodiscard]] static value relu(value a) { return a <= 0 ? 0.0 : a; } // a NaN stays
  [[nodiscard]] static bool exceeds_half(value a) { return a > 0.5; }
  [[nodiscard]] static std::string text(value a) { return format::shortest_decimal(a); }
};

// One head's scores.
class rounded_scores {
public:
  using pool = row_pool<double>;
  rounded_scores(rounded_arithmetic const& arithmetic,
                 std::vector<rotary::rotary_pair> const& pairs);

  // The vector rotated to its position.
  [[nodiscard]] term::id place(pool& vectors, term::id vector, std::uint64_t position);
  // Never a conflict: a format has a verdict on every word.
  [[nodiscard]] tl::expected<row<double>, conflict>
  attend(pool const& vectors, term::id query, std::uint64_t position, past_rows const& past);
  [[nodiscard]] std::vector<std::string> weights(pool const& vectors, term::id query,
                                                 std::uint64_t position, past_rows const& past);
  // How much is kept, in numbers; scores have a limit of their own.
  [[nodiscard]] std::size_t entries() const { return placed_.size(); }

private:
  struct rotating_pair {
    std::uint32_t first = 0;
    std::uint32_t second = 1;
    rotary::rotation_table table;
  };
  struct place_key {
    term::id vector = 0;
    std::uint64_t residue = 0;
    friend bool operator==(place_key const&, place_key const&) = default;
  };
  struct place_key_hash {
    std::size_t operator()(place_key const& k) const;
  };

  double score(pool const& vectors, term::id query, term::id key);
  double exponential(double below_maximum) const;
  // Fills row_ with the weight of every key.
  void soften(pool const& vectors, term::id query, past_rows const& past);

  rounded_arithmetic arithmetic_;
  std::vector<rotating_pair> pairs_;
  std::uint64_t period_ = 0;
  boost::unordered_flat_map<place_key, term::id, place_key_hash> placed_;
  boost::unordered_flat_map<std::uint64_t, double> memo_;
  std::vector<double> row_;
};

} // namespace ltlc::execution
