#include "ltlc/interchange/weights_json.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "ltlc/contract.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::interchange {

using json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t max_table_rows = 10'000'000;

// Rounds weights one by one; the first that overflows stops the export.
class weights_writer {
public:
  explicit weights_writer(format::number_format const& f) : format_(f) {}

  json number(exact::scalar const& s, std::string const& where) const {
    double const x = format::round(format_, s);
    if (!std::isfinite(x)) throw export_error(weight_overflow{where});
    // Whole numbers are written as integers, whatever the writer does with doubles.
    if (x == std::floor(x) && std::fabs(x) < 9007199254740992.0)
      return static_cast<std::int64_t>(x);
    return x;
  }
  json row(exact::scalar const* first, std::size_t n, std::string const& where) const {
    json list = json::array();
    for (std::size_t i = 0; i < n; ++i)
      list.push_back(number(first[i], where));
    return list;
  }
  json matrix(network::matrix const& m, std::string const& where) const {
    json rows = json::array();
    for (std::size_t r = 0; r < m.rows; ++r)
      rows.push_back(row(m.entries.data() + r * m.cols, m.cols, where));
    return rows;
  }
  json vector(network::vector const& v, std::string const& where) const {
    return row(v.data(), v.size(), where);
  }
  json rotary(network::head const& h, std::optional<std::uint64_t> max_length) const;
  json head(network::head const& h, std::optional<std::uint64_t> max_length,
            std::string const& where) const;
  json layer(network::layer const& l, std::optional<std::uint64_t> max_length,
             std::string const& where) const;

private:
  format::number_format format_;
};

json weights_writer::rotary(network::head const& h, std::optional<std::uint64_t> max_length) const {
  json pairs = json::array();
  for (auto const& pair : h.rotary) {
    std::uint64_t rows = rotary::period(pair);
    if (rows == 0) {
      LTLC_EXPECTS(max_length.has_value());
      rows = *max_length + 2;
    }
    if (rows > max_table_rows)
      throw export_error(
          budget::limit_reached{"rows of one rotation table", max_table_rows, "--max-length"});
    json table = json::array();
    for (std::uint64_t i = 0; i < rows; ++i) {
      auto const r = rotary::rotation(format_, pair, i);
      table.push_back(json::array({r.cosine, r.sine}));
    }
    pairs.push_back({{"dims", {pair.first, pair.second}}, {"table", std::move(table)}});
  }
  return pairs;
}

json weights_writer::head(network::head const& h, std::optional<std::uint64_t> max_length,
                          std::string const& where) const {
  return {{"d_head", h.d_head()},
          {"W_Q", matrix(h.W_Q, where + "/W_Q")},
          {"b_Q", vector(h.b_Q, where + "/b_Q")},
          {"W_K", matrix(h.W_K, where + "/W_K")},
          {"b_K", vector(h.b_K, where + "/b_K")},
          {"W_V", matrix(h.W_V, where + "/W_V")},
          {"b_V", vector(h.b_V, where + "/b_V")},
          {"W_O", matrix(h.W_O, where + "/W_O")},
          {"rotary", rotary(h, max_length)}};
}

json weights_writer::layer(network::layer const& l, std::optional<std::uint64_t> max_length,
                           std::string const& where) const {
  json heads = json::array();
  for (std::size_t i = 0; i < l.heads.size(); ++i)
    heads.push_back(head(l.heads[i], max_length, where + "/heads/" + std::to_string(i)));
  return {{"heads", std::move(heads)},
          {"mlp",
           {{"W_1", matrix(l.mlp.W_1, where + "/mlp/W_1")},
            {"b_1", vector(l.mlp.b_1, where + "/mlp/b_1")},
            {"W_2", matrix(l.mlp.W_2, where + "/mlp/W_2")},
            {"b_2", vector(l.mlp.b_2, where + "/mlp/b_2")}}},
          {"norm", nullptr}};
}

} // namespace

tl::expected<std::string, export_error> export_weights(network::model const& m,
                                                       format::number_format const& f) {
  weights_writer const write(f);
  std::vector<std::string> tokens{"<bos>", "<eos>"};
  tokens.insert(tokens.end(), m.sigma.tokens().begin(), m.sigma.tokens().end());
  try {
    json layers = json::array();
    for (std::size_t i = 0; i < m.layers.size(); ++i)
      layers.push_back(write.layer(m.layers[i], m.max_length, "layers/" + std::to_string(i)));
    json const document = {{"format", "ltlc-weights"},
                           {"version", 1},
                           {"dtype", f.name},
                           {"formula", m.formula},
                           {"max_length", m.max_length ? json(*m.max_length) : json(nullptr)},
                           {"tokens", tokens},
                           {"d_model", m.width},
                           {"embedding", write.matrix(m.embedding, "embedding")},
                           {"layers", std::move(layers)},
                           {"readout", {{"dim", m.readout}, {"threshold", 0.5}}}};
    return document.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  } catch (export_error const& error) {
    return tl::unexpected(error);
  }
}

} // namespace ltlc::interchange
