#include <ostream>
#include <thread>

#include <nlohmann/json.hpp>

#include "../files.hpp"
#include "../language.hpp"
#include "../ordered_parallel.hpp"
#include "../range_picture.hpp"
#include "../range_report.hpp"
#include "../schedule_range.hpp"
#include "../table.hpp"
#include "../wanted_report.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

constexpr char const* range_columns[] = {"angle",     "offset", "scale", "format",    "mode",
                                         "certified", "end",    "query", "first_bad", "margin"};

std::vector<std::string> row_of(range_question const& q, range_facts const& facts) {
  auto const j = range_json(q, facts);
  std::string const margin =
      facts.margin ? format::shortest_decimal(*facts.margin) : std::string("");
  return {j["angle"],
          j["offset"],
          j["scale"],
          j["format"],
          j["mode"],
          facts.certified,
          j["end"],
          facts.first_bad ? facts.first_bad->query : "",
          facts.first_bad ? facts.first_bad->key : "",
          margin};
}

std::string csv_of(range_questions const& asked, std::vector<range_facts> const& facts) {
  // Only formats have commas, and nothing has quotes.
  auto const cell = [](std::string const& text) {
    return text.find(',') == std::string::npos ? text : '"' + text + '"';
  };
  std::string csv;
  for (char const* column : range_columns)
    csv += (csv.empty() ? "" : ",") + std::string(column);
  csv += "\n";
  for (std::size_t i = 0; i < facts.size(); ++i) {
    std::string line;
    for (std::string const& text : row_of(asked.points[i], facts[i]))
      line += (line.empty() ? "" : ",") + cell(text);
    csv += line + "\n";
  }
  return csv;
}

std::string sweep_table(range_questions const& asked, std::vector<range_facts> const& facts) {
  table t;
  t.add({"angle", "offset", "scale", "format", "mode", "certified", "then", "at query", "key",
         "least margin"});
  for (std::size_t i = 0; i < facts.size(); ++i) {
    auto row = row_of(asked.points[i], facts[i]);
    row[5] = grouped_digits(row[5]);
    t.add(std::move(row));
  }
  return t.text();
}

std::vector<range_facts> answered(range_questions const& asked, unsigned jobs) {
  std::vector<range_facts> facts;
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  jobs = static_cast<unsigned>(std::min<std::size_t>(jobs, asked.points.size()));
  std::size_t next = 0;
  in_order(
      jobs,
      [&]() -> std::optional<std::size_t> {
        return next < asked.points.size() ? std::optional(next++) : std::nullopt;
      },
      [&](std::size_t i) { return facts_of(asked.points[i], answer(asked.points[i])); },
      [&](range_facts f) { facts.push_back(std::move(f)); });
  return facts;
}

exit_status status_of(std::vector<range_facts> const& facts) {
  for (range_facts const& f : facts)
    if (f.end == range_ending::limit) return exit_status::limit;
  return exit_status::done;
}

} // namespace

outcome<exit_status> run_command(range_options const& o, streams const& io) {
  if (o.config || !o.schedules.empty()) return answer_schedules(o, io);
  if (o.want) return answer_wanted(o, io);
  if ((o.common.json ? 1 : 0) + (o.csv == "-" ? 1 : 0) + (o.svg == "-" ? 1 : 0) > 1)
    return tl::unexpected(wrong_input("stdout takes one document: --json, --csv - or --svg -; give "
                                      "the others a file"));
  auto const asked = questions_of(o);
  if (!asked) return tl::unexpected(asked.error());
  bool const one = asked->axes.empty();
  std::vector<range_facts> const facts = answered(*asked, o.jobs);
  if (o.csv) {
    auto const written = write_file(*o.csv, csv_of(*asked, facts), io.out);
    if (!written) return tl::unexpected(written.error());
  }
  if (o.svg) {
    outcome<chart> const c =
        one ? gap_chart(asked->points.front(), facts.front()) : sweep_chart(*asked, facts);
    if (!c) return tl::unexpected(c.error());
    auto const svg = drawn(*c, budget_of(o.common));
    if (!svg) return tl::unexpected(svg.error());
    auto const written = write_file(*o.svg, *svg, io.out);
    if (!written) return tl::unexpected(written.error());
  }
  if (o.common.json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < facts.size(); ++i)
      rows.push_back(range_json(asked->points[i], facts[i]));
    io.out << (one ? rows[0] : rows).dump() << "\n";
  } else if (o.csv != "-" && o.svg != "-") {
    io.out << (one ? describe(asked->points.front(), facts.front()) : sweep_table(*asked, facts));
  }
  return status_of(facts);
}

} // namespace ltlc::app
