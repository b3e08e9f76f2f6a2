#include "ltlc/range/ideal_range.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"
#include "ltlc/range/continued_fraction.hpp"

namespace ltlc::range {

namespace {

using exact::enclosure;
using exact::integer;
using exact::rational;

constexpr mpfr_prec_t most_bits_when_not_known_to_end = 4'096;

mpfr_prec_t bits_of(integer const& n) {
  return n == 0 ? 1 : static_cast<mpfr_prec_t>(msb(integer(abs(n)))) + 1;
}

// 2 sin²(πx) for x = n·turns less the nearest whole number, with the turns to `bits` bits.
enclosure relative_gap_at(rotary::frequency const& g, integer const& n, mpfr_prec_t bits) {
  enclosure x = rotary::enclose_turns(g, bits);
  mpfi_mul_z(x.get(), x.get(), n.backend().data());
  integer whole;
  mpfr_get_z(whole.backend().data(), x.lower(), MPFR_RNDN);
  mpfi_sub_z(x.get(), x.get(), whole.backend().data());
  enclosure pi(bits);
  mpfi_const_pi(pi.get());
  mpfi_mul(x.get(), x.get(), pi.get());
  mpfi_sin(x.get(), x.get());
  mpfi_sqr(x.get(), x.get());
  mpfi_mul_2ui(x.get(), x.get(), 1);
  return x;
}

// 1 − cos of the angle in turns, where it is rational.
std::optional<rational> rational_gap(rational const& turns) {
  if (denominator(turns) > 6 || denominator(turns) == 5) return std::nullopt;
  auto const below = denominator(turns).convert_to<int>();
  switch (below) {
  case 1:
    return rational(0);
  case 2:
    return rational(2);
  case 3:
    return rational(3, 2);
  case 4:
    return rational(1);
  default:
    return rational(1, 2);
  }
}

// Whether cos gn can be shown irrational whenever it is not in rational_gap's table.
bool comparisons_end(rotary::frequency const& g) {
  auto const* const p = std::get_if<rotary::geometric>(&g);
  return rotary::exactly_known(g) && (p == nullptr || p->smooth == 0);
}

int sign_of(rational const& q) {
  return q < 0 ? -1 : q > 0 ? 1 : 0;
}

ideal_answer answer_for(integer const& k, integer const& n, integer const& before) {
  if (n == 1) return {k - 1, n, k + 1, 0, before};
  if (n < k) return {k - 1, n, k + 1, n + 1, before};
  return {n + k - 2, n, n + k, 0, before};
}

// The range when every n up to `safe` keeps its gap.
integer length_for(integer const& k, integer const& safe) {
  return k - 1 + (safe >= k - 1 ? safe : integer(0));
}

} // namespace

enclosure relative_gap(rotary::frequency const& g, integer const& n, mpfr_prec_t bits) {
  if (auto const turns = rotary::rational_turns(g)) {
    if (auto const exact = rational_gap(*turns * n)) return exact::enclose(*exact, bits);
  }
  for (mpfr_prec_t working = bits + 2 * bits_of(n) + 32;; working *= 2) {
    enclosure x = relative_gap_at(g, n, working);
    enclosure width(64), least(64);
    mpfi_diam_abs(&width.get()->left, x.get());
    mpfi_mig(&least.get()->left, x.get());
    mpfr_div_2si(&least.get()->left, &least.get()->left, bits, MPFR_RNDD);
    if (mpfr_cmp(&width.get()->left, &least.get()->left) <= 0) return x;
    if (!comparisons_end(g) && working > most_bits_when_not_known_to_end) return x;
  }
}

std::optional<int> compare_gap(rotary::frequency const& g, integer const& n, rational const& scale,
                               rational const& gap) {
  LTLC_EXPECTS(scale > 0);
  if (auto const turns = rotary::rational_turns(g)) {
    if (auto const exact = rational_gap(*turns * n)) return sign_of(scale * *exact - gap);
  }
  bool const ends = comparisons_end(g);
  rational const wanted = gap / scale;
  for (mpfr_prec_t bits = 2 * bits_of(n) + 128;; bits *= 2) {
    enclosure x = relative_gap_at(g, n, bits);
    enclosure const target = exact::enclose(wanted, bits);
    mpfi_sub(x.get(), x.get(), target.get());
    if (int const s = x.certain_sign(); s != 0) return s;
    if (!ends && bits > most_bits_when_not_known_to_end) return std::nullopt;
  }
}

tl::expected<std::optional<ideal_answer>, not_decided> ideal_range(offset_pair const& head,
                                                                   rational const& gap) {
  LTLC_EXPECTS(head.offset >= 1 && head.scale > 0);
  if (gap <= 0) return std::nullopt;
  // n* <= 1/x for the x in (0, 1/2] with C(1 − cos 2πx) = f, by Dirichlet's theorem, or 1 if there
  // is none; 1 − cos 2πx <= 2π²x² < 20x², so 1/x < √(20 C/f).
  rational const ratio = 20 * head.scale / gap;
  integer const limit = sqrt(integer(numerator(ratio) / denominator(ratio))) + 2;
  auto const expansion = expand(head.step, limit);
  auto candidates = expansion.denominators;
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());

  bool undecided = false;
  auto const keeps = [&](integer const& n) {
    auto const s = compare_gap(head.step, n, head.scale, gap);
    if (!s) undecided = true;
    return s && *s >= 0;
  };
  if (comparisons_end(head.step)) {
    auto const first = std::partition_point(candidates.begin(), candidates.end(), keeps);
    LTLC_ENSURES(first != candidates.end());
    return answer_for(head.offset, *first, first == candidates.begin() ? 0 : *(first - 1));
  }
  integer safe = 0;
  for (integer const& n : candidates) {
    if (keeps(n)) {
      safe = n;
      continue;
    }
    if (!undecided) return answer_for(head.offset, n, safe);
    return tl::unexpected(not_decided{length_for(head.offset, n - 1)});
  }
  return tl::unexpected(not_decided{length_for(head.offset, safe)});
}

} // namespace ltlc::range
