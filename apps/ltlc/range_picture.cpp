#include "range_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/range/continued_fraction.hpp"

namespace ltlc::app {

namespace {

constexpr std::uint64_t most_offsets = 2'000;

double drawn_gap(range::offset_pair const& head, exact::integer const& n) {
  auto const relative = range::relative_gap(head.step, n, 53);
  return head.scale.convert_to<double>() * mpfr_get_d(relative.lower(), MPFR_RNDN);
}

std::optional<double> number(std::string const& text) {
  auto const q = exact::parse_rational(text);
  if (!q) return std::nullopt;
  double const d = q->convert_to<double>();
  return std::isfinite(d) ? std::optional(d) : std::nullopt;
}

// The offset n that a violation or the closest pair is at, in magnitude.
double offset_of(range_question const& q, compared_keys const& c) {
  exact::integer const n = exact::integer(c.query) - q.head.offset - exact::integer(c.key);
  return exact::integer(abs(n)).convert_to<double>();
}

curve all_gaps(range::offset_pair const& head, std::uint64_t last) {
  curve c{"gap C(1 − cos gn)", {}, last <= 100 ? curve::style::marks : curve::style::line};
  for (std::uint64_t n = 1; n <= last; ++n)
    c.points.emplace_back(static_cast<double>(n), drawn_gap(head, n));
  return c;
}

curve record_gaps(range::offset_pair const& head, exact::integer const& last) {
  curve c{"least gap so far", {}, curve::style::marks};
  for (auto const& n : range::expand(head.step, last).denominators) {
    double const x = n.convert_to<double>();
    double const gap = drawn_gap(head, n);
    if (std::isfinite(x) && gap > 0) c.points.emplace_back(x, gap);
  }
  return c;
}

} // namespace

chart gap_chart(range_question const& q, range_facts const& facts) {
  chart c;
  double const f = q.gap.convert_to<double>();
  c.title = "Offset " + grouped_digits(q.head.offset.str()) + ", scale " + q.scale + ", angle " +
            rotary::print(q.head.step);
  c.x_label = "n: positions between a key and the target";
  c.y_label = "gap between their scores";
  c.thresholds.push_back({"f of " + q.format, f});
  exact::integer const length =
      facts.certified == "inf" ? exact::integer(40) : exact::integer(facts.certified);
  exact::integer const shown = std::max(exact::integer(40), exact::integer(length + length / 4));
  if (shown <= most_offsets) {
    c.curves.push_back(all_gaps(q.head, shown.convert_to<std::uint64_t>()));
  } else {
    c.log_x = c.log_y = true;
    c.curves.push_back(record_gaps(q.head, shown));
  }
  curve realised{"realised, closest and first failure", {}, curve::style::points};
  for (auto const& pair : {facts.closest, facts.first_bad})
    if (q.realization && pair && pair->difference && (!c.log_y || *pair->difference > 0))
      realised.points.emplace_back(offset_of(q, *pair), *pair->difference);
  if (!realised.points.empty()) c.curves.push_back(realised);
  return c;
}

outcome<chart> sweep_chart(range_questions const& asked, std::vector<range_facts> const& facts) {
  std::size_t axis = asked.axes.size();
  for (std::size_t i = asked.axes.size(); i-- > 0;) {
    auto const& values = asked.axes[i].values;
    bool const numbers = std::all_of(values.begin(), values.end(),
                                     [](auto const& v) { return number(v).has_value(); });
    if (numbers && values.size() > 1) axis = i;
  }
  if (axis == asked.axes.size())
    return tl::unexpected(
        wrong_input("--svg: a curve needs a swept scale, offset or angle with two "
                    "numbers; --csv has every point"));
  chart c;
  c.title = "Certified range";
  c.x_label = asked.axes[axis].option;
  c.y_label = "certified length";
  c.log_x = c.log_y = true;
  std::map<std::string, std::size_t> curve_of; // by the values of the other axes
  for (std::size_t point = 0; point < asked.points.size(); ++point) {
    std::string others;
    std::string x;
    std::size_t rest = point;
    for (std::size_t i = asked.axes.size(); i-- > 0;) {
      auto const& values = asked.axes[i].values;
      std::string const& value = values[rest % values.size()];
      rest /= values.size();
      if (i == axis)
        x = value;
      else
        others = asked.axes[i].option + " " + value + (others.empty() ? "" : ", ") + others;
    }
    auto const [at, added] = curve_of.try_emplace(others, c.curves.size());
    if (added) c.curves.push_back({others.empty() ? "certified" : others, {}, curve::style::marks});
    auto const y = number(facts[point].certified);
    if (y && *y > 0) c.curves[at->second].points.emplace_back(*number(x), *y);
  }
  std::erase_if(c.curves, [](curve const& each) { return each.points.empty(); });
  if (c.curves.empty())
    return tl::unexpected(wrong_input("--svg: no point of the sweep has a length above 0 to draw"));
  return c;
}

} // namespace ltlc::app
