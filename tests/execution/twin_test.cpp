// The forward pass written a second time, layer by layer over whole matrices: in a format with
// MPFR's reference operations, compared bit for bit; in exact arithmetic with every score an
// enclosure of 200 bits, compared text for text. Models are random, not compiled.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <optional>

#include "execution/hand_models.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/execution/forward_pass.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/execution/rounded_arithmetic.hpp"

using namespace ltlc;
using support::rational;
using support::scalar;

namespace {

// ---- random models ----

struct model_shape {
  int largest = 12; // numerators
  std::vector<int> denominators{1};
  std::vector<exact::angle> steps; // of rotary pairs
  bool irrational = false;         // some weights are multiples of cosines of the steps
  bool all_parts = false;          // hard attention, tables, positions, norms
};

scalar random_weight(support::random& source, model_shape const& shape) {
  if (support::below(source, 3) == 0) return 0;
  auto const span = static_cast<std::size_t>(2 * shape.largest + 1);
  auto const numerator = static_cast<int>(support::below(source, span)) - shape.largest;
  scalar const weight(rational(numerator, support::one_of(source, shape.denominators)));
  if (!shape.irrational || support::below(source, 4) != 0) return weight;
  return weight * exact::cosine(support::one_of(source, shape.steps));
}

void fill(support::random& source, model_shape const& shape, network::vector& entries) {
  for (auto& w : entries)
    w = random_weight(source, shape);
}

std::vector<rotary::table_entry> random_table(support::random& source) {
  std::vector<rotary::table_entry> table;
  for (auto rows = 1 + support::below(source, 4); rows > 0; --rows)
    table.push_back({rational(static_cast<int>(support::below(source, 5)) - 2, 3),
                     rational(static_cast<int>(support::below(source, 5)) - 2, 4)});
  return table;
}

network::head random_head(support::random& source, model_shape const& shape, std::size_t width) {
  auto const dimensions = 1 + support::below(source, 4);
  auto h = support::blank_head(width, dimensions);
  for (auto* w : {&h.W_Q, &h.W_K, &h.W_V, &h.W_O})
    fill(source, shape, w->entries);
  for (auto* b : {&h.b_Q, &h.b_K, &h.b_V})
    fill(source, shape, *b);
  auto const pairs = shape.steps.empty() ? 0 : support::below(source, dimensions / 2 + 1);
  for (std::uint32_t p = 0; p < pairs; ++p)
    h.rotary.push_back({2 * p + 1, 2 * p, support::one_of(source, shape.steps)});
  if (!shape.all_parts) return h;
  h.attention = static_cast<network::attention_kind>(support::below(source, 4));
  for (auto& pair : h.rotary)
    if (support::sentences::coin(source)) pair.table = random_table(source);
  return h;
}

network::model random_model(support::random& source, model_shape const& shape) {
  auto m = support::empty_model("ab", 1 + support::below(source, 4));
  fill(source, shape, m.embedding.entries);
  for (auto l = support::below(source, 4); l > 0; --l) {
    network::layer layer;
    for (auto h = support::below(source, 3); h > 0; --h)
      layer.heads.push_back(random_head(source, shape, m.width));
    layer.mlp = support::blank_mlp(m.width, support::below(source, 4));
    for (auto* w : {&layer.mlp.W_1, &layer.mlp.W_2})
      fill(source, shape, w->entries);
    for (auto* b : {&layer.mlp.b_1, &layer.mlp.b_2})
      fill(source, shape, *b);
    if (shape.all_parts && support::sentences::coin(source)) {
      auto& n = layer.norm.emplace();
      n.kind =
          support::sentences::coin(source) ? network::norm_kind::layer : network::norm_kind::rms;
      n.eps = rational(1, 3);
      for (auto* values : {&n.gain, &n.bias}) {
        values->resize(m.width);
        fill(source, shape, *values);
      }
    }
    m.layers.push_back(std::move(layer));
  }
  if (shape.all_parts && m.width >= 2 && support::sentences::coin(source)) {
    m.positions.push_back({0, 1, support::one_of(source, shape.steps)});
    if (support::sentences::coin(source)) m.positions.front().table = random_table(source);
  }
  m.readout = static_cast<std::uint32_t>(support::below(source, m.width));
  return m;
}

// Embedding rows of <bos> w <eos>.
std::vector<std::size_t> tokens_of(text::word const& w) {
  std::vector<std::size_t> tokens{0};
  for (auto const a : w)
    tokens.push_back(a + 2);
  tokens.push_back(1);
  return tokens;
}

// ---- the twin in a format ----

using table = std::vector<std::vector<double>>; // [position][dimension]

struct reference_run {
  std::vector<table> activations;          // [layer]
  std::vector<std::vector<table>> weights; // [layer][head], rows of length i
  bool accepted = false;
};

// A sum by its definition.
class twin_sum {
public:
  explicit twin_sum(format::arithmetic const& a) : arithmetic_(a) {}
  void add(double x) {
    using format::accumulation;
    if (arithmetic_.sums != accumulation::exact)
      sum_ = format::reference(kept(), '+', sum_, x);
    else if (std::isfinite(x) && std::isfinite(sum_))
      exact_ += rational(x);
    else
      sum_ += x;
  }
  void add_product(double x, double y) {
    using format::accumulation;
    if (arithmetic_.sums != accumulation::exact)
      add(format::reference(kept(), '*', x, y));
    else if (std::isfinite(x) && std::isfinite(y))
      exact_ += rational(x) * rational(y);
    else
      sum_ += x * y;
  }
  [[nodiscard]] double value() const {
    if (arithmetic_.sums != format::accumulation::exact || !std::isfinite(sum_))
      return format::round(arithmetic_.format, sum_);
    return format::round(arithmetic_.format, exact_);
  }

private:
  [[nodiscard]] format::number_format const& kept() const {
    return arithmetic_.sums == format::accumulation::fp32 ? format::fp32 : arithmetic_.format;
  }
  format::arithmetic arithmetic_;
  double sum_ = 0;
  rational exact_ = 0;
};

class reference_twin {
public:
  reference_twin(network::model const& m, format::arithmetic a, bool dense)
      : model_(m), arithmetic_(a), format_(a.format), dense_(dense) {}

