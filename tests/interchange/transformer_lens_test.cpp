// The tensors under TransformerLens's names, run as TransformerLens runs them (einsum by einsum, in
// doubles), against the definition.
#include "ltlc/interchange/transformer_lens.hpp"

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "interchange/random_model.hpp"
#include "ltlc/interchange/safetensors.hpp"
#include "ltlc/logic/semantics.hpp"

using namespace ltlc;

namespace {

using row = std::vector<double>;
using rows = std::vector<row>;

class lens_model {
public:
  explicit lens_model(std::string const& bytes) {
    text::source const file{"lens", bytes};
    auto const stored = interchange::read_tensor_file(file).value();
    for (auto const& t : stored.tensors)
      tensors_[t.name] = {t.shape, interchange::values_of(file, t)};
    CHECK(stored.metadata.at("format") == "pt");
    auto const beside = nlohmann::json::parse(stored.metadata.at("transformer_lens"));
    config_ = beside.at("config");
  }

  [[nodiscard]] nlohmann::json const& config() const { return config_; }
  [[nodiscard]] std::vector<std::uint64_t> const& shape(std::string const& name) const {
    return tensors_.at(name).shape;
  }
  [[nodiscard]] std::size_t size(char const* key) const { return config_.at(key); }

  // Two logits at the last position.
  [[nodiscard]] row logits(std::vector<std::size_t> const& tokens) const {
    rows x;
    for (auto const t : tokens)
      x.push_back(row_of("embed.W_E", t));
    for (std::size_t l = 0; l < size("n_layers"); ++l) {
      auto const block = "blocks." + std::to_string(l) + ".";
      add(x, attended(x, block + "attn."));
      rows change;
      for (auto const& r : x) {
        auto hidden = affine(r, block + "mlp.W_in", 0, block + "mlp.b_in", 0);
        for (double& h : hidden)
          h = std::fmax(h, 0);
        change.push_back(affine(hidden, block + "mlp.W_out", 0, block + "mlp.b_out", 0));
      }
      add(x, change);
    }
    return affine(x.back(), "unembed.W_U", 0, "unembed.b_U", 0);
  }

private:
  struct lens_tensor {
    std::vector<std::uint64_t> shape;
    row values;
  };

  static void add(rows& x, rows const& change) {
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t d = 0; d < x[i].size(); ++d)
        x[i][d] += change[i][d];
  }

  [[nodiscard]] row row_of(std::string const& name, std::size_t r) const {
    auto const& t = tensors_.at(name);
    auto const begin = t.values.begin() + static_cast<std::ptrdiff_t>(r * t.shape.back());
    return {begin, begin + static_cast<std::ptrdiff_t>(t.shape.back())};
  }

  // x · W[h] + b[h], from input to output.
  [[nodiscard]] row affine(row const& x, std::string const& w, std::size_t h, std::string const& b,
                           std::size_t b_row) const {
    row y = b.empty() ? row(tensors_.at(w).shape.back()) : row_of(b, b_row);
    for (std::size_t d = 0; d < x.size(); ++d) {
      auto const weights = row_of(w, h * x.size() + d);
      for (std::size_t o = 0; o < y.size(); ++o)
        y[o] += x[d] * weights[o];
    }
    return y;
  }

  void rotate(row& z, std::string const& in, std::size_t i) const {
    auto const c = row_of(in + "rotary_cos", i), s = row_of(in + "rotary_sin", i);
    row turned(c.size()); // rotate every two
    for (std::size_t d = 0; d < c.size(); d += 2) {
      turned[d] = -z[d + 1];
      turned[d + 1] = z[d];
    }
    for (std::size_t d = 0; d < c.size(); ++d)
      z[d] = z[d] * c[d] + turned[d] * s[d];
  }

  [[nodiscard]] rows attended(rows const& x, std::string const& in) const {
    rows result(x.size(), row_of(in + "b_O", 0));
    for (std::size_t h = 0; h < size("n_heads"); ++h) {
      rows q, k, v;
      for (std::size_t i = 0; i < x.size(); ++i) {
        q.push_back(affine(x[i], in + "W_Q", h, in + "b_Q", h));
        k.push_back(affine(x[i], in + "W_K", h, in + "b_K", h));
        v.push_back(affine(x[i], in + "W_V", h, in + "b_V", h));
        rotate(q.back(), in, i);
        rotate(k.back(), in, i);
      }
      for (std::size_t i = 1; i < x.size(); ++i) { // the hook leaves row 0 nothing: NaN, then 0
        row scores;
        for (std::size_t j = 0; j < i; ++j) {
          double score = 0;
          for (std::size_t d = 0; d < q[i].size(); ++d)
            score += q[i][d] * k[j][d];
          scores.push_back(score);
        }
        double const best = *std::max_element(scores.begin(), scores.end());
        double sum = 0;
        row z(v[0].size());
        for (std::size_t j = 0; j < i; ++j) {
          double const e = std::exp(scores[j] - best);
          sum += e;
          for (std::size_t d = 0; d < z.size(); ++d)
            z[d] += e * v[j][d];
        }
        for (double& value : z)
          value /= sum;
        auto const out = affine(z, in + "W_O", h, "", 0);
        for (std::size_t d = 0; d < out.size(); ++d)
          result[i][d] += out[d];
      }
    }
    return result;
  }

