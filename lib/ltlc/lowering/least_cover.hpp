// Least covers of small functions: the fewest cubes whose union is the function, overlapping or
// disjoint. A cube is a set of letters and a conjunction of literals. The method is that of
// two-level minimization: the prime implicants, and a branch and bound that covers the input that
// fewest of them cover first; the bound is a set of inputs no two of which one implicant covers.
// Disjoint covers are built from all implicants, as their cubes need not be prime.
// Source: [Quine52], [McCluskey56] for the primes; letters as one many-valued input, and the
// disjoint covers, are ours.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ltlc/lowering/boolean_cover.hpp"

namespace ltlc::lowering {

// Letters for which the cube is in the cover, by cube.
using lettered_cubes = std::map<cube, std::vector<bool>>;

struct cover_request {
  bool complement = false; // of ¬f
  bool disjoint = false;
  std::size_t below = 0; // only covers of fewer cubes are looked for
};

struct small_cover {
  lettered_cubes cubes;
  bool least = false; // no cover has fewer; else the search ran out of steps
};

// None when f has more than 6 variables or too many different letters, or when no cover of fewer
// cubes than `below` was found. Cost: at most least_cover_steps nodes of the search.
[[nodiscard]] std::optional<small_cover>
least_cover(diagram_pool const& pool, boolean_function const& f, cover_request const& wanted);

inline constexpr std::size_t least_cover_variables = 6;
inline constexpr std::size_t least_cover_letters = 6; // different functions of a letter
inline constexpr std::size_t least_cover_steps = 4'000;

} // namespace ltlc::lowering
