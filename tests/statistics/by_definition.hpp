// The tests of lib/ltlc/statistics from their definitions: every sum as it stands, in long double,
// and every tail by integrating its density.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace ltlc::by_definition {

using number = long double;
using numbers = std::vector<number>;

// Simpson's rule.
inline number integral(std::function<number(number)> const& f, number from, number to) {
  int const pieces = 4000;
  number const width = (to - from) / pieces;
  number sum = f(from) + f(to);
  for (int i = 1; i < pieces; ++i)
    sum += (i % 2 == 1 ? 4 : 2) * f(from + width * i);
  return sum * width / 3;
}

// P(T > t) for t >= 0: with T = √df·tan u the density is proportional to cos^(df − 1) u, u < π/2.
inline number t_tail(number t, number df) {
  auto const density = [df](number u) { return std::pow(std::max(0.0L, std::cos(u)), df - 1); };
  number const end = std::acos(-1.0L) / 2;
  number const all = std::exp(std::lgamma(df / 2) - std::lgamma((df + 1) / 2)) * std::sqrt(2 * end);
  return integral(density, std::atan(t / std::sqrt(df)), end) / all;
}

// P(F > f): with F = (m/n)·tan² u the density is proportional to sin^(n − 1) u · cos^(m − 1) u.
inline number f_tail(number f, number n, number m) {
  auto const density = [n, m](number u) {
    return std::pow(std::max(0.0L, std::sin(u)), n - 1) *
           std::pow(std::max(0.0L, std::cos(u)), m - 1);
  };
  number const end = std::acos(-1.0L) / 2;
  number const all =
      std::exp(std::lgamma(n / 2) + std::lgamma(m / 2) - std::lgamma((n + m) / 2)) / 2;
  return integral(density, std::atan(std::sqrt(f * n / m)), end) / all;
}

// P(χ² > x) with one degree of freedom: of the square of a normal variable.
inline number chi_squared_tail(number x) {
  return std::erfc(std::sqrt(x / 2));
}

// Φ⁻¹ by bisection.
inline number normal_quantile(number p) {
  number low = -10, high = 10;
  for (int i = 0; i < 100; ++i) {
    number const middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0L)) / 2 < p ? low : high) = middle;
  }
  return low;
}

inline number mean(numbers const& x) {
  number sum = 0;
  for (number const v : x)
    sum += v;
  return sum / static_cast<number>(x.size());
}
inline number squares(numbers const& x) {
  number sum = 0;
  for (number const v : x)
    sum += (v - mean(x)) * (v - mean(x));
  return sum;
}
inline number variance(numbers const& x) {
  return squares(x) / static_cast<number>(x.size() - 1);
}
inline number median(numbers x) {
  std::sort(x.begin(), x.end());
  return (x[(x.size() - 1) / 2] + x[x.size() / 2]) / 2;
}
inline numbers deviations(numbers const& x, number centre) {
  numbers all;
  for (number const v : x)
    all.push_back(std::abs(v - centre));
  return all;
}

struct figure {
  number statistic, df, p;
};

inline figure welch(numbers const& x, numbers const& y) {
  auto const n = static_cast<number>(x.size()), m = static_cast<number>(y.size());
  number const a = variance(x) / n, b = variance(y) / m;
  number const t = (mean(y) - mean(x)) / std::sqrt(a + b);
  number const df = (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1));
  return {t, df, 2 * t_tail(std::abs(t), df)};
}

inline figure paired(numbers const& x, numbers const& y) {
  numbers d;
  for (std::size_t i = 0; i < x.size(); ++i)
    d.push_back(y[i] - x[i]);
  auto const n = static_cast<number>(d.size());
  number const t = mean(d) / std::sqrt(variance(d) / n);
  return {t, n - 1, 2 * t_tail(std::abs(t), n - 1)};
}

inline number cohens_d(numbers const& x, numbers const& y) {
  return (mean(y) - mean(x)) /
         std::sqrt((squares(x) + squares(y)) / static_cast<number>(x.size() + y.size() - 2));
}

inline figure levene(numbers const& x, numbers const& y, bool about_median) {
  auto const z = deviations(x, about_median ? median(x) : mean(x));
  auto const w = deviations(y, about_median ? median(y) : mean(y));
  numbers all = z;
  all.insert(all.end(), w.begin(), w.end());
  auto const df = static_cast<number>(all.size() - 2);
  number const between = static_cast<number>(z.size()) * std::pow(mean(z) - mean(all), 2.0L) +
                         static_cast<number>(w.size()) * std::pow(mean(w) - mean(all), 2.0L);
  number const statistic = df * between / (squares(z) + squares(w));
  return {statistic, df, f_tail(statistic, 1, df)};
}

// Values whose deviations are exact in binary, so that ties are ties.
inline figure fligner_killeen(numbers const& x, numbers const& y) {
  numbers all = deviations(x, median(x));
  for (number const v : deviations(y, median(y)))
    all.push_back(v);
  numbers scores;
  for (number const v : all) {
    number below = 0, equal = 0;
    for (number const other : all) {
      below += other < v ? 1 : 0;
      equal += other == v ? 1 : 0;
    }
    scores.push_back(normal_quantile(0.5L + (below + (equal + 1) / 2) /
                                                (2 * static_cast<number>(all.size() + 1))));
  }
  auto const n = static_cast<std::ptrdiff_t>(x.size());
  number const first = mean(numbers(scores.begin(), scores.begin() + n));
  number const second = mean(numbers(scores.begin() + n, scores.end()));
  number const statistic = (static_cast<number>(x.size()) * std::pow(first - mean(scores), 2.0L) +
                            static_cast<number>(y.size()) * std::pow(second - mean(scores), 2.0L)) /
                           variance(scores);
  return {statistic, 1, chi_squared_tail(statistic)};
}

} // namespace ltlc::by_definition
