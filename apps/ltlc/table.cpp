#include "table.hpp"

#include <algorithm>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::app {

void table::add(std::vector<std::string> row) {
  for (auto& cell : row) {
    std::string clean;
    for (std::size_t at = 0; at < cell.size();) {
      std::size_t const length = text::code_point_length(cell, at);
      clean += text::drawable(std::string_view(cell).substr(at, length));
      at += length;
    }
    cell = std::move(clean);
  }
  rows_.push_back(std::move(row));
}

std::string table::text() const {
  std::vector<std::size_t> widths;
  for (auto const& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (widths.size() <= c) widths.push_back(0);
      widths[c] = std::max(widths[c], text::count_code_points(row[c]));
    }
  std::string out;
  for (auto const& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += row[c];
      if (c + 1 < row.size()) line.append(widths[c] - text::count_code_points(row[c]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

} // namespace ltlc::app
