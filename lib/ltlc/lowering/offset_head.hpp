// The two kinds of offset head, each with its own search. Source: [RoPE, §4.2, §D]; the slow angle,
// the bonus of BOS and several pairs are past the paper.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "ltlc/lowering/heads.hpp"

namespace ltlc::lowering {

// One pair with the slow angle, for words up to exactly this length, or none.
[[nodiscard]] std::optional<offset_numbers>
slow_angle(offset_request const& wanted, std::uint64_t length, arithmetic const& numbers);
// The same, also from the heads of longer lengths: what holds for one length is never missed for a
// shorter one. Cost: where the limits of the format are far from it, that of slow_angle; near them
// up to 64 of these to an octave of lengths.
[[nodiscard]] std::optional<offset_numbers> covering_slow_angle(offset_request const& wanted,
                                                                arithmetic const& numbers);
// That for wanted.length, or else for the longest length below it that has one.
[[nodiscard]] std::optional<offset_numbers> longest_slow_angle(offset_request const& wanted,
                                                               arithmetic const& numbers);

// One pair with the angle of the request, for the longest length that was found.
[[nodiscard]] std::optional<offset_numbers> given_angle(offset_request const& wanted,
                                                        arithmetic const& numbers);

// The fewest pairs, at least two, for words up to exactly this length, or none.
[[nodiscard]] std::optional<offset_numbers>
several_pairs(offset_request const& wanted, std::uint64_t length, arithmetic const& numbers);
[[nodiscard]] std::optional<offset_numbers> longest_several_pairs(offset_request const& wanted,
                                                                  arithmetic const& numbers);

// A long length for which attempt(length) finds a head, at least k and at most `from`: first down
// in steps of a share of the length, then up by halving the step that failed. Success need not be
// monotone in the length, so this is the longest that was tried.
template <class Attempt>
std::optional<offset_numbers> longest(std::uint64_t from, std::uint64_t k, std::uint64_t share,
                                      Attempt attempt) {
  std::optional<offset_numbers> found;
  std::uint64_t length = from;
  std::uint64_t step = 0;
  while (length >= k && !(found = attempt(length))) {
    step = std::max<std::uint64_t>(1, std::min(length / share, length - k));
    length -= step;
  }
  if (!found) return std::nullopt;
  while (step > 1) {
    std::uint64_t const half = step / 2;
    if (auto longer = attempt(found->length + half)) {
      found = std::move(longer);
      step -= half;
    } else {
      step = half;
    }
  }
  return found;
}

} // namespace ltlc::lowering
