#include "schedule_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/kernel/kernel.hpp"

#include "range_report.hpp"
#include "table.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t longest_period = std::uint64_t{1} << 52;

std::vector<kernel_value> kernel_values(schedule_facts const& facts, schedule_question const& q) {
  std::vector<kernel_value> values;
  auto const ladder =
      facts.context ? kernel::as_mobius(facts.schedule.planes, *facts.context) : std::nullopt;
  for (exact::integer const& m : q.kernel_at)
    values.push_back({m, ladder ? kernel::kernel_decimal(*ladder, m, q.digits)
                                : kernel::kernel_decimal(facts.schedule.planes, m, q.digits)});
  return values;
}

void realise_phases(schedule_facts& facts, schedule_question const& q) {
  for (std::size_t d = 0; d < facts.schedule.planes.size(); ++d) {
    auto const& period = facts.period.planes[d].period;
    if (!period || *period == 1) continue;
    if (*period > q.compared_up_to || *period >= longest_period) {
      ++facts.periods_not_compared;
      continue;
    }
    double const g = schedule::single_precision_frequency(facts.schedule.planes[d]);
    facts.phases.push_back({d, *period,
                            schedule::period_by_phase(g, period->convert_to<std::uint64_t>(),
                                                      *q.dtype, q.compared_up_to)});
  }
}

json texts(std::vector<exact::integer> const& numbers) {
  json all = json::array();
  for (auto const& n : numbers)
    all.push_back(n.str());
  return all;
}

std::string_view word(kernel::verdict v) {
  switch (v) {
  case kernel::verdict::holds:
    return "holds";
  case kernel::verdict::fails:
    return "fails";
  case kernel::verdict::undecided:
    break;
  }
  return "undecided";
}

double middle_of(exact::enclosure const& e) {
  double const low = mpfr_get_d(e.lower(), MPFR_RNDN), high = mpfr_get_d(e.upper(), MPFR_RNDN);
  return low == high ? low : low + (high - low) / 2;
}

std::string short_number(exact::enclosure const& e) {
  double const d = middle_of(e);
  return std::isfinite(d) ? fmt::format("{:.6g}", d) : std::string("-");
}

json decided(kernel::verdict v) {
  if (v == kernel::verdict::undecided) return nullptr;
  return v == kernel::verdict::holds;
}

json extremum_json(kernel::extremum const& e) {
  return {{"at", texts(e.at)}, {"value", middle_of(e.value)}};
}

json predictions_json(schedule_facts const& facts) {
  auto const& p = *facts.predicted;
  auto const optional_text = [](std::optional<exact::integer> const& n) {
    return n ? json(n->str()) : json(nullptr);
  };
  json j = {{"P1",
             {{"holds", decided(p.lobe.is)},
              {"half_width", optional_text(p.lobe.half_width)},
              {"predicted", p.lobe.predicted.str()}}},
            {"P2",
             {{"holds", decided(p.silence.is)},
              {"witness", optional_text(p.silence.witness)},
              {"greatest_in_the_middle", extremum_json(p.silence.greatest)}}},
            {"P3", {{"holds", decided(p.ends.is)}, {"endpoint", middle_of(p.ends.endpoint)}}},
            {"P4", {{"holds", decided(p.beyond.is)}, {"period", optional_text(p.beyond.period)}}}};
  if (!facts.census) return j;
  auto const& c = *facts.census;
  double const ratio = middle_of(c.ratio);
  j["census"] = {{"endpoint", middle_of(c.endpoint)},
                 {"middle", extremum_json(c.middle)},
                 {"ratio", std::isfinite(ratio) ? json(ratio) : json(nullptr)},
                 {"least", extremum_json(c.least)}};
  j["endpoints"] = json::array();
  for (auto const& e : facts.endpoints)
    j["endpoints"].push_back({{"length", e.length.str()}, {"c", middle_of(e.value)}});
  return j;
}

json phases_json(schedule_facts const& facts, schedule_question const& q) {
  json planes = json::array();
  for (auto const& plane : facts.phases) {
    json j = {{"plane", plane.plane}, {"period", plane.period.str()}};
    auto const& first = plane.realized.first;
    j["first_break"] = first ? json(std::to_string(first->position)) : json(nullptr);
    if (first)
      j["rotation"] = {{"there", {first->there.cosine, first->there.sine}},
                       {"a_period_before", {first->before.cosine, first->before.sine}}};
    planes.push_back(std::move(j));
  }
  auto const first = first_break(facts);
  return {{"dtype", q.dtype->name},
          {"table", {{"keeps_periods", true}}},
          {"phase",
           {{"first_break",
             first ? json(std::to_string(first->realized.first->position)) : json(nullptr)},
            {"compared_up_to", std::to_string(q.compared_up_to)},
            {"longer_periods_not_compared", facts.periods_not_compared},
            {"planes", std::move(planes)}}}};
}

std::string period_text(std::optional<exact::integer> const& period) {
  return period ? grouped_digits(period->str()) : "none";
}

