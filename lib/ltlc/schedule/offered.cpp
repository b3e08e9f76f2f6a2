// Sums of cosines are integers in units of 2^-56: every choice is exact, and the same on every
// machine. An entry is off by less than a unit, a sum of k by less than k.
#include "ltlc/schedule/offered.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <mpfr.h>
#include <numeric>
#include <set>

#include "ltlc/contract.hpp"
#include "ltlc/format/multiple_precision.hpp"
#include "ltlc/rotary/modular_gap.hpp"

namespace ltlc::schedule {

namespace {

constexpr int unit_exponent = -56;
constexpr std::size_t most_harmonics_of_all_sets = 12;
constexpr std::size_t most_harmonics_grown = 64;

// cos(2πj/m), the fold of an exact angle.
std::int64_t cosine_in_units(std::uint64_t j, std::uint64_t m) {
  format::mpfr_number x(64);
  mpfr_set_ui(x.get(), j, MPFR_RNDN); // below 2^20
  mpfr_cosu(x.get(), x.get(), m, MPFR_RNDN);
  mpfr_mul_2si(x.get(), x.get(), -unit_exponent, MPFR_RNDN);
  return mpfr_get_si(x.get(), MPFR_RNDN);
}

// The planes of use for a modulus, one for each harmonic up to sign.
struct useful_planes {
  std::vector<std::size_t> planes;
  std::vector<std::uint64_t> harmonics;
  std::uint64_t common; // of m and all harmonics, the greatest common divisor
};

useful_planes planes_for(rotary_schedule const& s, std::uint64_t m) {
  useful_planes u{{}, {}, m};
  std::set<std::uint64_t> seen;
  for (std::size_t l = 0; l < s.planes.size(); ++l) {
    auto const turns = rotary::rational_turns(s.planes[l]);
    if (!turns) continue;
    exact::rational const times = *turns * m;
    if (denominator(times) != 1) continue;
    exact::integer a = numerator(times) % m;
    if (a < 0) a += m;
    auto const harmonic = a.convert_to<std::uint64_t>();
    if (harmonic == 0 || !seen.insert(std::min(harmonic, m - harmonic)).second) continue;
    u.planes.push_back(l);
    u.harmonics.push_back(harmonic);
    u.common = std::gcd(u.common, harmonic);
  }
  return u;
}

class head_search {
public:
  head_search(useful_planes useful, std::uint64_t m) : useful_(std::move(useful)), m_(m) {
    for (std::uint64_t j = 0; j < m; ++j)
      circle_.push_back(cosine_in_units(j, m));
  }

