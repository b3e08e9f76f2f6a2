// Number formats as data, and correct rounding into them: nearest, ties to even, gradual underflow,
// overflow to ∞. Every number of a format with p <= 53 and fp64's exponent range is a double, so
// values are doubles and operations round once.
//
// Why an operation may be done in double and then rounded (p <= 24): for +, −, ×, ÷ the double
// result of p-bit operands, rounded again to p bits, equals the once-rounded result because 53 >=
// 2p + 2 [Figueroa95]; results in the format's subnormal range are covered because a sum is exact
// there and a quotient or product is never within 2^-53 (relative) of a midpoint of the coarser
// grid without being on it. fp64 uses the machine's own operations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ltlc/exact/scalar.hpp"

namespace ltlc::format {

// Value (-1)^s · significand · 2^e with `precision` significant bits (the hidden bit counts).
struct number_format {
  std::string_view name; // "fp32": the name of the command line and JSON
  int precision = 0;     // p
  int min_exponent = 0;  // of the least normal number 2^min_exponent
  int max_exponent = 0;  // of the greatest binade; the greatest number is (2 − 2^(1−p))·2^max
  friend bool operator==(number_format const& a, number_format const& b) {
    return a.precision == b.precision && a.min_exponent == b.min_exponent &&
           a.max_exponent == b.max_exponent;
  }
};

inline constexpr number_format fp64{"fp64", 53, -1022, 1023};
inline constexpr number_format fp32{"fp32", 24, -126, 127};
inline constexpr number_format bf16{"bf16", 8, -126, 127};
inline constexpr number_format fp16{"fp16", 11, -14, 15};

// All formats, in the order fp64, fp32, bf16, fp16.
[[nodiscard]] std::vector<number_format> const& formats();
[[nodiscard]] std::optional<number_format> find_format(std::string_view name);

[[nodiscard]] double greatest(number_format const& f);       // finite
[[nodiscard]] double least_positive(number_format const& f); // subnormal

// Correctly rounded. round of a double: nearest even, once.
[[nodiscard]] double round(number_format const& f, double x);
[[nodiscard]] double round(number_format const& f, exact::rational const& q);
[[nodiscard]] double round(number_format const& f, exact::scalar const& s);
[[nodiscard]] bool representable(number_format const& f, double x);

// One correctly rounded operation on numbers of the format.
[[nodiscard]] double add(number_format const& f, double a, double b);
[[nodiscard]] double subtract(number_format const& f, double a, double b);
[[nodiscard]] double multiply(number_format const& f, double a, double b);
[[nodiscard]] double divide(number_format const& f, double a, double b);
// exp(−x) for x >= 0, correctly rounded; 0 exactly for x >= f_large(f), without evaluating.
[[nodiscard]] double exp_of_negative(number_format const& f, double x);

// The least positive number x of the format for which exp(−x) rounds to 0. Computed by bisection
// over the format's numbers with MPFR; cached. Source: [RoPE, §2.2].
[[nodiscard]] double f_large(number_format const& f);

// The same operation by MPFR with its exponent range set to the format's (mpfr_subnormalize): the
// reference that the tests compare with. operation is one of + - * /.
[[nodiscard]] double reference(number_format const& f, char operation, double a, double b);

// The shortest decimal that reads back as x in double: "0.1", "-3", "1e-05".
[[nodiscard]] std::string shortest_decimal(double x);

} // namespace ltlc::format
