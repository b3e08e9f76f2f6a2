#include "egg_box.hpp"

#include <algorithm>

#include "ltlc/budget/budget.hpp"
#include "ltlc/text/diagnostic.hpp"

#include "language.hpp"
#include "markup.hpp"

namespace ltlc::app {

namespace {

using algebra::element;
using algebra::j_class;

// The elements of each H-class of a box, row by row, each in short-lex order.
std::vector<std::vector<element>> cells_of(monoid const& m, j_class const& c) {
  std::vector<std::vector<element>> cells(std::size_t{c.rows} * c.columns);
  for (element const x : c.elements)
    cells[m.g.h_of(x) - c.first_h].push_back(x);
  return cells;
}

std::string with_plural(std::size_t n, char const* one, char const* many) {
  return budget::grouped(n) + " " + (n == 1 ? one : many);
}

// "2 × 3 H-classes of 2 elements"
std::string shape(j_class const& c) {
  std::string const each = with_plural(c.h_size(), "element", "elements");
  if (c.rows == 1 && c.columns == 1) return each;
  return budget::grouped(c.rows) + " × " + budget::grouped(c.columns) + " H-classes of " + each;
}

std::string title(monoid const& m, std::size_t number) {
  j_class const& c = m.g.classes[number];
  return "J" + std::to_string(number) + "  " + (c.regular ? "regular" : "not regular") + ", " +
         shape(c);
}

std::string printable(std::string const& text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const length = text::code_point_length(text, at);
    clean += text::drawable(std::string_view(text).substr(at, length));
    at += length;
  }
  return clean;
}

std::string marked_name(monoid const& m, element x) {
  return printable(name_of(m, x)) + (m.g.idempotent[x] ? "*" : "");
}

std::string padded(std::string const& text, std::size_t width) {
  return text + std::string(width - text::count_code_points(text), ' ');
}

// "  ├───┼─────┤"
std::string rule(std::string const& indent, std::vector<std::size_t> const& widths,
                 char const* left, char const* between, char const* right) {
  std::string line = indent + left;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (c > 0) line += between;
    for (std::size_t i = 0; i < widths[c] + 2; ++i)
      line += "─";
  }
  return line + right + "\n";
}

std::string box(monoid const& m, j_class const& c) {
  auto const cells = cells_of(m, c);
  std::vector<std::string> shown_cells;
  std::vector<std::size_t> widths;
  std::string row_name = "R" + std::to_string(c.first_r + c.rows - 1);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string text;
    for (element const x : cells[i])
      text += (text.empty() ? "" : " ") + marked_name(m, x);
    if (i < c.columns) widths.push_back(std::string("L" + std::to_string(c.first_l + i)).size());
    widths[i % c.columns] = std::max(widths[i % c.columns], text::count_code_points(text));
    shown_cells.push_back(std::move(text));
  }
  std::string const indent(row_name.size() + 3, ' ');
  std::string out = indent;
  for (std::size_t i = 0; i < c.columns; ++i)
    out += "  " + padded("L" + std::to_string(c.first_l + i), widths[i] + 1);
  out.erase(out.find_last_not_of(' ') + 1);
  out += "\n" + rule(indent, widths, "┌", "┬", "┐");
  for (std::size_t r = 0; r < c.rows; ++r) {
    if (r > 0) out += rule(indent, widths, "├", "┼", "┤");
    out += "  " + padded("R" + std::to_string(c.first_r + r), row_name.size()) + " ";
    for (std::size_t i = 0; i < c.columns; ++i)
      out += "│ " + padded(shown_cells[r * c.columns + i], widths[i]) + " ";
    out += "│\n";
  }
  return out + rule(indent, widths, "└", "┴", "┘");
}

std::string covered_list(monoid const& m, std::size_t number) {
  std::string text;
  for (std::uint32_t const d : m.covered[number])
    text += (text.empty() ? "J" : ", J") + std::to_string(d);
  return text.empty() ? "" : "; covers " + text;
}

