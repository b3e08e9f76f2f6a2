// A transformer as data: exact weights, heads, rotary pairs, and what each coordinate means.
// Row i sees rows 0 <= j < i; row 0's attention output is 0. A layer adds Σ_h W_O·(attention of h)
// to the residual, then W_2·relu(W_1·x + b_1) + b_2, and then norms the row where it has a norm.
// Scores are q·k with no 1/√d factor. The word is accepted iff coordinate `readout` of the last row
// (EOS) is greater than ½. Source: [RoPE, §2.2, §2.3].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/rotary/rotation.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::network {

// Dense, row-major.
struct matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<exact::scalar> entries;

  matrix() = default;
  matrix(std::size_t r, std::size_t c) : rows(r), cols(c), entries(r * c) {}
  [[nodiscard]] exact::scalar& at(std::size_t r, std::size_t c) { return entries[r * cols + c]; }
  [[nodiscard]] exact::scalar const& at(std::size_t r, std::size_t c) const {
    return entries[r * cols + c];
  }
  friend bool operator==(matrix const&, matrix const&) = default;
};

using vector = std::vector<exact::scalar>;

// `given`: of a model that was not compiled.
enum class head_kind { past, first_position, modular, offset, since, given };
[[nodiscard]] std::string_view name(head_kind kind); // "past", "first-position", …
[[nodiscard]] std::optional<head_kind> find_head_kind(std::string_view name);

// What a head makes of its scores: weights by softmax, or a choice among the keys of the greatest
// score: the first, the last, all alike.
enum class attention_kind { soft, leftmost, rightmost, average };
[[nodiscard]] std::string_view name(attention_kind kind); // "soft", …
[[nodiscard]] std::optional<attention_kind> find_attention_kind(std::string_view name);

// What a head is for, in words a person reads in a trace; it has no effect on the computation.
struct head_note {
  head_kind kind = head_kind::past;
  std::string computes; // the sub-formula, printed
  std::string gap;      // least score gap in the model's format, a decimal; or empty
  std::optional<std::uint64_t> holds_to; // words up to this length; none = every length
  std::string lowering = {}; // which way was chosen and why: "comb of 4 pairs: …"; or empty
  std::string scale = {};    // C, a decimal; or empty
  std::string error = {};    // bound on what rounding changes in one score, a decimal; or empty
  friend bool operator==(head_note const&, head_note const&) = default;
};

struct head {
  matrix W_Q, W_K, W_V; // d_head × width
  vector b_Q, b_K, b_V; // d_head
  matrix W_O;           // width × d_head
  std::vector<rotary::rotary_pair> rotary;
  attention_kind attention = attention_kind::soft;
  head_note note;
  [[nodiscard]] std::size_t d_head() const { return b_Q.size(); }
  friend bool operator==(head const&, head const&) = default;
};

struct mlp {
  matrix W_1; // hidden × width
  vector b_1;
  matrix W_2; // width × hidden
  vector b_2; // width
  [[nodiscard]] std::size_t hidden() const { return b_1.size(); }
  friend bool operator==(mlp const&, mlp const&) = default;
};

// x ↦ gain · (x − mean) / √(variance + eps) + bias, or gain · x / √(mean of squares + eps) + bias,
// coordinate by coordinate; the means are over all coordinates of the row.
enum class norm_kind { layer, rms };
[[nodiscard]] std::string_view name(norm_kind kind); // "layer", "rms"
[[nodiscard]] std::optional<norm_kind> find_norm_kind(std::string_view name);

struct norm {
  norm_kind kind = norm_kind::layer;
  exact::rational eps = 0; // >= 0
  vector gain;             // width
  vector bias;             // width
  friend bool operator==(norm const&, norm const&) = default;
};

struct layer {
  std::vector<head> heads;
  network::mlp mlp;
  std::optional<network::norm> norm = std::nullopt; // after the MLP
  friend bool operator==(layer const&, layer const&) = default;
};

struct model {
  text::alphabet sigma;
  std::string formula;   // what was compiled, printed
  std::string format;    // "fp32", …, or "exact": what scale and ranges were made for
  exact::rational scale; // λ
  std::optional<std::uint64_t> max_length; // words longer than this are not promised; none = all
  std::size_t width = 0;
  matrix embedding; // (2 + letters) × width; rows <bos>, <eos>, then the letters
  // Sinusoids in the embedding (SiPE): at position i a pair adds cos(i·step) to coordinate `first`
  // and sin(i·step) to `second`, or what its table says.
  std::vector<rotary::rotary_pair> positions;
  std::vector<layer> layers;
  std::uint32_t readout = 0; // coordinate
  // meaning[l][d]: what coordinate d holds after layer l (l = 0: the embedding); "" when unused.
  std::vector<std::vector<std::string>> meaning;
  friend bool operator==(model const&, model const&) = default;
};

// Why the shapes do not fit, or empty. Every function that takes a model may assume it is empty.
[[nodiscard]] std::string malformed(model const& m);

struct model_size {
  std::size_t layers = 0, heads = 0, width = 0, hidden = 0, nonzeros = 0;
};
[[nodiscard]] model_size size_of(model const& m); // heads and hidden are totals

} // namespace ltlc::network
