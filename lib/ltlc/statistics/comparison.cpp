#include "ltlc/statistics/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace ltlc::statistics {

namespace {

bool too_few(std::vector<value> const& a, std::vector<value> const& b) {
  return a.size() < 2 || b.size() < 2;
}

// t from its exact square, which must not be negative.
t_test two_sided(value const& square, bool negative, double df) {
  double const size = std::sqrt(square.convert_to<double>());
  boost::math::students_t const distribution(df);
  double const p = 2 * boost::math::cdf(boost::math::complement(distribution, size));
  return {negative ? -size : size, df, p};
}

std::vector<value> deviations(std::vector<value> const& sample, value const& centre) {
  std::vector<value> all;
  for (value const& x : sample)
    all.push_back(x < centre ? value(centre - x) : value(x - centre));
  return all;
}

// For each member of `all` its rank from 1, tied ones at the mean of their places.
std::vector<double> ranks(std::vector<value> const& all) {
  auto sorted = all;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> places;
  for (value const& x : all) {
    auto const tied = std::equal_range(sorted.begin(), sorted.end(), x);
    auto const below = static_cast<double>(tied.first - sorted.begin());
    auto const through = static_cast<double>(tied.second - sorted.begin());
    places.push_back((below + 1 + through) / 2);
  }
  return places;
}

double average(std::vector<double> const& all, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i)
    sum += all[i];
  return sum / static_cast<double>(to - from);
}

} // namespace

defined<t_test> welch(std::vector<value> const& baseline, std::vector<value> const& arm) {
  if (too_few(baseline, arm)) return tl::unexpected(undefined::too_few);
  value const first = variance(baseline) / baseline.size();
  value const second = variance(arm) / arm.size();
  value const both = first + second;
  if (both == 0) return tl::unexpected(undefined::no_spread);
  value const shift = mean(arm) - mean(baseline);
  // Both shares lie between 0 and 1, whatever the unit of the values.
  value const one = first / both, two = second / both;
  value const df = 1 / (one * one / (baseline.size() - 1) + two * two / (arm.size() - 1));
  return two_sided(shift * shift / both, shift < 0, df.convert_to<double>());
}

defined<t_test> paired(std::vector<value> const& baseline, std::vector<value> const& arm) {
  if (too_few(baseline, arm)) return tl::unexpected(undefined::too_few);
  std::vector<value> differences;
  for (std::size_t i = 0; i < baseline.size(); ++i)
    differences.push_back(arm[i] - baseline[i]);
  value const shift = mean(differences), spread = variance(differences);
  if (spread == 0) return tl::unexpected(undefined::no_spread);
  auto const n = static_cast<double>(differences.size());
  return two_sided(shift * shift * differences.size() / spread, shift < 0, n - 1);
}

defined<double> cohens_d(std::vector<value> const& baseline, std::vector<value> const& arm) {
  if (too_few(baseline, arm)) return tl::unexpected(undefined::too_few);
  value const pooled =
      (variance(baseline) * (baseline.size() - 1) + variance(arm) * (arm.size() - 1)) /
      (baseline.size() + arm.size() - 2);
  if (pooled == 0) return tl::unexpected(undefined::no_spread);
  value const shift = mean(arm) - mean(baseline);
  double const size = std::sqrt(value(shift * shift / pooled).convert_to<double>());
  return shift < 0 ? -size : size;
}

defined<variance_ratio> f_test(std::vector<value> const& baseline, std::vector<value> const& arm) {
  if (too_few(baseline, arm)) return tl::unexpected(undefined::too_few);
  value const divisor = variance(arm);
  if (divisor == 0) return tl::unexpected(undefined::no_spread);
  double const f = value(variance(baseline) / divisor).convert_to<double>();
  auto const n = static_cast<double>(baseline.size() - 1);
  auto const m = static_cast<double>(arm.size() - 1);
  boost::math::fisher_f const distribution(n, m);
  double const above = boost::math::cdf(boost::math::complement(distribution, f));
  double const below = boost::math::cdf(distribution, f);
  return variance_ratio{f, n, m, above, std::min(1.0, 2 * std::min(above, below))};
}

defined<spread_test> levene(std::vector<value> const& baseline, std::vector<value> const& arm,
                            centre about) {
  if (too_few(baseline, arm)) return tl::unexpected(undefined::too_few);
  auto const deviating = [about](std::vector<value> const& sample) {
    return deviations(sample, about == centre::mean ? mean(sample) : median(sample));
  };
  auto const first = deviating(baseline), second = deviating(arm);
  value const within =
      variance(first) * (first.size() - 1) + variance(second) * (second.size() - 1);
  if (within == 0) return tl::unexpected(undefined::no_spread);
  // With two arms Σᵢ nᵢ(z̄ᵢ − z̄)² is n₁n₂/(n₁ + n₂) times the squared difference of their means.
  std::size_t const all = first.size() + second.size();
  value const apart = mean(first) - mean(second);
  value const between = apart * apart * first.size() * second.size() / all;
  double const w = value(between * (all - 2) / within).convert_to<double>();
  auto const df = static_cast<double>(all - 2);
  boost::math::fisher_f const distribution(1, df);
  return spread_test{w, 1, df, boost::math::cdf(boost::math::complement(distribution, w))};
}

defined<spread_test> fligner_killeen(std::vector<value> const& baseline,
                                     std::vector<value> const& arm) {
  if (too_few(baseline, arm)) return tl::unexpected(undefined::too_few);
  auto all = deviations(baseline, median(baseline));
  auto const second = deviations(arm, median(arm));
  all.insert(all.end(), second.begin(), second.end());
  if (std::equal(all.begin() + 1, all.end(), all.begin()))
    return tl::unexpected(undefined::no_spread);
  auto const n = static_cast<double>(all.size());
  boost::math::normal const standard;
  auto scores = ranks(all);
  for (double& score : scores)
    score = boost::math::quantile(standard, 0.5 + score / (2 * (n + 1)));
  double const middle = average(scores, 0, scores.size());
  double squares = 0;
  for (double const score : scores)
    squares += (score - middle) * (score - middle);
  double const one = average(scores, 0, baseline.size()) - middle;
  double const two = average(scores, baseline.size(), scores.size()) - middle;
  double const between = static_cast<double>(baseline.size()) * one * one +
                         static_cast<double>(arm.size()) * two * two;
  double const x = between * (n - 1) / squares;
  boost::math::chi_squared const distribution(1);
  return spread_test{x, 1, 0, boost::math::cdf(boost::math::complement(distribution, x))};
}

} // namespace ltlc::statistics
