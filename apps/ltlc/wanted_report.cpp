#include "wanted_report.hpp"

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/range/best_angle.hpp"
#include "ltlc/range/continued_fraction.hpp"
#include "ltlc/range/wanted_length.hpp"

#include "asked_numbers.hpp"
#include "range_report.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

// One angle, with a scale that reaches the length or without.
struct wanted_row {
  std::string name; // "best", "golden" or "asked"
  rotary::frequency step;
  std::optional<exact::rational> scale;
  std::string impossible;           // why no scale does it; "" = not shown
  std::optional<std::string> range; // how far the scale goes, or the longest that was met
};

struct wanted_report {
  exact::integer length;
  std::string impossible; // for every angle
  std::vector<wanted_row> rows;
};

std::string why_no_scale(range::no_scale_reason reason) {
  switch (reason) {
  case range::no_scale_reason::equal_keys:
    return "two keys have equal numbers in the format, so that every query scores them alike";
  case range::no_scale_reason::small_gaps:
    return "some offset's gap is below f for every scale up to the limit";
  case range::no_scale_reason::every_weight:
    break;
  }
  return "all weights that a scale can give in the format were tried";
}

// C with C(1 − cos gn) >= f for all 1 <= n <= M: f over the least relative gap, which a denominator
// of the continued fraction has, rounded up to 24 bits. none: the gap is 0 or not known.
std::optional<exact::rational> exact_scale(rotary::frequency const& g, exact::integer const& last,
                                           exact::rational const& gap) {
  auto const n = range::expand(g, last).denominators.back();
  auto const relative = range::relative_gap(g, n, 64);
  if (relative.certain_sign() <= 0) return std::nullopt;
  exact::rational const least = gap / exact::to_rational(relative.lower());
  exact::rational unit = 1;
  while (least / unit >= (1 << 24))
    unit *= 2;
  while (least / unit < (1 << 23))
    unit /= 2;
  exact::rational const units = least / unit;
  exact::integer const whole = numerator(units) / denominator(units);
  return (whole + 1) * unit;
}

wanted_row exact_row(std::string name, rotary::frequency const& g, exact::integer const& last,
                     range_question const& q) {
  wanted_row row{std::move(name), g, exact_scale(g, last, q.gap), "", std::nullopt};
  if (!row.scale) {
    row.impossible = "an offset up to there turns by whole turns";
    return row;
  }
  auto const reached = range::ideal_range({g, q.head.offset, *row.scale}, q.gap);
  if (reached && *reached) row.range = (*reached)->length.str();
  return row;
}

wanted_row realized_row(std::string name, range::scale_answer const& a) {
  wanted_row row{std::move(name), a.step, a.scale, "", std::nullopt};
  if (a.impossible) row.impossible = why_no_scale(*a.impossible);
  if (a.equal_keys)
    row.impossible +=
        fmt::format(" (positions {} and {})", a.equal_keys->first, a.equal_keys->second);
  if (a.range_scale > 0) row.range = std::to_string(a.range.length);
  return row;
}

wanted_report in_exact_arithmetic(range_options const& o, range_question const& q,
                                  exact::integer const& length) {
  // Offsets up to here are met; see ideal_range.hpp.
  exact::integer const& k = q.head.offset;
  exact::integer const last = std::max(exact::integer(length + 1 - k), exact::integer(k - 1));
  wanted_report report{length, "", {}};
  if (o.angle != "best") {
    report.rows.push_back(exact_row("asked", q.head.step, last, q));
    return report;
  }
  exact::integer const m = last + 1;
  auto best =
      rotary::frequency(exact::angle{.turns = exact::rational(range::spread_numerator(m), m)});
  report.rows.push_back(exact_row("best", best, last, q));
  report.rows.push_back(exact_row("golden", exact::angle{.golden = 1}, last, q));
  return report;
}

