// When a product of powers such as 10000^(1/2)·63^(1/31) is a rational number, and which.
#pragma once

#include <optional>
#include <vector>

#include "ltlc/exact/scalar.hpp"

namespace ltlc::rotary {

struct power {
  exact::rational base; // > 0
  exact::rational exponent;
  friend bool operator==(power const&, power const&) = default;
};

// The value of Π base^exponent if it is rational (1 for no powers). Writing the bases as products
// of integers q > 1 no two of which share a prime factor makes the product Π q^e, where the
// exponents of each prime stand alone: it is rational exactly when every q^e is, that is, with
// e = u/v in lowest terms, when q is the v-th power of an integer.
// Cost: gcds of the bases, and roots; the value has about |exponent|·log2(base) bits.
[[nodiscard]] std::optional<exact::rational> rational_value(std::vector<power> const& powers);

} // namespace ltlc::rotary