  std::map<std::string, lens_tensor> tensors_;
  nlohmann::json config_;
};

void check_lens(logic::formula f, lowering::options const& how, std::size_t& models) {
  auto const m = lowering::compile(f, support::alphabet_of("ab"), how, {});
  if (!m || m->layers.empty()) return;
  lens_model const lens(interchange::export_transformer_lens(*m, format::fp64).value());
  ++models;
  auto const h = lens.size("n_heads"), d = lens.size("d_model"), dh = lens.size("d_head");
  CHECK(lens.shape("blocks.0.attn.W_Q") == std::vector<std::uint64_t>{h, d, dh});
  CHECK(lens.shape("blocks.0.attn.W_O") == std::vector<std::uint64_t>{h, dh, d});
  CHECK(lens.shape("blocks.0.attn.rotary_cos") ==
        std::vector<std::uint64_t>{lens.size("n_ctx"), lens.size("rotary_dim")});
  for (auto const& w : support::all_words(2, 4)) {
    std::vector<std::size_t> tokens{0};
    for (auto const a : w)
      tokens.push_back(a + 2);
    tokens.push_back(1);
    auto const logits = lens.logits(tokens);
    if ((logits[1] > logits[0]) != logic::accepts(f, m->sigma, w))
      FAIL_CHECK(m->formula, ": wrong on ", m->sigma.print(w));
  }
}

} // namespace

TEST_SUITE("interchange") {
  TEST_CASE("TransformerLens's tensors compute the language, as it multiplies them") {
    std::size_t models = 0;
    lowering::options how;
    how.max_length = 12;
    for (auto const* text : {"MOD(1,2)", "MOD(1,2) & !P b", "P(a & !P true)", "Y a", "P(b & Y a)",
                             "Y^2 b & P a", "MOD(1,3) & (Y^2 a <-> MOD(1,2)) | Y b & MOD(1,5)"}) {
      logic::formula_pool pool;
      check_lens(grammar::parse_formula({"formula", text}, pool).value(), how, models);
    }
    auto multi = how;
    multi.offset = lowering::offset_choice::multi_pair;
    multi.modular = lowering::modular_choice::comb;
    support::random source(21);
    auto const shape = support::shape_of({logic::op::past, logic::op::yesterday}, {2, 3, 5});
    for (int n = 0; n < 30; ++n) {
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 2 + support::below(source, 5));
      check_lens(f, n % 2 == 0 ? how : multi, models);
    }
    MESSAGE(models << " models, seed 21");
    CHECK(models > 20);
  }

  TEST_CASE("what TransformerLens cannot carry is refused with the reason") {
    auto const why = [](network::model const& m) {
      auto const bytes = interchange::export_transformer_lens(m, format::fp32);
      if (bytes) return std::string();
      auto const* refused = std::get_if<interchange::not_carried>(&bytes.error());
      return refused == nullptr ? std::string("another error") : refused->reason;
    };
    CHECK(why(support::model_of_formula("P a")).empty());
    CHECK(why(support::model_of_formula("P a", {.norm = network::norm_kind::rms})).find("norm") !=
          std::string::npos);
    CHECK(why(support::model_of_formula("MOD(1,3)", {.sipe = true})).find("sinusoids") !=
          std::string::npos);
    CHECK(why(support::model_of_formula("a S b", {.attention = network::attention_kind::rightmost}))
              .find("rightmost") != std::string::npos);
    CHECK(why(support::model_of_formula("true")).find("no layers") != std::string::npos);
  }

  TEST_CASE("every rotation has a table of as many rows as there are positions") {
    auto const every_length = support::model_of_formula("MOD(2,7)");
    auto const lens =
        lens_model(interchange::export_transformer_lens(every_length, format::fp32).value());
    CHECK(lens.size("n_ctx") == 514);
    auto const bounded =
        support::model_of_formula("Y a", {.format = format::fp32, .max_length = 30});
    CHECK(lens_model(interchange::export_transformer_lens(bounded, format::fp32).value())
              .size("n_ctx") == 32);
  }
}
