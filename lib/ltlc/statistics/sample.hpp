// The values of one arm of an experiment, one a seed, and what describes them. Values are exact
// rational numbers: whether an arm varies at all, and which deviations are tied, is then decided
// and not a matter of rounding. Only the last step of a figure is in double precision.
#pragma once

#include <cstddef>
#include <vector>

#include <boost/multiprecision/gmp.hpp>
#include <tl/expected.hpp>

namespace ltlc::statistics {

using value = boost::multiprecision::mpq_rational;

// Why a figure does not exist for these samples.
enum class undefined {
  too_few,   // fewer than two values, or fewer than two common seeds
  no_spread, // what the figure divides by is 0: the values, deviations or differences are all equal
};
template <class T>
using defined = tl::expected<T, undefined>;

// Sum / n. Pre: the sample is not empty.
[[nodiscard]] value mean(std::vector<value> const& sample);
// Σ(x − mean)² / (n − 1). Pre: at least two values.
[[nodiscard]] value variance(std::vector<value> const& sample);
// The middle value, or half the sum of the two in the middle. Pre: the sample is not empty.
[[nodiscard]] value median(std::vector<value> sample);

struct summary {
  std::size_t count = 0;
  double mean = 0;
  double sd = 0; // square root of variance(), in the unit of the values
  double least = 0;
  double greatest = 0;
};

// Errors: too_few. A sample without spread has sd 0. Doubles are within a few units in the last
// place. Pre: squares of the values fit a double. Cost: O(n) rational operations.
[[nodiscard]] defined<summary> summarize(std::vector<value> const& sample);

} // namespace ltlc::statistics