  reference_run run(text::word const& w) {
    reference_run r;
    table x;
    for (auto const token : tokens_of(w)) {
      x.emplace_back();
      for (std::size_t d = 0; d < model_.width; ++d)
        x.back().push_back(format::round(format_, model_.embedding.at(token, d)));
      for (auto const& pair : model_.positions) {
        auto const [c, s] = rotary::rotation(format_, pair, x.size() - 1);
        x.back()[pair.first] = op('+', x.back()[pair.first], c);
        x.back()[pair.second] = op('+', x.back()[pair.second], s);
      }
    }
    r.activations.push_back(x);
    for (auto const& layer : model_.layers) {
      r.weights.emplace_back();
      std::vector<table> outputs;
      for (auto const& h : layer.heads) {
        r.weights.back().emplace_back();
        outputs.push_back(attend(h, x, r.weights.back().back()));
      }
      x = plus(x, total(outputs, x.size()));
      auto hidden = affine(layer.mlp.W_1, layer.mlp.b_1, x);
      for (auto& row : hidden)
        for (auto& v : row)
          if (v <= 0) v = 0;
      x = plus(x, affine(layer.mlp.W_2, layer.mlp.b_2, hidden));
      if (layer.norm)
        for (auto& row : x)
          normalize(*layer.norm, row);
      r.activations.push_back(x);
    }
    r.accepted = x.back()[model_.readout] > 0.5;
    return r;
  }

private:
  double op(char o, double a, double b) const { return format::reference(format_, o, a, b); }

