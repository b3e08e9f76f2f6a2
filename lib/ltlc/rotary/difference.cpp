#include "ltlc/rotary/difference.hpp"

#include <cmath>
#include <limits>

namespace ltlc::rotary {

double difference_down(double a, double b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!std::isfinite(a) || std::isnan(b)) return -infinity;
  double const d = a - b;
  if (!std::isfinite(d)) return d;
  // Knuth's two-sum: a − b = d + error exactly.
  double const b_part = a - d;
  double const a_part = d + b_part;
  double const error = (a - a_part) + (b_part - b);
  return error < 0 ? std::nextafter(d, -infinity) : d;
}

} // namespace ltlc::rotary
