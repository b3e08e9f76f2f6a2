// The forward pass once, for every arithmetic: affine maps, attention over the rows so far,
// residual, MLP. Every vector that occurs is stored once and named by an id, and what was computed
// from an id is kept: a row of a compiled model is then a few look-ups, whatever the arithmetic
// costs.
//
// An arithmetic gives the values, their operations, and `scores`: one head's attention. The order
// of the operations is that of interpreter.cpp's head comment.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

#include "ltlc/contract.hpp"
#include "ltlc/execution/row.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::execution {

// Where attention failed: conflict with the head and the query.
struct located_conflict {
  std::size_t layer = 0, head = 0;
  std::uint64_t query = 0;
  conflict what;
};

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
      for (auto const& [column, weight] : rows_[r])
        arithmetic.add(y.values[r], arithmetic.multiply(weight, x.values[column]));
      if (!Arithmetic::is_zero(bias_[r])) arithmetic.add(y.values[r], bias_[r]);
    }
    return y;
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
class forward_pass {
public:
  using value = typename Arithmetic::value;

  // `room`: how many numbers may be kept before the tables are made anew.
  forward_pass(network::model const& m, Arithmetic arithmetic,
               std::size_t room = std::size_t{1} << 22)
      : arithmetic_(std::move(arithmetic)), readout_(m.readout), room_(room) {
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

  [[nodiscard]] std::uint64_t rows() const { return tokens_.size(); }

  // Appends the row of embedding row `token`; on a conflict the rows are as before.
  tl::expected<void, located_conflict> push(std::size_t token) {
    if (stored() > room_) renew();
    return append(token);
  }

  void truncate(std::uint64_t rows) {
    LTLC_EXPECTS(rows <= tokens_.size());
    tokens_.resize(rows);
    cut();
  }

  [[nodiscard]] bool last_exceeds_half() const {
    return Arithmetic::exceeds_half(activation(layers_.size(), rows() - 1).values[readout_]);
  }

  [[nodiscard]] std::string text(std::size_t l, std::uint64_t i, std::size_t d) const {
    return Arithmetic::text(activation(l, i).values[d]);
  }

  [[nodiscard]] std::vector<std::string> weights(std::size_t l, std::size_t h, std::uint64_t i) {
    auto& head = memory_[l].heads[h];
    if (i == 0) return {};
    return head.scores.weights(head.vectors, head.queries[i], i, {head.keys, head.values, i});
  }

private:
  struct head_maps {
    affine_map<Arithmetic> query, key, value_, output;
    std::vector<rotary::rotary_pair> pairs;
    std::size_t dimensions;
    head_maps(Arithmetic const& a, network::head const& h)
        : query(a, h.W_Q, h.b_Q), key(a, h.W_K, h.b_K), value_(a, h.W_V, h.b_V),
          output(a, h.W_O, {}), pairs(h.rotary), dimensions(h.d_head()) {}
  };
  struct layer_maps {
    std::vector<head_maps> heads;
    affine_map<Arithmetic> hidden, output;
    layer_maps(Arithmetic const& a, network::layer const& l)
        : hidden(a, l.mlp.W_1, l.mlp.b_1), output(a, l.mlp.W_2, l.mlp.b_2) {
      for (auto const& h : l.heads)
        heads.emplace_back(a, h);
    }
  };

  // A row's query, key and value before rotation.
  struct projection {
    term::id query = none, key = none, value_ = none;
  };
  struct head_memory {
    row_pool<value> vectors;             // of d_head numbers, whatever their part
    std::vector<projection> projections; // by the id of the row read
    typename Arithmetic::scores scores;
    std::vector<term::id> queries, keys, values; // by position, rotated where scores wants it
    head_memory(Arithmetic const& a, head_maps const& maps) : scores(a, maps.pairs) {}
  };
  struct ids_hash {
    std::size_t operator()(std::vector<term::id> const& ids) const {
      return boost::hash_range(ids.begin(), ids.end());
    }
  };
  struct layer_memory {
    row_pool<value> inputs;      // residual rows before the layer
    std::vector<term::id> input; // by position
    std::vector<head_memory> heads;
    // (row, attention outputs of the heads) ↦ the row after the layer
    boost::unordered_flat_map<std::vector<term::id>, term::id, ids_hash> steps;
  };

  static constexpr term::id none = static_cast<term::id>(-1);

  [[nodiscard]] row<value> const& activation(std::size_t l, std::uint64_t i) const {
    return l == layers_.size() ? outputs_[output_[i]] : memory_[l].inputs[memory_[l].input[i]];
  }

  row_pool<value>& rows_after(std::size_t l) {
    return l + 1 == layers_.size() ? outputs_ : memory_[l + 1].inputs;
  }

  tl::expected<void, located_conflict> append(std::size_t token) {
    auto const position = tokens_.size();
    auto x = (layers_.empty() ? outputs_ : memory_.front().inputs).intern(embedding_[token]);
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      memory_[l].input.push_back(x);
      std::vector<term::id> step{x};
      for (std::size_t h = 0; h < layers_[l].heads.size(); ++h) {
        auto const output = attend(l, h, x, position);
        if (!output) {
          cut();
          return tl::unexpected(located_conflict{l, h, position, output.error()});
        }
        step.push_back(*output);
      }
      x = after(l, step);
    }
    output_.push_back(x);
    tokens_.push_back(token);
    return {};
  }

