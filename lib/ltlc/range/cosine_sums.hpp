// Σ_d w_d cos(g_d n) for all n of a range, in double, a few operations a plane, with a proven bound
// on the error. What is near to a decision has to be evaluated again with more bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

// Tables of cos and sin of the multiples t·256^l·g_d, t < 256: one for each digit of n in base 256.
class cosine_sums {
public:
  static constexpr std::size_t block = 256;
  using sums = std::array<double, block>;

  // For n <= last. Pre: every frequency is exactly known (rotary::exactly_known), none both golden
  // and in radians; fewer than 2^20 of them; last < 2^48. Cost: about 2 µs a plane and entry, of
  // which there are up to 256 for each digit of `last`; 4 kB a plane and digit.
  cosine_sums(std::vector<rotary::frequency> const& steps, std::uint64_t last);

  // The sums at n = 256·b + r, r < 256. Weights are the real ones rounded to double, real ones
  // being
  // >= 0 with a sum of at most 1. Pre: one weight a plane; 256·b <= last. Cost: about 0.1 µs a
  // plane. Those past `last` mean nothing.
  void evaluate(std::uint64_t b, std::vector<double> const& weights, sums& at) const;

  // |computed − exact| at every n <= last, for the real weights.
  [[nodiscard]] double error() const { return error_; }
  [[nodiscard]] std::uint64_t last() const { return last_; }

private:
  struct digit_table {
    std::vector<double> cosine, sine;
  };
  std::vector<std::vector<digit_table>> planes_; // by plane, by digit, least first
  std::uint64_t last_;
  double error_;
};

} // namespace ltlc::range
