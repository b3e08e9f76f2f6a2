// The order of operations in a number format, which is part of what a model means. fl is rounding
// to the format; every Σ starts from +0, goes left to right, and is kept as the arithmetic says
// (format/accumulation.hpp); what follows is written for sums in the format.
//
//   embedding  a row of the matrix; then for each pair of `positions` x_first = fl(x_first + cos),
//              x_second = fl(x_second + sin), with cos and sin as in rotary::rotation.
//   weights    every weight w of the model is fl(w), once; embedding rows too. What a file with
//              exact weights says and what is computed with can differ here and nowhere else.
//   y = W x+b  y_r = fl(s + b_r), s = Σ_c fl(W_rc · x_c) over the c with fl(W_rc) ≠ 0; no last step
//              when b_r = 0. A sum that starts from +0 never becomes −0, so a dense product gives
//              the same bits as long as x is finite (0 · ∞ is what is left out).
//   head       q, k, v = affine maps of the row before the layer; q and k rotated to their
//   positions,
//              pair by pair, by rotary::rotate with entries of rotary::rotation_table; dimensions
//              in no pair are not touched.
//   scores     s_j = Σ_d fl(q_d · k_jd) over all d_head dimensions, for 0 <= j < i (rotary::dot).
//   softmax    NaN everywhere if a score is NaN; else M = max_j s_j; e_j = exp(−fl(M − s_j)),
//   rounded once, 0 from f_large on;
//              w_j = fl(e_j / Σ_j e_j); a_d = Σ_j fl(w_j · v_jd).
//   hard       e_j is 1 at the first maximal score (leftmost), the last (rightmost), every maximal
//              score (average), and 0 elsewhere; the rest as in softmax.
//   residual   x_d = fl(x_d + Σ_h (W_O^h a^h)_d), then
//              x_d = fl(x_d + (W_2 · max(0, W_1 x + b_1) + b_2)_d).
//   norm       after both: μ = fl(Σ x / n) and x = fl(x − μ) (layer only), r = √fl(fl(Σ x² / n) +
//              eps) rounded, x_d = fl(fl(fl(x_d / r) · gain_d) + bias_d).
//   row 0      attends to nothing: its Σ_h is 0.
//   readout    the word is accepted iff x_readout > ½ at <eos>.
//
// NaN and ∞ follow IEEE 754: one NaN score makes the whole row of weights NaN, max(0, NaN) is NaN,
// and a NaN readout rejects. Exact arithmetic is the same with fl left out, and softmax as in
// exact_arithmetic.hpp.
#include "ltlc/execution/interpreter.hpp"

#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/execution/exact_arithmetic.hpp"
#include "ltlc/execution/forward_pass.hpp"
#include "ltlc/execution/rounded_arithmetic.hpp"

namespace ltlc::execution {

namespace {

using exact_pass = forward_pass<exact_arithmetic>;
using rounded_pass = forward_pass<rounded_arithmetic>;
using any_pass = std::variant<exact_pass, rounded_pass>;

// Rows of the embedding.
constexpr std::size_t bos = 0;
constexpr std::size_t eos = 1;
constexpr std::size_t first_letter = 2;

constexpr int digits_of_scale = 6;

any_pass pass_of(network::model const& m, regime const& arithmetic, path way) {
  if (arithmetic) return rounded_pass(m, rounded_arithmetic(*arithmetic), way);
  return exact_pass(m, exact_arithmetic{m.scale}, way);
}

} // namespace

struct interpreter::engine {
  any_pass pass;
  std::string scale;                                   // λ, for messages
  std::optional<unsettled_gap> refused = std::nullopt; // of the BOS row: there are no rows then

  tl::expected<void, unsettled_gap> push(std::size_t token) {
    if (refused) return tl::unexpected(*refused);
    return std::visit([&](auto& p) { return p.push(token); }, pass)
        .map_error([&](located_conflict const& at) {
          return unsettled_gap{at.layer,
                               at.head,
                               at.query,
                               at.what.key,
                               at.what.gap,
                               scale,
                               at.what.irrational_norm};
        });
  }
};

interpreter::interpreter(network::model const& m, regime arithmetic, path way)
    : engine_(std::make_unique<engine>(
          engine{pass_of(m, arithmetic, way), exact::approximate(m.scale, digits_of_scale)})) {
  // Row 0 attends to nothing, but its norm can be irrational.
  if (auto const pushed = engine_->push(bos); !pushed) engine_->refused = pushed.error();
}

interpreter::interpreter(interpreter&&) noexcept = default;
interpreter& interpreter::operator=(interpreter&&) noexcept = default;
interpreter::~interpreter() = default;

std::uint64_t interpreter::rows() const {
  return std::visit([](auto const& p) { return p.rows(); }, engine_->pass);
}

tl::expected<void, unsettled_gap> interpreter::push(text::letter a) {
  return engine_->push(first_letter + a);
}

void interpreter::truncate(std::uint64_t rows) {
  if (engine_->refused) return;
  LTLC_EXPECTS(1 <= rows && rows <= this->rows());
  std::visit([&](auto& p) { p.truncate(rows); }, engine_->pass);
}

tl::expected<bool, unsettled_gap> interpreter::accepts() {
  auto const before = rows();
  if (auto const pushed = push_end(); !pushed) return tl::unexpected(pushed.error());
  auto const accepted =
      std::visit([](auto const& p) { return p.last_exceeds_half(); }, engine_->pass);
  truncate(before);
  return accepted;
}

tl::expected<void, unsettled_gap> interpreter::push_end() {
  return engine_->push(eos);
}

std::string interpreter::value(std::size_t l, std::uint64_t i, std::size_t d) const {
  LTLC_EXPECTS(i < rows());
  return std::visit([&](auto const& p) { return p.text(l, i, d); }, engine_->pass);
}

std::vector<std::string> interpreter::attention(std::size_t l, std::size_t h,
                                                std::uint64_t i) const {
  LTLC_EXPECTS(i < rows());
  return std::visit([&](auto& p) { return p.weights(l, h, i); }, engine_->pass);
}

tl::expected<bool, unsettled_gap> accepts(network::model const& m, regime arithmetic,
                                          text::word const& w) {
  interpreter run(m, arithmetic);
  for (auto const a : w)
    if (auto const pushed = run.push(a); !pushed) return tl::unexpected(pushed.error());
  return run.accepts();
}

} // namespace ltlc::execution
