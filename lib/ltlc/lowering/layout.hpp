// Where everything lies: a coordinate for each planned variable and each class of letters, with
// dead coordinates used again, so that the width is the greatest number of things alive at once.
// Coordinates of sinusoids are never used again, and what is picked from them never lies in a used
// one: those hidden units are exact only by themselves (sinusoid.hpp).
//
// Invariant, by which nothing needs a correction later: in the BOS row every coordinate but the BOS
// flag is 0, after every layer (the embedding of BOS is −1 where a sinusoid adds cos 0). A
// coordinate that a head is to subtract from (1 − α) starts at 1 in
// all other rows, from the embedding or from the MLP of the layer before.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ltlc/lowering/plan.hpp"

namespace ltlc::lowering {

// Letters that no form of the plan tells apart share one coordinate.
struct letter_class {
  std::vector<std::size_t> letters; // of plan::letters
  std::uint32_t coordinate = 0;
};

// The MLP of `layer` puts 0, or 1 outside BOS, into a coordinate that held something else.
struct reset {
  std::size_t layer = 0;
  std::uint32_t coordinate = 0;
  bool to_one = false;
  bool counted = false; // what it held can be something else than 0 and 1
};

// Coordinates of cos(2πi/m) and sin(2πi/m).
struct sinusoid_pair {
  std::uint32_t cosine = 0, sine = 0;
};

struct layout {
  static constexpr std::uint32_t bos = 0;
  std::size_t width = 1;
  std::vector<letter_class> classes;
  std::vector<std::uint32_t> coordinate;            // by variable
  std::map<std::uint64_t, sinusoid_pair> sinusoids; // by modulus
  std::vector<bool> starts_at_one;                  // by coordinate, in the embedding
  std::vector<reset> resets;
  std::uint32_t readout = 0;
  std::vector<std::vector<std::string>> meaning; // as model::meaning
};

// A head writes α or 1 − α: P ψ and MOD by an inverted head are 1 − α.
[[nodiscard]] bool complements(planned const& p);
// MOD(r,m): at i = 1 only BOS is there and α = 1, which is right for r ≡ 1; otherwise both scores
// are negated, and α = 1 says i ≢ r. One head without a flag for the first position. (Past the
// paper.)
[[nodiscard]] bool inverted(std::uint64_t residue, std::uint64_t modulus);
[[nodiscard]] bool inverted(planned const& p);

enum class reuse { dead_coordinates, none };
// reuse::none: nothing is used again, and every letter has its own coordinate.
[[nodiscard]] layout lay_out(plan const& p, reuse how);

} // namespace ltlc::lowering