  table total(std::vector<table> const& parts, std::size_t rows) const {
    table result(rows, std::vector<double>(model_.width, 0.0));
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t d = 0; d < model_.width; ++d) {
        twin_sum sum(arithmetic_);
        for (auto const& part : parts)
          sum.add(part[i][d]);
        result[i][d] = sum.value();
      }
    return result;
  }

  void normalize(network::norm const& n, std::vector<double>& x) const {
    double const size = format::round(format_, static_cast<double>(x.size()));
    if (n.kind == network::norm_kind::layer) {
      twin_sum sum(arithmetic_);
      for (double const v : x)
        sum.add(v);
      double const mean = op('/', sum.value(), size);
      for (double& v : x)
        v = op('-', v, mean);
    }
    twin_sum squares(arithmetic_);
    for (double const v : x)
      squares.add_product(v, v);
    double const root = format::square_root(
        format_, op('+', op('/', squares.value(), size), format::round(format_, n.eps)));
    for (std::size_t d = 0; d < x.size(); ++d)
      x[d] = op('+', op('*', op('/', x[d], root), format::round(format_, n.gain[d])),
                format::round(format_, n.bias[d]));
  }

  table plus(table a, table const& b) const {
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t d = 0; d < a[i].size(); ++d)
        a[i][d] = op('+', a[i][d], b[i][d]);
    return a;
  }

  table affine(network::matrix const& w, network::vector const& b, table const& x) const {
    table y;
    for (auto const& row : x) {
      y.emplace_back();
      for (std::size_t r = 0; r < w.rows; ++r) {
        twin_sum sum(arithmetic_);
        for (std::size_t c = 0; c < w.cols; ++c) {
          auto const weight = format::round(format_, w.at(r, c));
          if (dense_ || weight != 0) sum.add_product(weight, row[c]);
        }
        if (!b.empty()) sum.add(format::round(format_, b[r]));
        y.back().push_back(sum.value());
      }
    }
    return y;
  }

  void rotate(network::head const& h, table& vectors) const {
    for (std::size_t i = 0; i < vectors.size(); ++i)
      for (auto const& pair : h.rotary) {
        auto const [c, s] = rotary::rotation(format_, pair, i);
        double const x = vectors[i][pair.first];
        double const y = vectors[i][pair.second];
        vectors[i][pair.first] = op('-', op('*', c, x), op('*', s, y));
        vectors[i][pair.second] = op('+', op('*', s, x), op('*', c, y));
      }
  }

  std::vector<double> softmax(std::vector<double> const& scores,
                              network::attention_kind kind) const {
    using network::attention_kind;
    double greatest = -INFINITY;
    bool undefined = false;
    for (double const s : scores) {
      undefined = undefined || std::isnan(s);
      greatest = std::fmax(greatest, s);
    }
    std::vector<double> weights;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      bool const before = std::find(scores.begin(), scores.end(), greatest) - scores.begin() <
                          static_cast<std::ptrdiff_t>(j);
      bool const after = std::find(scores.begin() + static_cast<std::ptrdiff_t>(j) + 1,
                                   scores.end(), greatest) != scores.end();
      double const below = op('-', greatest, scores[j]);
      if (undefined)
        weights.push_back(std::nan(""));
      else if (kind == attention_kind::soft)
        weights.push_back(std::isnan(below) ? below : format::exp_of_negative(format_, below));
      else
        weights.push_back(scores[j] == greatest && !(kind == attention_kind::leftmost && before) &&
                                  !(kind == attention_kind::rightmost && after)
                              ? 1.0
                              : 0.0);
    }
    twin_sum sum(arithmetic_);
    for (double const w : weights)
      sum.add(w);
    for (auto& w : weights)
      w = op('/', w, sum.value());
    return weights;
  }

  table attend(network::head const& h, table const& x, table& weights) const {
    auto q = affine(h.W_Q, h.b_Q, x);
    auto k = affine(h.W_K, h.b_K, x);
    auto const v = affine(h.W_V, h.b_V, x);
    rotate(h, q);
    rotate(h, k);
    table outputs;
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::vector<double> scores;
      for (std::size_t j = 0; j < i; ++j) {
        twin_sum sum(arithmetic_);
        for (std::size_t d = 0; d < h.d_head(); ++d)
          sum.add_product(q[i][d], k[j][d]);
        scores.push_back(sum.value());
      }
      weights.push_back(i == 0 ? std::vector<double>{} : softmax(scores, h.attention));
      std::vector<double> output(h.d_head(), 0.0);
      for (std::size_t d = 0; d < h.d_head(); ++d) {
        twin_sum sum(arithmetic_);
        for (std::size_t j = 0; j < i; ++j)
          sum.add_product(weights.back()[j], v[j][d]);
        output[d] = sum.value();
      }
      outputs.push_back(output);
    }
    auto written = affine(h.W_O, {}, outputs);
    written[0].assign(model_.width, 0.0);
    return written;
  }

  network::model const& model_;
  format::arithmetic arithmetic_;
  format::number_format format_;
  bool dense_;
};

