// The numbers of rotary heads: scales, baselines, angles and how far an offset head holds. Every
// choice is certified twice: in exact arithmetic with λ as the gap, so that the exact regime
// accepts the model too, and in the format with f_large as the gap, on the scores as they are
// computed there. Source: [RoPE, §C.3, §4.2, §D]; combs of several pairs, the slow angle and the
// bonus pair are past the paper (modular_head.cpp, offset_head.cpp, several_pairs.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/accumulation.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::lowering {

// λ and the format it was made for.
struct arithmetic {
  std::optional<format::number_format> format; // none: exact
  exact::rational lambda = 1;
  format::accumulation sums = format::accumulation::in_format;
};

// λ: 1 without a format, else the least power of two >= f_large, so that its multiples are exact.
// Pre: the format has an f_large.
[[nodiscard]] arithmetic
arithmetic_for(std::optional<format::number_format> const& f,
               format::accumulation sums = format::accumulation::in_format);

// A modular head spends one rotary pair on each harmonic a: step a/m of a turn. One pair is the
// construction of [RoPE, §C.3]; a comb of several keeps the relative gap large at every m (past the
// paper).
enum class modular_lowering { single_pair, comb };

struct modular_request {
  std::uint64_t residue = 0;
  std::uint64_t modulus = 2; // m >= 2
  bool inverted = false;     // BOS wins exactly when i is not the residue
  std::optional<modular_lowering> lowering = std::nullopt; // none: the fewest pairs that hold
};

struct modular_numbers {
  std::vector<std::uint64_t> harmonics; // a of each pair; {1}: a single pair
  exact::rational scale;                // C, on the BOS key of every pair
  exact::scalar baseline;               // a number of the format
  std::string gap;                      // the least, in the format, a decimal
  std::string error;                    // bound on |realized − exact| of one score, a decimal
};

// The harmonics, C and the baseline for MOD(r,m), at most 64 pairs and, for a comb, m <= 2^20. The
// cheapest: a single pair where it holds, else the fewest pairs. Error: the gap needed and the best
// gap there is. Cost: O(m) roundings and O(m · pairs) operations for m <= 4,096, an error bound
// beyond; the search of harmonics is O(m²) and less. Many residues of one m: modular_head.hpp.
[[nodiscard]] tl::expected<modular_numbers, std::string>
modular_head_numbers(modular_request const& wanted, arithmetic const& numbers);

// One more rotary pair of an offset head, on the BOS key alone.
struct bonus_pair {
  exact::angle step;
  exact::angle phase;    // of the query at position 0
  exact::rational scale; // D
};

// One pair is the construction of [RoPE, §4.2]; several keep the gap at great lengths (past the
// paper).
enum class offset_lowering { single_pair, multi_pair };

struct offset_numbers {
  std::vector<exact::angle> steps; // of each pair; the score is C·Σ cos(step·(i − k − j))
  exact::rational scale;           // C, of every pair
  std::optional<bonus_pair> bonus; // makes BOS win below the offset, where the steps do not
  std::uint64_t length = 0;        // holds for words up to this length
  std::string gap;                 // the least, a decimal
  std::string error;               // bound on |realized − exact| of one score, a decimal
};

struct offset_request {
  std::uint64_t offset = 1;
  std::uint64_t length = 0;                         // that is wanted
  std::optional<exact::angle> angle = std::nullopt; // of a single pair
  std::optional<exact::rational> scale = std::nullopt;
  std::optional<offset_lowering> lowering = std::nullopt; // none: the fewest pairs that hold
};

// The best head there is: .length is `length` when that can be had, else the longest that was
// found; several pairs, at most 64, are made for lengths up to about 2^20. None when not even words
// of length `offset` can be had, or when several pairs are asked for with an angle. Cost: O(1) for
// a single pair and O(length) a pair for several where error bounds settle it; else up to 20
// million scores for each length that is tried.
[[nodiscard]] std::optional<offset_numbers> offset_head_numbers(offset_request const& wanted,
                                                                arithmetic const& numbers);

} // namespace ltlc::lowering
