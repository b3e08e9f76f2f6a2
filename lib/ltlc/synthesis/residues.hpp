// Sets of positions that only their residue decides: { i : i mod m ∈ R }, with the least m.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/logic/formula.hpp"

namespace ltlc::synthesis {

struct residue_set {
  std::uint64_t modulus = 1;
  std::vector<std::uint64_t> residues; // sorted; of {} the modulus is 1
  friend auto operator<=>(residue_set const&, residue_set const&) = default;

  [[nodiscard]] bool never() const { return residues.empty(); }
  [[nodiscard]] bool always() const { return residues.size() == modulus; }
  [[nodiscard]] bool contains(std::uint64_t i) const;
};

[[nodiscard]] residue_set every_position();

// In normal form: sorted, least modulus. Pre: modulus >= 1.
[[nodiscard]] residue_set normal(std::uint64_t modulus, std::vector<std::uint64_t> residues);

[[nodiscard]] residue_set complement(residue_set const& r);

// Both sets, over the lcm of the moduli. Cost: linear in the larger modulus.
[[nodiscard]] residue_set united(residue_set const& r, residue_set const& s);

// The positions that lie in both. Cost: linear in the lcm of the moduli.
[[nodiscard]] residue_set common(residue_set const& r, residue_set const& s);

// A formula that is true at the positions of r.
[[nodiscard]] logic::formula to_formula(residue_set const& r, logic::formula_pool& pool);

} // namespace ltlc::synthesis
