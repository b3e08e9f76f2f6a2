// How long the least gap of several planes takes, length by length, and what it is: the scan with a
// proof for every offset, which needs no lattice.
#include <chrono>

#include "bench/markdown.hpp"
#include "ltlc/range/pair_gap.hpp"

using namespace ltlc;

namespace {

range::pair_head head_of(int planes) {
  range::pair_head head;
  for (int d = 0; d < planes; ++d)
    head.push_back({rotary::frequency{exact::angle{0, 0, exact::rational(1, 1 + 7 * d)}}, 1});
  return head;
}

} // namespace

int main() {
  bench::print_titles({"planes", "length", "seconds", "least gap", "at offset"}, "nnnnn");
  for (int const planes : {2, 4, 8})
    for (std::uint64_t length = 10'000'000; length <= 1'000'000'000; length *= 10) {
      auto const began = std::chrono::steady_clock::now();
      auto const least = range::find_least_gap(head_of(planes), length);
      std::chrono::duration<double> const took = std::chrono::steady_clock::now() - began;
      char gap[32];
      std::snprintf(gap, sizeof gap, "%.6g", least.low.convert_to<double>());
      bench::print_row({std::to_string(planes), std::to_string(length),
                        bench::fixed(took.count(), 2), gap, std::to_string(least.at.front())});
    }
}
