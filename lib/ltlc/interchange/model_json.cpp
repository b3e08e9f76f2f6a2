// A scalar is a string when it is written as one rational number ("-3/2"), else an array of terms
// {"coefficient": "64", "turns": "1/7", "golden": 0, "radians": "1"}, zero parts left out.
// Matrices and vectors list their nonzero entries, row by row. What most models do not use
// (attention that is not soft, positions, norms, tables) is left out where it is not used.
#include "ltlc/interchange/model_json.hpp"

#include <nlohmann/json.hpp>

namespace ltlc::interchange {

using json = nlohmann::ordered_json;

namespace {

std::string text_of(exact::rational const& q) {
  return q.str();
}

json to_value(exact::angle const& a) {
  json value = json::object();
  if (a.turns != 0) value["turns"] = text_of(a.turns);
  if (a.golden != 0) value["golden"] = a.golden;
  if (a.radians != 0) value["radians"] = text_of(a.radians);
  return value;
}

json to_value(exact::scalar const& s) {
  if (s.is_plainly_rational()) return text_of(s.as_rational());
  json terms = json::array();
  for (auto const& term : s.terms()) {
    json value = {{"coefficient", text_of(term.coefficient)}};
    value.update(to_value(term.at));
    terms.push_back(std::move(value));
  }
  return terms;
}

bool is_written_zero(exact::scalar const& s) {
  return s.terms().empty();
}

json to_value(network::matrix const& m) {
  json entries = json::array();
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.cols; ++c)
      if (!is_written_zero(m.at(r, c)))
        entries.push_back(json::array({r, c, to_value(m.at(r, c))}));
  return {{"rows", m.rows}, {"cols", m.cols}, {"entries", std::move(entries)}};
}

json to_value(network::vector const& v) {
  json entries = json::array();
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!is_written_zero(v[i])) entries.push_back(json::array({i, to_value(v[i])}));
  return {{"size", v.size()}, {"entries", std::move(entries)}};
}

json to_value(std::optional<std::uint64_t> const& n) {
  return n ? json(*n) : json(nullptr);
}

json to_value(std::vector<rotary::rotary_pair> const& pairs) {
  json list = json::array();
  for (auto const& pair : pairs) {
    json value = {{"dims", {pair.first, pair.second}}};
    if (pair.table.empty()) {
      value["step"] = to_value(pair.step);
    } else {
      json& table = value["table"] = json::array();
      for (auto const& entry : pair.table)
        table.push_back(json::array({text_of(entry.cosine), text_of(entry.sine)}));
    }
    list.push_back(std::move(value));
  }
  return list;
}

json to_value(network::head const& h) {
  json value = {{"kind", network::name(h.note.kind)},
                {"computes", h.note.computes},
                {"gap", h.note.gap},
                {"holds_to", to_value(h.note.holds_to)}};
  if (!h.note.lowering.empty()) value["lowering"] = h.note.lowering;
  if (!h.note.scale.empty()) value["scale"] = h.note.scale;
  if (!h.note.error.empty()) value["error"] = h.note.error;
  if (h.attention != network::attention_kind::soft) value["attention"] = network::name(h.attention);
  value.update({{"d_head", h.d_head()},
                {"W_Q", to_value(h.W_Q)},
                {"b_Q", to_value(h.b_Q)},
                {"W_K", to_value(h.W_K)},
                {"b_K", to_value(h.b_K)},
                {"W_V", to_value(h.W_V)},
                {"b_V", to_value(h.b_V)},
                {"W_O", to_value(h.W_O)},
                {"rotary", to_value(h.rotary)}});
  return value;
}

json to_value(network::layer const& l) {
  json heads = json::array();
  for (auto const& h : l.heads)
    heads.push_back(to_value(h));
  json value = {{"heads", std::move(heads)},
                {"mlp",
                 {{"W_1", to_value(l.mlp.W_1)},
                  {"b_1", to_value(l.mlp.b_1)},
                  {"W_2", to_value(l.mlp.W_2)},
                  {"b_2", to_value(l.mlp.b_2)}}}};
  if (l.norm)
    value["norm"] = {{"kind", network::name(l.norm->kind)},
                     {"eps", text_of(l.norm->eps)},
                     {"gain", to_value(l.norm->gain)},
                     {"bias", to_value(l.norm->bias)}};
  return value;
}

} // namespace

std::string to_json(network::model const& m) {
  json layers = json::array();
  for (auto const& l : m.layers)
    layers.push_back(to_value(l));
  json document = {{"format", "ltlc-model"},
                   {"version", 1},
                   {"formula", m.formula},
                   {"alphabet", m.sigma.tokens()},
                   {"dtype", m.format},
                   {"scale", text_of(m.scale)},
                   {"max_length", to_value(m.max_length)},
                   {"width", m.width},
                   {"embedding", to_value(m.embedding)}};
  if (!m.positions.empty()) document["positions"] = to_value(m.positions);
  document["layers"] = std::move(layers);
  document["readout"] = m.readout;
  document["meaning"] = m.meaning;
  return document.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace ltlc::interchange
