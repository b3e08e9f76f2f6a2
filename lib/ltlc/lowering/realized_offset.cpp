#include "ltlc/lowering/realized_offset.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

std::optional<double> realized_gap(rotary::offset_scores& score, format::number_format const& f,
                                   std::uint64_t k, keys_to_check const& keys, std::uint64_t last,
                                   std::uint64_t& computed) {
  double const gap = format::f_large(f);
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t i = 2; i <= last; ++i) {
    std::uint64_t const target = i <= k ? 0 : i - k;
    double const best = score(i, target);
    if (!std::isfinite(best)) return std::nullopt;
    auto const visit = [&](std::int64_t j) {
      ++computed;
      double const ahead = rotary::difference_down(best, score(i, static_cast<std::uint64_t>(j)));
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
