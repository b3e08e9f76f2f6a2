// The heads of one modulus in one arithmetic: harmonics, scales and tables do not depend on the
// residue, so a search that serves many residues does that work once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/lowering/harmonics.hpp"
#include "ltlc/lowering/heads.hpp"
#include "ltlc/rotary/modular_gap.hpp"

namespace ltlc::lowering {

class modular_search {
public:
  static constexpr std::size_t most_pairs = harmonic_set::most_pairs;
  // The comb needs the cosines of every residue.
  static constexpr std::uint64_t most_residues_of_comb = cosine_circle::most_entries;

  // Pre: m >= 2.
  modular_search(std::uint64_t modulus, arithmetic numbers);

  // As modular_head_numbers().
  [[nodiscard]] tl::expected<modular_numbers, std::string>
  find(std::uint64_t residue, bool inverted, std::optional<modular_lowering> lowering);

private:
  // A set of harmonics with its best residue that does not match.
  struct candidate {
    std::vector<std::uint64_t> harmonics;
    exact::scalar highest; // max of Σ_a cos(2πan/m) over n ≢ 0, exactly
    exact::rational least; // the least scale in exact arithmetic
  };
  struct best_gap {
    double gap;
    exact::rational scale;
    std::size_t pairs;
  };

  candidate const& of_size(std::size_t pairs);
  candidate make(std::vector<std::uint64_t> harmonics, exact::scalar highest) const;
  std::optional<modular_numbers> attempt(candidate const& set, std::uint64_t residue, bool inverted,
                                         std::optional<best_gap>& best);
  std::string refusal(std::optional<best_gap> const& best, bool single) const;

  std::uint64_t modulus_;
  arithmetic numbers_;
  std::optional<rotary::rotation_table> turns_; // in the format
  std::optional<cosine_circle> circle_;
  std::optional<harmonic_set> growing_;
  std::vector<candidate> sets_; // by number of pairs, from one
};

} // namespace ltlc::lowering
