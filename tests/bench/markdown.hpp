// What the table programs share: a Markdown table on standard output, a row at a time, and the
// formats that their arguments name.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "ltlc/format/number_format.hpp"

namespace ltlc::bench {

inline void print_row(std::vector<std::string> const& cells) {
  std::string line = "|";
  for (auto const& cell : cells)
    line.append(" ").append(cell).append(" |");
  std::puts(line.c_str());
  std::fflush(stdout);
}

// Titles, and a line that sets a column to the right where `numbers` has an n.
inline void print_titles(std::vector<std::string> const& titles, std::string_view numbers) {
  print_row(titles);
  std::vector<std::string> sides;
  for (std::size_t i = 0; i < titles.size(); ++i)
    sides.emplace_back(i < numbers.size() && numbers[i] == 'n' ? "--:" : "---");
  print_row(sides);
}

inline std::string fixed(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

// Empty: one of the names is of no format, and standard error says which.
inline std::vector<format::number_format>
formats_named(int argc, char** argv, std::vector<format::number_format> const& otherwise) {
  std::vector<format::number_format> formats;
  for (int i = 1; i < argc; ++i) {
    auto const f = format::find_format(argv[i]);
    if (!f) {
      std::fprintf(stderr, "no such format: %s\n", argv[i]);
      return {};
    }
    formats.push_back(*f);
  }
  return formats.empty() ? otherwise : formats;
}

} // namespace ltlc::bench
