#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/frequency_table.hpp"

#include "../asked_numbers.hpp"
#include "../asked_schedules.hpp"
#include "../files.hpp"
#include "../language.hpp"
#include "../model_file.hpp"
#include "../schedule_picture.hpp"
#include "../schedule_report.hpp"
#include "commands.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t longest_scanned_context = 10'000'000;
constexpr std::uint64_t longest_length = std::uint64_t{1} << 40;

outcome<std::vector<exact::integer>> read_offsets(std::string const& text) {
  std::vector<exact::integer> all;
  for (std::size_t at = 0; !text.empty() && at <= text.size();) {
    auto const comma = std::min(text.find(',', at), text.size());
    auto const m = read_whole("--kernel", text.substr(at, comma - at));
    if (!m) return tl::unexpected(m.error());
    all.push_back(*m);
    at = comma + 1;
  }
  return all;
}

outcome<schedule_question> read_question(schedule_options const& o) {
  schedule_question q;
  auto const offsets = read_offsets(o.kernel);
  if (!offsets) return tl::unexpected(offsets.error());
  q.kernel_at = *offsets;
  q.digits = o.digits;
  if (o.context) {
    auto const n = read_count("--context", *o.context);
    if (!n) return tl::unexpected(n.error());
    q.context = *n;
  }
  if (o.dtype) q.dtype = format_called(*o.dtype);
  q.compared_up_to = o.compared_up_to;
  q.predictions = o.predictions;
  if (o.moduli) {
    auto const scale = read_positive("--scale", o.scale);
    if (!scale) return tl::unexpected(scale.error());
    q.moduli = offered_question{*o.moduli, *scale, o.compared_up_to};
  }
  return q;
}

// P1 to P4 are scans up to N.
outcome<void> check_predictions(std::vector<asked_schedule> const& all,
                                schedule_question const& q) {
  for (auto const& each : all) {
    auto const n = q.context ? q.context : each.schedule.context;
    if (!n)
      return tl::unexpected(wrong_input("--predictions: " + each.schedule.name +
                                        " has no N of its own; give one with --context"));
    if (*n < 4 || *n > longest_scanned_context)
      return tl::unexpected(wrong_input("--predictions: N is between 4 and " +
                                        budget::grouped(longest_scanned_context) + ", not " +
                                        n->str()));
  }
  return {};
}

std::uint64_t positions_of(schedule_options const& o, schedule::rotary_schedule const& s,
                           schedule_question const& q) {
  if (o.positions > 0) return o.positions;
  auto const n = q.context ? q.context : s.context;
  bool const usual = !n || *n < 2 || *n > longest_scanned_context;
  return usual ? 2'048 : n->convert_to<std::uint64_t>();
}

outcome<std::string> picture(schedule_options const& o, std::vector<asked_schedule> const& all,
                             schedule_question const& q) {
  std::uint64_t const positions = positions_of(o, all.front().schedule, q);
  if (o.picture == "map") {
    if (all.size() != 1)
      return tl::unexpected(
          wrong_input("--picture map is of one schedule, not of " + std::to_string(all.size())));
    return drawn(kernel_map(all.front().schedule, positions), budget_of(o.common));
  }
  std::vector<schedule::rotary_schedule> schedules;
  for (auto const& each : all)
    schedules.push_back(each.schedule);
  return drawn(kernel_chart(schedules, positions), budget_of(o.common));
}

outcome<void> export_tables(schedule_options const& o, std::vector<asked_schedule> const& all,
                            schedule_question const& q, streams const& io) {
  std::string const& path = *o.export_to;
  bool const json = path == "-" || path.ends_with(".json");
  if (!json && !path.ends_with(".safetensors"))
    return tl::unexpected(
        wrong_input("--export " + path + ": expected a name that ends in .json or .safetensors"));
  if (all.size() != 1)
    return tl::unexpected(wrong_input("--export writes one schedule, not " +
                                      std::to_string(all.size()) +
                                      "; export each by itself, for the heads that have it"));
  auto const& s = all.front().schedule;
  auto const f = q.dtype.value_or(format::fp32);
  std::uint64_t const n = positions_of(o, s, q);
  auto const tables = json ? interchange::frequency_table_json(s.planes, n, f)
                           : interchange::frequency_table_safetensors(s.planes, n, f);
  if (!tables) {
    if (auto const* reached = std::get_if<budget::limit_reached>(&tables.error()))
      return tl::unexpected(limit(*reached));
    return tl::unexpected(wrong_input("--export: " + interchange::describe(tables.error())));
  }
  return write_file(path, *tables, io.out);
}

// One schedule is a document of its own; others are listed. A configuration has its first one's
// facts too.
json document(asked_schedules const& asked, std::vector<schedule_facts> const& facts,
              schedule_question const& q, bool one) {
  json rows = json::array();
  for (std::size_t i = 0; i < facts.size(); ++i) {
    json row = schedule_json(facts[i], q);
    add_users(row, asked.all[i], asked.config.has_value());
    rows.push_back(std::move(row));
  }
  if (!asked.config) return one ? rows[0] : json({{"schedules", rows}});
  json j = rows[0];
  j.update(config_json(*asked.config));
  j["schedules"] = std::move(rows);
  return j;
}

} // namespace

outcome<exit_status> run_command(schedule_options const& o, streams const& io) {
  if ((o.common.json ? 1 : 0) + (o.svg == "-" ? 1 : 0) + (o.export_to == "-" ? 1 : 0) > 1)
    return tl::unexpected(wrong_input("stdout takes one document: --json, --svg - or --export -; "
                                      "give the others a file"));
  auto const q = read_question(o);
  if (!q) return tl::unexpected(q.error());
  std::optional<std::uint64_t> length;
  if (q->context && *q->context < longest_length) length = q->context->convert_to<std::uint64_t>();
  auto const asked = read_schedules(o.specs, o.config, length, io);
  if (!asked) return tl::unexpected(asked.error());
  auto const& all = asked->all;
  if (asked->config && !o.common.quiet) io.err << warnings_text(*asked->config);
  if (q->predictions)
    if (auto const checked = check_predictions(all, *q); !checked)
      return tl::unexpected(checked.error());

  std::vector<schedule_facts> facts;
  for (auto const& each : all)
    facts.push_back(facts_of(each.schedule, *q));
  if (o.svg) {
    auto const svg = picture(o, all, *q);
    if (!svg) return tl::unexpected(svg.error());
    auto const written = write_file(*o.svg, *svg, io.out);
    if (!written) return tl::unexpected(written.error());
  }
  if (o.export_to)
    if (auto const written = export_tables(o, all, *q, io); !written)
      return tl::unexpected(written.error());
  bool const one = facts.size() == 1 && all.front().allocation.empty();
  if (o.common.json) {
    io.out << document(*asked, facts, *q, one).dump() << "\n";
  } else if (o.svg != "-" && o.export_to != "-") {
    io.out << users_text(*asked) << (one ? describe(facts.front(), *q) : side_by_side(facts, *q));
  }
  return exit_status::done;
}

} // namespace ltlc::app