bool all_finite(reference_run const& r) {
  for (auto const& rows : r.activations)
    for (auto const& row : rows)
      for (double const v : row)
        if (!std::isfinite(v)) return false;
  return true;
}

// Text keeps every bit but those of a NaN: shortest decimals are read back to the same double.
// A dense product is what is specified as long as all is finite.
void check_run(network::model const& m, format::arithmetic const& f, text::word const& w,
               execution::path way = execution::path::fast) {
  execution::interpreter run(m, f, way);
  for (auto const a : w)
    REQUIRE(run.push(a).has_value());
  auto const verdict = run.accepts();
  REQUIRE(run.push_end().has_value());
  auto expected = reference_twin(m, f, true).run(w);
  if (!all_finite(expected)) expected = reference_twin(m, f, false).run(w);
  CHECK(*verdict == expected.accepted);
  bool alike = true;
  for (std::size_t l = 0; l < expected.activations.size(); ++l)
    for (std::size_t i = 0; i < run.rows(); ++i)
      for (std::size_t d = 0; d < m.width; ++d) {
        auto const x = expected.activations[l][i][d];
        alike = alike && (std::isnan(x) ? run.value(l, i, d).find("nan") != std::string::npos
                                        : run.value(l, i, d) == format::shortest_decimal(x));
      }
  CHECK(alike);
  bool weights_alike = true;
  for (std::size_t l = 0; l < expected.weights.size(); ++l)
    for (std::size_t h = 0; h < expected.weights[l].size(); ++h)
      for (std::size_t i = 0; i < run.rows(); ++i) {
        auto const text = run.attention(l, h, i);
        auto const& wanted = expected.weights[l][h][i];
        weights_alike = weights_alike && text.size() == wanted.size();
        for (std::size_t j = 0; weights_alike && j < wanted.size(); ++j)
          weights_alike = std::isnan(wanted[j]) ? text[j].find("nan") != std::string::npos
                                                : text[j] == format::shortest_decimal(wanted[j]);
      }
  CHECK(weights_alike);
}

std::vector<exact::angle> const all_steps{{rational(1, 2), 0, 0},  {rational(1, 4), 0, 0},
                                          {rational(1, 3), 0, 0},  {rational(2, 5), 0, 0},
                                          {rational(3, 64), 0, 0}, {0, 1, 0},
                                          {rational(1, 7), 2, 0}};

// ---- the twin in exact arithmetic ----

using exact_table = std::vector<std::vector<scalar>>;

struct refusal {
  std::size_t layer = 0, head = 0;
  std::uint64_t query = 0, key = 0;
};

struct exact_run {
  std::vector<exact_table>
      activations; // [layer], rows before the first refusal of the layers so far
  std::optional<refusal> refused;
};

