#include "ltlc/statistics/sample.hpp"

#include <algorithm>
#include <cmath>

namespace ltlc::statistics {

value mean(std::vector<value> const& sample) {
  value sum = 0;
  for (value const& x : sample)
    sum += x;
  return sum / sample.size();
}

value variance(std::vector<value> const& sample) {
  value const centre = mean(sample);
  value squares = 0;
  for (value const& x : sample)
    squares += (x - centre) * (x - centre);
  return squares / (sample.size() - 1);
}

value median(std::vector<value> sample) {
  std::sort(sample.begin(), sample.end());
  std::size_t const half = sample.size() / 2;
  if (sample.size() % 2 == 1) return sample[half];
  return (sample[half - 1] + sample[half]) / 2;
}

defined<summary> summarize(std::vector<value> const& sample) {
  if (sample.size() < 2) return tl::unexpected(undefined::too_few);
  auto const ends = std::minmax_element(sample.begin(), sample.end());
  return summary{sample.size(), mean(sample).convert_to<double>(),
                 std::sqrt(variance(sample).convert_to<double>()), ends.first->convert_to<double>(),
                 ends.second->convert_to<double>()};
}

} // namespace ltlc::statistics
