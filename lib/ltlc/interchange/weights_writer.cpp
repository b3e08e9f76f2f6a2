#include "ltlc/interchange/weights_writer.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "ltlc/contract.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::interchange {

using json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t max_table_rows = 10'000'000;

// Rounds weights one by one; the first that overflows stops the export.
class weights_writer {
public:
  weights_writer(format::number_format const& f, std::optional<std::uint64_t> max_length,
                 tensor_sink const& put)
      : format_(f), max_length_(max_length), put_(put) {}

  void matrix(json& owner, char const* key, std::string const& path,
              network::matrix const& m) const {
    put(owner, key, path, {m.rows, m.cols}, m.entries);
  }
  void vector(json& owner, char const* key, std::string const& path,
              network::vector const& v) const {
    put(owner, key, path, {v.size()}, v);
  }
  [[nodiscard]] json pairs(std::vector<rotary::rotary_pair> const& list,
                           std::string const& path) const;
  [[nodiscard]] json layer(network::layer const& l, std::string const& path) const;

private:
  [[nodiscard]] double checked(double rounded, std::string const& name) const;
  [[nodiscard]] double rounded(exact::scalar const& s, std::string const& name) const;
  void put(json& owner, char const* key, std::string const& path, std::vector<std::uint64_t> shape,
           std::vector<exact::scalar> const& entries) const;
  [[nodiscard]] std::uint64_t rows_of(rotary::rotary_pair const& pair,
                                      std::string const& path) const;
  [[nodiscard]] std::optional<double> as_angle(rotary::rotary_pair const& pair) const;
  [[nodiscard]] json head(network::head const& h, std::string const& path) const;

  format::number_format format_;
  std::optional<std::uint64_t> max_length_;
  tensor_sink const& put_;
};

double weights_writer::checked(double rounded, std::string const& name) const {
  if (!std::isfinite(rounded)) {
    auto where = name;
    std::replace(where.begin(), where.end(), '.', '/');
    throw export_error(weight_overflow{where});
  }
  return rounded == 0 ? 0 : rounded; // there is no −0 among exact numbers
}

double weights_writer::rounded(exact::scalar const& s, std::string const& name) const {
  double x = format::round(format_, s);
  // A format that saturates rounds what is past its greatest number to that number. Past it is more
  // than half a unit of the last binade: the bound is a double or ∞, rounding to double is
  // monotone, so a double past the bound means an exact value past it.
  double const greatest = format::greatest(format_);
  if (std::fabs(x) >= greatest) {
    double const bound = greatest + std::ldexp(1.0, format_.max_exponent - format_.precision);
    if (std::fabs(format::round(format::fp64, s)) > bound) x = HUGE_VAL;
  }
  return checked(x, name);
}

void weights_writer::put(json& owner, char const* key, std::string const& path,
                         std::vector<std::uint64_t> shape,
                         std::vector<exact::scalar> const& entries) const {
  tensor t{tensor_name(path, key), std::move(shape), {}};
  t.values.reserve(entries.size());
  for (auto const& s : entries)
    t.values.push_back(rounded(s, t.name));
  put_(owner, key, t);
}

// Without a longest word a step that is a double can be given only as itself.
std::optional<double> weights_writer::as_angle(rotary::rotary_pair const& pair) const {
  if (max_length_ || rotary::period(pair) != 0) return std::nullopt;
  if (pair.step.turns != 0 || pair.step.golden != 0) return std::nullopt;
  double const g = format::round(format::fp64, pair.step.radians);
  if (!std::isfinite(g) || exact::rational(g) != pair.step.radians) return std::nullopt;
  return g;
}

std::uint64_t weights_writer::rows_of(rotary::rotary_pair const& pair,
                                      std::string const& path) const {
  std::uint64_t rows = rotary::period(pair);
  if (rows == 0) {
    if (!max_length_) throw export_error(endless_table{path});
    rows = *max_length_ + 2;
  }
  if (rows > max_table_rows)
    throw export_error(
        budget::limit_reached{"rows of one rotation table", max_table_rows, "--max-length"});
  return rows;
}

