// Models written by hand from the papers' constructions: what the interpreter and the validation
// are tested on, independently of any compiler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ltlc/logic/formula.hpp"
#include "ltlc/network/model.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::support {

using exact::rational;
using exact::scalar;

// λ that is large enough in every format.
inline constexpr int large_scale = 1024;

inline network::model empty_model(std::string_view letters, std::size_t width) {
  network::model m;
  m.sigma = alphabet_of(letters);
  m.format = "exact";
  m.scale = large_scale;
  m.width = width;
  m.embedding = network::matrix(m.sigma.size() + 2, width);
  return m;
}

inline network::head blank_head(std::size_t width, std::size_t dimensions) {
  network::head h;
  for (auto* w : {&h.W_Q, &h.W_K, &h.W_V})
    *w = network::matrix(dimensions, width);
  for (auto* b : {&h.b_Q, &h.b_K, &h.b_V})
    b->resize(dimensions);
  h.W_O = network::matrix(width, dimensions);
  return h;
}

inline network::mlp blank_mlp(std::size_t width, std::size_t hidden) {
  return {network::matrix(hidden, width), network::vector(hidden), network::matrix(width, hidden),
          network::vector(width)};
}

// Writes max(0, Σ weight·x + bias) to a coordinate with one hidden unit.
struct weighted {
  std::size_t coordinate;
  int weight;
};
inline void write_relu(network::mlp& p, std::size_t unit, std::vector<weighted> const& sum,
                       int bias, std::size_t to) {
  for (auto const& w : sum)
    p.W_1.at(unit, w.coordinate) = w.weight;
  p.b_1[unit] = bias;
  p.W_2.at(to, unit) = 1;
}

// 1 at `to` when BOS alone is seen or no earlier row has `feature`, else 0.
inline network::head past_head(std::size_t width, std::size_t bos,
                               std::vector<std::size_t> features, std::size_t to) {
  auto h = blank_head(width, 1);
  h.b_Q[0] = 1;
  h.W_K.at(0, bos) = large_scale;
  for (auto const f : features)
    h.W_K.at(0, f) = 2 * large_scale;
  h.W_V.at(0, bos) = 1;
  h.W_O.at(to, 0) = 1;
  return h;
}

// [RoPE, §C.3]: 1 at `to` when i ≡ r (mod m) or i = 1, else 0.
inline network::head modular_head(std::size_t width, std::size_t bos, int r, int m, std::size_t to,
                                  int amplitude) {
  auto h = blank_head(width, 3);
  exact::angle const step{rational(1, m), 0, 0};
  h.rotary = {{0, 1, step}};
  h.b_Q = {exact::cosine(r * step), -exact::sine(r * step), 1};
  scalar const c(amplitude);
  auto const baseline = (c + c * exact::cosine(step)) * scalar(rational(1, 2));
  h.W_K.at(0, bos) = c;
  h.b_K[2] = baseline;
  h.W_K.at(2, bos) = -baseline;
  h.W_V.at(0, bos) = 1;
  h.W_O.at(to, 0) = 1;
  return h;
}

// [RoPE, §D]: `to` becomes `feature` k positions before; right for i > k.
inline network::head offset_head(std::size_t width, exact::angle const& step, int k, int amplitude,
                                 std::size_t feature, std::size_t to) {
  auto h = blank_head(width, 2);
  h.rotary = {{0, 1, step}};
  h.b_Q = {scalar(amplitude) * exact::cosine(k * step), scalar(-amplitude) * exact::sine(k * step)};
  h.b_K = {1, 0};
  h.W_V.at(0, feature) = 1;
  h.W_O.at(to, 0) = 1;
  return h;
}

// P a over {a, b}.
inline network::model past_model() {
  auto m = empty_model("ab", 4);
  m.embedding.at(0, 0) = 1;
  m.embedding.at(2, 1) = 1;
  m.layers.push_back({{past_head(4, 0, {1}, 2)}, blank_mlp(4, 1)});
  write_relu(m.layers[0].mlp, 0, {{2, -1}}, 1, 3);
  m.readout = 3;
  return m;
}

// MOD(r,m) over {a}; coordinates: bos, not-bos, first, α, answer.
inline network::model modular_model(int r, int m, int amplitude) {
  auto model = empty_model("a", 5);
  model.embedding.at(0, 0) = 1;
  model.embedding.at(1, 1) = model.embedding.at(2, 1) = 1;
  model.layers.push_back(
      {{past_head(5, 0, {1}, 2), modular_head(5, 0, r, m, 3, amplitude)}, blank_mlp(5, 1)});
  bool const holds_at_1 = (1 - r) % m == 0;
  write_relu(model.layers[0].mlp, 0, {{3, 1}, {2, holds_at_1 ? 0 : -1}}, 0, 4);
  model.readout = 4;
  return model;
}

// Y a over {a, b}.
inline network::model yesterday_model(exact::angle const& step, int amplitude) {
  auto m = empty_model("ab", 3);
  m.embedding.at(2, 0) = 1;
  m.layers.push_back({{offset_head(3, step, 1, amplitude, 0, 1)}, blank_mlp(3, 0)});
  m.readout = 1;
  return m;
}

// (ab)* as MOD(1,2) & !P(a & MOD(0,2)) & !P(b & MOD(1,2)), two layers.
// Coordinates: bos, a, b, odd, a at an even place, b at an odd place, two pasts, answer.
inline network::model alternating_model() {
  auto m = empty_model("ab", 9);
  m.embedding.at(0, 0) = 1;
  m.embedding.at(2, 1) = 1;
  m.embedding.at(3, 2) = 1;
  m.layers.push_back({{modular_head(9, 0, 1, 2, 3, 2 * large_scale)}, blank_mlp(9, 2)});
  write_relu(m.layers[0].mlp, 0, {{1, 1}, {3, -1}}, 0, 4);
  write_relu(m.layers[0].mlp, 1, {{2, 1}, {3, 1}}, -1, 5);
  m.layers.push_back({{past_head(9, 0, {4}, 6), past_head(9, 0, {5}, 7)}, blank_mlp(9, 1)});
  write_relu(m.layers[1].mlp, 0, {{3, 1}, {6, 1}, {7, 1}}, -2, 8);
  m.readout = 8;
  return m;
}

inline logic::formula alternating_formula(logic::formula_pool& pool) {
  auto const bad_a = pool.conjunction(pool.letter("a"), pool.mod(0, 2));
  auto const bad_b = pool.conjunction(pool.letter("b"), pool.mod(1, 2));
  auto const good =
      pool.conjunction(pool.negation(pool.past(bad_a)), pool.negation(pool.past(bad_b)));
  return pool.conjunction(pool.mod(1, 2), good);
}

} // namespace ltlc::support
