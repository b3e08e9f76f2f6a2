// Two arms compared: do their means differ, and do their spreads? Of a baseline x (n₁ values, mean
// x̄, variance s₁²) and another arm y (n₂, ȳ, s₂²); differences are y − x. Every p is unadjusted;
// where several pairs are compared, correct for that. All functions: errors too_few (fewer than two
// values in an arm) and no_spread; pre: fourth powers of the values fit a double; p is 0 where it
// is less than the least double. Cost: O(n log n) rational operations.
#pragma once

#include <vector>

#include "ltlc/statistics/sample.hpp"

namespace ltlc::statistics {

struct t_test {
  double t = 0;
  double df = 0; // degrees of freedom
  double p = 0;  // two-sided
};

// t = (ȳ − x̄)/√(s₁²/n₁ + s₂²/n₂), with the degrees of freedom of Welch and Satterthwaite:
// (s₁²/n₁ + s₂²/n₂)² / ((s₁²/n₁)²/(n₁ − 1) + (s₂²/n₂)²/(n₂ − 1)); no_spread when both are constant.
// Source: [Welch47].
[[nodiscard]] defined<t_test> welch(std::vector<value> const& baseline,
                                    std::vector<value> const& arm);

// The t test of the differences of values with the same seed: t = d̄/(s_d/√n), n − 1 degrees of
// freedom; no_spread when all differences are equal. Pre: as many values, in the same order of
// seeds.
[[nodiscard]] defined<t_test> paired(std::vector<value> const& baseline,
                                     std::vector<value> const& arm);

// (ȳ − x̄)/s with the pooled variance s² = ((n₁ − 1)s₁² + (n₂ − 1)s₂²)/(n₁ + n₂ − 2), without a
// correction for small samples; no_spread when s is 0. Source: [Cohen88].
[[nodiscard]] defined<double> cohens_d(std::vector<value> const& baseline,
                                       std::vector<value> const& arm);

struct variance_ratio {
  double f = 0;           // s₁²/s₂²: how many times as much the baseline varies
  double df_baseline = 0; // n₁ − 1
  double df_arm = 0;      // n₂ − 1
  double p_greater = 0;   // one-sided: such an f or a greater one if the variances are equal
  double p = 0;           // two-sided: twice the smaller tail, at most 1
};

// Fisher's F test, which presumes normal samples; no_spread when the arm, which divides, is
// constant.
[[nodiscard]] defined<variance_ratio> f_test(std::vector<value> const& baseline,
                                             std::vector<value> const& arm);

struct spread_test {
  double statistic = 0;
  double df = 0;        // between the arms: 1
  double df_within = 0; // n₁ + n₂ − 2; 0 where the statistic is χ²
  double p = 0;         // P(a statistic at least as large | equal spreads)
};

enum class centre { mean, median };

// One-way analysis of variance of the deviations z = |value − centre of its arm|:
// W = (n₁ + n₂ − 2) Σᵢ nᵢ(z̄ᵢ − z̄)² / Σᵢⱼ(zᵢⱼ − z̄ᵢ)², against F(1, n₁ + n₂ − 2). Levene's test about
// the mean, Brown and Forsythe's about the median. no_spread when the deviations of each arm are
// equal, as the deviations of two values are. Source: [Levene60]; [BrownForsythe74].
[[nodiscard]] defined<spread_test> levene(std::vector<value> const& baseline,
                                          std::vector<value> const& arm, centre about);

// Deviations from the median of each arm, of both arms ranked together (tied ones take the mean of
// their ranks); scores a = Φ⁻¹(1/2 + rank/(2(N + 1))) for N = n₁ + n₂; then
// χ² = Σᵢ nᵢ(āᵢ − ā)² / (Σ(a − ā)²/(N − 1)) with 1 degree of freedom. no_spread when all deviations
// are tied. Source: [FlignerKilleen76], about the median as in [Conover81].
[[nodiscard]] defined<spread_test> fligner_killeen(std::vector<value> const& baseline,
                                                   std::vector<value> const& arm);

} // namespace ltlc::statistics
