// Heads that reach any length with as many planes as the length has digits: plane l turns by 1/b^l
// of a turn, l = 1 … P, all with the amplitude a. Their least gap is known without a search, so
// that lengths no scan would end for are certified. Past the paper.
//
// Let 0 < n < b^P and b^v be the greatest power of b that divides n. Plane v + 1 is n/b^(v+1) turns
// away from where it started, a multiple of 1/b of a turn and not a whole number: it adds at least
// a(1 − cos 2π/b), and no plane adds less than 0. At n = b^(P−1) it is the last plane and the
// others add 0: the least gap is exactly a(1 − cos 2π/b), and at b^P it is 0. For a given Σa = Pa,
// b = 3 reaches furthest.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/range/pair_gap.hpp"

namespace ltlc::range {

// Pre: base >= 2; planes >= 1; amplitude > 0.
[[nodiscard]] pair_head radix_head(std::uint64_t base, std::uint64_t planes,
                                   exact::rational const& amplitude);

// Words up to this length are safe for offset k, in the format or, without one, in exact arithmetic
// with the gap f: b^P + k − 2, as long as k <= b^P. nullopt where the least gap is below f_large +
// 2ε (see pair_error.hpp) or f, or k is greater. In exact arithmetic it is the greatest such
// length. Pre: as above; k >= 1; f > 0.
[[nodiscard]] std::optional<exact::integer> certify_radix(std::uint64_t base, std::uint64_t planes,
                                                          exact::rational const& amplitude,
                                                          std::uint64_t k,
                                                          format::number_format const& f);
[[nodiscard]] std::optional<exact::integer> certify_radix(std::uint64_t base, std::uint64_t planes,
                                                          exact::rational const& amplitude,
                                                          std::uint64_t k,
                                                          exact::rational const& gap);

} // namespace ltlc::range
