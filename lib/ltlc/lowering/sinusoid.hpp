// MOD(r,m) from a sinusoid in the embedding (SiPE). Two coordinates hold c_i = cos(2πi/m) and s_i =
// sin(2πi/m); with w = cos(2πr/m) and z = sin(2πr/m), x = w·c_i + z·s_i is cos(2π(i − r)/m): 1 at
// the residue, at most cos(2π/m) elsewhere. Two hidden units pick it,
//   (relu(x − c) − relu(x − c − D)) / D,
// which is 0 where x <= c and 1 where x >= c + D. D is a power of two, c and c + D are numbers of
// the format with ¾ <= c, and x at the residue lies within [c + D, 3/2], so that x/2 <= c <= c + D
// <= 2x: both subtractions are exact (Sterbenz' lemma), and so are the quotients by D and their
// difference, which is 1.
// Source: [RoPE, Fig. 1] for the encoding; how a residue is picked exactly is past the paper.
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/lowering/heads.hpp"

namespace ltlc::lowering {

struct sinusoid_numbers {
  exact::rational threshold; // c
  exact::rational step;      // D
  std::string gap;           // the least x at the residue minus the greatest elsewhere, a decimal
  std::string error;         // bound on |realized − exact| of x, a decimal
};

// Certified in exact arithmetic and, where there is a format, in the format too: for every residue
// operation by operation (the products from left to right, then the bias), or by a bound on the
// error that is small enough by itself. Pre: m >= 2. Error: the gap needed and the gap there is.
// Cost: O(1) by the bound, else O(m) roundings.
[[nodiscard]] tl::expected<sinusoid_numbers, std::string>
sinusoid_residue(std::uint64_t residue, std::uint64_t modulus, arithmetic const& numbers);

} // namespace ltlc::lowering
