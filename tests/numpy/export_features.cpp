// Writes models with all that a file can hold (hard attention, positions, norms, tables), and what
// the definition says of each word, one JSON document a line: the weights as JSON and as the bytes
// of a safetensors file.
//   export_features COUNT SEED
// A word whose readout is within 1e-6 of ½ is left out; rounding errors are far smaller.
#include <cmath>
#include <cstdlib>
#include <iostream>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/weights_safetensors.hpp"
#include "numpy/hex.hpp"
#include "support/small_model.hpp"

namespace {

using namespace ltlc;
using numbers = std::vector<double>;

double value(exact::scalar const& s) {
  return s.as_rational().convert_to<double>();
}

numbers affine(network::matrix const& w, network::vector const* b, numbers const& x) {
  numbers y(w.rows, 0.0);
  for (std::size_t r = 0; r < w.rows; ++r) {
    for (std::size_t c = 0; c < w.cols; ++c)
      y[r] += value(w.at(r, c)) * x[c];
    if (b != nullptr) y[r] += value((*b)[r]);
  }
  return y;
}

rotary::table_entry const& entry(rotary::rotary_pair const& pair, std::size_t i) {
  return pair.table[i % pair.table.size()];
}

numbers rotated(network::head const& h, numbers x, std::size_t i) {
  for (auto const& pair : h.rotary) {
    double const c = entry(pair, i).cosine.convert_to<double>();
    double const s = entry(pair, i).sine.convert_to<double>();
    double const u = x[pair.first];
    double const v = x[pair.second];
    x[pair.first] = c * u - s * v;
    x[pair.second] = s * u + c * v;
  }
  return x;
}

numbers key_weights(numbers const& scores, network::attention_kind kind) {
  double best = scores.front();
  for (double const s : scores)
    best = std::max(best, s);
  numbers weights(scores.size(), 0.0);
  double sum = 0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    bool const chosen = scores[j] == best; // exact, see above
    if (kind == network::attention_kind::soft)
      weights[j] = std::exp(scores[j] - best);
    else if (kind == network::attention_kind::leftmost)
      weights[j] = chosen && sum == 0 ? 1 : 0;
    else
      weights[j] = chosen ? 1 : 0;
    if (kind == network::attention_kind::rightmost && chosen)
      for (std::size_t i = 0; i < j; ++i)
        weights[i] = 0;
    sum += weights[j];
  }
  if (kind == network::attention_kind::rightmost) sum = 1;
  for (auto& w : weights)
    w /= sum;
  return weights;
}

numbers attended(network::head const& h, std::vector<numbers> const& rows, std::size_t i) {
  numbers output(h.d_head(), 0.0);
  if (i == 0) return output;
  auto const q = rotated(h, affine(h.W_Q, &h.b_Q, rows[i]), i);
  numbers scores;
  for (std::size_t j = 0; j < i; ++j) {
    auto const k = rotated(h, affine(h.W_K, &h.b_K, rows[j]), j);
    double score = 0;
    for (std::size_t d = 0; d < q.size(); ++d)
      score += q[d] * k[d];
    scores.push_back(score);
  }
  auto const weights = key_weights(scores, h.attention);
  for (std::size_t j = 0; j < i; ++j) {
    auto const v = affine(h.W_V, &h.b_V, rows[j]);
    for (std::size_t d = 0; d < v.size(); ++d)
      output[d] += weights[j] * v[d];
  }
  return output;
}

numbers normed(network::norm const& n, numbers x) {
  auto const count = static_cast<double>(x.size());
  double mean = 0;
  if (n.kind == network::norm_kind::layer)
    for (double const v : x)
      mean += v / count;
  double square = 0;
  for (double const v : x)
    square += (v - mean) * (v - mean) / count;
  for (std::size_t d = 0; d < x.size(); ++d)
    x[d] = value(n.gain[d]) * (x[d] - mean) / std::sqrt(square + n.eps.convert_to<double>()) +
           value(n.bias[d]);
  return x;
}

double readout_by_definition(network::model const& m, text::word const& w) {
  std::vector<std::size_t> tokens{0};
  for (auto const a : w)
    tokens.push_back(a + 2);
  tokens.push_back(1);
  std::vector<numbers> rows;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    numbers x;
    for (std::size_t d = 0; d < m.width; ++d)
      x.push_back(value(m.embedding.at(tokens[i], d)));
    for (auto const& pair : m.positions) {
      x[pair.first] += entry(pair, i).cosine.convert_to<double>();
      x[pair.second] += entry(pair, i).sine.convert_to<double>();
    }
    rows.push_back(x);
  }
  for (auto const& l : m.layers) {
    auto next = rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (auto const& h : l.heads) {
        auto const o = affine(h.W_O, nullptr, attended(h, rows, i));
        for (std::size_t d = 0; d < m.width; ++d)
          next[i][d] += o[d];
      }
      auto hidden = affine(l.mlp.W_1, &l.mlp.b_1, next[i]);
      for (auto& v : hidden)
        v = std::max(v, 0.0);
      auto const o = affine(l.mlp.W_2, &l.mlp.b_2, hidden);
      for (std::size_t d = 0; d < m.width; ++d)
        next[i][d] += o[d];
      if (l.norm) next[i] = normed(*l.norm, next[i]);
    }
    rows = std::move(next);
  }
  return rows.back()[m.readout];
}

void write_case(network::model const& m, std::size_t number) {
  nlohmann::ordered_json words = nlohmann::ordered_json::array();
  nlohmann::ordered_json accepted = nlohmann::ordered_json::array();
  for (auto const& w : support::all_words(2, 5)) {
    double const readout = readout_by_definition(m, w);
    if (std::fabs(readout - 0.5) < 1e-6) continue;
    words.push_back(m.sigma.print(w));
    accepted.push_back(readout > 0.5 ? 1 : 0);
  }
  auto const json = interchange::export_weights(m, format::fp64);
  auto const tensors = interchange::export_safetensors(m, format::fp64);
  if (!json || !tensors) std::exit(1);
  nlohmann::ordered_json const line = {{"name", "model " + std::to_string(number)},
                                       {"dtypes", {"float64"}},
                                       {"weights", nlohmann::ordered_json::parse(*json)},
                                       {"safetensors", support::hexadecimal(*tensors)},
                                       {"words", words},
                                       {"accepted", accepted}};
  std::cout << line.dump() << "\n";
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: export_features COUNT SEED\n";
    return 1;
  }
  support::random source(std::strtoull(argv[2], nullptr, 10));
  auto const count = std::strtoull(argv[1], nullptr, 10);
  for (std::size_t i = 0; i < count; ++i)
    write_case(support::small_model(source), i);
  return 0;
}