std::string class_text(schedule_facts const& facts) {
  switch (facts.period.recognizes) {
  case schedule::expressivity::past:
    return "LTL[P]";
  case schedule::expressivity::past_and_moduli:
    return "LTL[P,MOD]";
  case schedule::expressivity::within_its_range:
    return "none at every length";
  case schedule::expressivity::open:
    break;
  }
  return "not known";
}

std::string holonomy_text(schedule_facts const& facts) {
  return facts.holonomy ? std::string(schedule::name(*facts.holonomy)) : "-";
}

std::string break_text(schedule_facts const& facts) {
  if (auto const first = first_break(facts))
    return budget::grouped(first->realized.first->position);
  return facts.phases.empty() ? "-" : "none";
}

// Why planes have no period, each reason once, with the first plane it is of.
std::string reasons_text(schedule_facts const& facts) {
  std::vector<std::pair<std::string, std::pair<std::size_t, std::size_t>>> reasons; // first, count
  for (std::size_t d = 0; d < facts.period.planes.size(); ++d) {
    auto const& p = facts.period.planes[d];
    if (p.period) continue;
    auto const known = std::find_if(reasons.begin(), reasons.end(),
                                    [&](auto const& r) { return r.first == p.why; });
    if (known == reasons.end())
      reasons.push_back({p.why, {d, 1}});
    else
      ++known->second.second;
  }
  std::string text;
  for (auto const& [why, planes] : reasons)
    text += fmt::format(
        "  plane {}{}: {}\n", planes.first,
        planes.second > 1 ? fmt::format(" and {} more", planes.second - 1) : std::string(), why);
  return text;
}

std::string planes_text(schedule_facts const& facts) {
  constexpr std::size_t most = 16;
  table t;
  t.add({"plane", "angle", "period"});
  auto const& planes = facts.schedule.planes;
  for (std::size_t d = 0; d < planes.size(); ++d) {
    if (planes.size() > most && d == most - 1) {
      t.add({"…", fmt::format("{} planes in all (--json has them)", planes.size()), ""});
      d = planes.size() - 1;
    }
    t.add(
        {std::to_string(d), rotary::print(planes[d]), period_text(facts.period.planes[d].period)});
  }
  return t.text() + reasons_text(facts);
}

std::string phases_text(schedule_facts const& facts, schedule_question const& q) {
  std::string const name(q.dtype->name);
  std::string text = fmt::format("in {}, by a table: every period is kept\n", name);
  if (auto const first = first_break(facts)) {
    auto const& at = *first->realized.first;
    text += fmt::format(
        "in {}, by phases formed in fp32: plane {} (period {}) breaks at position {}, with "
        "(cos, sin) = ({}, {}) there and ({}, {}) a period before\n",
        name, first->plane, grouped_digits(first->period.str()), budget::grouped(at.position),
        format::shortest_decimal(at.there.cosine), format::shortest_decimal(at.there.sine),
        format::shortest_decimal(at.before.cosine), format::shortest_decimal(at.before.sine));
  } else if (!facts.phases.empty()) {
    text += fmt::format("in {}, by phases formed in fp32: nothing breaks up to position {}\n", name,
                        budget::grouped(q.compared_up_to));
  }
  if (facts.periods_not_compared > 0)
    text += fmt::format("  {} planes have periods over {}, which were not compared\n",
                        facts.periods_not_compared, budget::grouped(q.compared_up_to));
  return text;
}

std::string predictions_text(schedule_facts const& facts) {
  auto const& p = *facts.predicted;
  std::string const width =
      p.lobe.half_width ? grouped_digits(p.lobe.half_width->str()) : "not found";
  std::string text = fmt::format("P1 main lobe          {}: half-width {}, predicted {}\n",
                                 word(p.lobe.is), width, grouped_digits(p.lobe.predicted.str()));
  text += fmt::format("P2 silence            {}: |c| at most {} in the middle half, at m = {}\n",
                      word(p.silence.is), short_number(p.silence.greatest.value),
                      grouped_digits(p.silence.greatest.at.front().str()));
  text += fmt::format("P3 dipole             {}: c(N) = {}\n", word(p.ends.is),
                      short_number(p.ends.endpoint));
  text += fmt::format("P4 −I, period 2N      {}: least period {}\n", word(p.beyond.is),
                      period_text(p.beyond.period));
  if (facts.census)
    text += fmt::format("census over 0 … N−1   c(N−1) = {}, middle at most {} of it, least at m = "
                        "{}\n",
                        short_number(facts.census->endpoint), short_number(facts.census->ratio),
                        grouped_digits(facts.census->least.at.front().str()));
  if (!facts.endpoints.empty()) text += "endpoints c(L−1)     ";
  for (auto const& e : facts.endpoints)
    text += fmt::format(" L = {}: {}{}", grouped_digits(e.length.str()), short_number(e.value),
                        &e == &facts.endpoints.back() ? "\n" : ",");
  return text;
}

} // namespace

