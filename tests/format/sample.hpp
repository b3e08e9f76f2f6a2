// Formats and numbers for the tests of the format layer.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "ltlc/format/number_format.hpp"

inline constexpr ltlc::format::number_format toy{"toy", 3, -4, 4};
inline constexpr ltlc::format::number_format eight_bits{"eight-bits", 4, -6, 8};
inline constexpr ltlc::format::number_format five_two{"five-two", 3, -14, 15};
inline constexpr ltlc::format::number_format odd_range{"odd-range", 2, 1, 3};

// The format under every rule for small and large results.
inline std::vector<ltlc::format::number_format>
with_every_rule(ltlc::format::number_format const& f) {
  using ltlc::format::overflow_rule;
  std::vector<ltlc::format::number_format> all;
  for (bool const subnormals : {true, false}) {
    for (auto const overflow :
         {overflow_rule::infinity, overflow_rule::nan, overflow_rule::saturate}) {
      // ∞ has no code in a format whose top code is NaN.
      if (f.top_code_is_nan && overflow == overflow_rule::infinity) continue;
      all.push_back(f);
      all.back().subnormals = subnormals;
      all.back().overflow = overflow;
    }
  }
  return all;
}

inline std::string description(ltlc::format::number_format const& f) {
  using ltlc::format::overflow_rule;
  return std::string(f.name) + (f.subnormals ? "" : ", flushing") +
         (f.overflow == overflow_rule::nan        ? ", overflow to NaN"
          : f.overflow == overflow_rule::saturate ? ", saturating"
                                                  : "");
}

// All numbers of a small format in increasing order, −0 and NaN left out.
inline std::vector<double> all_numbers(ltlc::format::number_format const& f) {
  std::vector<double> positive;
  int const binade = 1 << (f.precision - 1);
  for (int n = 1; n < binade && f.subnormals; ++n) {
    positive.push_back(std::ldexp(n, f.min_exponent - f.precision + 1));
  }
  for (int e = f.min_exponent; e <= f.max_exponent; ++e) {
    for (int n = binade; n < 2 * binade; ++n)
      positive.push_back(std::ldexp(n, e - f.precision + 1));
  }
  if (f.top_code_is_nan) positive.pop_back();
  if (f.overflow == ltlc::format::overflow_rule::infinity)
    positive.push_back(std::numeric_limits<double>::infinity());
  std::vector<double> all;
  for (auto at = positive.rbegin(); at != positive.rend(); ++at)
    all.push_back(-*at);
  all.push_back(0.0);
  all.insert(all.end(), positive.begin(), positive.end());
  return all;
}

// Same number, zeros by sign, any NaN alike.
inline bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline double apply(ltlc::format::number_format const& f, char operation, double a, double b) {
  switch (operation) {
  case '+':
    return add(f, a, b);
  case '-':
    return subtract(f, a, b);
  case '*':
    return multiply(f, a, b);
  default:
    return divide(f, a, b);
  }
}

// A number of the format: every significand and exponent, subnormals and special values included;
// with `near`, half of the time one whose exponent is close to near's.
inline double random_number(std::mt19937_64& random, ltlc::format::number_format const& f,
                            double near = 0) {
  auto const pick = [&random](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  double const sign = pick(0, 1) == 0 ? 1 : -1;
  int const kind = pick(0, 63);
  if (kind == 0) return sign * 0.0;
  if (kind == 1) return ltlc::format::round(f, sign * std::numeric_limits<double>::infinity());
  if (kind == 2) return sign * ltlc::format::greatest(f);
  if (kind == 3) return sign * ltlc::format::least_positive(f);
  if (kind == 4) return sign * std::ldexp(1.0, f.min_exponent);
  int exponent = pick(f.min_exponent - f.precision + 1, f.max_exponent);
  if (near != 0 && std::isfinite(near) && kind % 2 == 0) {
    exponent = std::ilogb(near) + pick(-f.precision - 2, f.precision + 2);
  }
  // Sparse significands make exact midpoints likely.
  std::uint64_t bits = random() & ((std::uint64_t{1} << (f.precision - 1)) - 1);
  if (kind % 8 < 3) bits &= random() & random();
  if (kind % 8 == 3) bits |= random() | random();
  bits &= (std::uint64_t{1} << (f.precision - 1)) - 1;
  double const significand = 1 + std::ldexp(static_cast<double>(bits), 1 - f.precision);
  return ltlc::format::round(f, sign * std::ldexp(significand, exponent));
}