wanted_report realised(range_options const& o, range_question const& q, std::uint64_t length) {
  range::wanted_range wanted{q.head.offset.convert_to<std::uint64_t>(), length, std::nullopt};
  if (o.scale) wanted.most_scale = q.head.scale;
  wanted_report report{length, "", {}};
  if (o.angle != "best") {
    report.rows.push_back(
        realized_row("asked", range::find_scale(q.head.step, wanted, *q.realization)));
    return report;
  }
  auto const found = range::find_head(wanted, *q.realization);
  if (found.impossible) report.impossible = why_no_scale(*found.impossible);
  report.rows.push_back(realized_row("best", found.best));
  report.rows.push_back(realized_row("golden", found.golden));
  return report;
}

json row_json(wanted_row const& row) {
  return {{"angle", rotary::print(row.step)},
          {"scale", row.scale ? json(row.scale->str()) : json(nullptr)},
          {"impossible", row.impossible.empty() ? json(nullptr) : json(row.impossible)},
          {"reaches", row.range ? json(*row.range) : json(nullptr)}};
}

std::string row_text(wanted_row const& row) {
  std::string const angle = rotary::print(row.step);
  std::string text =
      angle == row.name ? "  " + angle + ": " : fmt::format("  {} angle, {}: ", row.name, angle);
  if (row.scale)
    return text + fmt::format("scale {} reaches {}\n", row.scale->str(),
                              row.range ? grouped_digits(*row.range) : "it");
  text += row.impossible.empty() ? "no scale was found" : "no scale does: " + row.impossible;
  return text + (row.range ? "; the longest met is " + grouped_digits(*row.range) : "") + "\n";
}

exit_status status_of(wanted_report const& report) {
  bool impossible = true;
  for (auto const& row : report.rows) {
    if (row.scale) return exit_status::done;
    impossible = impossible && row.name == "asked" && !row.impossible.empty();
  }
  return impossible || !report.impossible.empty() ? exit_status::does_not_hold : exit_status::limit;
}

} // namespace

outcome<exit_status> answer_wanted(range_options const& o, streams const& io) {
  if (!o.sweeps.empty() || o.csv || o.svg)
    return tl::unexpected(wrong_input("--want is answered by itself, without --sweep, --csv and "
                                      "--svg"));
  auto const asked = questions_of(o);
  if (!asked) return tl::unexpected(asked.error());
  range_question const& q = asked->points.front();
  auto const length = read_count("--want", *o.want);
  if (!length) return tl::unexpected(length.error());
  if (*length < q.head.offset)
    return tl::unexpected(wrong_input("--want " + *o.want +
                                      ": a head with that offset has nothing to tell apart below "
                                      "length " +
                                      q.head.offset.str()));
  if (q.realization && *length >= exact::integer(std::uint64_t{1} << 50))
    return tl::unexpected(
        wrong_input("--want " + *o.want + ": lengths are below 2^50 outside --mode ideal"));
  wanted_report const report = q.realization ? realised(o, q, length->convert_to<std::uint64_t>())
                                             : in_exact_arithmetic(o, q, *length);
  exit_status const status = status_of(report);
  if (o.common.json) {
    json j = {{"want", length->str()},
              {"offset", q.head.offset.str()},
              {"format", q.format},
              {"mode", mode_of(q)},
              {"found", status == exit_status::done},
              {"impossible", report.impossible.empty() ? json(nullptr) : json(report.impossible)}};
    for (auto const& row : report.rows)
      j[row.name] = row_json(row);
    io.out << j.dump() << "\n";
    return status;
  }
  io.out << fmt::format("offset {} up to length {}; {}\n", grouped_digits(q.head.offset.str()),
                        grouped_digits(length->str()), arithmetic_of(q));
  if (!report.impossible.empty())
    io.out << "  no angle and no scale does: " << report.impossible << "\n";
  for (auto const& row : report.rows)
    io.out << row_text(row);
  if (status == exit_status::limit)
    io.out << "  none was found, and it is not shown that there is none\n";
  return status;
}

} // namespace ltlc::app