json weights_writer::pairs(std::vector<rotary::rotary_pair> const& list,
                           std::string const& path) const {
  json written = json::array();
  for (auto const& pair : list) {
    json value = {{"dims", {pair.first, pair.second}}};
    if (auto const g = as_angle(pair)) {
      value["angle"] = number_of(*g);
    } else {
      tensor t{tensor_name(path, std::to_string(written.size()) + ".table"),
               {rows_of(pair, path), 2},
               {}};
      t.values.reserve(2 * t.shape.front());
      for (std::uint64_t i = 0; i < t.shape.front(); ++i) {
        auto const r = rotary::rotation(format_, pair, i);
        t.values.push_back(checked(r.cosine, t.name));
        t.values.push_back(checked(r.sine, t.name));
      }
      put_(value, "table", t);
    }
    written.push_back(std::move(value));
  }
  return written;
}

json weights_writer::head(network::head const& h, std::string const& path) const {
  json value = {{"d_head", h.d_head()}};
  if (h.attention != network::attention_kind::soft) value["attention"] = network::name(h.attention);
  matrix(value, "W_Q", path, h.W_Q);
  vector(value, "b_Q", path, h.b_Q);
  matrix(value, "W_K", path, h.W_K);
  vector(value, "b_K", path, h.b_K);
  matrix(value, "W_V", path, h.W_V);
  vector(value, "b_V", path, h.b_V);
  matrix(value, "W_O", path, h.W_O);
  value["rotary"] = pairs(h.rotary, tensor_name(path, "rotary"));
  return value;
}

json weights_writer::layer(network::layer const& l, std::string const& path) const {
  json heads = json::array();
  for (std::size_t i = 0; i < l.heads.size(); ++i)
    heads.push_back(head(l.heads[i], path + ".heads." + std::to_string(i)));
  json mlp = json::object();
  auto const inner = path + ".mlp";
  matrix(mlp, "W_1", inner, l.mlp.W_1);
  vector(mlp, "b_1", inner, l.mlp.b_1);
  matrix(mlp, "W_2", inner, l.mlp.W_2);
  vector(mlp, "b_2", inner, l.mlp.b_2);
  json norm = nullptr;
  if (l.norm) {
    auto const place = path + ".norm";
    norm = {{"kind", network::name(l.norm->kind)},
            {"eps", number_of(rounded(l.norm->eps, place + ".eps"))}};
    vector(norm, "gain", place, l.norm->gain);
    vector(norm, "bias", place, l.norm->bias);
  }
  return {{"heads", std::move(heads)}, {"mlp", std::move(mlp)}, {"norm", std::move(norm)}};
}

} // namespace

json number_of(double x) {
  if (x == std::floor(x) && std::fabs(x) < 9007199254740992.0) return static_cast<std::int64_t>(x);
  return x;
}

std::string document_text(json const& document) {
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

json weights_document(network::model const& m, format::number_format const& f,
                      tensor_sink const& put) {
  weights_writer const write(f, m.max_length, put);
  std::vector<std::string> tokens{"<bos>", "<eos>"};
  tokens.insert(tokens.end(), m.sigma.tokens().begin(), m.sigma.tokens().end());
  json document = {{"format", "ltlc-weights"},
                   {"version", 1},
                   {"dtype", f.name},
                   {"formula", m.formula},
                   {"max_length", m.max_length ? json(*m.max_length) : json(nullptr)},
                   {"tokens", tokens},
                   {"d_model", m.width}};
  write.matrix(document, "embedding", "", m.embedding);
  if (!m.positions.empty()) document["positions"] = write.pairs(m.positions, "positions");
  json layers = json::array();
  for (std::size_t i = 0; i < m.layers.size(); ++i)
    layers.push_back(write.layer(m.layers[i], "layers." + std::to_string(i)));
  document["layers"] = std::move(layers);
  document["readout"] = {{"dim", m.readout}, {"threshold", 0.5}};
  return document;
}

} // namespace ltlc::interchange
