// Which angle holds longest for a scale, and which scale a length needs. Past the paper: for a
// known scale the best angle is rational.
//
// To keep C(1 − cos gn) >= f for all 1 <= n <= L, every n·turns has to stay a distance x from the
// whole numbers, with C(1 − cos 2πx) = f. Of the L + 1 points 0, …, L·turns on the circle, two are
// at most 1/(L + 1) apart (Dirichlet), so no angle has L >= 1/x. The angles a/m with a prime to m
// reach L = m − 1 when 1/m >= x, their points being the multiples of 1/m: so m = ⌊1/x⌋, the
// greatest m with C(1 − cos 2π/m) >= f, is best for that C and f, and 1 <= n < m is the whole
// story. Which a does not matter in exact arithmetic; a decides at which two offsets, ±1/a modulo
// m, the gap is least.
#pragma once

#include <optional>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"

namespace ltlc::range {

// m = ⌊1/x⌋, decided exactly; 1 when 2C < f, where no angle keeps any offset. The range of 2πa/m is
// m − 1, plus k − 1 for an offset k <= m. Pre: C > 0, f > 0. Cost: O(log(C/f)) decided gaps.
[[nodiscard]] exact::integer best_period(exact::rational const& scale, exact::rational const& gap);

// An a prime to m such that neither it nor its inverse modulo m is near 0: of those near the golden
// section of m the first, so that close offsets have large gaps. 1 for m <= 2.
[[nodiscard]] exact::integer spread_numerator(exact::integer const& period);

// The least C for which some angle keeps the gap for 1 <= n <= L, as an enclosure's upper end that
// is a number with `bits` bits: f/(1 − cos(2π/(L + 1))), which every angle needs and 2π/(L + 1) has
// enough with. Pre: L >= 1, f > 0.
[[nodiscard]] exact::rational least_scale(exact::integer const& length, exact::rational const& gap,
                                          mpfr_prec_t bits);
// Whether no angle at all keeps the gap to L with this scale: C(1 − cos(2π/(L + 1))) < f, decided
// exactly.
[[nodiscard]] bool out_of_reach(exact::integer const& length, exact::rational const& scale,
                                exact::rational const& gap);

} // namespace ltlc::range
