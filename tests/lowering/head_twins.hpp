// Scores of heads written out from their definition: exactly, and rounded operation by operation.
// Nothing is shared between positions, harmonics or residues.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/format/number_format.hpp"
#include "ltlc/lowering/heads.hpp"

namespace ltlc::support {

using exact::rational;
using exact::scalar;

// Formats of 8 bits, and one in between.
inline constexpr format::number_format small_formats[] = {
    {"p4", 4, -6, 8}, {"p3", 3, -14, 15}, {"p6", 6, -30, 31}};

struct rounded_pair {
  double x, y;
};

inline rounded_pair rotated(format::number_format const& f, exact::angle const& step,
                            std::int64_t position, rounded_pair const& v) {
  double const c = format::round(f, exact::cosine(position * step));
  double const s = format::round(f, exact::sine(position * step));
  return {format::subtract(f, format::multiply(f, c, v.x), format::multiply(f, s, v.y)),
          format::add(f, format::multiply(f, s, v.x), format::multiply(f, c, v.y))};
}

inline double dot(format::number_format const& f, std::vector<rounded_pair> const& q,
                  std::vector<rounded_pair> const& k) {
  double sum = 0;
  for (std::size_t d = 0; d < q.size(); ++d) {
    sum = format::add(f, sum, format::multiply(f, q[d].x, k[d].x));
    sum = format::add(f, sum, format::multiply(f, q[d].y, k[d].y));
  }
  return sum;
}

// The first is finite and ahead by at least `gap`, as real numbers.
inline bool ahead(double winner, double loser, rational const& gap) {
  if (!std::isfinite(winner) || std::isnan(loser)) return false;
  if (std::isinf(loser)) return loser < 0;
  return rational(winner) - rational(loser) >= gap;
}

// An offset head with offset k.
struct offset_twin {
  lowering::offset_numbers const& n;
  std::int64_t k;

  [[nodiscard]] scalar exact_score(std::int64_t i, std::int64_t j) const {
    scalar s;
    for (auto const& step : n.steps)
      s += scalar(n.scale) * exact::cosine((i - k - j) * step);
    if (n.bonus && j == 0)
      s += scalar(n.bonus->scale) * exact::cosine(i * n.bonus->step + n.bonus->phase);
    return s;
  }
  [[nodiscard]] std::vector<rounded_pair> query(format::number_format const& f,
                                                std::int64_t i) const {
    std::vector<rounded_pair> q;
    for (auto const& step : n.steps)
      q.push_back(rotated(f, step, i,
                          {format::round(f, n.scale * exact::cosine(k * step)),
                           format::round(f, -(n.scale * exact::sine(k * step)))}));
    if (n.bonus)
      q.push_back(rotated(f, n.bonus->step, i,
                          {format::round(f, n.bonus->scale * exact::cosine(n.bonus->phase)),
                           format::round(f, n.bonus->scale * exact::sine(n.bonus->phase))}));
    return q;
  }
  [[nodiscard]] std::vector<rounded_pair> key(format::number_format const& f,
                                              std::int64_t j) const {
    std::vector<rounded_pair> row;
    for (auto const& step : n.steps)
      row.push_back(rotated(f, step, j, {1, 0}));
    if (n.bonus) row.push_back(rotated(f, n.bonus->step, j, {j == 0 ? 1.0 : 0.0, 0}));
    return row;
  }
  [[nodiscard]] std::int64_t target(std::int64_t i) const { return i <= k ? 0 : i - k; }
  [[nodiscard]] std::int64_t last() const { return static_cast<std::int64_t>(n.length) + 1; }

  // Queries 1 … length + 1: BOS wins up to k, position i − k after it, by at least λ.
  [[nodiscard]] bool exactly_settled(rational const& lambda) const {
    for (std::int64_t i = 1; i <= last(); ++i) {
      scalar const best = exact_score(i, target(i));
      for (std::int64_t j = 0; j < i; ++j)
        if (j != target(i) && exact::compare(best - exact_score(i, j), lambda) < 0) return false;
    }
    return true;
  }
  // The same with the scores of the format, by f_large.
  [[nodiscard]] bool settled_in(format::number_format const& f) const {
    rational const gap(format::f_large(f));
    std::vector<std::vector<rounded_pair>> keys;
    for (std::int64_t i = 1; i <= last(); ++i) {
      keys.push_back(key(f, i - 1));
      auto const q = query(f, i);
      double const best = dot(f, q, keys[static_cast<std::size_t>(target(i))]);
      for (std::int64_t j = 0; j < i; ++j)
        if (j != target(i) && !ahead(best, dot(f, q, keys[static_cast<std::size_t>(j)]), gap))
          return false;
    }
    return true;
  }
};

// A modular head MOD(r,m).
struct modular_twin {
  lowering::modular_numbers const& n;
  std::int64_t r, m;
  bool inverted;

  [[nodiscard]] exact::angle step(std::size_t pair) const {
    return {rational(n.harmonics[pair], m), 0, 0};
  }
  [[nodiscard]] scalar exact_at_bos(std::int64_t i) const {
    scalar s;
    for (std::size_t pair = 0; pair < n.harmonics.size(); ++pair)
      s += scalar(n.scale) * exact::cosine((i - r) * step(pair));
    return inverted ? -s : s;
  }
  [[nodiscard]] scalar exact_elsewhere() const { return inverted ? -n.baseline : n.baseline; }

  [[nodiscard]] bool exactly_settled(rational const& lambda) const {
    for (std::int64_t i = 0; i < m; ++i) {
      scalar gap = exact_at_bos(i) - exact_elsewhere();
      if ((i == r) == inverted) gap = -gap;
      if (exact::compare(gap, lambda) < 0) return false;
    }
    return true;
  }
  struct scores {
    double bos, other;
  };
  [[nodiscard]] scores rounded(format::number_format const& f, std::int64_t i) const {
    std::vector<rounded_pair> query, bos, other;
    double const c = format::round(f, scalar(inverted ? rational(-n.scale) : n.scale));
    for (std::size_t pair = 0; pair < n.harmonics.size(); ++pair) {
      query.push_back(rotated(f, step(pair), i,
                              {format::round(f, exact::cosine(r * step(pair))),
                               format::round(f, -exact::sine(r * step(pair)))}));
      bos.push_back(rotated(f, step(pair), 0, {c, 0}));
      other.push_back(rotated(f, step(pair), i - 1, {0, 0}));
    }
    query.push_back({1, 0}); // the dimension of the baseline is not rotated
    bos.push_back({0, 0});
    other.push_back({format::round(f, exact_elsewhere()), 0});
    return {dot(f, query, bos), dot(f, query, other)};
  }
  [[nodiscard]] bool settled_in(format::number_format const& f) const {
    for (std::int64_t i = 1; i <= m; ++i) {
      auto const [bos, other] = rounded(f, i);
      bool const bos_wins = (i % m == r) != inverted;
      if (!ahead(bos_wins ? bos : other, bos_wins ? other : bos, rational(format::f_large(f))))
        return false;
    }
    return true;
  }
};

// |realized − exact| is within a bound that is given as a decimal.
inline bool within(double realized, scalar const& exact, std::string const& bound) {
  rational const most = exact::parse_rational(bound).value();
  scalar const difference = scalar(rational(realized)) - exact;
  return exact::compare(difference, most) <= 0 && exact::compare(difference, rational(-most)) >= 0;
}

} // namespace ltlc::support
