#include "ltlc/interchange/transformer_lens.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/safetensors.hpp"
#include "ltlc/interchange/self_test.hpp"
#include "ltlc/interchange/weights_writer.hpp"

namespace ltlc::interchange {

namespace {

using lens_json = nlohmann::ordered_json;

constexpr std::uint64_t unbounded_rows = 514;
constexpr std::uint64_t most_table_numbers = 10'000'000;

tensor zeros(std::string name, std::vector<std::uint64_t> shape) {
  std::uint64_t count = 1;
  for (auto const d : shape)
    count *= d;
  return {std::move(name), std::move(shape), std::vector<double>(count)};
}

// The place of an entry, row-major.
double& entry(tensor& t, std::uint64_t a, std::uint64_t b) {
  return t.values[a * t.shape[1] + b];
}
double& entry(tensor& t, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return t.values[(a * t.shape[1] + b) * t.shape[2] + c];
}

std::string why_not_carried(network::model const& m) {
  if (m.layers.empty()) return "the model has no layers";
  if (!m.positions.empty())
    return "the embedding has sinusoids, and TransformerLens adds position embeddings only where "
           "nothing rotates; compile with --positions rotary";
  for (auto const& layer : m.layers) {
    if (layer.norm)
      return "the model norms after each layer, and TransformerLens before; compile with --norm "
             "none";
    for (auto const& h : layer.heads)
      if (h.attention != network::attention_kind::soft)
        return "TransformerLens has soft attention only, and a head's is " +
               std::string(network::name(h.attention));
  }
  return {};
}

// Where the dimensions of one head's queries and keys go.
struct head_places {
  std::vector<std::size_t> dimension;
};

class lens_writer {
public:
  lens_writer(network::model const& m, std::map<std::string, tensor> rounded, std::uint64_t rows)
      : m_(m), rounded_(std::move(rounded)), rows_(rows) {}

  // The tables are known first, as all layers have one number of rotated dimensions.
  void place_heads() {
    for (std::size_t l = 0; l < m_.layers.size(); ++l) {
      auto& layer = places_.emplace_back();
      auto& tables = tables_.emplace_back();
      for (std::size_t h = 0; h < m_.layers[l].heads.size(); ++h) {
        auto const& head = m_.layers[l].heads[h];
        head_places p{std::vector<std::size_t>(head.d_head(), plain)};
        std::vector<std::size_t> taken; // a table turns one pair of a head
        for (std::size_t pair = 0; pair < head.rotary.size(); ++pair) {
          auto const& table = rounded_.at(path(l) + "heads." + std::to_string(h) + ".rotary." +
                                          std::to_string(pair) + ".table");
          std::size_t slot = 0;
          while (slot < tables.size() &&
                 (tables[slot] != table.values ||
                  std::find(taken.begin(), taken.end(), slot) != taken.end()))
            ++slot;
          if (slot == tables.size()) tables.push_back(table.values);
          taken.push_back(slot);
          p.dimension[head.rotary[pair].first] = 2 * slot;
          p.dimension[head.rotary[pair].second] = 2 * slot + 1;
        }
        layer.push_back(std::move(p));
      }
      rotated_ = std::max(rotated_, 2 * tables.size());
      heads_ = std::max(heads_, m_.layers[l].heads.size());
      hidden_ = std::max(hidden_, m_.layers[l].mlp.hidden());
    }
    d_head_ = rotated_;
    for (std::size_t l = 0; l < places_.size(); ++l)
      for (std::size_t h = 0; h < places_[l].size(); ++h) {
        std::size_t next = rotated_;
        for (auto& d : places_[l][h].dimension)
          if (d == plain) d = next++;
        d_head_ = std::max({d_head_, next, m_.layers[l].heads[h].d_head()});
      }
  }

  [[nodiscard]] std::uint64_t table_numbers() const {
    return rows_ * rotated_ * 2 * m_.layers.size();
  }

  std::vector<tensor> run() {
    embedding();
    for (std::size_t l = 0; l < m_.layers.size(); ++l) {
      attention(l);
      tables(l);
      feed_forward(l);
    }
    auto unembedding = zeros("unembed.W_U", {m_.width, 2});
    entry(unembedding, m_.readout, 1) = 1;
    auto bias = zeros("unembed.b_U", {2});
    bias.values[0] = 0.5;
    result_.push_back(std::move(unembedding));
    result_.push_back(std::move(bias));
    return std::move(result_);
  }

  [[nodiscard]] lens_json configuration() const {
    return {{"n_layers", m_.layers.size()},
            {"d_model", m_.width},
            {"n_ctx", rows_},
            {"d_head", d_head_},
            {"n_heads", heads_},
            {"d_mlp", hidden_},
            {"d_vocab", m_.sigma.size() + 2},
            {"d_vocab_out", 2},
            {"act_fn", "relu"},
            {"normalization_type", nullptr},
            {"attention_dir", "causal"},
            {"use_attn_scale", false},
            {"positional_embedding_type", "rotary"},
            {"rotary_dim", rotated_},
            {"rotary_adjacent_pairs", true}};
  }

private:
  static constexpr auto plain = static_cast<std::size_t>(-1);

  static std::string path(std::size_t l) { return "layers." + std::to_string(l) + "."; }
  static std::string block(std::size_t l) { return "blocks." + std::to_string(l) + "."; }

  void embedding() {
    auto e = rounded_.at("embedding");
    e.name = "embed.W_E"; // both are tokens × width
    result_.push_back(std::move(e));
  }

