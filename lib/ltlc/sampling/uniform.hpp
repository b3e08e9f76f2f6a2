// Uniform whole numbers of any size, with and without repetition. The distributions of the standard
// library differ between machines; these give the same numbers for the same seed everywhere, since
// the generator is specified bit by bit.
#pragma once

#include <map>
#include <random>

#include "ltlc/sampling/count_table.hpp"

namespace ltlc::sampling {

using generator = std::mt19937_64;

// One of 0 … bound − 1, each with the same chance: as many bits as bound − 1 has, drawn again until
// the number is below the bound, which takes fewer than two rounds in the mean.
// Pre: bound >= 1.
[[nodiscard]] integer below(generator& source, integer const& bound);
[[nodiscard]] std::uint64_t below(generator& source, std::uint64_t bound);

// Numbers from 0 … bound − 1 in a uniform random order, one at a time: the shuffle of Fisher and
// Yates, of which only the entries that have moved are kept.
class without_repetition {
public:
  explicit without_repetition(integer bound) : bound_(std::move(bound)) {}

  [[nodiscard]] bool exhausted() const { return given_ == bound_; }
  // One of those not yet given. Pre: not exhausted(). Cost: O(log given) comparisons.
  [[nodiscard]] integer next(generator& source);

private:
  [[nodiscard]] integer at(integer const& place) const;

  integer bound_;
  integer given_ = 0;
  std::map<integer, integer> moved_; // place >= given_ → the number there, when it is not the place
};

} // namespace ltlc::sampling
