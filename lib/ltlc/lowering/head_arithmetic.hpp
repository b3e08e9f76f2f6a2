// What the numbers of every head are made from: scales that are powers of two times λ, and how far
// a realised score can be from the exact one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/lowering/heads.hpp"

namespace ltlc::lowering {

[[nodiscard]] exact::rational power_of_two(int e);
// numerator/denominator of a turn, whole turns left out.
[[nodiscard]] exact::angle turns(exact::integer const& numerator,
                                 exact::integer const& denominator);
// Why no pair can have this period (rotary::longest_period); or empty.
[[nodiscard]] std::string too_long_a_period(exact::integer const& period);
[[nodiscard]] exact::rational f_large_of(format::number_format const& f);
// The greatest power of two that does not exceed a rational > 0 has this exponent.
[[nodiscard]] int exponent_of(exact::rational const& q);

// λ·2^e, the least with factor·λ·2^e >= wanted, e of either sign. Pre: factor, wanted > 0.
[[nodiscard]] exact::rational least_scale(exact::scalar const& factor,
                                          exact::rational const& wanted,
                                          exact::rational const& lambda);
// Scores of this size stay finite with room for a factor below 2 by rounding.
[[nodiscard]] bool fits(exact::rational const& size, arithmetic const& numbers);

// A bonus on the BOS key: a constant that is a number of the format, or a pair with any phase.
struct bonus_size {
  exact::rational scale = 0;
  bool constant = true;
};

// Rigorous bounds on |realised − exact| of one score, for the products and sums of the
// interpreter; head_arithmetic.cpp has the derivation. They hold as long as nothing overflows.
// A modular head's score at BOS; elsewhere its score is the baseline, which has no error.
// Pre: C is a number of the format, and so is every product with it up to underflow: C is a power
// of two.
[[nodiscard]] exact::rational modular_score_error(format::number_format const& f, std::size_t pairs,
                                                  exact::rational const& scale);
[[nodiscard]] exact::rational offset_score_error(format::number_format const& f, std::size_t pairs,
                                                 exact::rational const& scale,
                                                 std::optional<bonus_size> const& bonus);

// What the error of a score of this size is where its sums are kept: outside of the format no sum
// is rounded more, but the score is, once more.
[[nodiscard]] exact::rational error_with_sums(arithmetic const& numbers,
                                              exact::rational const& error,
                                              exact::rational const& size);
// Scores up to this size in either direction are finite, and so are their differences where the
// format overflows to NaN; elsewhere an infinite difference is as good as a large one.
[[nodiscard]] bool differences_fit(exact::rational const& size, arithmetic const& numbers);

// The score of a rotated query and key where sums are kept: from dimension 0 on. Pre: a format.
[[nodiscard]] double summed_score(arithmetic const& numbers, std::vector<double> const& query,
                                  std::vector<double> const& key);

// ">= " and a decimal that is at most gap − error, and less by about 1 in 10,000.
[[nodiscard]] std::string at_least(exact::scalar const& gap, exact::rational const& error);
// A decimal that is at least the bound, and more by about 1 in 1,000: "0" for 0.
[[nodiscard]] std::string at_most(exact::rational const& bound);

} // namespace ltlc::lowering
