// The difference of two realised scores, rounded so that it never looks larger than it is.
#pragma once

namespace ltlc::rotary {

// a − b rounded down. Comparing it with a double decides as the exact difference would. A winner a
// that is not finite, or any NaN, gives −∞: no softmax survives it.
[[nodiscard]] double difference_down(double a, double b);

} // namespace ltlc::rotary
