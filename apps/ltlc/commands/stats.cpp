#include <algorithm>
#include <map>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/interchange/arms_csv.hpp"
#include "ltlc/statistics/comparison.hpp"

#include "../files.hpp"
#include "../language.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

using interchange::experiment_arm;
using nlohmann::ordered_json;

struct arm_pair {
  experiment_arm const* baseline;
  experiment_arm const* arm;
};

struct comparison {
  double difference;
  std::size_t common_seeds;
  statistics::defined<statistics::t_test> welch, paired;
  statistics::defined<double> cohens_d;
  statistics::defined<statistics::variance_ratio> f;
  statistics::defined<statistics::spread_test> levene, brown_forsythe, fligner_killeen;
};

comparison compared(arm_pair const& pair) {
  auto const &x = pair.baseline->values, &y = pair.arm->values;
  std::map<std::string, std::size_t> seeds;
  for (std::size_t i = 0; i < x.size(); ++i)
    seeds.emplace(pair.baseline->seeds[i], i);
  std::vector<statistics::value> first, second;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (auto const found = seeds.find(pair.arm->seeds[i]); found != seeds.end()) {
      first.push_back(x[found->second]);
      second.push_back(y[i]);
    }
  statistics::value const apart = statistics::mean(y) - statistics::mean(x);
  return {apart.convert_to<double>(),
          first.size(),
          statistics::welch(x, y),
          statistics::paired(first, second),
          statistics::cohens_d(x, y),
          statistics::f_test(x, y),
          statistics::levene(x, y, statistics::centre::mean),
          statistics::levene(x, y, statistics::centre::median),
          statistics::fligner_killeen(x, y)};
}

// As much of a name of the file as stands on one line, without what would move a terminal.
std::string shown_name(std::string const& name) {
  std::string shown;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t const length = text::code_point_length(name, at);
    shown += text::drawable(std::string_view(name).substr(at, length));
    at += length;
  }
  return text::cut(shown, 60);
}

// Each other arm against the baseline, or every two arms, the one that comes first as the baseline.
outcome<std::vector<arm_pair>> pairs_of(std::vector<experiment_arm> const& arms,
                                        std::optional<std::string> const& baseline) {
  std::vector<arm_pair> pairs;
  if (!baseline) {
    for (std::size_t i = 0; i < arms.size(); ++i)
      for (std::size_t j = i + 1; j < arms.size(); ++j)
        pairs.push_back({&arms[i], &arms[j]});
    return pairs;
  }
  auto const base = std::find_if(arms.begin(), arms.end(),
                                 [&](experiment_arm const& a) { return a.name == *baseline; });
  if (base == arms.end()) {
    std::string names;
    for (auto const& arm : arms)
      names += (names.empty() ? "" : ", ") + shown_name(arm.name);
    return tl::unexpected(wrong_input("no arm is called '" + *baseline + "'; there are " + names));
  }
  for (auto const& arm : arms)
    if (&arm != &*base) pairs.push_back({&*base, &arm});
  return pairs;
}

// The index of the least value, or of the greatest where lower is better; of equal ones the first.
std::size_t worst_of(experiment_arm const& arm, bool lower_is_better) {
  auto const& all = arm.values;
  auto const at = lower_is_better ? std::max_element(all.begin(), all.end())
                                  : std::min_element(all.begin(), all.end());
  return static_cast<std::size_t>(at - all.begin());
}

std::string shown_number(double x) {
  return fmt::format("{:.4g}", x);
}

char const* reason(statistics::undefined why) {
  return why == statistics::undefined::too_few ? "undefined: fewer than two common seeds"
                                               : "undefined: no variance to divide by";
}

ordered_json json_of(statistics::defined<statistics::t_test> const& t) {
  if (!t) return nullptr;
  return {{"t", t->t}, {"df", t->df}, {"p", t->p}};
}
ordered_json json_of(statistics::defined<statistics::spread_test> const& s) {
  if (!s) return nullptr;
  ordered_json one = {{"statistic", s->statistic}, {"df", s->df}, {"p", s->p}};
  if (s->df_within > 0) one["df_within"] = s->df_within;
  return one;
}
ordered_json json_of(statistics::defined<statistics::variance_ratio> const& f) {
  if (!f) return nullptr;
  return {{"f", f->f},
          {"df_baseline", f->df_baseline},
          {"df_arm", f->df_arm},
          {"p_greater", f->p_greater},
          {"p", f->p}};
}

