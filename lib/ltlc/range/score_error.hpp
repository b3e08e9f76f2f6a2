// How far realised scores of an offset head can be from the exact ones, and so from which exact gap
// on nothing need be computed. The derivation is in score_error.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/range/realization.hpp"
#include "ltlc/rotary/frequency.hpp"

namespace ltlc::range {

struct score_error {
  exact::rational rounding; // |Ŝ − S| of one score, S of the phases as they are
  exact::rational phase;    // |(θ(i) − gi) − (θ(j) − gj)|, radians; 0 in table mode
};

// For positions up to `last`; nullopt if a value in between may overflow, or 1 is no
// number of a format. Pre: g is the realised
// step and not 0, or the mode is table; C > 0.
[[nodiscard]] std::optional<score_error> error_of_scores(rotary::frequency const& g,
                                                         exact::rational const& scale,
                                                         realization const& r, std::uint64_t last);

// A t > f such that offsets with an exact gap C(1 − cos gn) >= t have realised gaps of at least f,
// and those with one below 2f − t have smaller ones, at all positions that the error is for.
// Pre: f > 0.
[[nodiscard]] exact::rational safe_gap(score_error const& e, exact::rational const& scale,
                                       exact::rational const& f);

} // namespace ltlc::range
