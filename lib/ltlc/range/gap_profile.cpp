#include "ltlc/range/gap_profile.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "ltlc/contract.hpp"
#include "ltlc/range/realized_scores.hpp"
#include "ltlc/rotary/difference.hpp"

namespace ltlc::range {

namespace {

constexpr mpfr_prec_t gap_bits = 80;

// The gap lies strictly between the neighbors of the double that is nearest to an enclosure of 80
// bits; on which side of that one, or that it is that one, is decided exactly.
offset_gap gap_at(offset_pair const& head, std::int64_t n) {
  if (n == 0) return {0, 0, 0};
  exact::integer const size = std::abs(n);
  exact::enclosure gap = relative_gap(head.step, size, gap_bits);
  mpfi_mul_q(gap.get(), gap.get(), head.scale.backend().data());
  double const near = mpfr_get_d(gap.lower(), MPFR_RNDN);
  if (!std::isfinite(near)) return {n, std::numeric_limits<double>::max(), near};
  auto const side = compare_gap(head.step, size, head.scale, exact::rational(near));
  return {n, !side || *side < 0 ? std::nextafter(near, 0.0) : near,
          !side || *side > 0 ? std::nextafter(near, HUGE_VAL) : near};
}

} // namespace

std::vector<offset_gap> exact_gaps(offset_pair const& head, std::int64_t first, std::int64_t last) {
  [[maybe_unused]] constexpr std::int64_t bound = std::int64_t{1} << 62; // in contracts only
  LTLC_EXPECTS(head.scale > 0 && first > -bound && last < bound);
  std::vector<offset_gap> found;
  for (std::int64_t n = first; n <= last; ++n)
    found.push_back(gap_at(head, n));
  return found;
}

std::optional<std::vector<offset_margin>> realized_margins(offset_pair const& head,
                                                           realization const& r,
                                                           std::uint64_t length, std::int64_t first,
                                                           std::int64_t last, std::uint64_t work) {
  auto const k = head.offset.convert_to<std::int64_t>();
  auto const end = static_cast<std::int64_t>(length) + 1; // the last query
  std::vector<offset_margin> found;
  if (first > last) return found;
  auto const offsets = static_cast<std::uint64_t>(last - first) + 1;
  if (length >= head.offset && offsets > work / (length + 1 - static_cast<std::uint64_t>(k)))
    return std::nullopt;
  for (std::int64_t n = first; n <= last; ++n)
    if (n != 0) found.push_back({n, std::nullopt, 0, 0});
  realized_scores scores(head, r);
  for (std::int64_t i = k + 1; i <= end; ++i) {
    auto const query = static_cast<std::uint64_t>(i);
    double const winner = scores(query, static_cast<std::uint64_t>(i - k));
    for (auto& entry : found) {
      std::int64_t const j = i - k - entry.offset;
      if (j < 0 || j >= i) continue;
      auto const key = static_cast<std::uint64_t>(j);
      double const margin = rotary::difference_down(winner, scores(query, key));
      if (entry.margin && *entry.margin <= margin) continue;
      entry.margin = margin;
      entry.query = query;
      entry.key = key;
    }
  }
  return found;
}

} // namespace ltlc::range
