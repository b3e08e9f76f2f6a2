// A number format as data: how many bits, which exponents, what becomes of results that are too
// small or too large. All formats here have significands of at most 53 bits and exponents within
// fp64's, so that each of their numbers is a double (the least one, 2^(min_exponent − p + 1), is at
// least 2^-1074) and values are passed around as doubles.
//
// Names, the same on the command line and in JSON:
//   name   = base , [ "+ftz" ] , [ "+saturate" ] ;
//   base   = "fp64" | "fp32" | "tf32" | "bf16" | "fp16" | "fp8_e4m3" | "fp8_e5m2"
//          | "fp(" , p , "," , min_exponent , "," , max_exponent , ")" ;
// with integers in their shortest decimal form and no blanks. A format with other rules than these
// suffixes say (overflow to NaN outside fp8_e4m3) is a value without a name of this grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ltlc::format {

// What a result becomes whose magnitude, rounded as if exponents had no upper bound, exceeds the
// greatest number; and likewise the results that IEEE arithmetic defines as ∞ (1/0).
enum class overflow_rule : std::uint8_t {
  infinity, // ±∞, which is then a value of the format
  nan,      // NaN: the format has no ∞
  saturate  // the greatest number, with the result's sign: no ∞ either
};

// Values (-1)^s · significand · 2^e with `precision` significant bits (the hidden bit counts), and
// NaN. Formats with the same arithmetic are equal; the name only says how one was asked for.
struct number_format {
  std::string_view name; // a literal, or kept by find_format for the rest of the program
  int precision = 0;     // p
  int min_exponent = 0;  // of the least normal number 2^min_exponent
  int max_exponent = 0;  // of the greatest binade
  overflow_rule overflow = overflow_rule::infinity;
  // Without subnormals (flush to zero) a result that is less than 2^min_exponent after rounding to
  // p bits as if exponents had no lower bound becomes 0 with its sign. Operands are numbers of the
  // format, so none of them is ever flushed.
  bool subnormals = true;
  // The code of the greatest significand in the greatest binade means NaN, so that the greatest
  // number is (2 − 2^(2−p))·2^max_exponent: one unit less than elsewhere.
  bool top_code_is_nan = false;

  friend constexpr bool operator==(number_format const& a, number_format const& b) {
    return a.precision == b.precision && a.min_exponent == b.min_exponent &&
           a.max_exponent == b.max_exponent && a.overflow == b.overflow &&
           a.subnormals == b.subnormals && a.top_code_is_nan == b.top_code_is_nan;
  }
};

// fp64, fp32 and fp16 are binary64, binary32 and binary16 of IEEE 754; the 8-bit formats are those
// of the OCP specification OFP8 (E4M3, E5M2).
inline constexpr number_format fp64{"fp64", 53, -1022, 1023};
inline constexpr number_format fp32{"fp32", 24, -126, 127};
inline constexpr number_format tf32{"tf32", 11, -126, 127};
inline constexpr number_format bf16{"bf16", 8, -126, 127};
inline constexpr number_format fp16{"fp16", 11, -14, 15};
inline constexpr number_format fp8_e4m3{"fp8_e4m3", 4, -6, 8, overflow_rule::nan, true, true};
inline constexpr number_format fp8_e5m2{"fp8_e5m2", 3, -14, 15};

inline constexpr int least_precision = 2;
inline constexpr int greatest_precision = fp64.precision;
inline constexpr int least_min_exponent = fp64.min_exponent;
inline constexpr int greatest_max_exponent = fp64.max_exponent;

// 2 <= p <= 53 and exponents min < max within fp64's: what every function of this layer expects.
[[nodiscard]] constexpr bool supported(number_format const& f) {
  return f.precision >= least_precision && f.precision <= greatest_precision &&
         f.min_exponent >= least_min_exponent && f.min_exponent < f.max_exponent &&
         f.max_exponent <= greatest_max_exponent;
}

// The exponent of the least subnormal number, which is also the unit of the least binade.
[[nodiscard]] constexpr int least_exponent(number_format const& f) {
  return f.min_exponent - f.precision + 1;
}

// The formats wide enough for any model, in the order fp64, fp32, bf16, fp16.
[[nodiscard]] std::vector<number_format> const& formats();
// All formats that have a name of their own: fp64, fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2.
[[nodiscard]] std::vector<number_format> const& named_formats();
// The format of a name, case and all; none if it is not in the grammar or not supported().
[[nodiscard]] std::optional<number_format> find_format(std::string_view name);
// Which bound a fp(p,emin,emax) breaks, and what it may be; empty for a format, and for text that
// is no such name.
[[nodiscard]] std::string why_no_format(std::string_view name);

[[nodiscard]] double greatest(number_format const& f);       // finite
[[nodiscard]] double least_positive(number_format const& f); // subnormal where there are any

} // namespace ltlc::format
