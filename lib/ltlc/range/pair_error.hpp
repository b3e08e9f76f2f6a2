// How long an offset head of several planes holds in a format, from a bound on the error of a
// score: a lower bound on the realised range of any number of tokens. The scores are those of the
// interpreter (rotary::offset_scores): query a_d(cos kg_d, −sin kg_d) and table entries rounded,
// key (1, 0), every product and sum rounded, the planes one after the other. Source: [RoPE, (10),
// §D] for one pair; past the paper.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/range/pair_gap.hpp"

namespace ltlc::range {

// ε >= |Ŝ − S| for every query and key as long as nothing overflows, with a last summand besides:
// a constant >= 0 that is a number of the format. Cost: O(planes).
[[nodiscard]] exact::rational pair_rounding_error(pair_head const& head,
                                                  format::number_format const& f,
                                                  exact::rational const& constant = 0);

// The same without the constant; nullopt when something on the way might overflow.
// The derivation is in pair_error.cpp. It grows with Σ_d (a_1 + … + a_d): large amplitudes belong
// last. Cost: O(planes).
[[nodiscard]] std::optional<exact::rational> pair_score_error(pair_head const& head,
                                                              format::number_format const& f);

struct certified_length {
  // For all k + 1 <= i <= length + 1 and 0 <= j < i, j ≠ i − k, the realised score at i − k is
  // greater than the one at j by at least f_large. At most the cap; at least min(cap, k − 1), below
  // which there is no such i.
  std::uint64_t length = 0;
  std::optional<exact::rational> error; // ε; nullopt: nothing is certified, because of overflow
};

// The greatest length at which all offsets have G(n) >= f_large + 2ε. Lengths past it may hold too.
// Pre: k >= 1; cap < 2^46; and those of find_least_gap, with its cost.
[[nodiscard]] certified_length certify_pairs(pair_head const& head, std::uint64_t k,
                                             format::number_format const& f, std::uint64_t cap);

} // namespace ltlc::range
