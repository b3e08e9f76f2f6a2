#include "range_report.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

std::optional<double> finite(double x) {
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

// C(1 − cos gn), rounded down.
exact::rational least_gap(range::offset_pair const& head, exact::integer const& n) {
  auto const gap = range::relative_gap(head.step, n, 64);
  return head.scale * exact::to_rational(gap.lower());
}

double rounded_down(exact::rational const& q) {
  double const d = q.convert_to<double>();
  return exact::rational(d) > q ? std::nextafter(d, -INFINITY) : d;
}

double rounded_up(exact::rational const& q) {
  return -rounded_down(-q);
}

range_facts exact_facts(range_question const& q, exact_range const& e) {
  range_facts facts;
  if (!e.answer) {
    facts.certified = e.answer.error().certified.str();
    facts.end = range_ending::digits;
    return facts;
  }
  if (!*e.answer) {
    facts.certified = "inf";
    facts.end = range_ending::unbounded;
    return facts;
  }
  range::ideal_answer const& a = **e.answer;
  facts.certified = a.length.str();
  facts.first_bad = compared_keys{a.query.str(), a.key.str(), {}, {}, {}};
  facts.first_bad->difference = rounded_down(least_gap(q.head, a.first_unsafe));
  if (a.last_safe == 0) return facts;
  exact::rational const gap = least_gap(q.head, a.last_safe);
  facts.closest = compared_keys{exact::integer(q.head.offset + a.last_safe).str(), "0", {}, {}, {}};
  facts.closest->difference = rounded_down(gap);
  facts.margin = rounded_down(gap - q.gap);
  return facts;
}

compared_keys compared(range::compared_scores const& s) {
  return {std::to_string(s.query), std::to_string(s.key), finite(s.winner), finite(s.loser),
          finite(s.margin)};
}

range_facts realized_facts(range_question const& q, range::realized_answer const& a) {
  range_facts facts;
  facts.certified = std::to_string(a.length);
  facts.end = a.end == range::range_end::cap     ? range_ending::cap
              : a.end == range::range_end::limit ? range_ending::limit
                                                 : range_ending::fails;
  if (a.violation) facts.first_bad = compared(*a.violation);
  if (a.closest) {
    facts.closest = compared(*a.closest);
    if (facts.closest->difference)
      facts.margin = rounded_down(exact::rational(*facts.closest->difference) - q.gap);
  }
  if (a.error) facts.error = format::shortest_decimal(rounded_up(*a.error));
  return facts;
}

std::string decimal(std::optional<double> x) {
  return x ? format::shortest_decimal(*x) : "none";
}

std::string described(compared_keys const& c) {
  std::string text = "query " + grouped_digits(c.query) + ", ";
  if (c.winner && c.loser)
    text += fmt::format("score {} at the target and {} at key {}", decimal(c.winner),
                        decimal(c.loser), grouped_digits(c.key));
  else
    text += "key " + grouped_digits(c.key);
  return text + (c.difference ? fmt::format(": {} apart", decimal(c.difference)) : "");
}

json compared_json(std::optional<compared_keys> const& c) {
  if (!c) return nullptr;
  json j = {{"query", c->query}, {"key", c->key}};
  if (c->winner) j["target_score"] = *c->winner;
  if (c->loser) j["score"] = *c->loser;
  j["difference"] = c->difference ? json(*c->difference) : json(nullptr);
  return j;
}

std::string step_of(range_question const& q) {
  std::string const step = rotary::print(q.head.step);
  return q.angle == "best" ? step + " (the best single angle for this scale)" : step;
}

} // namespace

range_facts facts_of(range_question const& q, range_answer const& a) {
  if (auto const* e = std::get_if<exact_range>(&a)) return exact_facts(q, *e);
  return realized_facts(q, std::get<range::realized_answer>(a));
}

std::string name(range_ending end) {
  switch (end) {
  case range_ending::fails:
    return "fails";
  case range_ending::cap:
    return "cap";
  case range_ending::limit:
    return "limit";
  case range_ending::digits:
    return "digits";
  case range_ending::unbounded:
    break;
  }
  return "inf";
}

std::optional<std::string> n_max(range_facts const& facts) {
  bool const known = facts.end == range_ending::fails || facts.end == range_ending::unbounded;
  return known ? std::optional(facts.certified) : std::nullopt;
}

std::string grouped_digits(std::string const& digits) {
  if (digits.find_first_not_of("0123456789") != std::string::npos) return digits;
  if (digits.size() > 40)
    return fmt::format("{}…{} ({} digits)", digits.substr(0, 16), digits.substr(digits.size() - 4),
                       digits.size());
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string arithmetic_of(range_question const& q) {
  if (!q.realization) return "exact arithmetic, f of " + q.format;
  return q.format + (q.realization->angle ? ", phases in " + std::string(q.realization->angle->name)
                                          : std::string(", tables of the exact angle"));
}

std::string mode_of(range_question const& q) {
  if (!q.realization) return "ideal";
  return q.realization->angle ? "phase" : "table";
}

std::string describe(range_question const& q, range_facts const& facts) {
  std::string const k = grouped_digits(q.head.offset.str());
  std::string text =
      fmt::format("offset {}, scale {}, angle {}; {}\n", k, q.scale, step_of(q), arithmetic_of(q));
  std::string const f = format::shortest_decimal(q.gap.convert_to<double>());
  text += facts.end == range_ending::unbounded
              ? "holds for every length: no gap is below f = " + f + "\n"
              : fmt::format("holds up to length {}: the key {} back is ahead of every other by at "
                            "least f = {}\n",
                            grouped_digits(facts.certified), k, f);
  switch (facts.end) {
  case range_ending::fails:
    break;
  case range_ending::cap:
    text += "  not asked further (--cap)\n";
    break;
  case range_ending::limit:
    text += "  not certified further: the limit on computed scores was reached; nothing fails up "
            "to there\n";
    break;
  case range_ending::digits:
    text += "  not decided further: the stated digits of the angle allow both answers; state more "
            "of them\n";
    break;
  case range_ending::unbounded:
    break;
  }
  if (facts.first_bad) text += fmt::format("  first failure: {}\n", described(*facts.first_bad));
  if (facts.closest) text += fmt::format("  closest before: {}\n", described(*facts.closest));
  if (facts.error) text += fmt::format("  a score is at most {} from exact\n", *facts.error);
  return text;
}

json range_json(range_question const& q, range_facts const& facts) {
  auto const most = n_max(facts);
  json j = {{"angle", rotary::print(q.head.step)},
            {"offset", q.head.offset.str()},
            {"scale", q.head.scale.str()},
            {"format", q.format},
            {"mode", mode_of(q)},
            {"n_max", most ? json(*most) : json(nullptr)},
            {"certified", facts.certified},
            {"end", name(facts.end)},
            {"f_large", q.gap.convert_to<double>()},
            {"first_bad", compared_json(facts.first_bad)},
            {"closest", compared_json(facts.closest)},
            {"margin", facts.margin ? json(*facts.margin) : json(nullptr)}};
  if (facts.error) j["error"] = *facts.error;
  return j;
}

} // namespace ltlc::app
