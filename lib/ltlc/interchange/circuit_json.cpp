#include <nlohmann/json.hpp>

#include "ltlc/interchange/circuit_manifest.hpp"
#include "ltlc/interchange/rotated_basis.hpp"
#include "ltlc/interchange/weights_writer.hpp"

namespace ltlc::interchange {

namespace {

using json = nlohmann::ordered_json;

json place_json(std::optional<std::size_t> const& place) {
  return place ? json(*place) : json(nullptr);
}

json formula_json(circuit_formula const& f) {
  json value = {{"text", f.text}, {"operator", logic::info(f.kind).name}};
  if (!f.arguments.empty()) value["arguments"] = f.arguments;
  if (f.kind == logic::op::letter) value["letter"] = f.letter;
  if (f.kind == logic::op::mod) {
    value["residue"] = f.residue;
    value["modulus"] = f.modulus;
  }
  if (f.offset != 0) value["offset"] = f.offset;
  return value;
}

json coordinate_json(circuit_coordinate const& c) {
  json value = {
      {"coordinate", c.coordinate},   {"from", c.from},          {"to", c.to},
      {"encoding", name(c.encoding)}, {"text", c.text},          {"formula", place_json(c.formula)},
      {"at_end", c.at_end},           {"writer", name(c.writer)}};
  if (c.writer == circuit_writer::mlp && !c.complement_of) value["reads"] = c.reads;
  if (c.complement_of) value["complement_of"] = *c.complement_of;
  if (c.encoding == circuit_encoding::cosine || c.encoding == circuit_encoding::sine)
    value["modulus"] = c.number;
  if (c.encoding == circuit_encoding::constant) value["constant"] = c.number;
  return value;
}

json head_json(circuit_head const& h) {
  json writes = json::array();
  for (auto const& w : h.writes)
    writes.push_back({{"dim", w.dim},
                      {"coordinate", w.coordinate},
                      {"text", w.text},
                      {"formula", place_json(w.formula)},
                      {"reads", w.reads}});
  return {{"layer", h.layer},
          {"head", h.head},
          {"kind", network::name(h.kind)},
          {"attention", network::name(h.attention)},
          {"writes", std::move(writes)}};
}

json weight_json(exact::scalar const& s) {
  return number_of(format::round(format::fp64, s));
}

json unit_json(circuit_unit const& u) {
  json reads = json::array();
  for (auto const& r : u.reads)
    reads.push_back({{"coordinate", r.coordinate}, {"weight", weight_json(r.weight)}});
  json writes = json::array();
  for (auto const& w : u.writes)
    writes.push_back({{"coordinate", w.at.coordinate},
                      {"weight", weight_json(w.at.weight)},
                      {"role", name(w.role)},
                      {"text", w.text},
                      {"formula", place_json(w.formula)}});
  return {{"layer", u.layer},
          {"unit", u.unit},
          {"bias", weight_json(u.bias)},
          {"reads", std::move(reads)},
          {"writes", std::move(writes)}};
}

template <class Part, class Write>
json list_of(std::vector<Part> const& parts, Write write) {
  json list = json::array();
  for (auto const& part : parts)
    list.push_back(write(part));
  return list;
}

json basis_json(rotated_basis const* basis) {
  if (basis == nullptr) return {{"kind", "standard"}};
  return {{"kind", "rotated"},
          {"seed", basis->seed},
          {"orthogonality_error", basis->orthogonality_error},
          {"directions", basis->directions}};
}

} // namespace

std::string to_json(circuit_manifest const& c, rotated_basis const* basis) {
  json const document = {{"format", "ltlc-circuit"},
                         {"version", 1},
                         {"formula", c.formula},
                         {"dtype", c.format},
                         {"max_length", c.max_length ? json(*c.max_length) : json(nullptr)},
                         {"width", c.width},
                         {"layers", c.layers},
                         {"readout", c.readout},
                         {"basis", basis_json(basis)},
                         {"own_formulas", c.own},
                         {"formulas", list_of(c.formulas, formula_json)},
                         {"coordinates", list_of(c.coordinates, coordinate_json)},
                         {"heads", list_of(c.heads, head_json)},
                         {"hidden", list_of(c.hidden, unit_json)}};
  return document_text(document);
}

} // namespace ltlc::interchange
