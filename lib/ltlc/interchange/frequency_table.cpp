#include "ltlc/interchange/frequency_table.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/safetensors.hpp"
#include "ltlc/interchange/weights_writer.hpp"
#include "ltlc/rotary/rounded_frequency.hpp"

namespace ltlc::interchange {

namespace {

struct frequency_table {
  tensor inv_freq, cos, sin;
};

using frequency_table_result = tl::expected<frequency_table, frequency_table_error>;

// Inverse frequencies of fewer bits than fp32's would spoil what is computed from them, so they are
// never stored in less, and cosines and sines lie beside them.
stored_type stored_in(format::number_format const& f) {
  return stored_type_of(f) == stored_type::f64 ? stored_type::f64 : stored_type::f32;
}

// What a rounded number lacks to be one of a file.
std::optional<frequency_table_gap> table_gap(std::optional<double> x, std::size_t plane,
                                             std::optional<std::uint64_t> position) {
  if (x && std::isfinite(*x)) return std::nullopt;
  return frequency_table_gap{plane, position, x.has_value()};
}

frequency_table_result rounded_table(std::vector<rotary::frequency> const& planes,
                                     std::uint64_t positions, format::number_format const& f) {
  auto const width = static_cast<std::uint64_t>(planes.size());
  if (width != 0 && positions > most_table_numbers / 2 / width)
    return tl::unexpected(
        frequency_table_error(budget::limit_reached{"cosines and sines", most_table_numbers, ""}));
  frequency_table t{
      {"inv_freq", {width}, {}}, {"cos", {positions, width}, {}}, {"sin", {positions, width}, {}}};
  auto const& keeps = stored_in(f) == stored_type::f64 ? format::fp64 : format::fp32;
  for (std::size_t d = 0; d < planes.size(); ++d) {
    auto const x = rotary::radians(keeps, planes[d]);
    if (auto const gap = table_gap(x, d, std::nullopt))
      return tl::unexpected(frequency_table_error(*gap));
    t.inv_freq.values.push_back(*x == 0 ? 0 : *x);
  }
  t.cos.values.reserve(positions * width);
  t.sin.values.reserve(positions * width);
  for (std::uint64_t i = 0; i < positions; ++i)
    for (std::size_t d = 0; d < planes.size(); ++d) {
      auto const r = rotary::rotation(f, planes[d], i);
      if (!r) return tl::unexpected(frequency_table_error(frequency_table_gap{d, i, false}));
      for (double const x : {r->cosine, r->sine})
        if (auto const gap = table_gap(x, d, i)) return tl::unexpected(frequency_table_error(*gap));
      t.cos.values.push_back(r->cosine);
      t.sin.values.push_back(r->sine);
    }
  return t;
}

nlohmann::ordered_json table_heading(std::vector<rotary::frequency> const& planes,
                                     std::uint64_t positions, format::number_format const& f) {
  nlohmann::ordered_json document = {{"format", "ltlc-rotary"},
                                     {"version", 1},
                                     {"dtype", f.name},
                                     {"positions", positions},
                                     {"planes", nlohmann::ordered_json::array()}};
  for (auto const& g : planes)
    document["planes"].push_back(rotary::print(g));
  return document;
}

nlohmann::ordered_json table_numbers(std::vector<double> const& values, std::size_t from,
                                     std::size_t to) {
  auto list = nlohmann::ordered_json::array();
  for (std::size_t i = from; i < to; ++i)
    list.push_back(number_of(values[i]));
  return list;
}

nlohmann::ordered_json table_rows(tensor const& t) {
  auto rows = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < t.shape[0]; ++i)
    rows.push_back(table_numbers(t.values, i * t.shape[1], (i + 1) * t.shape[1]));
  return rows;
}

struct gap_in_words {
  std::string operator()(frequency_table_gap const& gap) const {
    return "plane " + std::to_string(gap.plane) +
           (gap.position ? " at position " + std::to_string(*gap.position) : "") + ": " +
           (gap.overflow ? "past the greatest number of the format"
                         : "the frequency is not known well enough to round");
  }
  std::string operator()(budget::limit_reached const& limit) const {
    return budget::describe(limit);
  }
};

} // namespace

std::string describe(frequency_table_error const& error) {
  return std::visit(gap_in_words{}, error);
}

tl::expected<std::string, frequency_table_error>
frequency_table_json(std::vector<rotary::frequency> const& planes, std::uint64_t positions,
                     format::number_format const& f) {
  auto const t = rounded_table(planes, positions, f);
  if (!t) return tl::unexpected(t.error());
  auto document = table_heading(planes, positions, f);
  document["inv_freq"] = table_numbers(t->inv_freq.values, 0, t->inv_freq.values.size());
  document["cos"] = table_rows(t->cos);
  document["sin"] = table_rows(t->sin);
  return document_text(document) + "\n";
}

tl::expected<std::string, frequency_table_error>
frequency_table_safetensors(std::vector<rotary::frequency> const& planes, std::uint64_t positions,
                            format::number_format const& f) {
  auto t = rounded_table(planes, positions, f);
  if (!t) return tl::unexpected(t.error());
  return write_tensor_file(
      {{"format", "pt"}, {"ltlc", document_text(table_heading(planes, positions, f))}},
      {std::move(t->inv_freq), std::move(t->cos), std::move(t->sin)}, stored_in(f));
}

} // namespace ltlc::interchange
