#include "ltlc/kernel/kernel.hpp"

#include <algorithm>
#include <map>

#include "ltlc/contract.hpp"

namespace ltlc::kernel {

namespace {

using exact::enclosure;
using exact::integer;
using exact::rational;

// The representative in [0, n).
integer residue(integer const& a, integer const& n) {
  integer r = a % n;
  if (r < 0) r += n;
  return r;
}

mpfr_prec_t size_in_bits(integer const& m) {
  return m == 0 ? 1 : static_cast<mpfr_prec_t>(msb(integer(abs(m)))) + 1;
}

// Replaces turns by cos(2π·turns).
void cosine_of_turns(enclosure& turns, mpfr_prec_t bits) {
  enclosure pi(bits);
  mpfi_const_pi(pi.get());
  mpfi_mul(turns.get(), turns.get(), pi.get());
  mpfi_mul_2ui(turns.get(), turns.get(), 1);
  mpfi_cos(turns.get(), turns.get());
}

// How often cos(2πt) is taken, for t in [0, 1/4): cos(1 − t) = cos t and cos(1/2 − t) = −cos t.
using cosine_counts = std::map<rational, std::int64_t>;

void count_cosine(cosine_counts& counts, rational const& turns, integer const& m) {
  integer const below = denominator(turns);
  rational t(residue(numerator(turns) * m, below), below);
  if (2 * t > 1) t = 1 - t;
  std::int64_t sign = 1;
  if (4 * t > 1) {
    t = rational(1, 2) - t;
    sign = -1;
  }
  if (4 * t != 1) counts[t] += sign;
}

void add_counted(enclosure& sum, cosine_counts const& counts, mpfr_prec_t bits) {
  rational plain = 0;
  for (auto const& [turns, count] : counts) {
    if (count == 0) continue;
    if (turns == 0) {
      plain += count;
    } else if (turns == rational(1, 6)) {
      plain += rational(count, 2);
    } else {
      enclosure term = exact::enclose(turns, bits);
      cosine_of_turns(term, bits);
      mpfi_mul_si(term.get(), term.get(), count);
      mpfi_add(sum.get(), sum.get(), term.get());
    }
  }
  enclosure const exactly = exact::enclose(plain, bits);
  mpfi_add(sum.get(), sum.get(), exactly.get());
}

// cos(2π·m·turns(g)): whole turns of the product are dropped before pi comes in.
enclosure cosine_at(rotary::frequency const& g, integer const& m, mpfr_prec_t bits) {
  mpfr_prec_t const wide = bits + size_in_bits(m);
  enclosure turns = rotary::enclose_turns(g, wide);
  enclosure const factor = exact::enclose(rational(m), wide);
  mpfi_mul(turns.get(), turns.get(), factor.get());
  enclosure whole(wide);
  mpfr_floor(&whole.get()->left, turns.lower());
  mpfr_set(&whole.get()->right, whole.lower(), MPFR_RNDN);
  mpfi_sub(turns.get(), turns.get(), whole.get());
  cosine_of_turns(turns, wide);
  return turns;
}

// sin(π·r/n) for 0 < r < n, with small relative error: sines near 0 are taken near 0, not near π.
enclosure sine_of_half_turns(integer const& r, integer const& n, mpfr_prec_t bits) {
  integer const near = std::min<integer>(r, n - r);
  enclosure x = exact::enclose(rational(near, n), bits);
  enclosure pi(bits);
  mpfi_const_pi(pi.get());
  mpfi_mul(x.get(), x.get(), pi.get());
  mpfi_sin(x.get(), x.get());
  return x;
}

std::string fixed_point(integer const& scaled, unsigned digits) {
  std::string text = integer(abs(scaled)).str();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits > 0) text.insert(text.size() - digits, 1, '.');
  return scaled < 0 ? "-" + text : text;
}

decimal rounded(rational const& low, rational const& high, unsigned digits) {
  rational const middle = (low + high) / 2;
  integer const power = pow(integer(10), digits);
  rational const scaled = middle * power;
  integer const twice = 2 * numerator(scaled) + denominator(scaled),
                below = 2 * denominator(scaled);
  integer nearest = twice / below; // floor(scaled + 1/2), once it is made a floor
  if (twice < 0 && nearest * below != twice) nearest -= 1;
  rational const away = middle - rational(nearest, power);
  return {fixed_point(nearest, digits), abs(away) + (high - low) / 2};
}

// known: whether the width goes to 0 as bits grow.
template <class Enclose>
decimal decimal_of(Enclose const& enclose_at, bool known, unsigned digits) {
  LTLC_EXPECTS(digits <= 1'000'000);
  rational const narrow = rational(1, 2 * pow(integer(10), digits));
  for (mpfr_prec_t bits = 64 + 4 * static_cast<mpfr_prec_t>(digits);; bits *= 2) {
    enclosure const x = enclose_at(bits);
    rational const low = exact::to_rational(x.lower()), high = exact::to_rational(x.upper());
    if (!known || high - low <= narrow) return rounded(low, high, digits);
  }
}

} // namespace

