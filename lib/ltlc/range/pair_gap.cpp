// With w = a/Σa, G(n) = Σa·(1 − T(n)) for T(n) = Σ w cos(g n), and |T̂ − T| <= ε for what
// cosine_sums computes. The least gap is at an n with T̂(n) >= max T̂ − 2ε; G(n) < f, that is T(n) >
// 1 − f/Σa, needs T̂(n) > 1 − f/Σa − ε. All such n are evaluated by enclosures.
//
// Frequencies in rational turns with common denominator m: G(m − n) = G(n) and G(m) = 0, so that
// 1 <= n <= m/2 are all there is.
#include "ltlc/range/pair_gap.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/range/cosine_sums.hpp"

namespace ltlc::range {

namespace {

using exact::enclosure;
using exact::integer;
using exact::rational;

constexpr mpfr_prec_t first_gap_bits = 64;
constexpr mpfr_prec_t bits_before_exact_compare = 1'024;
constexpr mpfr_prec_t most_gap_bits = 4'096;

pair_head without_zeros(pair_head const& head) {
  pair_head kept;
  for (auto const& plane : head) {
    LTLC_EXPECTS(plane.amplitude >= 0);
    if (plane.amplitude != 0) kept.push_back(plane);
  }
  return kept;
}

// The m of the head of this file, or nullopt.
std::optional<integer> common_period(pair_head const& head) {
  integer m = 1;
  for (auto const& plane : head) {
    auto const one = rotary::period(plane.step);
    if (!one) return std::nullopt;
    m = lcm(m, *one);
  }
  return m;
}

// The last n to look at, and the period if it is at most `length`.
struct looked_at {
  std::uint64_t last;
  std::optional<std::uint64_t> period;
};

looked_at offsets_of(pair_head const& head, std::uint64_t length) {
  auto const m = common_period(head);
  if (!m || *m > 2 * integer(length)) return {length, std::nullopt};
  auto const period = m->convert_to<std::uint64_t>();
  looked_at result{std::min(length, period / 2), std::nullopt};
  if (period <= length) result.period = period;
  return result;
}

std::vector<double> relative_weights(pair_head const& head, rational const& total) {
  std::vector<double> weights;
  for (auto const& plane : head)
    weights.push_back(format::round(format::fp64, rational(plane.amplitude / total)));
  return weights;
}

cosine_sums sums_of(pair_head const& head, std::uint64_t last) {
  std::vector<rotary::frequency> steps;
  for (auto const& plane : head)
    steps.push_back(plane.step);
  return cosine_sums(steps, last);
}

struct near_least {
  std::uint64_t offset;
  double sum; // T̂
};

// All n that can have the greatest T, in order.
std::vector<std::uint64_t> near_greatest_sum(pair_head const& head, std::uint64_t last) {
  auto const cosines = sums_of(head, last);
  auto const weights = relative_weights(head, total_amplitude(head));
  // Twice ε, and the rounding of the subtractions from numbers below 2.
  double const margin = 2 * cosines.error() + 0x1p-50;
  std::vector<near_least> found;
  double greatest = -2;
  cosine_sums::sums at;
  for (std::uint64_t b = 0; b <= last / cosine_sums::block; ++b) {
    cosines.evaluate(b, weights, at);
    std::size_t const from = b == 0 ? 1 : 0;
    std::size_t const to = std::min<std::uint64_t>(cosine_sums::block, last + 1 - b * at.size());
    double const here = *std::max_element(at.begin() + from, at.begin() + to);
    if (here < greatest - margin) continue;
    if (here > greatest) {
      greatest = here;
      std::erase_if(found, [&](near_least const& n) { return n.sum < greatest - margin; });
    }
    for (std::size_t r = from; r < to; ++r)
      if (at[r] >= greatest - margin) found.push_back({b * at.size() + r, at[r]});
  }
  std::vector<std::uint64_t> offsets;
  for (auto const& n : found)
    offsets.push_back(n.offset);
  return offsets;
}

// What decides G(n) for planes in rational turns: the distances of n·turns to whole numbers, with
// the amplitudes of each. Equal ones have equal gaps.
std::map<rational, rational> distances(pair_head const& head, std::uint64_t n) {
  std::map<rational, rational> found;
  for (auto const& plane : head) {
    rational const turns = *rotary::rational_turns(plane.step) * n;
    integer const below = denominator(turns);
    integer above = numerator(turns) % below;
    if (above < 0) above += below;
    found[rational(std::min<integer>(above, below - above), below)] += plane.amplitude;
  }
  return found;
}

// Of offsets whose gaps agree distance by distance, the first.
void leave_first_of_equals(pair_head const& head, std::vector<std::uint64_t>& offsets) {
  for (auto const& plane : head)
    if (!rotary::rational_turns(plane.step)) return;
  std::map<std::map<rational, rational>, std::uint64_t> seen;
  std::erase_if(offsets,
                [&](std::uint64_t n) { return !seen.emplace(distances(head, n), n).second; });
}

struct known_kinds {
  bool angles_only = true; // exact scalars, not golden and in radians together
  bool ends = true;        // see compare_gap
};

known_kinds kinds_of(pair_head const& head) {
  bool golden = false, radians = false, shifted = false;
  known_kinds kinds;
  for (auto const& plane : head) {
    if (plane.amplitude == 0) continue;
    if (auto const* const a = std::get_if<exact::angle>(&plane.step)) {
      golden |= a->golden != 0;
      radians |= a->radians != 0;
      shifted |= a->radians != 0 && a->turns != 0;
      continue;
    }
    // Rational turns and numbers that are 0 aside, this is an algebraic number of radians, or π
    // times one: of several powers of −1 at once no independence is known.
    kinds.angles_only = false;
    if (!rotary::exactly_known(plane.step)) kinds.ends = false;
    if (auto const* const p = std::get_if<rotary::geometric>(&plane.step);
        p && (p->smooth != 0 || p->times_pi))
      kinds.ends = false;
  }
  if (golden && radians) kinds.angles_only = false;
  // A root of unity in front of a power of e could cancel the same power of another plane.
  if (golden || shifted) kinds.ends = false;
  return kinds;
}

// A frequency in rational turns as the angle it is.
pair_head with_plain_angles(pair_head head) {
  for (auto& plane : head)
    if (auto const turns = rotary::rational_turns(plane.step))
      plane.step = exact::angle{*turns, 0, 0} + exact::angle{};
  return head;
}

exact::scalar gap_as_scalar(pair_head const& head, integer const& n) {
  exact::scalar sum;
  for (auto const& plane : head) {
    auto const& a = std::get<exact::angle>(plane.step);
    LTLC_EXPECTS(n < (integer(1) << 62));
    exact::angle const at = n.convert_to<std::int64_t>() * a;
    sum += exact::scalar(plane.amplitude) * (exact::scalar(1) - exact::cosine(at));
  }
  return sum;
}

int sign_against(enclosure const& x, rational const& y, mpfr_prec_t bits) {
  enclosure difference(bits);
  mpfi_sub(difference.get(), x.get(), exact::enclose(y, bits).get());
  return difference.certain_sign();
}

} // namespace

rational total_amplitude(pair_head const& head) {
  rational sum = 0;
  for (auto const& plane : head)
    sum += plane.amplitude;
  return sum;
}

enclosure enclose_gap(pair_head const& head, integer const& n, mpfr_prec_t bits) {
  // All terms are >= 0: each with 16 bits to spare, and fewer than 2^13 roundings of their sum.
  mpfr_prec_t const working = bits + 16;
  enclosure sum(working);
  for (auto const& plane : head) {
    if (plane.amplitude == 0) continue;
    enclosure term = relative_gap(plane.step, n, working);
    mpfi_mul(term.get(), term.get(), exact::enclose(plane.amplitude, working).get());
    mpfi_add(sum.get(), sum.get(), term.get());
  }
  return sum;
}

std::optional<int> compare_gap(pair_head const& head, integer const& n, rational const& gap) {
  LTLC_EXPECTS(n >= 1);
  auto const plain = with_plain_angles(without_zeros(head));
  auto const kinds = kinds_of(plain);
  for (mpfr_prec_t bits = first_gap_bits;; bits *= 2) {
    if (int const s = sign_against(enclose_gap(plain, n, bits), gap, bits + 16); s != 0) return s;
    if (kinds.angles_only && bits >= bits_before_exact_compare)
      return exact::compare(gap_as_scalar(plain, n), exact::scalar(gap));
    if (!kinds.angles_only && !kinds.ends && bits >= most_gap_bits) return std::nullopt;
  }
}

least_gap find_least_gap(pair_head const& with_zeros, std::uint64_t length) {
  auto const head = without_zeros(with_zeros);
  LTLC_EXPECTS(!head.empty() && 1 <= length && length < (std::uint64_t{1} << 47));
  auto const range = offsets_of(head, length);
  if (range.period) return {0, 0, {*range.period}};
  auto offsets = near_greatest_sum(head, range.last);
  for (mpfr_prec_t bits = first_gap_bits;; bits *= 2) {
    std::vector<std::pair<std::uint64_t, enclosure>> gaps;
    std::optional<enclosure> lowest_top, lowest_bottom;
    for (std::uint64_t const n : offsets) {
      gaps.emplace_back(n, enclose_gap(head, n, bits));
      auto const& x = gaps.back().second;
      if (!lowest_top || mpfr_cmp(x.upper(), lowest_top->upper()) < 0) lowest_top = x;
      if (!lowest_bottom || mpfr_cmp(x.lower(), lowest_bottom->lower()) < 0) lowest_bottom = x;
    }
    std::erase_if(
        gaps, [&](auto const& g) { return mpfr_cmp(g.second.lower(), lowest_top->upper()) > 0; });
    offsets.clear();
    for (auto const& g : gaps)
      offsets.push_back(g.first);
    if (offsets.size() > 1 && bits == first_gap_bits) leave_first_of_equals(head, offsets);
    if (offsets.size() > 1 && bits < bits_before_exact_compare) continue;
    return {exact::to_rational(lowest_bottom->lower()), exact::to_rational(lowest_top->upper()),
            offsets};
  }
}

tl::expected<std::optional<std::uint64_t>, not_decided>
find_first_unsafe(pair_head const& with_zeros, rational const& gap, std::uint64_t length) {
  auto const head = without_zeros(with_zeros);
  LTLC_EXPECTS(1 <= length && length < (std::uint64_t{1} << 47));
  if (gap <= 0) return std::nullopt;
  rational const total = total_amplitude(head);
  if (gap > 2 * total) return std::optional<std::uint64_t>(1); // no gap exceeds 2Σa
  auto const range = offsets_of(head, length);
  auto const cosines = sums_of(head, range.last);
  auto const weights = relative_weights(head, total);
  // |1 − f/Σa| <= 1: the conversion is off by at most 2^-52, each subtraction by 2^-53.
  double const least = rational(1 - gap / total).convert_to<double>() - cosines.error() - 0x1p-50;
  cosine_sums::sums at;
  for (std::uint64_t b = 0; b <= range.last / cosine_sums::block; ++b) {
    cosines.evaluate(b, weights, at);
    std::uint64_t const first = b * cosine_sums::block;
    for (std::uint64_t n = std::max<std::uint64_t>(1, first);
         n < first + cosine_sums::block && n <= range.last; ++n) {
      if (at[n - first] < least) continue;
      auto const s = compare_gap(head, n, gap);
      if (!s) return tl::unexpected(not_decided{n - 1});
      if (*s < 0) return std::optional<std::uint64_t>(n);
    }
  }
  return range.period;
}

} // namespace ltlc::range