// −1, 0, 1; within 2^-150 of 0 counts as 0 (the models of this test have nothing else there).
int sign_by_enclosure(exact::enclosure const& e) {
  if (e.certain_sign() != 0) return e.certain_sign();
  REQUIRE(std::fabs(mpfr_get_d(e.lower(), MPFR_RNDN)) < 1e-40);
  REQUIRE(std::fabs(mpfr_get_d(e.upper(), MPFR_RNDN)) < 1e-40);
  return 0;
}

class enclosure_twin {
public:
  explicit enclosure_twin(network::model const& m) : model_(m) {}

  exact_run run(text::word const& w) {
    exact_run r;
    exact_table x;
    for (auto const token : tokens_of(w)) {
      auto const begin =
          model_.embedding.entries.begin() + static_cast<std::ptrdiff_t>(token * model_.width);
      x.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(model_.width));
    }
    r.activations.push_back(x);
    for (std::size_t l = 0; l < model_.layers.size(); ++l) {
      auto const& layer = model_.layers[l];
      std::vector<exact_table> written;
      for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        std::optional<refusal> refused;
        written.push_back(attend(layer.heads[h], x, refused));
        if (!refused) continue;
        refused->layer = l;
        refused->head = h;
        if (!r.refused || refused->query < r.refused->query) r.refused = refused;
      }
      if (r.refused) x.resize(std::min<std::size_t>(x.size(), r.refused->query));
      for (auto const& o : written)
        add(x, o);
      auto hidden = affine(layer.mlp.W_1, layer.mlp.b_1, x);
      for (auto& row : hidden)
        for (auto& v : row)
          if (sign_by_enclosure(exact::enclose(v, 200)) < 0) v = 0;
      add(x, affine(layer.mlp.W_2, layer.mlp.b_2, hidden));
      r.activations.push_back(x);
    }
    return r;
  }

private:
  static void add(exact_table& x, exact_table const& y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t d = 0; d < x[i].size(); ++d)
        x[i][d] += y[i][d];
  }

  static exact_table affine(network::matrix const& w, network::vector const& b,
                            exact_table const& x) {
    exact_table y;
    for (auto const& row : x) {
      y.emplace_back();
      for (std::size_t r = 0; r < w.rows; ++r) {
        scalar sum = b.empty() ? scalar() : b[r];
        for (std::size_t c = 0; c < w.cols; ++c)
          sum += w.at(r, c) * row[c];
        y.back().push_back(sum);
      }
    }
    return y;
  }

  // q and k both rotated to their own positions, everything in intervals.
  static exact::enclosure score(network::head const& h, std::vector<scalar> const& q, std::size_t i,
                                std::vector<scalar> const& k, std::size_t j) {
    constexpr mpfr_prec_t bits = 200;
    auto const rotated = [&](std::vector<scalar> const& v, std::size_t position) {
      std::vector<exact::enclosure> out;
      for (auto const& s : v)
        out.push_back(exact::enclose(s, bits));
      for (auto const& pair : h.rotary) {
        auto const total = static_cast<std::int64_t>(position) * pair.step;
        auto const c = exact::enclose(exact::cosine(total), bits);
        auto const s = exact::enclose(exact::sine(total), bits);
        exact::enclosure x(bits), y(bits), t(bits);
        mpfi_mul(x.get(), c.get(), out[pair.first].get());
        mpfi_mul(t.get(), s.get(), out[pair.second].get());
        mpfi_sub(x.get(), x.get(), t.get());
        mpfi_mul(y.get(), s.get(), out[pair.first].get());
        mpfi_mul(t.get(), c.get(), out[pair.second].get());
        mpfi_add(y.get(), y.get(), t.get());
        out[pair.first] = x;
        out[pair.second] = y;
      }
      return out;
    };
    auto const a = rotated(q, i);
    auto const b = rotated(k, j);
    exact::enclosure sum = exact::enclose(rational(0), bits), product(bits);
    for (std::size_t d = 0; d < a.size(); ++d) {
      mpfi_mul(product.get(), a[d].get(), b[d].get());
      mpfi_add(sum.get(), sum.get(), product.get());
    }
    return sum;
  }

  exact_table attend(network::head const& h, exact_table const& x,
                     std::optional<refusal>& refused) const {
    auto const q = affine(h.W_Q, h.b_Q, x);
    auto const k = affine(h.W_K, h.b_K, x);
    auto const v = affine(h.W_V, h.b_V, x);
    exact_table outputs(1, std::vector<scalar>(h.d_head()));
    exact::enclosure difference(200);
    auto const minus = [&](exact::enclosure const& a, exact::enclosure const& b) {
      mpfi_sub(difference.get(), a.get(), b.get());
      return sign_by_enclosure(difference);
    };
    auto const scale = exact::enclose(model_.scale, 200);
    for (std::size_t i = 1; i < x.size() && !refused; ++i) {
      std::vector<exact::enclosure> scores;
      std::size_t best = 0;
      for (std::size_t j = 0; j < i; ++j) {
        scores.push_back(score(h, q[i], i, k[j], j));
        if (minus(scores[j], scores[best]) > 0) best = j;
      }
      std::vector<std::size_t> winners;
      for (std::size_t j = 0; j < i && !refused; ++j) {
        if (minus(scores[j], scores[best]) == 0) {
          winners.push_back(j);
          continue;
        }
        mpfi_sub(difference.get(), scores[best].get(), scores[j].get());
        mpfi_sub(difference.get(), difference.get(), scale.get());
        if (sign_by_enclosure(difference) < 0) refused = refusal{0, 0, i, j};
      }
      outputs.emplace_back(h.d_head());
      for (std::size_t d = 0; d < h.d_head() && !refused; ++d) {
        for (auto const j : winners)
          outputs.back()[d] += v[j][d];
        outputs.back()[d] = outputs.back()[d] * scalar(rational(1, winners.size()));
      }
    }
    outputs.resize(x.size(), std::vector<scalar>(h.d_head()));
    return affine(h.W_O, {}, outputs);
  }

  network::model const& model_;
};

