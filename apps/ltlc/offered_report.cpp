#include "offered_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/budget/budget.hpp"
#include "ltlc/format/number_format.hpp"

#include "table.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

constexpr format::number_format common_formats[] = {format::fp32, format::bf16, format::fp16};

head_in_format in_format(schedule::rotary_schedule const& s, schedule::anchored_head const& head,
                         format::number_format const& f, std::uint64_t cap) {
  head_in_format h{f, schedule::realized(head, f), std::nullopt};
  if (h.table.holds)
    h.by_phase = schedule::length_by_phase(s, head.planes, head.modulus, 0, h.table.scale,
                                           h.table.baseline, f, cap);
  return h;
}

json length_json(std::optional<schedule::certified_length> const& length) {
  if (!length) return nullptr;
  return {{"length", std::to_string(length->length)},
          {"looked_at_no_further", length->reached_cap}};
}

std::string length_text(std::optional<schedule::certified_length> const& length) {
  if (!length) return "0";
  return (length->reached_cap ? "≥ " : "") + budget::grouped(length->length);
}

} // namespace

offered_facts offered_by(schedule::rotary_schedule const& s, offered_question const& q) {
  offered_facts facts;
  for (std::uint64_t const m : schedule::offered_moduli(s, q.bound)) {
    auto head = schedule::best_head(s, m);
    if (!head) continue;
    offered_modulus each{std::move(*head), {}};
    for (format::number_format const& f : common_formats)
      each.formats.push_back(in_format(s, each.head, f, q.cap));
    facts.always.push_back(std::move(each));
  }
  double const relative = 2 * format::f_large(format::fp32) / q.scale.convert_to<double>();
  for (auto const& b : schedule::bounded_moduli(s, q.bound, relative, q.cap)) {
    bool const known = std::any_of(facts.always.begin(), facts.always.end(),
                                   [&](auto const& o) { return o.head.modulus == b.modulus; });
    if (!known) facts.bounded.push_back(b);
  }
  return facts;
}

json offered_json(offered_facts const& facts) {
  json always = json::array(), bounded = json::array();
  for (auto const& o : facts.always) {
    json formats = json::array();
    for (auto const& f : o.formats)
      formats.push_back({{"format", f.format.name},
                         {"scale", f.table.scale.str()},
                         {"baseline", f.table.baseline.str()},
                         {"gap", f.table.gap},
                         {"f_large", format::f_large(f.format)},
                         {"every_length_with_a_table", f.table.holds},
                         {"by_phase", length_json(f.by_phase)}});
    always.push_back({{"modulus", o.head.modulus},
                      {"planes", o.head.planes},
                      {"relative_gap", o.head.relative_gap},
                      {"formats", std::move(formats)}});
  }
  for (auto const& b : facts.bounded)
    bounded.push_back({{"modulus", b.modulus},
                       {"plane", b.plane},
                       {"length", std::to_string(b.range.length)},
                       {"looked_at_no_further", b.range.reached_cap},
                       {"relative_gap", (b.matching - b.other) / 2}});
  return {{"every_length", std::move(always)}, {"bounded", std::move(bounded)}};
}

std::string describe(offered_facts const& facts, offered_question const& q) {
  std::string text;
  if (facts.always.empty()) {
    text += fmt::format("no MOD(r,m) with m ≤ {} at every length on its own planes\n", q.bound);
  } else {
    text += "MOD(r,m) at every length, by tables; scale C and gap over all r; and how far phases "
            "formed in fp32 go for r = 0\n";
    table t;
    t.add({"m", "planes", "relative gap", "format", "C", "gap", "f", "table", "phases"});
    for (auto const& o : facts.always)
      for (auto const& f : o.formats) {
        bool const first = &f == o.formats.data();
        t.add({first ? std::to_string(o.head.modulus) : "",
               first ? std::to_string(o.head.planes.size()) : "",
               first ? fmt::format("{:.4g}", o.head.relative_gap) : "", std::string(f.format.name),
               f.table.scale.str(), format::shortest_decimal(f.table.gap),
               format::shortest_decimal(format::f_large(f.format)),
               f.table.holds ? "every length" : "no",
               f.table.holds ? length_text(f.by_phase) : "-"});
      }
    text += t.text();
  }
  if (facts.bounded.empty()) return text;
  text += fmt::format("MOD(r,m) up to a length, one plane, C = {}, exact arithmetic with f of "
                      "fp32\n",
                      q.scale.str());
  table t;
  t.add({"m", "plane", "length"});
  for (auto const& b : facts.bounded)
    t.add({std::to_string(b.modulus), std::to_string(b.plane), length_text(b.range)});
  return text + t.text();
}

} // namespace ltlc::app
