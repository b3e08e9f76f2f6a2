// Models with all that a file can hold (hard attention, positions, norms, tables), of small
// numbers. Weights are small whole numbers and tables quarters, so that the scores of one layer,
// and of two where the first chooses one key and has no norm, are exact in fp64: ties are ties in
// any order of summation.
#pragma once

#include <vector>

#include "ltlc/network/model.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::support {

inline network::matrix small_matrix(random& source, std::size_t r, std::size_t c) {
  network::matrix m(r, c);
  for (auto& x : m.entries)
    x = static_cast<int>(below(source, 5)) - 2;
  return m;
}

inline network::vector small_vector(random& source, std::size_t n) {
  return small_matrix(source, 1, n).entries;
}

inline std::vector<rotary::rotary_pair> small_pairs(random& source, std::size_t dimensions) {
  std::vector<rotary::rotary_pair> pairs;
  if (dimensions < 2 || below(source, 3) == 0) return pairs;
  rotary::rotary_pair pair;
  pair.first = static_cast<std::uint32_t>(below(source, dimensions));
  pair.second = static_cast<std::uint32_t>((pair.first + 1) % dimensions);
  auto const quarter = [&] { return exact::rational(static_cast<int>(below(source, 9)) - 4, 4); };
  for (std::size_t rows = 1 + below(source, 4); rows > 0; --rows)
    pair.table.push_back({quarter(), quarter()});
  pairs.push_back(pair);
  return pairs;
}

inline network::layer small_layer(random& source, std::size_t width, bool last) {
  network::layer l;
  for (std::size_t n = 1 + below(source, 2); n > 0; --n) {
    auto const d = 1 + below(source, 3);
    network::head h;
    for (auto* w : {&h.W_Q, &h.W_K, &h.W_V})
      *w = small_matrix(source, d, width);
    for (auto* b : {&h.b_Q, &h.b_K, &h.b_V})
      *b = small_vector(source, d);
    h.W_O = small_matrix(source, width, d);
    h.rotary = small_pairs(source, d);
    using network::attention_kind;
    std::vector<attention_kind> const all{attention_kind::leftmost, attention_kind::rightmost,
                                          attention_kind::average, attention_kind::soft};
    h.attention = all[below(source, last ? 4 : 2)];
    l.heads.push_back(std::move(h));
  }
  auto const hidden = below(source, 4);
  l.mlp = {small_matrix(source, hidden, width), small_vector(source, hidden),
           small_matrix(source, width, hidden), small_vector(source, width)};
  if (last && below(source, 2) == 0)
    l.norm = network::norm{static_cast<network::norm_kind>(below(source, 2)), exact::rational(1, 8),
                           small_vector(source, width), small_vector(source, width)};
  return l;
}

inline network::model small_model(random& source) {
  network::model m;
  m.sigma = alphabet_of("ab");
  m.format = "fp64";
  m.scale = 1024;
  m.width = 2 + below(source, 3);
  m.embedding = small_matrix(source, 4, m.width);
  m.positions = small_pairs(source, m.width);
  if (below(source, 2) == 0) m.layers.push_back(small_layer(source, m.width, false));
  m.layers.push_back(small_layer(source, m.width, true));
  m.readout = static_cast<std::uint32_t>(below(source, m.width));
  return m;
}

} // namespace ltlc::support