schedule_facts facts_of(schedule::rotary_schedule s, schedule_question const& q) {
  schedule_facts facts;
  facts.period = schedule::period_of(s);
  facts.context = q.context ? q.context : s.context;
  if (facts.context) facts.holonomy = schedule::holonomy_after(s.planes, *facts.context);
  facts.schedule = std::move(s);
  facts.kernel = kernel_values(facts, q);
  if (q.dtype) realise_phases(facts, q);
  if (q.predictions && facts.context) {
    auto const n = facts.context->convert_to<std::uint64_t>();
    facts.predicted = kernel::predict(facts.schedule.planes, n);
    facts.census = kernel::take_census(facts.schedule.planes, n);
    facts.endpoints =
        kernel::endpoints(facts.schedule.planes, *facts.context, kernel::endpoint_multiples(), 128);
  }
  if (q.moduli) facts.offered = offered_by(facts.schedule, *q.moduli);
  return facts;
}

std::optional<phase_of_plane> first_break(schedule_facts const& facts) {
  std::optional<phase_of_plane> first;
  for (auto const& plane : facts.phases)
    if (plane.realized.first &&
        (!first || plane.realized.first->position < first->realized.first->position))
      first = plane;
  return first;
}

json schedule_json(schedule_facts const& facts, schedule_question const& q) {
  json planes = json::array();
  for (std::size_t d = 0; d < facts.schedule.planes.size(); ++d) {
    auto const& p = facts.period.planes[d];
    planes.push_back({{"angle", rotary::print(facts.schedule.planes[d])},
                      {"period", p.period ? json(p.period->str()) : json(nullptr)},
                      {"why", p.why}});
  }
  std::string const recognized(schedule::name(facts.period.recognizes));
  json kernel = json::array();
  for (auto const& v : facts.kernel)
    kernel.push_back({{"m", v.m.str()}, {"c", v.c.text}, {"error", v.c.error.str()}});
  json j = {{"schedule", facts.schedule.name},
            {"planes", std::move(planes)},
            {"period", facts.period.period ? json(facts.period.period->str()) : json(nullptr)},
            {"context", facts.context ? json(facts.context->str()) : json(nullptr)},
            {"holonomy", facts.holonomy ? json(schedule::name(*facts.holonomy)) : json(nullptr)},
            {"class", recognized.empty() ? json(nullptr) : json(recognized)},
            {"kernel", std::move(kernel)}};
  if (q.dtype) j["realised"] = phases_json(facts, q);
  if (facts.predicted) j["predictions"] = predictions_json(facts);
  if (facts.offered) j["moduli"] = offered_json(*facts.offered);
  return j;
}

std::string describe(schedule_facts const& facts, schedule_question const& q) {
  std::string text = facts.schedule.name + "\n" + planes_text(facts);
  table summary;
  summary.add({"period of all planes", period_text(facts.period.period)});
  if (facts.context)
    summary.add({"after N = " + grouped_digits(facts.context->str()), holonomy_text(facts)});
  bool const modular = facts.period.recognizes == schedule::expressivity::past_and_moduli;
  summary.add({"class, with tables",
               class_text(facts) + (modular ? ", moduli that divide the period" : "")});
  text += summary.text();
  if (q.dtype) text += phases_text(facts, q);
  for (auto const& v : facts.kernel)
    text += fmt::format("c({}) = {}\n", grouped_digits(v.m.str()), v.c.text);
  if (facts.predicted) text += predictions_text(facts);
  if (facts.offered) text += describe(*facts.offered, *q.moduli);
  return text;
}

std::string side_by_side(std::vector<schedule_facts> const& all, schedule_question const& q) {
  table t;
  std::vector<std::string> head{"schedule", "planes", "period", "N", "after N", "class"};
  if (q.dtype) head.push_back(std::string(q.dtype->name) + " phases break at");
  for (exact::integer const& m : q.kernel_at)
    head.push_back("c(" + grouped_digits(m.str()) + ")");
  if (q.predictions)
    for (char const* column : {"P1", "P2", "P3", "P4", "c(N−1)", "middle / c(N−1)", "least at"})
      head.emplace_back(column);
  t.add(head);
  for (auto const& facts : all) {
    std::vector<std::string> row{facts.schedule.name,
                                 std::to_string(facts.schedule.planes.size()),
                                 period_text(facts.period.period),
                                 facts.context ? grouped_digits(facts.context->str()) : "-",
                                 holonomy_text(facts),
                                 class_text(facts)};
    if (q.dtype) row.push_back(break_text(facts));
    for (auto const& v : facts.kernel)
      row.push_back(v.c.text);
    if (facts.predicted) {
      for (auto const v : {facts.predicted->lobe.is, facts.predicted->silence.is,
                           facts.predicted->ends.is, facts.predicted->beyond.is})
        row.emplace_back(word(v));
      row.push_back(short_number(facts.census->endpoint));
      row.push_back(short_number(facts.census->ratio));
      row.push_back(grouped_digits(facts.census->least.at.front().str()));
    }
    t.add(std::move(row));
  }
  std::string text = t.text();
  for (auto const& facts : all)
    if (facts.offered) text += facts.schedule.name + "\n" + describe(*facts.offered, *q.moduli);
  return text;
}

} // namespace ltlc::app
