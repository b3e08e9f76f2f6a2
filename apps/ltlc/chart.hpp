// Pictures of numbers, drawn by gnuplot: curves over a common axis, and maps of a matrix. They are
// told apart by dashes and marks, not by colour alone, and turn dark where the reader's screen is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "outcome.hpp"

namespace ltlc::app {

struct curve {
  enum class style : unsigned char { line, marks /* joined */, points /* not */, steps };
  std::string name;
  std::vector<std::pair<double, double>> points;
  style drawn_as = style::line;
};

struct threshold {
  std::string name;
  double value = 0;
};

struct chart {
  std::string title;
  std::string x_label, y_label;
  bool log_x = false, log_y = false; // then only positive numbers are drawn
  std::vector<curve> curves;
  std::vector<threshold> thresholds; // horizontal
};

// value[row][column] in [−1, 1]: white is 1, black −1; row 0 on top.
struct matrix_map {
  std::string title;
  std::string x_label, y_label;
  std::vector<std::vector<double>> value;
};

// SVG, the same bytes for the same numbers and the same gnuplot. Pre: every number is finite; a
// chart has a curve with a point. Errors: gnuplot is not installed, or does not end well, or not in
// time.
[[nodiscard]] outcome<std::string> drawn(chart const& c, budget::budget const& limits = {});
[[nodiscard]] outcome<std::string> drawn(matrix_map const& m, budget::budget const& limits = {});

} // namespace ltlc::app
