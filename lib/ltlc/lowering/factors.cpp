#include "ltlc/lowering/plan.hpp"

namespace ltlc::lowering {

std::vector<std::uint64_t> prime_powers(std::uint64_t m) {
  std::vector<std::uint64_t> factors;
  for (std::uint64_t p = 2; p <= m / p; ++p) {
    if (m % p != 0) continue;
    std::uint64_t power = 1;
    for (; m % p == 0; m /= p)
      power *= p;
    factors.push_back(power);
  }
  if (m > 1) factors.push_back(m);
  return factors;
}

} // namespace ltlc::lowering
