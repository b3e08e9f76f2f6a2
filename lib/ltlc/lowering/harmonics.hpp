// Sets of harmonics A of a modulus m: E(n) = Σ_{a∈A} cos(2πan/m) is |A| at n = 0 and should stay
// low at every other n. The sets are chosen by search, smallest first; what is claimed of a set is
// bounded rigorously. Past the paper.
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/exact/scalar.hpp"

namespace ltlc::lowering {

// cos(2πj/m) for every j in fixed point: integers, so that sums, maxima and every choice made from
// them are exact and the same on every machine.
class cosine_circle {
public:
  static constexpr int fraction_bits = 56;  // the unit is 2^-56
  static constexpr std::int64_t error = 34; // of one entry, in units; harmonics.cpp has the proof
  static constexpr std::uint64_t most_entries = std::uint64_t{1} << 20;

  // Pre: 2 <= m <= most_entries. Cost: O(√m) roundings and O(m) operations.
  explicit cosine_circle(std::uint64_t m);

  [[nodiscard]] std::uint64_t size() const { return entries_.size(); }
  [[nodiscard]] std::int64_t at(std::uint64_t j) const { return entries_[j]; } // Pre: j < m

private:
  std::vector<std::int64_t> entries_;
};

// A set of harmonics that grows pair by pair. Each new one is the best there is, or the best of a
// fixed sample when m is large, and the earlier ones of a small set are then chosen again. For an
// offset head with k >= 3 the score at BOS is also compared with others at n < k: with ordered = k
// the search lowers max E + max(0, disorder) instead of max E.
class harmonic_set {
public:
  static constexpr std::size_t most_pairs = 64;

  // Pre: ordered <= m; circle outlives this.
  explicit harmonic_set(cosine_circle const& circle, std::uint64_t ordered = 0);

  // Pre: fewer than most_pairs harmonics. Cost: O(m² + 2^22) for m <= 4,096, else O(16·m + 2^22);
  // in practice much less.
  void grow();

  // 1 first; a harmonic can occur twice.
  [[nodiscard]] std::vector<std::uint64_t> const& harmonics() const { return harmonics_; }
  // Not less than max E(n) over 0 < n < m, and more by at most 2^-43.
  [[nodiscard]] exact::rational highest() const;
  // Not less than max (E(n′) − E(n)) over 1 <= n < n′ < ordered, and more by at most 2^-42.
  // Pre: ordered >= 3.
  [[nodiscard]] exact::rational disorder() const;
  // All n <= m/2 at which E can take its maximum over 0 < n < m.
  [[nodiscard]] std::vector<std::uint64_t> contenders() const;
  // All n <= m/2 at which E can exceed the bound.
  [[nodiscard]] std::vector<std::uint64_t> above(exact::rational const& bound) const;
  // E(n) exactly.
  [[nodiscard]] exact::scalar sum_at(std::uint64_t n) const;

private:
  [[nodiscard]] std::int64_t sum_in_units(std::uint64_t n) const;
  [[nodiscard]] std::int64_t highest_in_units() const;
  [[nodiscard]] std::int64_t disorder_with(std::uint64_t a) const;
  [[nodiscard]] std::int64_t error_in_units() const;
  [[nodiscard]] std::int64_t goal() const;
  [[nodiscard]] std::vector<std::uint32_t> worst() const;
  [[nodiscard]] std::int64_t goal_with(std::uint64_t a, std::vector<std::uint32_t> const& at,
                                       std::int64_t bound) const;
  [[nodiscard]] std::uint64_t best_addition() const;
  void choose_again();
  void add(std::uint64_t a, int sign);

  cosine_circle const* circle_;
  std::uint64_t ordered_;
  std::vector<std::uint64_t> harmonics_;
  std::vector<std::int64_t> sums_; // E(n) for n = 1 … m/2 in units; E is even
};

} // namespace ltlc::lowering
