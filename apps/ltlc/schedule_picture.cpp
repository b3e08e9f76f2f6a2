#include "schedule_picture.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ltlc/budget/budget.hpp"
#include "ltlc/kernel/kernel.hpp"

namespace ltlc::app {

namespace {

constexpr std::uint64_t most_curve_points = 2'048;
constexpr std::uint64_t most_map_rows = 256;

// The i-th of `count` numbers from 0 to last, evenly.
std::uint64_t evenly(std::uint64_t i, std::uint64_t count, std::uint64_t last) {
  return count < 2 ? 0 : i * last / (count - 1);
}

double drawn_kernel(schedule::rotary_schedule const& s, std::uint64_t m) {
  auto const c = kernel::enclose_kernel(s.planes, exact::integer(m), 60);
  return mpfr_get_d(c.lower(), MPFR_RNDN);
}

} // namespace

chart kernel_chart(std::vector<schedule::rotary_schedule> const& all, std::uint64_t last) {
  chart c;
  c.title = "Kernel";
  c.x_label = "offset m";
  c.y_label = "c(m)";
  std::uint64_t const count = std::min(last + 1, most_curve_points);
  for (auto const& s : all) {
    curve each{s.name, {}, curve::style::line};
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t const m = evenly(i, count, last);
      each.points.emplace_back(static_cast<double>(m), drawn_kernel(s, m));
    }
    c.curves.push_back(std::move(each));
  }
  return c;
}

matrix_map kernel_map(schedule::rotary_schedule const& s, std::uint64_t n) {
  std::uint64_t const rows = std::min(n, most_map_rows);
  std::uint64_t const step = n / rows;
  std::vector<double> by_offset;
  for (std::uint64_t d = 0; d < rows; ++d)
    by_offset.push_back(drawn_kernel(s, d * step));
  matrix_map m;
  m.title = fmt::format("{}: c(i − j) for {} positions", s.name, budget::grouped(n));
  std::string const every = step > 1 ? fmt::format(", every {}th", step) : "";
  m.x_label = "key j" + every;
  m.y_label = "query i" + every;
  for (std::uint64_t i = 0; i < rows; ++i) {
    std::vector<double> row;
    for (std::uint64_t j = 0; j < rows; ++j)
      row.push_back(by_offset[i < j ? j - i : i - j]);
    m.value.push_back(std::move(row));
  }
  return m;
}

} // namespace ltlc::app