std::string html_row(monoid const& m, j_class const& c,
                     std::vector<std::vector<element>> const& cells, std::size_t row) {
  std::string out = "<tr>";
  for (std::size_t i = row * c.columns; i < (row + 1) * c.columns; ++i) {
    bool const group = m.g.group[c.first_h + i];
    out += group ? "<td bgcolor=\"#d6e6f4\">" : "<td>";
    // In a group of several the elements stand in lines of four.
    for (std::size_t k = 0; k < cells[i].size(); ++k)
      out += (k == 0 ? "" : k % 4 == 0 ? "<br/>" : "&#160; ") + escaped(marked_name(m, cells[i][k]));
    out += "</td>";
  }
  return out + "</tr>";
}

// How many boxes there are with their numbers below `most`.
std::size_t named_boxes(monoid const& m, std::uint64_t most) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(m.g.classes.size(), most));
}

// Which boxes are drawn: from the top as long as the elements are at most `most`; one too large is
// left out, smaller ones after it are still drawn.
std::vector<bool> drawn_boxes(monoid const& m, std::uint64_t most) {
  std::vector<bool> drawn(named_boxes(m, most), false);
  std::uint64_t left = most;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    drawn[i] = m.g.classes[i].elements.size() <= left;
    if (drawn[i]) left -= m.g.classes[i].elements.size();
  }
  return drawn;
}

} // namespace

std::vector<element> in_order(monoid const& m) {
  std::vector<element> order{m.g.one};
  for (element x = 0; x < m.g.size; ++x)
    if (x != m.g.one) order.push_back(x);
  return order;
}

std::string name_of(monoid const& m, element x) {
  constexpr std::size_t longest = 24;
  text::word w = algebra::word_of(m.s, m.g, x);
  std::size_t const length = w.size();
  if (length <= longest) return shown(m.sigma, w);
  w.resize(longest / 2);
  return shown(m.sigma, w) + "… (" + budget::grouped(length) + " letters)";
}

std::string egg_boxes(monoid const& m, std::uint64_t most) {
  auto const drawn = drawn_boxes(m, most);
  std::string out;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    out += title(m, i) + (m.covered.empty() ? "" : covered_list(m, i)) + "\n";
    out += drawn[i] ? box(m, m.g.classes[i]) : "     not drawn\n";
  }
  std::size_t const rest = m.g.classes.size() - drawn.size();
  if (rest > 0) out += "… and " + with_plural(rest, "more J-class", "more J-classes") + "\n";
  if (rest > 0 || std::find(drawn.begin(), drawn.end(), false) != drawn.end())
    out += "(boxes with at most " + budget::grouped(most) +
           " elements all together are drawn; more with --limit)\n";
  return out + "rows R-classes, columns L-classes, * idempotent\n";
}

std::string egg_boxes_dot(monoid const& m, std::uint64_t most) {
  auto const drawn = drawn_boxes(m, most);
  std::string out = "digraph monoid {\n"
                    "  node [shape=plain, fontname=\"Helvetica\"];\n"
                    "  edge [arrowhead=none, color=\"#777777\"];\n";
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    j_class const& c = m.g.classes[i];
    std::string const name = "J" + std::to_string(i);
    std::string const remark =
        name + (drawn[i] ? "" : (c.regular ? ", regular: " : ": ") + shape(c));
    out += "  " + name +
           " [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" "
           "cellpadding=\"6\"><tr><td border=\"0\" colspan=\"" +
           std::to_string(drawn[i] ? c.columns : 1) +
           "\"><font point-size=\"10\" color=\"#555555\">" + remark + "</font></td></tr>";
    if (drawn[i]) {
      auto const cells = cells_of(m, c);
      for (std::size_t r = 0; r < c.rows; ++r)
        out += html_row(m, c, cells, r);
    } else {
      out += "<tr><td>" + with_plural(c.elements.size(), "element", "elements") + "</td></tr>";
    }
    out += "</table>>];\n";
  }
  for (std::size_t i = 0; i < drawn.size(); ++i)
    for (std::uint32_t const d : m.covered[i])
      out += "  J" + std::to_string(i) + " -> J" + std::to_string(d) + ";\n";
  return out + "}\n";
}

} // namespace ltlc::app
