// The realised range straight from its definition: every operand rounded into the operation's
// format, every pair of positions looked at.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <mpfr.h>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/range/realized_range.hpp"
#include "ltlc/rotary/rotation.hpp"

namespace ltlc::support {

using exact::rational;
using vector_of_two = std::pair<double, double>;

// factor·cos x or factor·sin x of x = n·Π base^exponent, with so many bits that no test is near a
// midpoint.
inline rational by_powers(rotary::geometric const& g, std::uint64_t n, bool sine,
                          rational const& factor) {
  mpfr_t x, y;
  mpfr_inits2(400, x, y, nullptr);
  mpfr_set_q(x, g.factor.backend().data(), MPFR_RNDN);
  mpfr_mul_ui(x, x, n, MPFR_RNDN);
  for (auto const& p : g.powers) {
    mpfr_set_q(y, p.base.backend().data(), MPFR_RNDN);
    mpfr_log(y, y, MPFR_RNDN);
    mpfr_mul_q(y, y, p.exponent.backend().data(), MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_mul(x, x, y, MPFR_RNDN);
  }
  if (sine)
    mpfr_sin(x, x, MPFR_RNDN);
  else
    mpfr_cos(x, x, MPFR_RNDN);
  rational const value = exact::to_rational(x) * factor;
  mpfr_clears(x, y, nullptr);
  return value;
}

// The frequency rounded into a format.
inline double rounded_frequency(format::number_format const& f, rotary::frequency const& g) {
  auto const turns = rotary::enclose_turns(g, 400);
  mpfr_t x, pi;
  mpfr_inits2(400, x, pi, nullptr);
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_mul(x, turns.lower(), pi, MPFR_RNDN);
  mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
  rational value = exact::to_rational(x);
  if (auto const* const a = std::get_if<exact::angle>(&g);
      a != nullptr && a->golden == 0 && a->turns == 0)
    value = a->radians;
  mpfr_clears(x, pi, nullptr);
  return format::round(f, value);
}

class realized_twin {
public:
  realized_twin(range::offset_pair const& head, range::realization const& r)
      : r_(r), k_(head.offset.convert_to<std::uint64_t>()), step_(head.step) {
    if (r.angle) {
      frequency_ = rounded_frequency(*r.angle, head.step);
      if (!std::isfinite(frequency_)) {
        step_ = exact::angle{};
        is_number_ = false;
        return;
      }
      step_ = exact::angle{0, 0, rational(frequency_)};
    }
    weight_ = {weight(head.scale, false), weight(-head.scale, true)};
  }

  double score(std::uint64_t i, std::uint64_t j) {
    if (!is_number_) return std::numeric_limits<double>::quiet_NaN();
    auto const q = turned(i, weight_);
    auto const k = turned(j, {1.0, 0.0});
    auto const& f = r_.accumulation;
    auto const product = [&](double x, double y) {
      return format::multiply(f, format::round(f, x), format::round(f, y));
    };
    double sum = format::add(f, 0.0, product(q.first, k.first));
    sum = format::add(f, sum, product(q.second, k.second));
    return format::round(r_.score, sum);
  }

  // As long as the definition holds, and the first pair where it does not. Scores are computed from
  // scratch, rows of turned vectors kept.
  range::realized_answer range(std::uint64_t cap) {
    double const f = format::f_large(r_.exp);
    range::realized_answer answer;
    answer.length = std::min(cap, k_ - 1);
    for (std::uint64_t i = k_ + 1; i <= cap + 1; ++i) {
      auto closest = answer.closest;
      double const winner = score(i, i - k_);
      for (std::uint64_t j = 0; j < i; ++j) {
        if (j == i - k_) continue;
        double const loser = score(i, j);
        if (!ahead(winner, loser, f)) {
          answer.violation = range::compared_scores{i, j, winner, loser, 0};
          answer.end = range::range_end::fails;
          return answer;
        }
        double const margin = winner - loser;
        if (!closest || margin < closest->margin)
          closest = range::compared_scores{i, j, winner, loser, margin};
      }
      answer.closest = closest;
      answer.length = i - 1;
    }
    return answer;
  }

  [[nodiscard]] rotary::frequency const& step() const { return step_; }
  [[nodiscard]] bool is_number() const { return is_number_; }

private:
  // winner − loser >= gap, as real numbers; a winner must be finite.
  static bool ahead(double winner, double loser, double gap) {
    if (!std::isfinite(winner) || std::isnan(loser)) return false;
    if (std::isinf(loser)) return loser < 0;
    if (!std::isfinite(gap)) return false;
    double const d = winner - loser;
    if (std::fabs(d - gap) > 1e-9 * std::fabs(gap)) return d > gap; // far from equal
    return rational(winner) - rational(loser) >= rational(gap);
  }

  double weight(rational const& factor, bool sine) const {
    auto const& f = r_.activation;
    if (auto const* const g = std::get_if<rotary::geometric>(&step_))
      return format::round(f, by_powers(*g, k_, sine, factor));
    auto const at_k = static_cast<std::int64_t>(k_) * std::get<exact::angle>(step_);
    return format::round(f, factor * (sine ? exact::sine(at_k) : exact::cosine(at_k)));
  }

  rotary::rounded_rotation rotation(std::uint64_t n) const {
    auto const& t = r_.table;
    if (r_.angle) {
      auto const& f = *r_.angle;
      double const phase =
          format::multiply(f, format::round(f, static_cast<double>(n)), frequency_);
      if (!std::isfinite(phase)) {
        double const nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, nan};
      }
      exact::angle const a{0, 0, rational(phase)};
      return {format::round(t, format::round(f, exact::cosine(a))),
              format::round(t, format::round(f, exact::sine(a)))};
    }
    if (auto const* const g = std::get_if<rotary::geometric>(&step_))
      return {format::round(t, by_powers(*g, n, false, 1)),
              format::round(t, by_powers(*g, n, true, 1))};
    auto const a = static_cast<std::int64_t>(n) * std::get<exact::angle>(step_);
    return {format::round(t, exact::cosine(a)), format::round(t, exact::sine(a))};
  }

  // Rotations depend on the frequency and two formats alone: kept for all twins.
  rotary::rounded_rotation kept_rotation(std::uint64_t n) {
    static std::map<std::string, std::vector<rotary::rounded_rotation>> tables;
    auto const text = [](format::number_format const& f) {
      return std::to_string(f.precision) + ',' + std::to_string(f.min_exponent) + ',' +
             std::to_string(f.max_exponent) + (f.subnormals ? "s" : "f") +
             std::to_string(static_cast<int>(f.overflow)) + (f.top_code_is_nan ? "n " : " ");
    };
    if (table_ == nullptr)
      table_ = &tables[rotary::print(step_) + ' ' + text(r_.table) +
                       (r_.angle ? text(*r_.angle) : std::string())];
    while (table_->size() <= n)
      table_->push_back(rotation(table_->size()));
    return (*table_)[n];
  }

  vector_of_two turned(std::uint64_t n, vector_of_two const& v) {
    auto& row = rows_[v == weight_ ? 0 : 1];
    while (row.size() <= n) {
      auto const& p = r_.product;
      auto const r = kept_rotation(row.size());
      double const c = format::round(p, r.cosine), s = format::round(p, r.sine);
      double const x = format::round(p, format::round(r_.activation, v.first));
      double const y = format::round(p, format::round(r_.activation, v.second));
      double const u = format::subtract(p, format::multiply(p, c, x), format::multiply(p, s, y));
      double const w = format::add(p, format::multiply(p, s, x), format::multiply(p, c, y));
      row.push_back({format::round(r_.activation, u), format::round(r_.activation, w)});
    }
    return row[n];
  }

  range::realization r_;
  std::uint64_t k_;
  rotary::frequency step_;
  double frequency_ = 0;
  bool is_number_ = true; // the frequency, in the angle's format
  vector_of_two weight_;
  std::vector<rotary::rounded_rotation>* table_ = nullptr;
  std::vector<vector_of_two> rows_[2];
};

} // namespace ltlc::support
