// One row through the layers, for every arithmetic, with attention left out: embedding, queries,
// keys and values, the step after attention, the verdict. Every vector that occurs is stored once
// and named by an id, and what was computed from an id is kept: a row of a compiled model is then a
// few look-ups, whatever the arithmetic costs. forward_pass.hpp adds the positions of one word,
// proof/ the sets of what all words can have shown.
//
// An arithmetic gives the values, their operations, and `scores`: one head's attention. The order
// of the operations is that of interpreter.cpp's head comment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

#include "ltlc/execution/common_period.hpp"
#include "ltlc/execution/row.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::execution {

// y = W x + b over the weights that are not 0, left to right.
template <class Arithmetic>
class affine_map {
public:
  using value = typename Arithmetic::value;

  affine_map(Arithmetic const& arithmetic, network::matrix const& w, network::vector const& b)
      : rows_(w.rows), bias_(w.rows) {
    for (std::size_t r = 0; r < w.rows; ++r) {
      for (std::size_t c = 0; c < w.cols; ++c) {
        auto weight = arithmetic.weight(w.at(r, c));
        if (!Arithmetic::is_zero(weight)) rows_[r].push_back({c, std::move(weight)});
      }
      if (!b.empty()) bias_[r] = arithmetic.weight(b[r]);
    }
  }

  [[nodiscard]] row<value> operator()(Arithmetic const& arithmetic, row<value> const& x) const {
    row<value> y{std::vector<value>(rows_.size())};
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      auto sum = arithmetic.sum();
      for (auto const& [column, weight] : rows_[r])
        sum.add_product(weight, x.values[column]);
      if (!Arithmetic::is_zero(bias_[r])) sum.add(bias_[r]);
      y.values[r] = sum.value();
    }
    return y;
  }

  // Row r is 0 whatever x.
  void clear_row(std::size_t r) {
    rows_[r].clear();
    bias_[r] = value{};
  }
  [[nodiscard]] bool reads(std::size_t column) const {
    return std::any_of(rows_.begin(), rows_.end(), [column](auto const& entries) {
      return std::any_of(entries.begin(), entries.end(),
                         [column](entry const& e) { return e.column == column; });
    });
  }

private:
  struct entry {
    std::size_t column = 0;
    value weight;
  };
  std::vector<std::vector<entry>> rows_;
  std::vector<value> bias_;
};

template <class Arithmetic>
class row_machine {
public:
  using value = typename Arithmetic::value;
  using scores_type = typename Arithmetic::scores;

  // No attention output: that of row 0.
  static constexpr term::id none = static_cast<term::id>(-1);

  // A row's query, key and value before rotation.
  struct projection {
    term::id query = none, key = none, value_ = none;
  };

  row_machine(network::model const& m, Arithmetic arithmetic)
      : arithmetic_(std::move(arithmetic)), readout_(m.readout), positions_(m.positions),
        positions_period_(common_period(m.positions)) {
    for (std::size_t r = 0; r < m.embedding.rows; ++r) {
      row<value> x;
      for (std::size_t d = 0; d < m.width; ++d)
        x.values.push_back(arithmetic_.weight(m.embedding.at(r, d)));
      embedding_.push_back(std::move(x));
    }
    for (auto const& l : m.layers)
      layers_.emplace_back(arithmetic_, l);
    forget();
  }

  [[nodiscard]] std::size_t layers() const { return layers_.size(); }
  [[nodiscard]] std::size_t heads(std::size_t l) const { return layers_[l].heads.size(); }
  [[nodiscard]] network::attention_kind attention(std::size_t l, std::size_t h) const {
    return layers_[l].heads[h].attention;
  }
  // After how many positions the embedding comes back; 0: never.
  [[nodiscard]] std::uint64_t positions_period() const { return positions_period_; }

  // The id, among the rows before layer 0, of embedding row `token` at a position.
  term::id embed(std::size_t token, std::uint64_t position) {
    if (positions_.empty()) return rows_before(0).intern(embedding_[token]);
    auto const residue = positions_period_ == 0 ? position : position % positions_period_;
    auto const [at, fresh] = embedded_.try_emplace(std::pair{residue, token}, none);
    if (fresh) {
      auto x = embedding_[token];
      for (auto const& pair : positions_) {
        auto const [cosine, sine] = arithmetic_.rotation(pair, residue);
        x.values[pair.first] = arithmetic_.plus(x.values[pair.first], cosine);
        x.values[pair.second] = arithmetic_.plus(x.values[pair.second], sine);
      }
      at->second = rows_before(0).intern(x);
    }
    return at->second;
  }

  projection project(std::size_t l, std::size_t h, term::id x) {
    auto const& maps = layers_[l].heads[h];
    auto& head = memory_[l].heads[h];
    if (head.projections.size() <= x) head.projections.resize(x + 1);
    auto& p = head.projections[x];
    if (p.query == none) {
      auto const& input = rows_before(l)[x];
      p.query = head.vectors.intern(maps.query(arithmetic_, input));
      p.key = head.vectors.intern(maps.key(arithmetic_, input));
      p.value_ = head.vectors.intern(maps.value_(arithmetic_, input));
    }
    return p;
  }

  [[nodiscard]] scores_type& scores(std::size_t l, std::size_t h) {
    return memory_[l].heads[h].scores;
  }
  [[nodiscard]] row_pool<value>& vectors(std::size_t l, std::size_t h) {
    return memory_[l].heads[h].vectors;
  }
  [[nodiscard]] term::id place(std::size_t l, std::size_t h, term::id vector,
                               std::uint64_t position) {
    return scores(l, h).place(vectors(l, h), vector, position);
  }

