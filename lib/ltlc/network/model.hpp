// A transformer as data: exact weights, heads, rotary pairs, and what each coordinate means.
// Row i sees rows 0 <= j < i; row 0's attention output is 0. A layer adds Σ_h W_O·(attention of h)
// to the residual, then W_2·relu(W_1·x + b_1) + b_2. Scores are q·k with no 1/√d factor. The word
// is accepted iff coordinate `readout` of the last row (EOS) is greater than ½. Source: [RoPE,
// §2.2, §2.3]; no norm in this version.
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

enum class head_kind { past, first_position, modular, offset };
[[nodiscard]] std::string_view name(head_kind kind); // "past", "first-position", …
[[nodiscard]] std::optional<head_kind> find_head_kind(std::string_view name);

// What a head is for, in words a person reads in a trace; it has no effect on the computation.
struct head_note {
  head_kind kind = head_kind::past;
  std::string computes; // the sub-formula, printed
  std::string gap;      // least score gap in the model's format, a decimal; or empty
  std::optional<std::uint64_t> holds_to; // words up to this length; none = every length
  friend bool operator==(head_note const&, head_note const&) = default;
};

struct head {
  matrix W_Q, W_K, W_V; // d_head × width
  vector b_Q, b_K, b_V; // d_head
  matrix W_O;           // width × d_head
  std::vector<rotary::rotary_pair> rotary;
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

struct layer {
  std::vector<head> heads;
  network::mlp mlp;
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
