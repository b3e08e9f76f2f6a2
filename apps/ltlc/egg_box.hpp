// A monoid for people: elements as their shortest words, and the egg boxes of its J-classes as text
// or as a graph for Graphviz.
#pragma once

#include <string>
#include <vector>

#include "ltlc/algebra/green.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::app {

struct monoid {
  text::alphabet sigma;
  algebra::semigroup s;
  algebra::green_relations g;
  std::vector<std::vector<std::uint32_t>> covered; // by J-class, where that was asked for
};

// The elements in short-lex order of their words: ε first.
[[nodiscard]] std::vector<algebra::element> in_order(monoid const& m);

// ε, abab, or for a long word its first letters and its length: "abababababab… (60 letters)".
[[nodiscard]] std::string name_of(monoid const& m, algebra::element x);

// One box a J-class, from the top; rows are R-classes, columns L-classes, * marks idempotents. Past
// `most` elements boxes are named and not drawn, past `most` boxes they are counted.
[[nodiscard]] std::string egg_boxes(monoid const& m, std::uint64_t most);

// The same as a graph: one table a J-class, its H-classes that are groups shaded, and an edge to
// each J-class that it covers. Boxes too large are named.
[[nodiscard]] std::string egg_boxes_dot(monoid const& m, std::uint64_t most);

} // namespace ltlc::app
