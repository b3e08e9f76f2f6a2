#include "curve_picture.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "html.hpp"

namespace ltlc::app::report {

namespace {

constexpr double plot_left = 70, plot_right = 700, plot_top = 14, plot_bottom = 264;
constexpr double picture_width = 720, line_height = 20;

// A number line: values to pixels, by their logarithm where the axis is one of powers.
struct scale_of_axis {
  double low = 0, high = 1;
  double from = 0, to = 1;
  bool logarithmic = false;

  [[nodiscard]] bool shows(double v) const { return std::isfinite(v) && (!logarithmic || v > 0); }
  [[nodiscard]] double at(double v) const {
    double const a = logarithmic ? std::log10(low) : low;
    double const b = logarithmic ? std::log10(high) : high;
    return from + ((logarithmic ? std::log10(v) : v) - a) / (b - a) * (to - from);
  }
};

void stretch(scale_of_axis& axis, double v, bool& first) {
  if (!axis.shows(v)) return;
  axis.low = first ? v : std::min(axis.low, v);
  axis.high = first ? v : std::max(axis.high, v);
  first = false;
}

// Round numbers, or powers of ten, inside the axis; at most about six.
std::vector<double> ticks(scale_of_axis const& axis) {
  std::vector<double> all;
  if (axis.logarithmic) {
    int const first = static_cast<int>(std::ceil(std::log10(axis.low) - 1e-9));
    int const last = static_cast<int>(std::floor(std::log10(axis.high) + 1e-9));
    int const step = std::max(1, (last - first) / 5);
    for (int e = first; e <= last; e += step)
      all.push_back(std::pow(10.0, e));
    return all;
  }
  double const rough = (axis.high - axis.low) / 5;
  double step = std::pow(10.0, std::floor(std::log10(rough)));
  while (step < rough)
    step *= step * 2 >= rough ? 2 : 5;
  for (double v = std::ceil(axis.low / step) * step; v <= axis.high + step * 1e-9; v += step)
    all.push_back(v);
  return all;
}

std::string polyline(curve const& c, scale_of_axis const& x, scale_of_axis const& y,
                     std::size_t number) {
  std::string line, marks;
  for (auto const& [u, v] : c.points) {
    if (!x.shows(u) || !y.shows(v)) continue;
    line += fmt::format("{}{:.1f},{:.1f}", line.empty() ? "" : " ", x.at(u), y.at(v));
    if (c.points.size() <= 120)
      marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>", x.at(u), y.at(v));
  }
  std::string out = fmt::format("<g class=\"curve curve-{}\">", number % 4);
  if (c.drawn_as != curve::style::points)
    out += "<polyline fill=\"none\" points=\"" + line + "\"/>";
  return out + marks + "</g>\n";
}

} // namespace

std::string curve_svg(chart const& c, std::string_view id) {
  scale_of_axis x{0, 1, plot_left, plot_right, c.log_x};
  scale_of_axis y{0, 1, plot_bottom, plot_top, c.log_y};
  bool first_x = true, first_y = true;
  for (auto const& each : c.curves)
    for (auto const& [u, v] : each.points) {
      stretch(x, u, first_x);
      stretch(y, v, first_y);
    }
  for (auto const& t : c.thresholds)
    stretch(y, t.value, first_y);
  if (!c.log_y) y.low = std::min(y.low, 0.0);
  if (x.high <= x.low) x.high = x.low + 1;
  if (y.high <= y.low) y.high = y.low + 1;

  std::string body;
  for (double const v : ticks(x))
    body += fmt::format("<path class=\"grid\" d=\"M{0:.1f},{1}V{2}\"/><text x=\"{0:.1f}\" y=\"{3}\">"
                        "{4:.6g}</text>\n",
                        x.at(v), plot_top, plot_bottom, plot_bottom + 18, v);
  for (double const v : ticks(y))
    body += fmt::format("<path class=\"grid\" d=\"M{1},{0:.1f}H{2}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
                        "text-anchor=\"end\">{5:.6g}</text>\n",
                        y.at(v), plot_left, plot_right, plot_left - 6, y.at(v) + 4, v);
  body += fmt::format("<path class=\"axis\" fill=\"none\" d=\"M{},{}V{}H{}\"/>\n", plot_left,
                      plot_top, plot_bottom, plot_right);
  double at = plot_bottom + 40;
  body += fmt::format("<text x=\"{}\" y=\"{}\">{} → ; ↑ {}</text>\n", (plot_left + plot_right) / 2,
                      at, escaped(c.x_label), escaped(c.y_label));
  std::size_t number = 0;
  auto const legend = [&](std::string const& css, std::string const& name) {
    at += line_height;
    body += fmt::format("<g class=\"{}\"><path fill=\"none\" d=\"M{},{:.1f}h40\"/></g><text x=\"{}\" "
                        "y=\"{:.1f}\" text-anchor=\"start\">{}</text>\n",
                        css, plot_left, at - 4, plot_left + 50, at, escaped(name));
  };
  for (auto const& t : c.thresholds) {
    body += fmt::format("<path class=\"threshold\" fill=\"none\" d=\"M{},{:.1f}H{}\"/>\n", plot_left,
                        y.at(t.value), plot_right);
    legend("threshold", t.name);
  }
  for (auto const& each : c.curves) {
    body += polyline(each, x, y, number);
    legend(fmt::format("curve curve-{}", number % 4), each.name);
    ++number;
  }
  return fmt::format("<svg class=\"picture chart\" role=\"img\" aria-labelledby=\"{0}-name\" "
                     "width=\"{1}\" height=\"{2:.0f}\" viewBox=\"0 0 {1} {2:.0f}\"><title "
                     "id=\"{0}-name\">{3}</title>\n{4}</svg>\n",
                     id, picture_width, at + 10, escaped(c.title), body);
}

} // namespace ltlc::app::report