exact::enclosure enclose_kernel(planes const& p, exact::integer const& m, mpfr_prec_t bits) {
  LTLC_EXPECTS(!p.empty() && bits >= 2);
  mpfr_prec_t const work = bits + 8 + size_in_bits(integer(p.size()));
  enclosure sum(work);
  mpfi_set_ui(sum.get(), 0);
  cosine_counts counts;
  for (auto const& g : p) {
    if (auto const turns = rotary::rational_turns(g)) {
      count_cosine(counts, *turns, m);
    } else {
      enclosure const term = cosine_at(g, m, work);
      mpfi_add(sum.get(), sum.get(), term.get());
    }
  }
  add_counted(sum, counts, work);
  mpfi_div_ui(sum.get(), sum.get(), p.size());
  return sum;
}

exact::enclosure enclose_kernel(mobius_ladder const& ladder, exact::integer const& m,
                                mpfr_prec_t bits) {
  LTLC_EXPECTS(ladder.scale >= 1 && ladder.dimension >= 2 && ladder.dimension % 2 == 0);
  LTLC_EXPECTS(bits >= 2);
  integer const& n = ladder.scale;
  integer const below = residue(m, 2 * n), above = residue(below * ladder.dimension, 2 * n);
  mpfr_prec_t const work = bits + 16;
  enclosure c(work);
  if (below == 0 || below == n) {
    mpfi_set_si(c.get(), below == 0 ? 1 : -1);
    return c;
  }
  if (above == 0 || above == n) {
    mpfi_set_si(c.get(), 0);
    return c;
  }
  bool const negative = (above > n) != (below > n);
  c = sine_of_half_turns(residue(above, n), n, work);
  enclosure const divisor = sine_of_half_turns(residue(below, n), n, work);
  mpfi_div(c.get(), c.get(), divisor.get());
  mpfi_div_ui(c.get(), c.get(), ladder.dimension);
  if (negative) mpfi_neg(c.get(), c.get());
  return c;
}

std::optional<mobius_ladder> as_mobius(planes const& p, exact::integer const& scale) {
  LTLC_EXPECTS(!p.empty() && scale >= 1);
  // Compared as angles modulo a whole turn, which is all that integer positions see.
  std::vector<rational> are, should_be;
  for (std::size_t i = 0; i < p.size(); ++i) {
    auto const turns = rotary::rational_turns(p[i]);
    if (!turns) return std::nullopt;
    are.emplace_back(residue(numerator(*turns), denominator(*turns)), denominator(*turns));
    should_be.emplace_back(residue(2 * integer(i) + 1, 2 * scale), 2 * scale);
  }
  std::sort(are.begin(), are.end());
  std::sort(should_be.begin(), should_be.end());
  if (are != should_be) return std::nullopt;
  return mobius_ladder{scale, 2 * static_cast<std::uint64_t>(p.size())};
}

decimal kernel_decimal(planes const& p, exact::integer const& m, unsigned digits) {
  bool const known = std::all_of(p.begin(), p.end(), rotary::exactly_known);
  return decimal_of([&](mpfr_prec_t bits) { return enclose_kernel(p, m, bits); }, known, digits);
}

decimal kernel_decimal(mobius_ladder const& ladder, exact::integer const& m, unsigned digits) {
  return decimal_of([&](mpfr_prec_t bits) { return enclose_kernel(ladder, m, bits); }, true,
                    digits);
}

} // namespace ltlc::kernel
