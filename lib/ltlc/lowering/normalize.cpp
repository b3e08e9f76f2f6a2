#include "ltlc/lowering/normalize.hpp"

#include "ltlc/contract.hpp"
#include "ltlc/lowering/affine_row.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;
using exact::scalar;
using network::matrix;

// Columns past the old ones are 0: nothing reads what is new.
matrix reading(matrix const& m, std::size_t width) {
  matrix wider(m.rows, width);
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.cols; ++c)
      wider.at(r, c) = m.at(r, c);
  return wider;
}

// Rows n … 2n − 1 are the negated rows 0 … n − 1.
matrix writing(matrix const& m, std::size_t width) {
  matrix taller(width, m.cols);
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.cols; ++c) {
      taller.at(r, c) = m.at(r, c);
      taller.at(m.rows + r, c) = -m.at(r, c);
    }
  return taller;
}

network::norm identity(network::norm_kind kind, std::size_t width) {
  bool const layer = kind == network::norm_kind::layer;
  rational const half(1, 2);
  return {kind, 0, network::vector(width, scalar(layer ? half : rational(1))),
          network::vector(width, scalar(layer ? half : rational(0)))};
}

} // namespace

four_squares sum_of_four_squares(std::uint64_t n) {
  for (std::uint64_t a = 0; a * a <= n; ++a)
    for (std::uint64_t b = 0; b <= a && a * a + b * b <= n; ++b)
      for (std::uint64_t c = 0; c <= b && a * a + b * b + c * c <= n; ++c)
        for (std::uint64_t d = 0; d <= c && a * a + b * b + c * c + d * d <= n; ++d)
          if (a * a + b * b + c * c + d * d == n) return {a, b, c, d};
  LTLC_ENSURES(false); // Lagrange
  return {};
}

tl::expected<network::model, std::string> with_norm(network::model const& m,
                                                    network::norm_kind kind,
                                                    std::optional<format::number_format> const& f) {
  LTLC_EXPECTS(m.positions.empty());
  bool const rms = kind == network::norm_kind::rms;
  std::size_t const n = m.width;
  std::size_t const width = 2 * n + (rms ? 4 : 0);
  if (f) {
    rational const most = greatest_multiple(*f, 1);
    std::string const name(f->name);
    if (rational(width) > most)
      return tl::unexpected("the norm adds up " + std::to_string(width) + " coordinates, and " +
                            name + " has all integers up to " + exact::print(scalar(most)) +
                            " only; compile without a norm, or for a wider format");
    if (!rms && !format::representable(*f, 0.25))
      return tl::unexpected("the variance is a mean of quarters, and " + name +
                            " has no 1/4; use --norm rms");
  }
  network::model result = m;
  result.width = width;
  result.embedding = reading(m.embedding, width);
  auto const squares = rms ? sum_of_four_squares(n + 4) : four_squares{};
  std::uint64_t const constants[4] = {squares.a, squares.b, squares.c, squares.d};
  for (std::size_t token = 0; token < m.embedding.rows; ++token) {
    for (std::size_t d = 0; d < n; ++d)
      result.embedding.at(token, n + d) = scalar(1) - m.embedding.at(token, d);
    for (std::size_t c = 2 * n; c < width; ++c)
      result.embedding.at(token, c) = scalar(rational(constants[c - 2 * n]));
  }
  for (auto& layer : result.layers) {
    for (auto& h : layer.heads) {
      h.W_Q = reading(h.W_Q, width);
      h.W_K = reading(h.W_K, width);
      h.W_V = reading(h.W_V, width);
      h.W_O = writing(h.W_O, width);
    }
    layer.mlp.W_1 = reading(layer.mlp.W_1, width);
    layer.mlp.W_2 = writing(layer.mlp.W_2, width);
    layer.mlp.b_2.resize(width);
    for (std::size_t d = 0; d < n; ++d)
      layer.mlp.b_2[n + d] = -layer.mlp.b_2[d];
    layer.norm = identity(kind, width);
  }
  for (auto& row : result.meaning) {
    row.resize(width);
    for (std::size_t d = 0; d < n; ++d)
      row[n + d] = row[d].empty() ? "" : "!(" + row[d] + ")";
    for (std::size_t c = 2 * n; c < width; ++c)
      row[c] = "constant " + std::to_string(constants[c - 2 * n]);
  }
  return result;
}

} // namespace ltlc::lowering
