// Correct rounding into number formats: nearest, ties to even, once per operation, and the
// functions that the tools need in a format. rounding.hpp says which way each operation goes and
// why its result is that of rounding the exact result once.
//
// A result is rounded to p bits, as if exponents were unbounded, or to the subnormal grid; then the
// format's rules apply: flush to zero with the sign kept, overflow by the rule. ±0, ∞ and NaN
// operands follow IEEE 754, with ∞ as a result put through the overflow rule. NaN has no sign.
#pragma once

#include <string>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/parameters.hpp"
#include "ltlc/format/rounding.hpp"

namespace ltlc::format {

// Correctly rounded, by the format's rules; 0 keeps the sign of what it was rounded from, the exact
// 0 of a rational or scalar is +0. Cost: a few nanoseconds for a double; MPFR where
// !rounds_on_bits(f).
[[nodiscard]] double round(number_format const& f, double x);
[[nodiscard]] double round(number_format const& f, exact::rational const& q);
[[nodiscard]] double round(number_format const& f, exact::scalar const& s);
// x is a number of the format, or NaN.
[[nodiscard]] bool representable(number_format const& f, double x);

// One operation by MPFR: the exact result rounded once to the format's bits and range, with
// mpfr_subnormalize below 2^min_exponent. operation is one of + - * /. The reference of the tests,
// and what formats use that have no faster way. Pre: a and b are numbers of the format.
// Cost: about 0.3 µs.
[[nodiscard]] double reference(number_format const& f, char operation, double a, double b);

namespace one_operation {

// The result of `a operation b` rounded once. Pre: d is that result in double.
[[nodiscard]] inline double rounded(number_format const& f, double d, char operation, double a,
                                    double b) {
  switch (way_of(f)) {
  case operation_way::machine_double:
    return d;
  case operation_way::machine_float:
    return static_cast<double>(static_cast<float>(d));
  case operation_way::double_then_round:
    return rounding(f)(d);
  case operation_way::checked_double:
    if (d == 0 || (std::fabs(d) > DBL_MIN && std::fabs(d) <= DBL_MAX)) return d;
    break;
  case operation_way::multiple_precision:
    break;
  }
  return reference(f, operation, a, b);
}

// The product in double, which no compiler may fuse with a following addition. g++ fuses across
// functions, where the target has such an instruction and it was not told -ffp-contract=off.
[[nodiscard]] inline double product(double a, double b) {
#if defined(__FP_FAST_FMA) && defined(__GNUC__) && !defined(__clang__)
  double volatile const d = a * b;
  return d;
#else
  return a * b;
#endif
}

} // namespace one_operation

// One correctly rounded operation on numbers of the format. Cost: about 1 ns in fp64, 2 ns in fp32,
// 3 to 5 ns in formats of at most 24 bits; that of reference() where way_of says so.
[[nodiscard]] inline double add(number_format const& f, double a, double b) {
  return one_operation::rounded(f, a + b, '+', a, b);
}
[[nodiscard]] inline double subtract(number_format const& f, double a, double b) {
  return one_operation::rounded(f, a - b, '-', a, b);
}
[[nodiscard]] inline double multiply(number_format const& f, double a, double b) {
  return one_operation::rounded(f, one_operation::product(a, b), '*', a, b);
}
[[nodiscard]] inline double divide(number_format const& f, double a, double b) {
  return one_operation::rounded(f, a / b, '/', a, b);
}

// √x, correctly rounded; NaN below 0. Cost: that of reference().
[[nodiscard]] double square_root(number_format const& f, double x);

// exp(−x) for x >= 0, correctly rounded; 0 exactly for x >= f_large(f), without evaluating.
[[nodiscard]] double exp_of_negative(number_format const& f, double x);

// The least positive number x of the format for which exp(−x) rounds to 0, flushed or not; ∞ if no
// number is that large. It depends on nothing but the format. Computed by bisection over the
// format's numbers with MPFR; cached. Source: [RoPE, §2.2].
[[nodiscard]] double f_large(number_format const& f);

// The shortest decimal that reads back as x in double: "0.1", "-3", "1e-05".
[[nodiscard]] std::string shortest_decimal(double x);

} // namespace ltlc::format
