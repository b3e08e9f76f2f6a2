// Boolean functions as what a transformer adds up: affine forms of coordinates that hold 0 or 1,
// and sums of ReLU units over such forms (one hidden layer).
//
// Three ways to write a function f, cheapest first:
// * a threshold: one affine form t with integer weights, t >= 1 where f holds and t <= 0 elsewhere.
//   A conjunction, a disjunction, "at least k of", and any nesting of literals around one of these
//   (x ∧ (y ∨ (z ∧ …))) has one. Keys and the readout need no more than that. (nesting.hpp)
// * an exact sum: 0 or 1 everywhere, from a threshold (relu(t) − relu(t − 1)), from the bends of a
//   function of one count, or from disjoint cubes, one unit a cube; of those the one with the
//   fewest units. Values that an offset head copies must be exact.
// * a count: how many cubes of a cover hold, of f or of ¬f. It needs fewer cubes, as they may
//   overlap.
// Covers of few variables are least ones (least_cover.hpp); larger ones are irredundant.
//
// At a word position exactly one letter is there, so a function is one decision diagram per letter;
// letters enter a form linearly. Source: past the paper, which leaves Boolean parts to earlier work
// [RoPE, §C.3].
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/lowering/decision.hpp"

namespace ltlc::lowering {

// By letter of the formula; the last entry is for every other letter, BOS and EOS.
using boolean_function = std::vector<diagram_pool::ref>;

// constant + letters[l] for the letter that is there + Σ weight · variable.
struct form {
  int constant = 0;
  std::vector<int> letters = {};                    // one a letter; may be empty: all 0
  std::vector<std::pair<variable, int>> terms = {}; // sorted, weights not 0
  friend bool operator==(form const&, form const&) = default;
};

// constant + Σ weight · relu(unit).
struct unit_sum {
  int constant = 0;
  std::vector<std::pair<int, form>> units = {};
};

// f holds iff count >= 1 (iff count = 0 when `complement`); the count is never negative.
struct counting_cover {
  unit_sum count;
  bool complement = false;
};

// What keeps every sum of small integers exact (bf16 has them up to 256), and bounds the size of a
// hidden layer. What is larger has no cover here, and the plan cuts it in parts.
struct cover_limits {
  std::size_t support = 250;
  int weight = 100; // of every partial sum of a threshold or a bend
  std::size_t exact_units = 256;
  std::size_t counted_units = 100;
};

// The limits where integers are exact up to `greatest` only: at least those of 4, which the sums of
// two literals need.
[[nodiscard]] cover_limits limits_within(std::int64_t greatest);

// Variables that f depends on.
[[nodiscard]] std::vector<variable> support(diagram_pool const& pool, boolean_function const& f);

// t >= 1 iff f, t <= 0 otherwise; none when f is no nesting of literals around "at least k of" or
// the weights grow too much.
[[nodiscard]] std::optional<form> threshold_form(diagram_pool& pool, boolean_function const& f,
                                                 cover_limits const& most = {});
// The form's value is 0 or 1 everywhere and 1 iff f: constants, letters, a literal.
[[nodiscard]] std::optional<form> exact_form(diagram_pool& pool, boolean_function const& f,
                                             cover_limits const& most = {});
// At most exact_units units.
[[nodiscard]] std::optional<unit_sum> exact_sum(diagram_pool& pool, boolean_function const& f,
                                                cover_limits const& most = {});
// At most counted_units units.
[[nodiscard]] std::optional<counting_cover>
counting_sum(diagram_pool& pool, boolean_function const& f, cover_limits const& most = {});
// One of the four exists, and the support is within the limit.
[[nodiscard]] bool coverable(diagram_pool& pool, boolean_function const& f,
                             cover_limits const& most = {});
// An exact sum exists, and the support is within the limit.
[[nodiscard]] bool exactly_coverable(diagram_pool& pool, boolean_function const& f,
                                     cover_limits const& most = {});

// The value of a form, and of a sum, where every variable is 0 and no letter of the formula is
// there.
[[nodiscard]] int value_at_zero(unit_sum const& sum);

} // namespace ltlc::lowering
