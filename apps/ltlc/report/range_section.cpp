#include <algorithm>
#include <cstdlib>
#include <optional>

#include "../model_file.hpp"
#include "../range_picture.hpp"
#include "../range_report.hpp"
#include "../unsettled.hpp"
#include "curve_picture.hpp"
#include "failure_text.hpp"
#include "html.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

constexpr std::size_t most_plots = 6;
constexpr std::uint64_t longest_asked = 20'000; // letters; the realised range is not sought past it

// The k of "Y^k …", 1 of "Y …". A head may compute several, all of the same k.
std::string offset_of(network::head_note const& note) {
  if (!note.computes.starts_with("Y^")) return "1";
  auto const end = note.computes.find_first_not_of("0123456789", 2);
  return note.computes.substr(2, end - 2);
}

// What the range code says of an offset head with one pair.
std::string offset_plot(network::model const& m, network::head const& h, std::string const& id) {
  range_options o;
  o.angle = exact::print(h.rotary.front().step);
  o.offset = offset_of(h.note);
  o.scale = h.note.scale;
  o.format = m.format == "exact" ? "fp64" : m.format;
  if (m.format == "exact") o.mode = "ideal";
  o.cap = std::min(longest_asked, 4 * m.max_length.value_or(longest_asked));
  auto const asked = questions_of(o);
  if (!asked) return paragraph("No plot: " + failure_text(asked.error()), "limit");
  auto const& q = asked->points.front();
  auto const facts = facts_of(q, answer(q));
  return "<pre class=\"quiet\">" + escaped(describe(q, facts)) + "</pre>\n" +
         scrolling("Gap of scores against offset", curve_svg(gap_chart(q, facts), id));
}

// The gap of a modular head with one pair, which comes back with its period.
std::string modular_plot(network::model const& m, network::head const& h, std::string const& id) {
  constexpr std::uint64_t most_points = 400;
  auto const& pair = h.rotary.front();
  std::uint64_t const period = rotary::period(pair);
  double const scale = std::strtod(h.note.scale.c_str(), nullptr);
  std::uint64_t const last = std::min(most_points, std::max<std::uint64_t>(3 * period, 12));
  chart c;
  c.title = h.note.computes + ": gap below the greatest score";
  c.x_label = "n: distance from a position of the right residue";
  c.y_label = "gap C(1 − cos gn)";
  curve gaps{"gap; 0 where the residue is right", {}, curve::style::marks};
  for (std::uint64_t n = 0; n <= last; ++n)
    gaps.points.emplace_back(static_cast<double>(n),
                             scale * (1 - rotary::rotation(format::fp64, pair, n).cosine));
  c.curves.push_back(std::move(gaps));
  if (auto const regime = regime_of({}, m)) {
    std::string const enough = gap_that_settles(m, regime->arithmetic);
    c.thresholds.push_back({"f: from here on the weight is 0", std::strtod(enough.c_str(), nullptr)});
  }
  return paragraph("The rotation comes back after " + counted(period, "position") +
                   ", so the scores repeat and the head holds at every length.") +
         scrolling("Gap of scores against offset", curve_svg(c, id));
}

std::string holds(network::head_note const& note) {
  return note.holds_to ? "for words of up to " + counted(*note.holds_to, "letter")
                       : std::string("at every length");
}

std::string plot_of_head(network::model const& m, network::head const& h, std::string const& id) {
  bool const one_pair = h.rotary.size() == 1 && h.rotary.front().table.empty();
  std::string const title = text::cut(h.note.computes, 120);
  std::string html = "<h3>" + escaped(title) + "</h3>\n";
  if (one_pair && h.note.kind == network::head_kind::offset) return html + offset_plot(m, h, id);
  if (one_pair && h.note.kind == network::head_kind::modular && rotary::period(h.rotary.front()) > 0)
    return html + modular_plot(m, h, id);
  return html + paragraph("A head with " + counted(h.rotary.size(), "rotary pair") + " (" +
                          h.note.lowering + "): certified to hold " + holds(h.note) +
                          ". Only heads with one pair are plotted.");
}

} // namespace

std::string range_section(material const& m) {
  std::string const title = "Certified range of the rotary heads";
  if (!m.model)
    return section("range", title, paragraph("There is no model, so there are no heads.", "limit"));
  std::string html;
  std::vector<std::string> seen; // heads that differ in their argument only have one range
  for (auto const& layer : m.model->model.layers)
    for (auto const& h : layer.heads) {
      if (h.rotary.empty()) continue;
      std::string const kind = exact::print(h.rotary.front().step) + " " + h.note.scale + " " +
                               std::to_string(h.rotary.size()) + " " + offset_of(h.note);
      if (std::find(seen.begin(), seen.end(), kind) != seen.end()) continue;
      seen.push_back(kind);
      if (seen.size() <= most_plots)
        html += plot_of_head(m.model->model, h, "range-" + std::to_string(seen.size()));
    }
  if (seen.empty())
    html = paragraph("The model uses no rotation: none of its heads looks at positions, so there is "
                     "no range to certify, and nothing in it ends at a length.");
  if (seen.size() > most_plots)
    html += paragraph("… and " + std::to_string(seen.size() - most_plots) +
                          " more kinds of rotary heads, which are not shown.",
                      "limit");
  return section("range", title, html);
}

} // namespace ltlc::app::report
