// A random orthogonal change Q of the basis of the residual stream: x becomes Qx. What wrote x
// writes Qx, what read x by W reads Qx by WQᵀ, and the function stays what it was up to rounding.
// For work that must not see features along the axes; no exactness is promised of such a model, and
// `ltlc prove` says of one what holds.
//
// The answer stands along a direction then, and exported weights name a coordinate: so a last layer
// without heads adds to coordinate 0 what that direction has more than it, by two hidden units.
//
// Q is drawn from Haar's distribution: a product of Householder reflections of normal vectors, one
// for each dimension, with the signs of R's diagonal [Stewart, The efficient generation of random
// orthogonal matrices, 1980]. Everything is in fp64 in a fixed order with correctly rounded
// functions, so a seed gives one matrix everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

struct rotated_basis {
  std::uint64_t seed = 0;
  // Row d is where the unit vector of coordinate d goes: column d of Q.
  std::vector<std::vector<double>> directions;
  // At least the Frobenius norm of QᵀQ − I, the rounding errors of computing it included.
  double orthogonality_error = 0;
};

// Pre: width >= 1. Cost: O(width³).
[[nodiscard]] rotated_basis random_basis(std::size_t width, std::uint64_t seed);

// The model in that basis, exactly; it says no longer what its coordinates hold. Pre: the basis has
// the model's width. Errors: what does not commute with Q or breaks by rounding: sinusoids, which
// are added to coordinates; hard attention, whose ties would not stay ties; a layer norm, whose
// mean is along one direction; an RMS norm whose gains differ.
[[nodiscard]] tl::expected<network::model, std::string> in_basis(network::model const& m,
                                                                 rotated_basis const& basis);

} // namespace ltlc::interchange