  void attention(std::size_t l) {
    auto const in = block(l) + "attn.";
    std::map<char, tensor> weights, biases;
    for (char const m : {'Q', 'K', 'V'}) {
      weights[m] = zeros(in + "W_" + m, {heads_, m_.width, d_head_});
      biases[m] = zeros(in + "b_" + m, {heads_, d_head_});
    }
    auto out = zeros(in + "W_O", {heads_, d_head_, m_.width});
    for (std::size_t h = 0; h < places_[l].size(); ++h) {
      auto const from = path(l) + "heads." + std::to_string(h) + ".";
      std::size_t const d_head = m_.layers[l].heads[h].d_head();
      for (char const m : {'Q', 'K', 'V'}) {
        auto& w = rounded_.at(from + "W_" + m);
        auto const& b = rounded_.at(from + "b_" + m);
        for (std::size_t d = 0; d < d_head; ++d) {
          std::size_t const to = m == 'V' ? d : places_[l][h].dimension[d];
          for (std::size_t x = 0; x < m_.width; ++x)
            entry(weights[m], h, x, to) = entry(w, d, x);
          entry(biases[m], h, to) = b.values[d];
        }
      }
      auto& w = rounded_.at(from + "W_O");
      for (std::size_t d = 0; d < d_head; ++d)
        for (std::size_t x = 0; x < m_.width; ++x)
          entry(out, h, d, x) = entry(w, x, d);
    }
    for (char const m : {'Q', 'K', 'V'}) {
      result_.push_back(std::move(weights[m]));
      result_.push_back(std::move(biases[m]));
    }
    result_.push_back(std::move(out));
    result_.push_back(zeros(in + "b_O", {m_.width}));
  }

  // Both dimensions of a pair have its angle; what no table turns has the angle 0.
  void tables(std::size_t l) {
    auto cosines = zeros(block(l) + "attn.rotary_cos", {rows_, rotated_});
    auto sines = zeros(block(l) + "attn.rotary_sin", {rows_, rotated_});
    std::fill(cosines.values.begin(), cosines.values.end(), 1.0);
    for (std::size_t slot = 0; slot < tables_[l].size(); ++slot) {
      auto const& table = tables_[l][slot];
      for (std::uint64_t i = 0; i < rows_; ++i)
        for (std::size_t d = 2 * slot; d < 2 * slot + 2; ++d) {
          std::size_t const row = static_cast<std::size_t>(i) % (table.size() / 2);
          entry(cosines, i, d) = table[2 * row];
          entry(sines, i, d) = table[2 * row + 1];
        }
    }
    result_.push_back(std::move(cosines));
    result_.push_back(std::move(sines));
  }

  void feed_forward(std::size_t l) {
    auto const from = path(l) + "mlp.", in = block(l) + "mlp.";
    auto w_in = zeros(in + "W_in", {m_.width, hidden_});
    auto b_in = zeros(in + "b_in", {hidden_});
    auto w_out = zeros(in + "W_out", {hidden_, m_.width});
    auto& w_1 = rounded_.at(from + "W_1");
    auto& w_2 = rounded_.at(from + "W_2");
    auto const& b_1 = rounded_.at(from + "b_1");
    for (std::size_t u = 0; u < b_1.values.size(); ++u) {
      for (std::size_t x = 0; x < m_.width; ++x) {
        entry(w_in, x, u) = entry(w_1, u, x);
        entry(w_out, u, x) = entry(w_2, x, u);
      }
      b_in.values[u] = b_1.values[u];
    }
    auto b_out = rounded_.at(from + "b_2");
    b_out.name = in + "b_out";
    for (auto* t : {&w_in, &b_in, &w_out, &b_out})
      result_.push_back(std::move(*t));
  }

  network::model const& m_;
  std::map<std::string, tensor> rounded_;
  std::uint64_t rows_;
  std::vector<std::vector<head_places>> places_;         // by layer and head
  std::vector<std::vector<std::vector<double>>> tables_; // by layer
  std::size_t rotated_ = 2, heads_ = 1, hidden_ = 1, d_head_ = 0;
  std::vector<tensor> result_;
};

} // namespace

tl::expected<std::string, std::variant<not_carried, export_error>>
export_transformer_lens(network::model const& m, format::number_format const& f) {
  if (auto why = why_not_carried(m); !why.empty())
    return tl::unexpected(not_carried{std::move(why)});
  std::uint64_t const rows = m.max_length ? *m.max_length + 2 : unbounded_rows;
  try {
    auto bounded = m; // so that every rotation has a table
    bounded.max_length = rows - 2;
    std::map<std::string, tensor> rounded;
    auto const document = weights_document(
        bounded, f, [&](lens_json&, char const*, tensor const& t) { rounded.emplace(t.name, t); });
    lens_writer writer(m, std::move(rounded), rows);
    writer.place_heads();
    if (writer.table_numbers() > most_table_numbers)
      return tl::unexpected(export_error(
          budget::limit_reached{"numbers in rotation tables", most_table_numbers, "--max-length"}));
    lens_json const beside = {{"config", writer.configuration()},
                              {"formula", m.formula},
                              {"dtype", f.name},
                              {"tokens", document.at("tokens")},
                              {"self_test", lens_json::parse(to_json(self_test_of(m, f)))}};
    return write_tensor_file({{"format", "pt"}, {"transformer_lens", document_text(beside)}},
                             writer.run(), stored_type_of(f));
  } catch (export_error const& error) {
    return tl::unexpected(error);
  }
}

} // namespace ltlc::interchange
