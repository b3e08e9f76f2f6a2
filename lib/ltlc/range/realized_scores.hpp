// The scores of an offset head with one rotary pair, realised operation by operation.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ltlc/range/circle.hpp"
#include "ltlc/range/ideal_range.hpp"
#include "ltlc/range/realization.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::range {

// g as the head turns by it: exact in table mode, in phase mode the number g' of the angle's
// format. nullopt when that is no finite number. Pre: exactly_known(g); g is not both golden and in
// radians. For a frequency with a smooth term it is not known to end, as g might be the midpoint
// between two numbers of the format.
[[nodiscard]] std::optional<rotary::frequency> realized_step(rotary::frequency const& g,
                                                             realization const& r);

// fl(C cos kg), fl(−C sin kg). Pre: that of realized_step; g is a realised step.
[[nodiscard]] std::pair<double, double> weights(format::number_format const& f,
                                                rotary::frequency const& g, std::uint64_t k,
                                                exact::rational const& scale);
// cos kg and −sin kg to about `bits` bits.
[[nodiscard]] std::pair<exact::enclosure, exact::enclosure>
direction(rotary::frequency const& g, std::uint64_t k, mpfr_prec_t bits);

// Pre of all: positions are below 2^52, and those of realized_step; the offset k too.
class realized_scores {
public:
  realized_scores(offset_pair const& head, realization const& r);

  // The score of key j for query i. Cost: about 20 ns, and the roundings of cos and sin for
  // positions not met before (up to 2^21 of them are kept): 0.1 µs, and 10 µs in formats of more
  // than 40 bits.
  [[nodiscard]] double operator()(std::uint64_t i, std::uint64_t j);

  // The key of a position as it meets a query, in the accumulation format: keys that are equal have
  // equal scores for every query.
  [[nodiscard]] std::pair<double, double> key(std::uint64_t position) { return at(position).key; }
  // Numbers of the activation format in place of fl(C cos kg) and fl(−C sin kg).
  void set_weights(double x, double y);

  [[nodiscard]] std::optional<rotary::frequency> const& step() const { return step_; }
  // Positions whose cos and sin were computed so far.
  [[nodiscard]] std::uint64_t rows_computed() const { return rows_computed_; }

private:
  using pair_of_doubles = std::pair<double, double>;
  // Into a format; identity where every operand is a number of it already.
  struct conversion {
    format::number_format to;
    bool identity = false;
    [[nodiscard]] double operator()(double x) const { return identity ? x : round(to, x); }
    [[nodiscard]] pair_of_doubles operator()(pair_of_doubles const& v) const {
      return {(*this)(v.first), (*this)(v.second)};
    }
  };
  static conversion between(format::number_format const& from, format::number_format const& to);

  [[nodiscard]] rotary::rounded_rotation exact_rotation(std::uint64_t position) const;
  [[nodiscard]] rotary::rounded_rotation phase_rotation(std::uint64_t position);
  [[nodiscard]] rotary::rounded_rotation rotation(std::uint64_t position);
  [[nodiscard]] pair_of_doubles turned(rotary::rounded_rotation const& r, pair_of_doubles const& v);
  struct row {
    rotary::rounded_rotation rotation;
    pair_of_doubles key;
  };
  [[nodiscard]] row computed(std::uint64_t position);
  [[nodiscard]] row at(std::uint64_t position);

  realization r_;
  std::optional<rotary::frequency> step_;
  double phase_step_ = 0;       // g' in phase mode
  fixed_turns turns_ = 0;       // of g in table mode
  std::uint64_t period_ = 0;    // of the rotation, or 0
  pair_of_doubles query_, key_; // before they are turned
  conversion weight_to_product_, table_to_product_, product_to_activation_,
      activation_to_accumulation_, accumulation_to_score_;
  circle_of_radians circle_;
  std::vector<row> rows_;
  std::vector<bool> known_;
  std::uint64_t rows_computed_ = 0;
  std::uint64_t last_query_ = 0; // the position of turned_query_, if there is one
  std::optional<pair_of_doubles> turned_query_;
};

} // namespace ltlc::range