void check_exact(network::model const& m, text::word const& w, int& settled, int& refusals) {
  auto const expected = enclosure_twin(m).run(w);
  execution::interpreter run(m, std::nullopt);
  tl::expected<void, execution::unsettled_gap> state;
  for (std::size_t i = 0; i < w.size() && state; ++i)
    state = run.push(w[i]);
  if (state) state = run.push_end();
  REQUIRE(state.has_value() == !expected.refused.has_value());
  if (!state) {
    ++refusals;
    CHECK(state.error().layer == expected.refused->layer);
    CHECK(state.error().head == expected.refused->head);
    CHECK(state.error().query == expected.refused->query);
    CHECK(state.error().key == expected.refused->key);
    CHECK(run.rows() == expected.refused->query);
  } else {
    ++settled;
  }
  if (state) {
    auto const readout = expected.activations.back().back()[m.readout];
    auto const above = exact::enclose(readout - scalar(rational(1, 2)), 200);
    CHECK(execution::accepts(m, std::nullopt, w).value() == (sign_by_enclosure(above) > 0));
  }
  for (std::size_t l = 0; l < expected.activations.size(); ++l)
    for (std::size_t i = 0; i < run.rows(); ++i)
      for (std::size_t d = 0; d < m.width; ++d)
        REQUIRE(run.value(l, i, d) == exact::print(expected.activations[l][i][d]));
}

} // namespace

