// Green's relations of a completely enumerated semigroup S, shown on the monoid M = S ∪ {1}: the
// empty word is an element of its own, a class by itself above all others, unless some word acts as
// the identity; then that element is 1 and its shortest word in M is empty. The relations of two
// elements of S are the same in both, for the ideals that define them are S¹xS¹, xS¹ and S¹x.
//
// R-classes are the strongly connected components of the right Cayley graph (x → x·a), L-classes
// those of the left one (x → a·x), J-classes those of both together; J = D since S is finite, so
// every R-class of a J-class meets every one of its L-classes in an H-class of one size: the egg
// box. Source: [Pin86, Ch. 3].
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/algebra/semigroup.hpp"

namespace ltlc::algebra {

// Its R-classes (rows) are numbered first_r … first_r + rows − 1, its L-classes (columns) and
// H-classes (row by row) likewise.
struct j_class {
  std::vector<element> elements; // in short-lex order of M
  std::uint32_t first_r = 0;
  std::uint32_t first_l = 0;
  std::uint32_t first_h = 0;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  bool regular = false; // has an idempotent; then every row and every column has one

  [[nodiscard]] std::size_t h_size() const {
    return elements.size() / (std::size_t{rows} * columns);
  }
};

// J-classes are numbered from the top, never one before a class above it; among those that could be
// next the one with the short-lex least element is. R- and L-classes are numbered in the order of
// their J-classes, then of their least elements: so x → x·a never leads to a smaller R-class, nor
// x → a·x to a smaller L-class.
struct green_relations {
  std::size_t size = 0;      // |M|
  element one = 0;           // the identity of M: S's own, or the number |S| when it is adjoined
  std::vector<element> left; // element of S × letters: a·x
  std::vector<std::uint32_t> j_of; // by element of M
  std::vector<std::uint32_t> r_of; // by element of M
  std::vector<std::uint32_t> l_of; // by element of M
  std::vector<bool> idempotent;    // by element of M
  std::vector<bool> group;         // by H-class: has an idempotent, and so is a group
  std::vector<j_class> classes;    // J-classes
  std::uint32_t r_classes = 0;
  std::uint32_t l_classes = 0;

  [[nodiscard]] std::uint32_t h_of(element x) const {
    j_class const& c = classes[j_of[x]];
    return c.first_h + (r_of[x] - c.first_r) * c.columns + (l_of[x] - c.first_l);
  }
  [[nodiscard]] bool regular(element x) const { return classes[j_of[x]].regular; }
};

// Pre: complete. Cost: O(|S||Σ| + |S||Q|) time and 4|Σ| + 80 bytes an element. Limits: bytes, time.
[[nodiscard]] budget::limited<green_relations> relations_of(semigroup const& s,
                                                            budget::budget const& limits);

// For each J-class those that it covers in the J-order: below it, with none between.
// Cost: O(|S||Σ||J| / 64) time, |J|² / 8 bytes. Limits: bytes, time.
[[nodiscard]] budget::limited<std::vector<std::vector<std::uint32_t>>>
covered_classes(semigroup const& s, green_relations const& g, budget::budget const& limits);

// The shortest word of x in M: empty for the identity.
[[nodiscard]] text::word word_of(semigroup const& s, green_relations const& g, element x);

} // namespace ltlc::algebra