  // The row after layer l, from the row before it and the outputs of its heads before W_O: step =
  // {row, output of head 0, …}. An error when the norm cannot be held in exact arithmetic.
  tl::expected<term::id, conflict> after(std::size_t l, std::vector<term::id> const& step) {
    auto const found = memory_[l].steps.find(step);
    if (found != memory_[l].steps.end()) return found->second;
    auto x = rows_before(l)[step.front()];
    row<value> attended{std::vector<value>(x.values.size())};
    std::vector<row<value>> outputs;
    for (std::size_t h = 0; h + 1 < step.size(); ++h)
      if (step[h + 1] != none)
        outputs.push_back(layers_[l].heads[h].output(arithmetic_, vectors(l, h)[step[h + 1]]));
    for (std::size_t d = 0; d < x.values.size(); ++d) {
      auto sum = arithmetic_.sum();
      for (auto const& output : outputs)
        sum.add(output.values[d]);
      attended.values[d] = sum.value();
    }
    add_to(x, attended);
    auto hidden = layers_[l].hidden(arithmetic_, x);
    for (auto& v : hidden.values)
      v = arithmetic_.relu(v);
    add_to(x, layers_[l].output(arithmetic_, hidden));
    if (layers_[l].norm && !arithmetic_.normalize(*layers_[l].norm, x.values))
      return tl::unexpected(conflict{.key = 0, .gap = {}, .irrational_norm = true});
    auto const id = rows_before(l + 1).intern(x);
    memory_[l].steps.emplace(step, id);
    return id;
  }

  // Of a row after the last layer.
  [[nodiscard]] bool exceeds_half(term::id x) const {
    return Arithmetic::exceeds_half(rows_.back()[x].values[readout_]);
  }
  // Of a row before layer l, or after the last for l = layers().
  [[nodiscard]] std::string text(std::size_t l, term::id x, std::size_t d) const {
    return Arithmetic::text(rows_[l][x].values[d]);
  }

  // How many numbers are kept.
  [[nodiscard]] std::size_t stored() const {
    std::size_t numbers = 0;
    for (std::size_t l = 0; l < memory_.size(); ++l) {
      auto const& layer = memory_[l];
      numbers += rows_[l].size() * embedding_.front().values.size() +
                 layer.steps.size() * (layer.heads.size() + 1);
      for (std::size_t h = 0; h < layer.heads.size(); ++h)
        numbers += layer.heads[h].vectors.size() * layers_[l].heads[h].dimensions +
                   layer.heads[h].scores.entries();
    }
    return numbers;
  }

  // Ids given before mean nothing afterwards.
  void forget() {
    rows_.assign(layers_.size() + 1, {});
    embedded_.clear();
    memory_.clear();
    for (auto const& l : layers_) {
      auto& layer = memory_.emplace_back();
      for (auto const& h : l.heads)
        layer.heads.emplace_back(arithmetic_, h);
    }
  }

private:
  struct head_maps {
    affine_map<Arithmetic> query, key, value_, output;
    std::vector<rotary::rotary_pair> pairs;
    network::attention_kind attention;
    std::size_t dimensions;
    head_maps(Arithmetic const& a, network::head const& h)
        : query(a, h.W_Q, h.b_Q), key(a, h.W_K, h.b_K), value_(a, h.W_V, h.b_V),
          output(a, h.W_O, {}), pairs(h.rotary), attention(h.attention), dimensions(h.d_head()) {
      // What W_O does not read is nobody's value.
      for (std::size_t d = 0; d < dimensions; ++d)
        if (!output.reads(d)) value_.clear_row(d);
    }
  };
  struct layer_maps {
    std::vector<head_maps> heads;
    affine_map<Arithmetic> hidden, output;
    std::optional<typename Arithmetic::norm> norm;
    layer_maps(Arithmetic const& a, network::layer const& l)
        : hidden(a, l.mlp.W_1, l.mlp.b_1), output(a, l.mlp.W_2, l.mlp.b_2) {
      for (auto const& h : l.heads)
        heads.emplace_back(a, h);
      if (l.norm) norm.emplace(a, *l.norm);
    }
  };
  struct head_memory {
    row_pool<value> vectors;             // of d_head numbers, whatever their part
    std::vector<projection> projections; // by the id of the row read
    scores_type scores;
    head_memory(Arithmetic const& a, head_maps const& maps) : scores(a, maps.pairs) {}
  };
  struct ids_hash {
    std::size_t operator()(std::vector<term::id> const& ids) const {
      return boost::hash_range(ids.begin(), ids.end());
    }
  };
  struct layer_memory {
    std::vector<head_memory> heads;
    // (row, attention outputs of the heads) ↦ the row after the layer
    boost::unordered_flat_map<std::vector<term::id>, term::id, ids_hash> steps;
  };

  [[nodiscard]] row_pool<value>& rows_before(std::size_t l) { return rows_[l]; }

  void add_to(row<value>& sum, row<value> const& term) const {
    for (std::size_t d = 0; d < sum.values.size(); ++d)
      sum.values[d] = arithmetic_.plus(sum.values[d], term.values[d]);
  }

  Arithmetic arithmetic_;
  std::size_t readout_ = 0;
  std::vector<rotary::rotary_pair> positions_;
  std::uint64_t positions_period_ = 1;
  std::vector<row<value>> embedding_; // rounded
  std::vector<layer_maps> layers_;
  std::vector<row_pool<value>> rows_; // residual rows before each layer, and after the last
  boost::unordered_flat_map<std::pair<std::uint64_t, std::size_t>, term::id,
                            boost::hash<std::pair<std::uint64_t, std::size_t>>>
      embedded_; // by residue and token
  std::vector<layer_memory> memory_;
};

} // namespace ltlc::execution
