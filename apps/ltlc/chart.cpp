#include "chart.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "drawing_program.hpp"

namespace ltlc::app {

namespace {

constexpr int chart_width = 760, chart_height = 440, map_size = 520;

// gnuplot's double quotes interpret a backslash, its single quotes only themselves.
std::string in_quotes(std::string_view text) {
  std::string q = "'";
  for (char const c : text) {
    if (c == '\'') q += '\'';
    q += c == '\n' ? ' ' : c;
  }
  return q + "'";
}

std::string terminal(int width, int height) {
  return fmt::format("set encoding utf8\n"
                     "set terminal svg size {},{} dynamic noenhanced font 'sans-serif,13' "
                     "linewidth 1.2 background '#ffffff'\n",
                     width, height);
}

std::string labels(std::string const& title, std::string const& x, std::string const& y) {
  return fmt::format("set title {} noenhanced\nset xlabel {}\nset ylabel {}\n", in_quotes(title),
                     in_quotes(x), in_quotes(y));
}

struct look {
  std::string_view colour; // of different lightness, so that black and white keeps them apart
  int dash;
  int mark;
};
constexpr std::array<look, 6> looks{{{"#000000", 1, 7},
                                     {"#b0440c", 2, 5},
                                     {"#1f6fb4", 4, 9},
                                     {"#7a7a7a", 3, 13},
                                     {"#5b2a86", 5, 6},
                                     {"#2c7a3f", 1, 4}}};

std::string plot_of(curve const& c, std::size_t number) {
  look const& l = looks[number % looks.size()];
  std::string style;
  switch (c.drawn_as) {
  case curve::style::line:
    style = fmt::format("lines dt {}", l.dash);
    break;
  case curve::style::marks:
    style = fmt::format("linespoints dt {} pt {} ps 0.5", l.dash, l.mark);
    break;
  case curve::style::points:
    style = fmt::format("points pt {} ps 1", l.mark);
    break;
  case curve::style::steps:
    style = fmt::format("steps dt {}", l.dash);
    break;
  }
  return fmt::format("$curve{} using 1:2 with {} lc rgb '{}' title {}", number, style, l.colour,
                     in_quotes(c.name));
}

std::string script_of(chart const& c) {
  std::string s = terminal(chart_width, chart_height) + labels(c.title, c.x_label, c.y_label) +
                  "set border 3\nset tics nomirror out\nset key bmargin center horizontal\n"
                  "set format '%g'\n";
  if (c.log_x) s += "set logscale x\n";
  if (c.log_y) s += "set logscale y\n";
  std::string plots;
  for (std::size_t n = 0; n < c.curves.size(); ++n) {
    s += fmt::format("$curve{} << EOD\n", n);
    for (auto const& p : c.curves[n].points)
      s += fmt::format("{} {}\n", p.first, p.second);
    s += "EOD\n";
    plots += (plots.empty() ? "" : ", ") + plot_of(c.curves[n], n);
  }
  for (auto const& t : c.thresholds)
    plots += fmt::format(", {} with lines dt 2 lw 1.5 lc rgb '#000000' title {}", t.value,
                         in_quotes(t.name));
  return s + "plot " + plots + "\n";
}

std::string script_of(matrix_map const& m) {
  std::string s = terminal(map_size + 120, map_size) + labels(m.title, m.x_label, m.y_label) +
                  "set palette gray\nset cbrange [-1:1]\nset size ratio -1\nset tics out nomirror\n"
                  "set yrange [*:*] reverse\nset autoscale xfix\nset autoscale yfix\nset key off\n"
                  "$map << EOD\n";
  for (auto const& row : m.value)
    s += fmt::format("{}\n", fmt::join(row, " "));
  return s + "EOD\nplot $map matrix with image\n";
}

// The title where readers of pages find it, and the colours inverted on a dark screen.
std::string finished(std::string svg, std::string const& title) {
  constexpr std::string_view given = "<title>Gnuplot</title>";
  std::string text;
  for (char const c : title) {
    if (c == '<')
      text += "&lt;";
    else if (c == '>')
      text += "&gt;";
    else if (c == '&')
      text += "&amp;";
    else
      text += c;
  }
  if (auto const at = svg.find(given); at != std::string::npos) {
    svg.replace(at, given.size(),
                "<title>" + text +
                    "</title>\n<style>@media (prefers-color-scheme: dark) { #gnuplot_canvas { "
                    "filter: invert(1) hue-rotate(180deg); } }</style>");
  }
  return svg;
}

outcome<std::string> drawn_by_gnuplot(std::string const& script, std::string const& title,
                                      budget::budget const& limits) {
  auto svg = drawn_by(
      {"gnuplot", {"-"}, "gnuplot", "gnuplot-nox", "the same numbers are printed without --svg"},
      script, limits);
  if (!svg) return tl::unexpected(svg.error());
  return finished(*std::move(svg), title);
}

} // namespace

outcome<std::string> drawn(chart const& c, budget::budget const& limits) {
  return drawn_by_gnuplot(script_of(c), c.title, limits);
}

outcome<std::string> drawn(matrix_map const& m, budget::budget const& limits) {
  return drawn_by_gnuplot(script_of(m), m.title, limits);
}

} // namespace ltlc::app
