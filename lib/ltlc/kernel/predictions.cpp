#include "ltlc/kernel/predictions.hpp"

#include <algorithm>
#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/kernel/profile.hpp"

namespace ltlc::kernel {

namespace {

using exact::enclosure;
using exact::integer;
using exact::rational;

constexpr mpfr_prec_t last_bits = 512; // where telling a value from 0 is given up

// Refines an enclosure until its sign is certain: 1, −1, 0 for an enclosed exact 0, or nullopt.
template <class Enclose>
std::optional<int> told_sign(Enclose const& enclose_at) {
  for (mpfr_prec_t bits = 64; bits <= last_bits; bits *= 2) {
    enclosure const x = enclose_at(bits);
    if (int const sign = x.certain_sign(); sign != 0) return sign;
    if (mpfr_zero_p(x.lower()) && mpfr_zero_p(x.upper())) return 0;
  }
  return std::nullopt;
}

verdict opposite_verdict(std::optional<schedule::holonomy> h) {
  if (!h) return verdict::undecided;
  return *h == schedule::holonomy::minus_identity ? verdict::holds : verdict::fails;
}

// c at an offset, by the closed form where there is one.
enclosure value_at(planes const& p, std::optional<mobius_ladder> const& ladder, integer const& m,
                   mpfr_prec_t bits) {
  return ladder ? enclose_kernel(*ladder, m, bits) : enclose_kernel(p, m, bits);
}

main_lobe measure_lobe(planes const& p, std::optional<mobius_ladder> const& ladder,
                       std::uint64_t scale) {
  integer const dimension = 2 * integer(p.size());
  main_lobe lobe{verdict::fails, std::nullopt, (scale + dimension - 1) / dimension};
  for (integer m = 1; m <= scale; ++m) {
    auto const sign = told_sign([&](mpfr_prec_t bits) { return value_at(p, ladder, m, bits); });
    if (!sign) {
      // Not told from 0 past the predicted place: the lobe is too wide whatever the value is.
      if (m <= lobe.predicted) lobe.is = verdict::undecided;
      return lobe;
    }
    if (*sign <= 0) {
      lobe.half_width = m;
      lobe.is = m == lobe.predicted ? verdict::holds : verdict::fails;
      return lobe;
    }
  }
  return lobe;
}

// The sign of 1 − |c(m)|·D·sin(πm/N), for 0 < m < N.
std::optional<int> room_below_bound(planes const& p, std::uint64_t m, std::uint64_t scale) {
  return told_sign([&](mpfr_prec_t bits) {
    enclosure x = enclose_kernel(p, integer(m), bits);
    mpfi_abs(x.get(), x.get());
    enclosure s = exact::enclose(rational(m, scale), bits);
    enclosure pi(bits);
    mpfi_const_pi(pi.get());
    mpfi_mul(s.get(), s.get(), pi.get());
    mpfi_sin(s.get(), s.get());
    mpfi_mul(x.get(), x.get(), s.get());
    mpfi_mul_ui(x.get(), x.get(), 2 * p.size());
    mpfi_ui_sub(x.get(), 1, x.get());
    return x;
  });
}

bulk measure_bulk(planes const& p, bool ladder, std::uint64_t scale) {
  bulk b{verdict::holds, std::nullopt, greatest_magnitude(p, (scale + 3) / 4, 3 * scale / 4)};
  if (ladder) return b; // the bound is the closed form with |sin| <= 1 above
  for (std::uint64_t m = 1; m < scale; ++m) {
    auto const room = room_below_bound(p, m, scale);
    if (!room) b.is = verdict::undecided;
    if (room && *room < 0) {
      b.is = verdict::fails;
      b.witness = m;
      return b;
    }
  }
  return b;
}

} // namespace

std::optional<exact::integer> kernel_period(planes const& p) {
  integer common = 1;
  for (auto const& g : p) {
    auto const own = rotary::period(g);
    if (!own) return std::nullopt;
    common = lcm(common, *own);
  }
  return common;
}

predictions predict(planes const& p, std::uint64_t scale) {
  LTLC_EXPECTS(!p.empty() && scale >= 4);
  auto const ladder = as_mobius(p, scale);
  auto const h = schedule::holonomy_after(p, scale);
  auto const opposite = opposite_verdict(h);
  auto const period = kernel_period(p);
  // Anti-periodic by N with a least period that is known: whether that is 2N and no divisor of it.
  verdict beyond = opposite;
  if (opposite == verdict::holds && period != 2 * integer(scale)) beyond = verdict::fails;
  return {ladder,
          measure_lobe(p, ladder, scale),
          measure_bulk(p, ladder.has_value(), scale),
          {opposite, h, enclose_kernel(p, integer(scale), 256)},
          {opposite, period, beyond}};
}

} // namespace ltlc::kernel