  // The id of what head h writes at the new row, before W_O; `none` at row 0.
  tl::expected<term::id, conflict> attend(std::size_t l, std::size_t h, term::id x,
                                          std::uint64_t position) {
    auto const& maps = layers_[l].heads[h];
    auto& head = memory_[l].heads[h];
    auto const p = project(maps, head, memory_[l].inputs, x);
    head.queries.push_back(head.scores.place(head.vectors, p.query, position));
    head.keys.push_back(head.scores.place(head.vectors, p.key, position));
    head.values.push_back(p.value_);
    if (position == 0) return none;
    auto const output = head.scores.attend(head.vectors, head.queries.back(), position,
                                           {head.keys, head.values, position});
    if (!output) return tl::unexpected(output.error());
    return head.vectors.intern(*output);
  }

  projection project(head_maps const& maps, head_memory& head, row_pool<value> const& inputs,
                     term::id x) {
    if (head.projections.size() <= x) head.projections.resize(x + 1);
    auto& p = head.projections[x];
    if (p.query == none) {
      p.query = head.vectors.intern(maps.query(arithmetic_, inputs[x]));
      p.key = head.vectors.intern(maps.key(arithmetic_, inputs[x]));
      p.value_ = head.vectors.intern(maps.value_(arithmetic_, inputs[x]));
    }
    return p;
  }

  term::id after(std::size_t l, std::vector<term::id> const& step) {
    auto const found = memory_[l].steps.find(step);
    if (found != memory_[l].steps.end()) return found->second;
    auto x = memory_[l].inputs[step.front()];
    row<value> attended{std::vector<value>(x.values.size())};
    for (std::size_t h = 0; h + 1 < step.size(); ++h) {
      if (step[h + 1] == none) continue;
      auto const& output = memory_[l].heads[h].vectors[step[h + 1]];
      add_to(attended, layers_[l].heads[h].output(arithmetic_, output));
    }
    add_to(x, attended);
    auto hidden = layers_[l].hidden(arithmetic_, x);
    for (auto& v : hidden.values)
      v = arithmetic_.relu(v);
    add_to(x, layers_[l].output(arithmetic_, hidden));
    auto const id = rows_after(l).intern(x);
    memory_[l].steps.emplace(step, id);
    return id;
  }

  void add_to(row<value>& sum, row<value> const& term) const {
    for (std::size_t d = 0; d < sum.values.size(); ++d)
      arithmetic_.add(sum.values[d], term.values[d]);
  }

  // Takes everything by position back to the length of tokens_.
  void cut() {
    auto const rows = tokens_.size();
    auto const shorten = [rows](std::vector<term::id>& ids) {
      if (ids.size() > rows) ids.resize(rows);
    };
    shorten(output_);
    for (auto& l : memory_) {
      shorten(l.input);
      for (auto& h : l.heads) {
        shorten(h.queries);
        shorten(h.keys);
        shorten(h.values);
      }
    }
  }

  [[nodiscard]] std::size_t stored() const {
    std::size_t numbers = 0;
    for (std::size_t l = 0; l < memory_.size(); ++l) {
      auto const& layer = memory_[l];
      numbers += layer.inputs.size() * embedding_.front().values.size() +
                 layer.steps.size() * (layer.heads.size() + 1);
      for (std::size_t h = 0; h < layer.heads.size(); ++h)
        numbers += layer.heads[h].vectors.size() * layers_[l].heads[h].dimensions +
                   layer.heads[h].scores.entries();
    }
    return numbers;
  }

  void forget() {
    outputs_ = {};
    output_.clear();
    memory_.clear();
    for (auto const& l : layers_) {
      auto& layer = memory_.emplace_back();
      for (auto const& h : l.heads)
        layer.heads.emplace_back(arithmetic_, h);
    }
  }

  // Forgets every row and reads the tokens again: it costs time, and never changes a bit. When the
  // rows that are there need most of the room, the room grows.
  void renew() {
    auto const tokens = std::exchange(tokens_, {});
    forget();
    for (auto const token : tokens)
      (void)append(token);
    LTLC_ENSURES(tokens_ == tokens);
    if (stored() > room_ / 2) room_ *= 2;
  }

  Arithmetic arithmetic_;
  std::size_t readout_ = 0;
  std::vector<row<value>> embedding_; // rounded
  std::vector<layer_maps> layers_;
  std::vector<std::size_t> tokens_; // by position
  std::vector<layer_memory> memory_;
  row_pool<value> outputs_;      // residual rows after the last layer
  std::vector<term::id> output_; // by position
  std::size_t room_;
};

} // namespace ltlc::execution
