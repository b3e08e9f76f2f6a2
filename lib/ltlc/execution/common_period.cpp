#include "ltlc/execution/common_period.hpp"

#include <numeric>

namespace ltlc::execution {

std::uint64_t common_period(std::vector<rotary::rotary_pair> const& pairs) {
  std::uint64_t common = 1;
  for (auto const& pair : pairs) {
    auto const own = rotary::period(pair);
    if (own == 0) return 0;
    auto const step = own / std::gcd(common, own);
    if (step > (std::uint64_t{1} << 62) / common) return 0;
    common *= step;
  }
  return common;
}

} // namespace ltlc::execution
