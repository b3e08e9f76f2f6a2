// Attention in a number format: every operation rounded once, in the order that interpreter.cpp
// writes down. Rotated queries and keys are stored once each, and scores by pair; what is read from
// a table is what the operations would give again, bit for bit.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

#include "ltlc/execution/row.hpp"
#include "ltlc/format/accumulation.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::execution {

class rounded_scores;

struct rounded_arithmetic {
  using value = double;
  using scores = rounded_scores;

  using running_sum = format::running_sum;

  struct norm {
    network::norm_kind kind;
    double eps;
    std::vector<double> gain, bias;
    norm(rounded_arithmetic const& a, network::norm const& n);
  };

  format::arithmetic numbers;
  format::number_format format; // of numbers
  double large = 0;             // f_large of the format
  double one = 1;               // exp(0) in the format: a few formats have no 1

  explicit rounded_arithmetic(format::arithmetic const& a)
      : numbers(a), format(a.format), large(format::f_large(a.format)),
        one(format::exp_of_negative(a.format, 0)) {}

  [[nodiscard]] value weight(exact::scalar const& s) const { return format::round(format, s); }
  [[nodiscard]] running_sum sum() const { return running_sum(numbers); }
  [[nodiscard]] static bool is_zero(value a) { return a == 0; }
  [[nodiscard]] value plus(value a, value b) const { return format::add(format, a, b); }
  [[nodiscard]] static value relu(value a) { return a <= 0 ? 0.0 : a; } // a NaN stays
  // cos and sin of a pair at a position.
  [[nodiscard]] std::pair<value, value> rotation(rotary::rotary_pair const& pair,
                                                 std::uint64_t position) const;
  // Always true: a format has a number for everything.
  [[nodiscard]] bool normalize(norm const& n, std::vector<value>& x) const;
  [[nodiscard]] static bool exceeds_half(value a) { return a > 0.5; }
  [[nodiscard]] static std::string text(value a) { return format::shortest_decimal(a); }
};

// One head's scores.
class rounded_scores {
public:
  using pool = row_pool<double>;
  using score_type = double;
  static constexpr bool averages_exactly = false;

  rounded_scores(rounded_arithmetic const& arithmetic,
                 std::vector<rotary::rotary_pair> const& pairs);

  // The vector rotated to its position.
  [[nodiscard]] term::id place(pool& vectors, term::id vector, std::uint64_t position);
  // Pre: query and key are placed.
  [[nodiscard]] score_type score(pool const& vectors, term::id query, term::id key);
  // Pre of all: finite scores.
  [[nodiscard]] static int order(score_type a, score_type b) { return a < b ? -1 : a > b ? 1 : 0; }
  // exp(fl(s − greatest)) is 1; is 0.
  [[nodiscard]] bool ties(score_type greatest, score_type s) const;
  [[nodiscard]] bool negligible(score_type greatest, score_type s) const;
  // The same, and it stays so beside any finite score: where overflow gives NaN, what is below the
  // greatest by more than the format holds has the weight NaN, not 0.
  [[nodiscard]] bool negligible_for_good(score_type greatest, score_type s) const;
  // fl(greatest − s) is no NaN, so s has a weight.
  [[nodiscard]] bool comparable(score_type greatest, score_type s) const;
  [[nodiscard]] std::string gap(score_type greatest, score_type s) const;
  // The score and the value are finite, and exp(0) is 1.
  [[nodiscard]] bool usable(pool const& vectors, score_type s, term::id value);
  [[nodiscard]] bool is_zero(pool const& vectors, term::id vector);
  // What a weight of 1 makes of a value: −0 becomes 0.
  [[nodiscard]] term::id copied(pool& vectors, term::id value);
  [[nodiscard]] term::id zeros(pool& vectors, term::id like);
  // Σ of any number of weights exp(…) is no NaN.
  [[nodiscard]] bool sums_stay_finite() const;
  [[nodiscard]] std::vector<score_type>& scratch() { return scratch_; }

  // Never a conflict: a format has a verdict on every word.
  [[nodiscard]] tl::expected<row<double>, conflict>
  attend(pool const& vectors, term::id query, network::attention_kind kind, past_rows const& past);
  [[nodiscard]] std::vector<std::string>
  weights(pool const& vectors, term::id query, network::attention_kind kind, past_rows const& past);
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
    std::size_t operator()(place_key const& k) const { return term::mix(1, k.vector, k.residue); }
  };
  // What is known of a vector.
  enum flag : std::uint8_t { known = 1, zero = 2, finite = 4, plain = 8 }; // plain: no −0

  double exponential(double below_maximum) const;
  // Fills row_ with the weight of every key.
  void weigh(pool const& vectors, term::id query, network::attention_kind kind,
             past_rows const& past);
  void choose(network::attention_kind kind, double maximum);
  void exponentiate(double maximum);
  void divide_by_sum();
  [[nodiscard]] std::uint8_t flags(pool const& vectors, term::id vector);

  rounded_arithmetic arithmetic_;
  std::vector<rotating_pair> pairs_;
  std::uint64_t period_ = 0;
  boost::unordered_flat_map<place_key, term::id, place_key_hash> placed_;
  boost::unordered_flat_map<std::uint64_t, double> memo_;
  std::vector<std::uint8_t> flags_; // by vector
  std::vector<double> row_, scratch_;
};

} // namespace ltlc::execution
