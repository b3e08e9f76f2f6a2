// A function as a nesting: literals and letters that decide it one after the other, around a core
// that is decided by a count. Every such function is a function φ of one affine form t with integer
// values, which is what a hidden layer evaluates with the fewest units.
//
// * The core is a constant for each letter that is left, or symmetric: it depends on how many of
// its
//   literals hold (all variables, with a sign each, and possibly one set of letters).
// * A literal that decides moves t out of the range it had: above it or below it.
//
// If φ is a step, t is a threshold form. Otherwise the units are one for each bend of φ, counted
// from the side where there are fewer: parity of n literals needs n units, where disjoint cubes are
// 2^(n−1). Past the paper.
#pragma once

#include <optional>
#include <vector>

#include "ltlc/lowering/boolean_cover.hpp"

namespace ltlc::lowering {

// One step of taking a function apart: where the test succeeds, the function is known to hold or
// not to hold; elsewhere the next step decides.
struct peel {
  bool on_letters = false;
  variable v = 0;
  bool value = false;                  // the literal that decides …
  bool holds = false;                  // … and what it says
  std::vector<bool> true_letters = {}; // or the letters that decide
  std::vector<bool> false_letters = {};
};

struct nesting {
  std::vector<peel> steps; // outermost first
  boolean_function core;
  std::vector<bool> alive; // letters that no step decides
  bool settled = false;    // the core is constant for each of them
};

[[nodiscard]] nesting take_apart(diagram_pool& pool, boolean_function const& f);

// t >= 1 iff f, else t <= 0, and lowest <= t <= highest.
struct bounded_form {
  form t;
  int lowest = 0, highest = 0;
};

// None when the core is no step of a count, or weights grow past `most`.
[[nodiscard]] std::optional<bounded_form> threshold_of(diagram_pool& pool, nesting const& n,
                                                       int most = cover_limits{}.weight);
// 0 or 1 everywhere and 1 iff f; none when the core is not symmetric or the units are large: every
// partial sum, in every order, stays within `most`.
[[nodiscard]] std::optional<unit_sum> bends_of(diagram_pool& pool, nesting const& n,
                                               int most = cover_limits{}.weight);

// weight · (v holds iff value)
void add_literal(form& f, variable v, bool value, int weight);
// weight · [the letter is one of these]; by_letter has one entry more than there are letters.
void add_letters(form& f, std::vector<bool> const& by_letter, int weight);

} // namespace ltlc::lowering
