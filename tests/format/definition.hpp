// Rounding from its definition, for small formats: a list of the numbers of p bits, with one binade
// past each end of the format where exponents count as unbounded; the nearest of them by exact
// distances, of two the one with even significand; then the rules for small and large results.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "format/sample.hpp"

class rounding_by_definition {
public:
  using rational = ltlc::exact::rational;

  explicit rounding_by_definition(ltlc::format::number_format const& f) : f_(f) {
    int const binade = 1 << (f.precision - 1);
    int const unit = f.min_exponent - f.precision + 1;
    if (f.subnormals) {
      for (int n = 0; n < binade; ++n)
        list(n, unit);
    }
    int const first = f.subnormals ? f.min_exponent : f.min_exponent - 1;
    for (int e = first; e <= f.max_exponent + 1; ++e) {
      for (int n = binade; n < 2 * binade; ++n)
        list(n, e - f.precision + 1);
    }
  }

  // Pre: q is not 0, whose sign the value does not say.
  [[nodiscard]] double operator()(rational const& q) const {
    double const magnitude = of_magnitude(abs(q));
    return q < 0 ? -magnitude : magnitude;
  }

  // A result without a finite nonzero value: the machine's, ∞ by the format's rule.
  [[nodiscard]] double special(double x) const {
    return std::isinf(x) ? std::copysign(overflow(), x) : x;
  }

  [[nodiscard]] double operation(char symbol, double a, double b) const {
    double const by_machine = symbol == '+'   ? a + b
                              : symbol == '-' ? a - b
                              : symbol == '*' ? a * b
                                              : a / b;
    // Small formats stay far within double's range: these are 0, ∞ and NaN exactly.
    if (by_machine == 0 || !std::isfinite(by_machine)) return special(by_machine);
    rational const x(a), y(b);
    return (*this)(symbol == '+'   ? rational(x + y)
                   : symbol == '-' ? rational(x - y)
                   : symbol == '*' ? rational(x * y)
                                   : rational(x / y));
  }

private:
  void list(int significand, int unit) {
    numbers_.push_back(std::ldexp(significand, unit));
    exact_.emplace_back(numbers_.back());
    even_.push_back(significand % 2 == 0);
  }

  [[nodiscard]] double overflow() const {
    using ltlc::format::overflow_rule;
    if (f_.overflow == overflow_rule::infinity) return std::numeric_limits<double>::infinity();
    if (f_.overflow == overflow_rule::nan) return std::numeric_limits<double>::quiet_NaN();
    return all_numbers(f_).back();
  }

  [[nodiscard]] double of_magnitude(rational const& q) const {
    auto const above = static_cast<std::size_t>(std::lower_bound(exact_.begin(), exact_.end(), q) -
                                                exact_.begin());
    if (above == exact_.size()) return overflow();
    std::size_t nearest = above;
    if (above > 0) {
      int const nearer = rational(q - exact_[above - 1]).compare(rational(exact_[above] - q));
      if (nearer < 0 || (nearer == 0 && even_[above - 1])) nearest = above - 1;
    }
    double const found = numbers_[nearest];
    double const top = std::ldexp(2.0, f_.max_exponent) -
                       std::ldexp(f_.top_code_is_nan ? 2 : 1, f_.max_exponent - f_.precision + 1);
    if (found > top) return overflow();
    return !f_.subnormals && found < std::ldexp(1.0, f_.min_exponent) ? 0.0 : found;
  }

  ltlc::format::number_format f_;
  std::vector<double> numbers_; // not negative, increasing
  std::vector<rational> exact_;
  std::vector<bool> even_;
};
