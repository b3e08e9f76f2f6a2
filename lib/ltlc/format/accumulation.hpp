// Sums of numbers and products in a format, left to right: where they are kept, and when they are
// rounded. Starting from +0, for terms t that are numbers x or products x·y,
//   in_format   s = fl(s + fl(t)), fl rounding into the format: what a chain of add() and
//   multiply()
//               computes;
//   fp32        s = fl32(s + fl32(t)); the value is fl(s): what matrix units do with narrow
//   formats; exact       the value is fl of the exact sum of the exact products.
// ∞ and NaN follow IEEE 754 in each; an exact sum that is 0 is +0.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ltlc/contract.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::format {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // an enumerator of an enum class hides nothing
enum class accumulation : std::uint8_t { in_format, fp32, exact };
#pragma GCC diagnostic pop

// "format", "fp32", "exact": the names of the command line and JSON.
[[nodiscard]] std::string_view name(accumulation a);
[[nodiscard]] std::optional<accumulation> find_accumulation(std::string_view name);

// A format to compute in, and the rule of its sums.
struct arithmetic {
  number_format format;
  accumulation sums = accumulation::in_format;
  // A format alone is an arithmetic whose sums are kept in it.
  constexpr arithmetic(number_format const& f, accumulation s = accumulation::in_format)
      : format(f), sums(s) {}
  friend constexpr bool operator==(arithmetic const&, arithmetic const&) = default;
};

// Every number of the format is one of fp32: no more bits, no smaller and no greater exponent.
[[nodiscard]] constexpr bool contained_in_fp32(number_format const& f) {
  return f.precision <= fp32.precision && f.min_exponent >= fp32.min_exponent &&
         f.max_exponent <= fp32.max_exponent;
}

// Empty, or why there is no such arithmetic: sums in fp32 of numbers that fp32 has not.
[[nodiscard]] std::string valid(arithmetic const& a);

// The exact sum: an MPFR number so wide that no sum of fewer than 2^64 terms is ever rounded.
class exact_sum {
public:
  explicit exact_sum(number_format const& f);
  exact_sum(exact_sum const&) = delete;
  exact_sum& operator=(exact_sum const&) = delete;
  ~exact_sum();
  void add(double x);
  void add_product(double x, double y);
  [[nodiscard]] double rounded() const; // once, into f

private:
  struct numbers;
  std::unique_ptr<numbers> numbers_;
};

// One sum, from +0. Terms are numbers of the format. Pre of the constructor: valid(a).empty().
// Cost of a term: that of one or two operations of the format; exact, about 0.1 µs.
class running_sum {
public:
  explicit running_sum(arithmetic const& a)
      : format_(a.format), way_(way_of_sums(a)), rounding_(on_bits(a.format)),
        exact_(a.sums == accumulation::exact ? std::make_unique<exact_sum>(a.format) : nullptr) {
    LTLC_EXPECTS(supported(a.format) && valid(a).empty());
  }

  void add(double x) {
    switch (way_) {
    case way::machine_double:
      sum_ += x;
      break;
    case way::machine_float:
      sum_ = to_fp32(sum_ + x);
      break;
    case way::double_then_round:
      sum_ = rounding_(sum_ + x);
      break;
    case way::by_operations:
      sum_ = by_operations(format_, sum_, x);
      break;
    case way::exact:
      exact_->add(x);
    }
  }

  void add_product(double x, double y) {
    switch (way_) {
    case way::machine_double:
      sum_ += one_operation::product(x, y);
      break;
    case way::machine_float: // here and below x·y is exact, so that fusing would change nothing
      sum_ = to_fp32(sum_ + to_fp32(x * y));
      break;
    case way::double_then_round:
      sum_ = rounding_(sum_ + rounding_(x * y));
      break;
    case way::by_operations:
      sum_ = by_operations(format_, sum_, x, y);
      break;
    case way::exact:
      exact_->add_product(x, y);
    }
  }

  // The sum so far, a number of the format; more terms may follow.
  [[nodiscard]] double value() const {
    if (way_ == way::exact) return exact_->rounded();
    if (way_ != way::machine_float) return sum_;
    number_format const f = format_; // for the reason given at by_operations
    return round(f, sum_);
  }

private:
  // machine_float is fp32's arithmetic, whatever the format: rounding.hpp says why a conversion of
  // the double result is fp32's own operation.
  enum class way : std::uint8_t {
    machine_double,
    machine_float,
    double_then_round,
    by_operations,
    exact
  };
  static constexpr way way_of_sums(arithmetic const& a) {
    if (a.sums == accumulation::exact) return way::exact;
    if (a.sums == accumulation::fp32) return way::machine_float;
    switch (way_of(a.format)) {
    case operation_way::machine_double:
      return way::machine_double;
    case operation_way::machine_float:
      return way::machine_float;
    case operation_way::double_then_round:
      return way::double_then_round;
    default:
      return way::by_operations;
    }
  }
  static constexpr rounding on_bits(number_format const& f) {
    return rounding(rounds_on_bits(f) ? f : fp64);
  }
  // By value: with a reference to the format_ of a local sum, its members could not stay in
  // registers.
  static double by_operations(number_format f, double sum, double x) {
    return format::add(f, sum, x);
  }
  static double by_operations(number_format f, double sum, double x, double y) {
    return format::add(f, sum, multiply(f, x, y));
  }
  static double to_fp32(double x) { return static_cast<double>(static_cast<float>(x)); }

  number_format format_;
  way way_;
  rounding rounding_; // used in double_then_round
  double sum_ = 0;
  std::unique_ptr<exact_sum> exact_; // in exact
};

} // namespace ltlc::format