  anchored_head find() {
    if (useful_.harmonics.size() <= most_harmonics_of_all_sets) {
      try_all_sets();
    } else {
      grow();
      std::vector<std::size_t> all(useful_.harmonics.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      if (all.size() <= most_harmonics_grown) consider(all, highest_of(all));
    }
    return result();
  }

private:
  using members = std::vector<std::size_t>; // indices into useful_

  void try_all_sets() {
    std::uint64_t const sets = std::uint64_t{1} << useful_.harmonics.size();
    for (std::size_t size = 1; size <= useful_.harmonics.size(); ++size)
      for (std::uint64_t bits = 1; bits < sets; ++bits) {
        if (static_cast<std::size_t>(std::popcount(bits)) != size) continue;
        members set;
        for (std::size_t h = 0; h < useful_.harmonics.size(); ++h)
          if ((bits >> h & 1) != 0) set.push_back(h);
        consider(set, highest_of(set));
      }
  }

  // The best addition is that with the lowest maximum; while the maximum is not alone at 0, that
  // with the smallest divisor left. Some addition makes the divisor smaller, as that of all is 1.
  void grow() {
    members set;
    std::uint64_t divisor = m_;
    std::vector<bool> used(useful_.harmonics.size());
    sums_.assign(m_ / 2 + 1, 0);
    while (set.size() < std::min(most_harmonics_grown, useful_.harmonics.size())) {
      std::size_t best = 0;
      std::pair<std::uint64_t, std::int64_t> least{m_ + 1, 0};
      for (std::size_t h = 0; h < used.size(); ++h) {
        if (used[h]) continue;
        std::pair const here{std::gcd(divisor, useful_.harmonics[h]),
                             highest_with(useful_.harmonics[h])};
        if (here < least) {
          least = here;
          best = h;
        }
      }
      used[best] = true;
      set.push_back(best);
      divisor = least.first;
      for (std::uint64_t n = 0; n < sums_.size(); ++n)
        sums_[n] += circle_[useful_.harmonics[best] * n % m_];
      consider(set, least.second);
    }
  }

  // E is even, so n <= m/2 will do.
  [[nodiscard]] std::int64_t highest_with(std::uint64_t harmonic) const {
    std::int64_t highest = INT64_MIN;
    std::uint64_t at = 0;
    for (std::uint64_t n = 1; n < sums_.size(); ++n) {
      at += harmonic;
      if (at >= m_) at -= m_;
      highest = std::max(highest, sums_[n] + circle_[at]);
    }
    return highest;
  }

  [[nodiscard]] std::int64_t highest_of(members const& set) const {
    std::int64_t highest = INT64_MIN;
    for (std::uint64_t n = 1; n <= m_ / 2; ++n) {
      std::int64_t sum = 0;
      for (std::size_t const h : set)
        sum += circle_[useful_.harmonics[h] * n % m_];
      highest = std::max(highest, sum);
    }
    return highest;
  }

  // highest/size < that of the best so far; products of at most 2^62 and 2^6.
  void consider(members const& set, std::int64_t highest) {
    auto const wide = [](std::int64_t x, std::size_t times) { return exact::integer(x) * times; };
    if (!best_.empty() && wide(highest, best_.size()) >= wide(highest_, set.size())) return;
    best_ = set;
    highest_ = highest;
  }

  [[nodiscard]] anchored_head result() const {
    anchored_head head;
    head.modulus = m_;
    head.available = useful_.harmonics.size();
    for (std::size_t const h : best_) {
      head.planes.push_back(useful_.planes[h]);
      head.harmonics.push_back(useful_.harmonics[h]);
    }
    auto const size = static_cast<std::int64_t>(best_.size());
    std::int64_t const at_most = highest_ + size;
    std::int64_t const gap = (size << -unit_exponent) - at_most;
    LTLC_ENSURES(gap > 0);
    // Each conversion and division is off by half a unit at most.
    head.highest =
        std::nextafter(std::ldexp(static_cast<double>(at_most), unit_exponent), HUGE_VAL);
    head.relative_gap = static_cast<double>(gap) / std::ldexp(static_cast<double>(size), 56);
    for (int k = 0; k < 2; ++k)
      head.relative_gap = std::nextafter(head.relative_gap, 0.0);
    return head;
  }

  useful_planes useful_;
  std::uint64_t m_;
  std::vector<std::int64_t> circle_;
  std::vector<std::int64_t> sums_; // of the set that grows, for n = 0 … m/2
  members best_;
  std::int64_t highest_ = 0;
};

// Rounding errors grow with the scale: the next powers of 2 help where little is missing.
constexpr int scales_tried = 4;

template <class Gap>
realized_head realized_with(anchored_head const& head, format::number_format const& f,
                            Gap const& least_gap) {
  double const needed = format::f_large(f);
  double const size = static_cast<double>(head.planes.size());
  realized_head best;
  best.gap = -HUGE_VAL;
  if (!std::isfinite(needed)) return best;
  // Sums that are small fractions, as those of m = 2, 3, 4 and 6, come out as such.
  double const halfway = std::ldexp(std::round(std::ldexp((size + head.highest) / 2, 32)), -32);
  // A guess; what holds is computed.
  int const least = std::ilogb(2 * needed / (size * head.relative_gap)) + 1;
  for (int e = least; e < least + scales_tried && e <= f.max_exponent; ++e) {
    double const c = std::ldexp(1.0, e);
    double const baseline = format::round(f, c * halfway);
    if (!std::isfinite(baseline)) break;
    realized_head here{exact::rational(c), exact::rational(baseline), 0, false};
    here.gap = least_gap(here);
    here.holds = here.gap >= needed;
    if (here.gap > best.gap || here.holds) best = here;
    if (best.holds || here.gap <= 0) break;
  }
  return best;
}

} // namespace

std::vector<std::uint64_t> offered_moduli(rotary_schedule const& s, std::uint64_t bound) {
  // The denominators, and all least common multiples of some of them.
  std::set<std::uint64_t> closed{1};
  std::set<std::uint64_t> denominators;
  for (auto const& g : s.planes)
    if (auto const m = rotary::period(g); m && *m <= bound)
      denominators.insert(m->convert_to<std::uint64_t>());
  for (std::uint64_t const d : denominators) {
    std::vector<std::uint64_t> const before(closed.begin(), closed.end());
    for (std::uint64_t const m : before) {
      exact::integer const both = lcm(exact::integer(m), exact::integer(d));
      if (both <= bound) closed.insert(both.convert_to<std::uint64_t>());
    }
  }
  closed.erase(1);
  return {closed.begin(), closed.end()};
}

std::optional<anchored_head> best_head(rotary_schedule const& s, std::uint64_t m) {
  LTLC_EXPECTS(2 <= m && m <= most_modulus);
  auto useful = planes_for(s, m);
  if (useful.common != 1) return std::nullopt;
  return head_search(std::move(useful), m).find();
}

realized_head realized(anchored_head const& head, std::uint64_t residue,
                       format::number_format const& f) {
  LTLC_EXPECTS(residue < head.modulus);
  rotary::rotation_table circle(f, {0, 1, exact::angle{exact::rational(1, head.modulus), 0, 0}});
  return realized_with(head, f, [&](realized_head const& h) {
    return rotary::least_gap({residue, head.modulus, h.scale, h.baseline, false, head.harmonics}, f,
                             circle);
  });
}

realized_head realized(anchored_head const& head, format::number_format const& f) {
  rotary::rotation_table circle(f, {0, 1, exact::angle{exact::rational(1, head.modulus), 0, 0}});
  return realized_with(head, f, [&](realized_head const& h) {
    double least = HUGE_VAL;
    for (std::uint64_t r = 0; r < head.modulus && least > 0; ++r)
      least = std::min(
          least, rotary::least_gap({r, head.modulus, h.scale, h.baseline, false, head.harmonics}, f,
                                   circle));
    return least;
  });
}

} // namespace ltlc::schedule
