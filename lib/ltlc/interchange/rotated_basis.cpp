#include "ltlc/interchange/rotated_basis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <mpfr.h>

#include "ltlc/contract.hpp"

namespace ltlc::interchange {

namespace {

using exact::rational;
using exact::scalar;
using network::matrix;

// SplitMix64.
class uniform_bits {
public:
  explicit uniform_bits(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // A multiple of 2⁻⁵² in [−1, 1).
  double centred() { return std::ldexp(static_cast<double>(next() >> 11), -52) - 1; }

private:
  std::uint64_t state_;
};

double rounded_log(double x) {
  constexpr int double_bits = 53;
  mpfr_t value;
  mpfr_init2(value, double_bits);
  mpfr_set_d(value, x, MPFR_RNDN);
  mpfr_log(value, value, MPFR_RNDN);
  double const result = mpfr_get_d(value, MPFR_RNDN);
  mpfr_clear(value);
  return result;
}

// Marsaglia's polar method, whose second number is left.
class normal_numbers {
public:
  explicit normal_numbers(std::uint64_t seed) : bits_(seed) {}
  double next() {
    double x = 0, y = 0, s = 0;
    do {
      x = bits_.centred();
      y = bits_.centred();
      s = x * x + y * y;
    } while (s >= 1 || s == 0);
    return x * std::sqrt(-2 * rounded_log(s) / s);
  }

private:
  uniform_bits bits_;
};

double product(std::vector<double> const& a, std::vector<double> const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

// Each of the n² sums of n products is off by at most γ = nu/(1 − nu) times the product of two
// lengths, which are 1 up to what the sums on the diagonal show: less than 2γ in all. The factor 2
// also covers the rounding of the norm itself.
double orthogonality_bound(std::vector<std::vector<double>> const& q) {
  double squares = 0;
  for (auto const& a : q)
    for (auto const& b : q) {
      double const off = product(a, b) - (&a == &b ? 1 : 0);
      squares += off * off;
    }
  auto const n = static_cast<double>(q.size());
  return std::sqrt(squares) * 2 + 2 * n * n * std::numeric_limits<double>::epsilon();
}

// Rows of a matrix that read the stream, or that are states of it: Σ_d row[d] · direction[d].
class rotation_of_rows {
public:
  explicit rotation_of_rows(rotated_basis const& basis) {
    for (auto const& direction : basis.directions)
      for (double const x : direction)
        entries_.emplace_back(rational(x));
    width_ = basis.directions.size();
  }

  [[nodiscard]] matrix rows(matrix const& w) const {
    matrix result(w.rows, width_);
    for (std::size_t r = 0; r < w.rows; ++r)
      for (std::size_t d = 0; d < width_; ++d)
        if (!w.at(r, d).terms().empty())
          for (std::size_t j = 0; j < width_; ++j)
            result.at(r, j) += w.at(r, d) * entries_[d * width_ + j];
    return result;
  }
  [[nodiscard]] matrix columns(matrix const& w) const {
    matrix result(width_, w.cols);
    for (std::size_t c = 0; c < w.cols; ++c)
      for (std::size_t d = 0; d < width_; ++d)
        if (!w.at(d, c).terms().empty())
          for (std::size_t j = 0; j < width_; ++j)
            result.at(j, c) += w.at(d, c) * entries_[d * width_ + j];
    return result;
  }
  [[nodiscard]] network::vector state(network::vector const& x) const {
    matrix row(1, width_);
    row.entries = x;
    return rows(row).entries;
  }

private:
  std::size_t width_ = 0;
  std::vector<scalar> entries_;
};

std::string why_not_rotated(network::model const& m) {
  if (!m.positions.empty())
    return "sinusoids are added to single coordinates, which a rotated basis does not have; "
           "compile "
           "with --positions rotary";
  for (auto const& layer : m.layers) {
    for (auto const& h : layer.heads)
      if (h.attention != network::attention_kind::soft)
        return std::string(network::name(h.attention)) +
               " attention chooses among equal scores, and rounding in a rotated basis makes them "
               "differ; compile with --attention soft";
    if (!layer.norm) continue;
    if (layer.norm->kind == network::norm_kind::layer)
      return "a layer norm takes the mean over the coordinates away, which does not commute with a "
             "change of basis; compile with --norm rms or none";
    auto const& gain = layer.norm->gain;
    if (std::any_of(gain.begin(), gain.end(), [&](scalar const& g) { return !(g == gain[0]); }))
      return "an RMS norm with different gains does not commute with a change of basis";
  }
  return {};
}

// x₀ += max(0, (u − e₀)·x) − max(0, −(u − e₀)·x) leaves u·x in coordinate 0.
network::layer readout_layer(std::vector<double> const& u) {
  std::size_t const width = u.size();
  network::layer l;
  l.mlp.W_1 = matrix(2, width);
  for (std::size_t d = 0; d < width; ++d) {
    l.mlp.W_1.at(0, d) = scalar(rational(u[d]) - (d == 0 ? 1 : 0));
    l.mlp.W_1.at(1, d) = -l.mlp.W_1.at(0, d);
  }
  l.mlp.b_1.resize(2);
  l.mlp.W_2 = matrix(width, 2);
  l.mlp.W_2.at(0, 0) = 1;
  l.mlp.W_2.at(0, 1) = -1;
  l.mlp.b_2.resize(width);
  return l;
}

} // namespace

rotated_basis random_basis(std::size_t width, std::uint64_t seed) {
  LTLC_EXPECTS(width >= 1);
  normal_numbers normal(seed);
  rotated_basis basis;
  basis.seed = seed;
  // Row d of `directions` is column d of Q = H₁ H₂ … Hₙ D; each is built from the last factor to
  // the first. Reflection k is of a normal vector in the dimensions from k on.
  std::vector<std::vector<double>> mirrors;
  std::vector<double> signs;
  for (std::size_t k = 0; k < width; ++k) {
    std::vector<double> v(width - k);
    for (double& x : v)
      x = normal.next();
    double const length = std::sqrt(product(v, v));
    signs.push_back(v[0] > 0 ? -1 : 1); // of R's entry, −sign(v₀)·length
    v[0] += v[0] > 0 ? length : -length;
    double const longer = std::sqrt(product(v, v));
    if (longer > 0)
      for (double& x : v)
        x /= longer;
    mirrors.push_back(std::move(v));
  }
  for (std::size_t d = 0; d < width; ++d) {
    std::vector<double> column(width);
    column[d] = signs[d];
    for (std::size_t k = width; k-- > 0;) {
      auto const& v = mirrors[k];
      double along = 0;
      for (std::size_t i = 0; i < v.size(); ++i)
        along += v[i] * column[k + i];
      for (std::size_t i = 0; i < v.size(); ++i)
        column[k + i] -= 2 * along * v[i];
    }
    basis.directions.push_back(std::move(column));
  }
  basis.orthogonality_error = orthogonality_bound(basis.directions);
  return basis;
}

tl::expected<network::model, std::string> in_basis(network::model const& m,
                                                   rotated_basis const& basis) {
  LTLC_EXPECTS(basis.directions.size() == m.width);
  if (auto why = why_not_rotated(m); !why.empty()) return tl::unexpected(std::move(why));
  rotation_of_rows const rotated(basis);
  network::model result = m;
  result.meaning.clear();
  result.embedding = rotated.rows(m.embedding);
  for (auto& layer : result.layers) {
    for (auto& h : layer.heads) {
      h.W_Q = rotated.rows(h.W_Q);
      h.W_K = rotated.rows(h.W_K);
      h.W_V = rotated.rows(h.W_V);
      h.W_O = rotated.columns(h.W_O);
    }
    layer.mlp.W_1 = rotated.rows(layer.mlp.W_1);
    layer.mlp.W_2 = rotated.columns(layer.mlp.W_2);
    layer.mlp.b_2 = rotated.state(layer.mlp.b_2);
    if (layer.norm) layer.norm->bias = rotated.state(layer.norm->bias);
  }
  result.layers.push_back(readout_layer(basis.directions[m.readout]));
  result.readout = 0;
  return result;
}

} // namespace ltlc::interchange
