// Models with everything a file can hold, and what exporting one and reading it back must give.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ltlc/format/number_format.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/lowering/compile.hpp"
#include "ltlc/network/model.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::support {

inline network::model model_of_formula(std::string const& text, lowering::options const& how = {}) {
  logic::formula_pool pool;
  auto const f = grammar::parse_formula({"formula", text}, pool).value();
  return lowering::compile(f, alphabet_of("ab"), how, {}).value();
}

// How large weights are, and whether all are rational numbers.
struct weight_shape {
  std::size_t greatest = 1000;
  bool plain = true;
};

inline exact::rational random_rational(random& source, std::size_t greatest) {
  auto const n = static_cast<std::int64_t>(below(source, 64 * greatest + 1));
  auto const sign = below(source, 2) == 0 ? 1 : -1;
  return {exact::integer(sign * n), exact::integer(64 + below(source, 9))};
}

inline exact::scalar random_weight(random& source, weight_shape shape) {
  if (below(source, 3) == 0) return {};
  exact::scalar const q = random_rational(source, shape.greatest);
  if (shape.plain || below(source, 4) != 0) return q;
  return q * exact::cosine({exact::rational(1, 3 + below(source, 9)), 0, 0});
}

inline network::matrix random_matrix(random& source, std::size_t r, std::size_t c,
                                     weight_shape shape) {
  network::matrix m(r, c);
  for (auto& x : m.entries)
    x = random_weight(source, shape);
  return m;
}

inline network::vector random_vector(random& source, std::size_t n, weight_shape shape) {
  network::vector v(n);
  for (auto& x : v)
    x = random_weight(source, shape);
  return v;
}

// Pairs over all dimensions but a last odd one: a table, a fraction of a turn or an angle.
inline std::vector<rotary::rotary_pair> random_pairs(random& source, std::size_t dimensions,
                                                     weight_shape shape) {
  std::vector<rotary::rotary_pair> pairs;
  for (std::size_t d = 0; d + 1 < dimensions; d += 2) {
    rotary::rotary_pair pair;
    pair.first = static_cast<std::uint32_t>(d + 1);
    pair.second = static_cast<std::uint32_t>(d);
    switch (below(source, 3)) {
    case 0:
      pair.step.turns = exact::rational(1, 1 + below(source, 9));
      break;
    case 1:
      pair.step.radians = exact::rational(1 + below(source, 40), 16);
      break;
    default:
      for (std::size_t rows = 1 + below(source, 4); rows > 0; --rows)
        pair.table.push_back(
            {random_rational(source, shape.greatest), random_rational(source, shape.greatest)});
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

inline network::head random_head(random& source, std::size_t width, weight_shape shape) {
  auto const d = 1 + below(source, 4);
  network::head h;
  for (auto* w : {&h.W_Q, &h.W_K, &h.W_V})
    *w = random_matrix(source, d, width, shape);
  for (auto* b : {&h.b_Q, &h.b_K, &h.b_V})
    *b = random_vector(source, d, shape);
  h.W_O = random_matrix(source, width, d, shape);
  h.rotary = random_pairs(source, d, shape);
  h.attention = static_cast<network::attention_kind>(below(source, 4));
  h.note = {network::head_kind::given, "", "", std::nullopt};
  return h;
}

inline network::model random_model(random& source, std::string const& format, weight_shape shape) {
  network::model m;
  m.sigma = alphabet_of(below(source, 2) == 0 ? "ab" : "open close");
  m.format = format;
  m.scale = 1024;
  if (below(source, 2) == 0) m.max_length = below(source, 12);
  m.width = 1 + below(source, 4);
  m.embedding = random_matrix(source, 4, m.width, shape);
  m.positions = random_pairs(source, m.width, shape);
  for (std::size_t l = below(source, 3); l > 0; --l) {
    network::layer layer;
    for (std::size_t h = below(source, 3); h > 0; --h)
      layer.heads.push_back(random_head(source, m.width, shape));
    auto const hidden = below(source, 3);
    layer.mlp = {
        random_matrix(source, hidden, m.width, shape), random_vector(source, hidden, shape),
        random_matrix(source, m.width, hidden, shape), random_vector(source, m.width, shape)};
    if (below(source, 2) == 0)
      layer.norm = network::norm{static_cast<network::norm_kind>(below(source, 2)),
                                 exact::rational(below(source, 3), 1024),
                                 random_vector(source, m.width, shape),
                                 random_vector(source, m.width, shape)};
    m.layers.push_back(std::move(layer));
  }
  m.readout = static_cast<std::uint32_t>(below(source, m.width));
  return m;
}

inline exact::rational as_stored(format::number_format const& f, exact::scalar const& s) {
  return exact::rational(format::round(f, s));
}

inline void store_pairs(std::vector<rotary::rotary_pair>& pairs, format::number_format const& f,
                        std::optional<std::uint64_t> max_length) {
  for (auto& pair : pairs) {
    auto const period = rotary::period(pair);
    if (period == 0 && !max_length) continue;
    auto stored = pair;
    stored.step = {};
    stored.table.clear();
    for (std::uint64_t i = 0; i < (period == 0 ? *max_length + 2 : period); ++i) {
      auto const r = rotary::rotation(pair, i);
      stored.table.push_back({as_stored(f, r.cosine), as_stored(f, r.sine)});
    }
    pair = stored;
  }
}

// The model that is left of m when only its numbers in f are, from the definition.
inline network::model stored_model(network::model m, format::number_format const& f) {
  auto const store = [&](std::vector<exact::scalar>& values) {
    for (auto& x : values)
      x = as_stored(f, x);
  };
  m.meaning.clear();
  m.format = std::string(f.name);
  for (m.scale = 1; m.scale < exact::rational(format::f_large(f));)
    m.scale *= 2;
  store(m.embedding.entries);
  store_pairs(m.positions, f, m.max_length);
  for (auto& l : m.layers) {
    for (auto& h : l.heads) {
      for (auto* w : {&h.W_Q, &h.W_K, &h.W_V, &h.W_O})
        store(w->entries);
      for (auto* b : {&h.b_Q, &h.b_K, &h.b_V})
        store(*b);
      store_pairs(h.rotary, f, m.max_length);
      h.note = {};
      h.note.kind = network::head_kind::given;
    }
    for (auto* w : {&l.mlp.W_1, &l.mlp.W_2})
      store(w->entries);
    for (auto* b : {&l.mlp.b_1, &l.mlp.b_2})
      store(*b);
    if (!l.norm) continue;
    l.norm->eps = as_stored(f, l.norm->eps);
    store(l.norm->gain);
    store(l.norm->bias);
  }
  return m;
}

} // namespace ltlc::support