ordered_json json_of(arm_pair const& pair, comparison const& c) {
  ordered_json d = nullptr;
  if (c.cohens_d) d = *c.cohens_d;
  return {{"baseline", pair.baseline->name},
          {"arm", pair.arm->name},
          {"difference", c.difference},
          {"welch", json_of(c.welch)},
          {"common_seeds", c.common_seeds},
          {"paired", json_of(c.paired)},
          {"cohens_d", d},
          {"f", json_of(c.f)},
          {"levene", json_of(c.levene)},
          {"brown_forsythe", json_of(c.brown_forsythe)},
          {"fligner_killeen", json_of(c.fligner_killeen)}};
}

void add_row(table& rows, std::string name, statistics::defined<statistics::t_test> const& t) {
  if (!t) return rows.add({std::move(name), reason(t.error())});
  rows.add({std::move(name), "t = " + shown_number(t->t), "df " + shown_number(t->df),
            "p = " + shown_number(t->p)});
}
void add_row(table& rows, std::string name, statistics::defined<statistics::spread_test> const& s) {
  if (!s) return rows.add({std::move(name), reason(s.error())});
  bool const ratio = s->df_within > 0;
  rows.add({std::move(name), (ratio ? "W = " : "χ² = ") + shown_number(s->statistic),
            "df " + shown_number(s->df) + (ratio ? ", " + shown_number(s->df_within) : ""),
            "p = " + shown_number(s->p)});
}

std::string text_of(comparison const& c) {
  table rows;
  add_row(rows, "  Welch", c.welch);
  add_row(rows, fmt::format("  paired, {} seeds", c.common_seeds), c.paired);
  rows.add({"  Cohen", c.cohens_d ? "d = " + shown_number(*c.cohens_d)
                                  : std::string(reason(c.cohens_d.error()))});
  if (c.f)
    rows.add({"  variances", "F = " + shown_number(c.f->f),
              "df " + shown_number(c.f->df_baseline) + ", " + shown_number(c.f->df_arm),
              "p = " + shown_number(c.f->p) + ", one-sided " + shown_number(c.f->p_greater)});
  else
    rows.add({"  variances", reason(c.f.error())});
  add_row(rows, "  Levene", c.levene);
  add_row(rows, "  Brown–Forsythe", c.brown_forsythe);
  add_row(rows, "  Fligner–Killeen", c.fligner_killeen);
  return rows.text();
}

} // namespace

outcome<exit_status> run_command(stats_options const& o, streams const& io) {
  auto content = read_file(o.file, io.in);
  if (!content) return tl::unexpected(content.error());
  text::source const source{o.file == "-" ? "stdin" : o.file, std::move(*content)};
  auto const arms = interchange::arms_from_csv(source);
  if (!arms) return tl::unexpected(wrong_text(source, arms.error()));
  auto const pairs = pairs_of(*arms, o.baseline);
  if (!pairs) return tl::unexpected(pairs.error());
  auto const limits = budget_of(o.common);

  table rows;
  rows.add({"arm", "n", "mean", "SD", "worst"});
  ordered_json document = {{"arms", ordered_json::array()}, {"pairs", ordered_json::array()}};
  for (auto const& arm : *arms) {
    auto const s = *statistics::summarize(arm.values); // the reader lets no arm of one value pass
    auto const at = worst_of(arm, o.lower_is_better);
    double const worst = o.lower_is_better ? s.greatest : s.least;
    rows.add({shown_name(arm.name), std::to_string(s.count), shown_number(s.mean),
              shown_number(s.sd), shown_number(worst) + ", seed " + shown_name(arm.seeds[at])});
    document["arms"].push_back({{"arm", arm.name},
                                {"n", s.count},
                                {"mean", s.mean},
                                {"sd", s.sd},
                                {"worst", worst},
                                {"worst_seed", arm.seeds[at]},
                                {"least", s.least},
                                {"greatest", s.greatest}});
  }
  if (!o.common.json) io.out << rows.text();
  for (auto const& pair : *pairs) {
    if (limits.out_of_time()) return tl::unexpected(limit(limits.time_passed()));
    auto const c = compared(pair);
    if (o.common.json)
      document["pairs"].push_back(json_of(pair, c));
    else
      io.out << "\n"
             << shown_name(pair.arm->name) << " against " << shown_name(pair.baseline->name)
             << ": means differ by " << shown_number(c.difference) << "\n"
             << text_of(c);
  }
  if (o.common.json) io.out << document.dump() << "\n";
  return exit_status::done;
}

} // namespace ltlc::app
