#include "ltlc/lowering/realized_offset.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/rotary/difference.hpp"

namespace ltlc::lowering {

namespace {

// Calls visit(j) for the keys j ≠ i − k of a query i > k until it says no.
template <class Visit>
bool every_key(keys_to_check const& keys, std::int64_t i, std::int64_t k, Visit visit) {
  std::int64_t const target = i - k;
  if (!keys.offsets) {
    for (std::int64_t j = 0; j < i; ++j)
      if (j != target && !visit(j)) return false;
    return true;
  }
  if (keys.bos_too && target != 0 && !visit(std::int64_t{0})) return false;
  auto const m = static_cast<std::int64_t>(keys.period);
  for (std::uint64_t const offset : *keys.offsets) {
    auto const c = static_cast<std::int64_t>(offset);
    for (std::int64_t const n : {c, -c, m - c, c - m}) { // |n| < m
      std::int64_t const j = target - n;
      if (0 <= j && j < i && !visit(j)) return false;
    }
  }
  return true;
}

} // namespace

realized_scores::realized_scores(rotary::comb_offset_head const& head, arithmetic const& numbers,
                                 rotary::rotation_table& turns)
    : numbers_(numbers), turns_(&turns), harmonics_(head.harmonics) {
  LTLC_EXPECTS(numbers.format.has_value());
  auto const& f = *numbers.format;
  if (numbers.sums == format::accumulation::in_format) {
    in_format_.emplace(head, f, turns);
    return;
  }
  for (std::uint64_t const a : harmonics_) {
    exact::angle const at_k = static_cast<std::int64_t>(a * head.offset) * head.step;
    at_zero_.push_back(format::round(f, head.scale * exact::cosine(at_k)));
    at_zero_.push_back(format::round(f, -(head.scale * exact::sine(at_k))));
  }
  if (!head.bonus) return;
  at_zero_.push_back(format::round(f, head.bonus->scale * exact::cosine(head.bonus->phase)));
  at_zero_.push_back(format::round(f, head.bonus->scale * exact::sine(head.bonus->phase)));
  bonus_turns_.emplace(f, rotary::rotary_pair{0, 1, head.bonus->step});
}

void realized_scores::fill(std::uint64_t position) {
  auto const& f = *numbers_.format;
  auto& query = queries_.emplace_back();
  auto& key = keys_.emplace_back();
  auto const add = [&](std::vector<double>& row, rotary::rounded_rotation const& r, double x,
                       double y) {
    auto const rotated = rotary::rotate(f, r, x, y);
    row.push_back(rotated.first);
    row.push_back(rotated.second);
  };
  for (std::size_t d = 0; d < harmonics_.size(); ++d) {
    auto const& r = turns_->at(harmonics_[d] * position);
    add(query, r, at_zero_[2 * d], at_zero_[2 * d + 1]);
    add(key, r, 1.0, 0.0);
  }
  if (!bonus_turns_) return;
  auto const& r = bonus_turns_->at(position);
  add(query, r, at_zero_[at_zero_.size() - 2], at_zero_.back());
  add(key, r, position == 0 ? 1.0 : 0.0, 0.0);
}

double realized_scores::operator()(std::uint64_t i, std::uint64_t j) {
  if (in_format_) return (*in_format_)(i, j);
  LTLC_EXPECTS(j < i);
  while (queries_.size() <= i)
    fill(queries_.size());
  return summed_score(numbers_, queries_[i], keys_[j]);
}

std::uint64_t cost_of_check(keys_to_check const& keys, std::uint64_t k, std::uint64_t last,
                            std::size_t pairs) {
  // In double, as the product can be beyond 64 bits; a limit need not be sharp.
  double const below = static_cast<double>(std::min(k, last));
  double const each =
      keys.offsets ? 4 * static_cast<double>(keys.offsets->size()) + 1 : static_cast<double>(last);
  double const cost =
      (below * below / 2 + each * static_cast<double>(last)) * static_cast<double>(pairs);
  return cost < 1e18 ? static_cast<std::uint64_t>(cost) : std::uint64_t{1'000'000'000'000'000'000};
}

std::optional<double> realized_gap(realized_scores& score, format::number_format const& f,
                                   std::uint64_t k, keys_to_check const& keys, std::uint64_t last,
                                   std::uint64_t& computed) {
  double const gap = format::f_large(f);
  bool const overflows_to_nan = f.overflow == format::overflow_rule::nan;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t i = 2; i <= last; ++i) {
    std::uint64_t const target = i <= k ? 0 : i - k;
    double const best = score(i, target);
    if (!std::isfinite(best)) return std::nullopt;
    auto const visit = [&](std::int64_t j) {
      ++computed;
      double const other = score(i, static_cast<std::uint64_t>(j));
      if (!std::isfinite(other)) return false;
      if (overflows_to_nan && std::isnan(format::subtract(f, best, other))) return false;
      double const ahead = rotary::difference_down(best, other);
      least = std::min(least, ahead);
      return ahead >= gap;
    };
    if (i <= k) {
      for (std::uint64_t j = 1; j < i; ++j)
        if (!visit(static_cast<std::int64_t>(j))) return std::nullopt;
    } else if (!every_key(keys, static_cast<std::int64_t>(i), static_cast<std::int64_t>(k),
                          visit)) {
      return std::nullopt;
    }
  }
  return least;
}

std::string checked_gap(double least, keys_to_check const& keys, format::number_format const& f) {
  double const gap = format::f_large(f);
  // Keys that were left out are at least f_large behind.
  if (keys.offsets) return ">= " + format::shortest_decimal(std::min(least, gap));
  return std::isfinite(least) ? format::shortest_decimal(least) : std::string();
}

} // namespace ltlc::lowering