TEST_SUITE("execution") {

  TEST_CASE("a format's forward pass agrees with MPFR and whole matrices, bit for bit") {
    support::random source(20260102);
    model_shape const shape{12, {1, 3, 5, 7, 64}, all_steps};
    for (int round = 0; round < 150; ++round) {
      CAPTURE(round);
      auto const m = random_model(source, shape);
      REQUIRE(network::malformed(m) == "");
      auto const w = support::random_word(source, 2, support::below(source, 9));
      for (auto const& f : format::formats()) {
        CAPTURE(f.name);
        check_run(m, f, w);
      }
    }
  }

  TEST_CASE("both paths agree with the twin in every part, format and rule of sums") {
    support::random source(20260106);
    model_shape const shape{3, {1, 1, 2}, all_steps, false, true};
    std::vector<format::arithmetic> arithmetics;
    for (auto const* name : {"fp64", "fp32", "tf32", "bf16", "fp16", "fp8_e4m3", "fp8_e5m2",
                             "fp8_e4m3+saturate", "fp16+ftz", "fp(5,-8,9)"})
      for (auto const sums : {format::accumulation::in_format, format::accumulation::fp32,
                              format::accumulation::exact}) {
        format::arithmetic const a(format::find_format(name).value(), sums);
        if (format::valid(a).empty()) arithmetics.push_back(a);
      }
    for (int round = 0; round < 300; ++round) {
      CAPTURE(round);
      auto const m = random_model(source, shape);
      REQUIRE(network::malformed(m) == "");
      auto const w = support::random_word(source, 2, support::below(source, 14));
      auto const& a = support::one_of(source, arithmetics);
      CAPTURE(a.format.name);
      check_run(m, a, w, execution::path::fast);
      check_run(m, a, w, execution::path::reference);
    }
  }

  TEST_CASE("overflow and NaN go the way that IEEE 754 sends them") {
    support::random source(20260103);
    model_shape const shape{60000, {1, 100, 10000}, all_steps};
    for (int round = 0; round < 60; ++round) {
      CAPTURE(round);
      auto const m = random_model(source, shape);
      auto const w = support::random_word(source, 2, support::below(source, 7));
      for (auto const& f : format::formats()) {
        CAPTURE(f.name);
        check_run(m, f, w);
      }
    }
  }

  TEST_CASE("exact scores agree with enclosures of both rotated vectors") {
    support::random source(20260104);
    std::vector<rational> const scales{8, 1, rational(1, 8), rational(1, 1000)};
    int settled = 0;
    int refusals = 0;
    for (int round = 0; round < 300; ++round) {
      CAPTURE(round);
      model_shape const shape{3, {1, 1, 2}, all_steps, round % 4 == 1};
      auto m = random_model(source, shape);
      m.scale = support::one_of(source, scales);
      REQUIRE(network::malformed(m) == "");
      check_exact(m, support::random_word(source, 2, support::below(source, 8)), settled, refusals);
    }
    CHECK(settled > 40);
    CHECK(refusals > 20);
  }

  TEST_CASE("tables that are made anew change no bit") {
    support::random source(20260105);
    model_shape const shape{12, {1, 3, 5, 7}, all_steps};
    for (int round = 0; round < 20; ++round) {
      CAPTURE(round);
      auto const m = random_model(source, shape);
      execution::forward_pass<execution::rounded_arithmetic> small(
          m, execution::rounded_arithmetic(format::fp16), execution::path::fast, 40);
      execution::forward_pass<execution::rounded_arithmetic> large(
          m, execution::rounded_arithmetic(format::fp16));
      for (int step = 0; step < 200; ++step) {
        auto const keep = large.rows() == 0 ? 0 : support::below(source, large.rows()) + 1;
        auto const kept = support::below(source, 8) == 0 ? keep : large.rows();
        small.truncate(kept);
        large.truncate(kept);
        auto const token = support::below(source, 4);
        REQUIRE(small.push(token).has_value());
        REQUIRE(large.push(token).has_value());
        auto const i = support::below(source, large.rows());
        for (std::size_t d = 0; d < m.width; ++d)
          REQUIRE(small.text(m.layers.size(), i, d) == large.text(m.layers.size(), i, d));
        if (large.rows() > 30) {
          small.truncate(1);
          large.truncate(1);
        }
      }
    }
  }

} // TEST_SUITE
