// The kernel as a profile over offsets: its census (silent middle, negative far end), its endpoint
// as the context grows, and its attention map for a picture. Source: [Mobius, §3.4].
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ltlc/kernel/predictions.hpp"

namespace ltlc::kernel {

// The offsets in first..last where |c| is greatest, and where c is least. Enclosures are refined up
// to 512 bits to separate offsets. Pre: first <= last; planes as for enclose_kernel.
// Cost: last − first + 1 values of c at 64 bits, and more bits where values are close.
[[nodiscard]] extremum greatest_magnitude(planes const& p, std::uint64_t first, std::uint64_t last);
[[nodiscard]] extremum least_value(planes const& p, std::uint64_t first, std::uint64_t last);

// Over the offsets 0..N−1 from the last position of a context of N.
struct census {
  exact::enclosure endpoint; // c(N−1)
  extremum middle;           // greatest |c(m)| over N/4 <= m <= 3N/4
  exact::enclosure ratio;    // the middle's over |c(N−1)|; the whole line if that may be 0
  extremum least;            // where c is least: at N−1 for the ladder, which is key 0
};
// Pre: as for predict. Cost: as for predict.
[[nodiscard]] census take_census(planes const& p, std::uint64_t scale);

struct endpoint {
  exact::integer length;  // L
  exact::enclosure value; // c(L−1): the last position's coefficient of key 0
};
// Ten lengths as multiples of N, from 1/4 to 4. The paper names 1/4, 1, 5/4 and 4, and prints
// coefficients of standard RoPE that are those of 1/4, 1/2, 3/4, 1; the others are our choice.
[[nodiscard]] std::vector<exact::rational> endpoint_multiples();
// One for each multiple r, of length floor(r·N). Pre: every length >= 1; planes as ever; bits >= 2.
[[nodiscard]] std::vector<endpoint> endpoints(planes const& p, exact::integer const& scale,
                                              std::vector<exact::rational> const& multiples,
                                              mpfr_prec_t bits);

// The n×n map of (i, j) ↦ c(i−j) in doubles that are within 2^−52 of the value when planes are
// exactly known. c is even, so n numbers are all of it.
class attention_map {
public:
  // Pre: planes as ever. Cost: n values of c.
  attention_map(planes const& p, std::size_t n);

  [[nodiscard]] std::size_t size() const { return by_offset_.size(); }
  // Pre: i, j < size().
  [[nodiscard]] double operator()(std::size_t i, std::size_t j) const {
    return by_offset_[i < j ? j - i : i - j];
  }
  // c(2i−n+1) for i = 0..n−1: entries (i, n−1−i), from corner to corner.
  [[nodiscard]] std::vector<double> anti_diagonal() const;

private:
  std::vector<double> by_offset_;
};

} // namespace ltlc::kernel
