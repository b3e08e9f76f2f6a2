#include "schedule_range.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/range/amplitudes.hpp"
#include "ltlc/range/pair_error.hpp"

#include "asked_numbers.hpp"
#include "asked_schedules.hpp"
#include "files.hpp"
#include "range_question.hpp"
#include "range_report.hpp"
#include "table.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

using exact::rational;

// Largest last, as the errors of a sum like it; planes of amplitude 0 only add errors.
range::pair_head ordered(range::pair_head head) {
  std::erase_if(head, [](range::rotary_plane const& p) { return p.amplitude == 0; });
  std::stable_sort(head.begin(), head.end(),
                   [](auto const& a, auto const& b) { return a.amplitude < b.amplitude; });
  return head;
}

range::pair_head with_equal(std::vector<rotary::frequency> const& steps, rational const& total) {
  range::pair_head head;
  for (auto const& g : steps)
    head.push_back({g, total / steps.size()});
  return head;
}

certified_planes certified(range::pair_head const& head, planes_question const& q) {
  certified_planes facts;
  facts.total = range::total_amplitude(head);
  facts.length = range::certify_pairs(head, q.offset, q.format, q.cap).length;
  std::uint64_t const last =
      std::max(facts.length + 1 - std::min(facts.length, q.offset), q.offset - 1);
  auto const least = range::find_least_gap(head, std::max<std::uint64_t>(1, last));
  facts.relative_gap = std::max(0.0, rational(least.low / facts.total).convert_to<double>());
  return facts;
}

// The scale beyond which nothing is gained: f/C is then a small part of what the errors ask for.
// Less where scores would overflow.
rational furthest_total(std::vector<rotary::frequency> const& steps, planes_question const& q) {
  rational total = 1;
  auto const fits = [&](rational const& c) {
    return range::pair_score_error(with_equal(steps, c), q.format).has_value();
  };
  rational const enough = rational(format::f_large(q.format)) * (1 << 20);
  while (total < enough && fits(total * 2))
    total *= 2;
  return total;
}

certified_planes best_amplitudes(std::vector<rotary::frequency> const& steps,
                                 certified_planes const& equal, planes_question const& q) {
  certified_planes best = equal;
  range::pair_head head = ordered(with_equal(steps, equal.total));
  // The errors depend on the amplitudes, so that the gap to ask for is that of the head before.
  for (int round = 0; round < 2 && best.length < q.cap; ++round) {
    auto const error = range::pair_score_error(head, q.format);
    if (!error) break;
    rational const gap = rational(format::f_large(q.format)) + 2 * *error;
    range::amplitude_request const request{steps, q.offset, q.cap, equal.total};
    head = ordered(range::find_longest(request, gap).head);
    if (head.empty()) break;
    certified_planes const found = certified(head, q);
    if (found.length > best.length) best = found;
  }
  return best;
}

struct planes_row {
  std::string schedule;
  std::string format;
  std::optional<planes_facts> facts; // none: no plane turns
};

std::string length_text(certified_planes const& c, std::uint64_t cap) {
  return (c.length >= cap ? "≥ " : "") + budget::grouped(c.length);
}

std::string rows_table(std::vector<planes_row> const& rows, std::uint64_t cap) {
  table t;
  t.add({"schedule", "format", "Σa", "equal amplitudes", "relative gap", "optimised amplitudes",
         "relative gap"});
  for (auto const& row : rows) {
    if (!row.facts) {
      t.add({row.schedule, row.format, "-", "no plane turns"});
      continue;
    }
    auto const& [equal, best] = *row.facts;
    t.add({row.schedule, row.format, equal.total.str(), length_text(equal, cap),
           fmt::format("{:.4g}", equal.relative_gap), length_text(best, cap),
           fmt::format("{:.4g}", best.relative_gap)});
  }
  return t.text();
}

json planes_json(certified_planes const& c, std::uint64_t cap) {
  return {{"certified", std::to_string(c.length)},
          {"end", c.length >= cap ? "cap" : "not certified"},
          {"total", c.total.str()},
          {"relative_gap", c.relative_gap}};
}

outcome<std::vector<std::string>> formats_asked(range_options const& o) {
  std::vector<std::string> formats{o.format};
  for (std::string const& text : o.sweeps) {
    auto const axis = parse_sweep(text);
    if (!axis) return tl::unexpected(axis.error());
    if (axis->option != "format")
      return tl::unexpected(
          wrong_input("--sweep " + text + ": with schedules only the format is swept"));
    formats = axis->values;
  }
  return formats;
}

} // namespace

std::optional<planes_facts> facts_of(schedule::rotary_schedule const& s, planes_question const& q) {
  std::vector<rotary::frequency> turning;
  for (auto const& g : s.planes)
    if (rotary::period(g) != exact::integer(1)) turning.push_back(g);
  if (turning.empty()) return std::nullopt;
  auto const total = q.total ? *q.total : furthest_total(turning, q);
  planes_facts facts;
  facts.equal = certified(with_equal(turning, total), q);
  facts.best = best_amplitudes(turning, facts.equal, q);
  return facts;
}

outcome<exit_status> answer_schedules(range_options const& o, streams const& io) {
  if (o.angle != "best" || o.want || o.gap || o.svg || o.csv || o.flushing_exp ||
      !(o.mode.empty() || o.mode == "table") || o.profile != "strict")
    return tl::unexpected(wrong_input("schedules have their own angles, and are certified with "
                                      "tables and every operation in the format: --angle, --want, "
                                      "--gap, --mode, --profile, --svg and --csv are for one "
                                      "pair"));
  auto const asked = read_schedules(o.schedules, o.config, std::nullopt, io);
  if (!asked) return tl::unexpected(asked.error());
  if (asked->config && !o.common.quiet) io.err << warnings_text(*asked->config);
  auto const formats = formats_asked(o);
  if (!formats) return tl::unexpected(formats.error());

  planes_question q;
  q.cap = o.cap;
  auto const k = read_count("--offset", o.offset);
  if (!k) return tl::unexpected(k.error());
  if (*k > o.cap)
    return tl::unexpected(wrong_input("--offset " + o.offset + ": must be at most --cap"));
  q.offset = k->convert_to<std::uint64_t>();
  if (o.scale) {
    auto const total = read_positive("--scale", *o.scale);
    if (!total) return tl::unexpected(total.error());
    q.total = *total;
  }
  std::vector<planes_row> rows;
  json list = json::array();
  for (auto const& each : asked->all)
    for (std::string const& name : *formats) {
      auto const f = format::find_format(name);
      if (!f)
        return tl::unexpected(wrong_input("--sweep format: " + name + " is no number format"));
      q.format = *f;
      planes_row row{each.schedule.name, name, facts_of(each.schedule, q)};
      json j = {{"schedule", row.schedule}, {"offset", o.offset}, {"format", name}};
      j["equal_amplitudes"] = row.facts ? planes_json(row.facts->equal, q.cap) : json(nullptr);
      j["optimised_amplitudes"] = row.facts ? planes_json(row.facts->best, q.cap) : json(nullptr);
      add_users(j, each, asked->config.has_value());
      list.push_back(std::move(j));
      rows.push_back(std::move(row));
    }
  if (o.common.json)
    io.out << json({{"heads", std::move(list)}}).dump() << "\n";
  else
    io.out << users_text(*asked) << rows_table(rows, q.cap);
  return exit_status::done;
}

} // namespace ltlc::app
