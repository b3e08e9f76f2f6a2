#include "ltlc/rotary/rounded_frequency.hpp"

#include <cmath>

#include "ltlc/exact/enclosure.hpp"

namespace ltlc::rotary {

namespace {

using exact::enclosure;

constexpr mpfr_prec_t first_bits = 96;
constexpr mpfr_prec_t most_bits = 4096;

// The value that both ends round to, if they do. Rounding is monotone, so all between them does.
template <class End>
std::optional<double> rounded_alike(format::number_format const& f, End const& low_end,
                                    End const& high_end) {
  double const low = format::round(f, low_end), high = format::round(f, high_end);
  // NaN stands for an overflow to either side.
  bool const alike =
      low == high || (std::isnan(low) && std::isnan(high) && (low_end > 0 || high_end < 0));
  if (!alike) return std::nullopt;
  return low == 0 ? 0 : low;
}

std::optional<double> rounded_alike(format::number_format const& f, enclosure const& x) {
  // Doubles around the ends are enough for most numbers of short formats, and much faster.
  if (f.precision <= 32)
    if (auto const found =
            rounded_alike(f, mpfr_get_d(x.lower(), MPFR_RNDD), mpfr_get_d(x.upper(), MPFR_RNDU)))
      return found;
  if (mpfi_bounded_p(x.get()) == 0) return std::nullopt;
  return rounded_alike(f, exact::to_rational(x.lower()), exact::to_rational(x.upper()));
}

enclosure in_radians(enclosure turns, mpfr_prec_t bits) {
  enclosure pi(bits);
  mpfi_const_pi(pi.get());
  mpfi_mul(turns.get(), turns.get(), pi.get());
  mpfi_mul_2ui(turns.get(), turns.get(), 1);
  return turns;
}

// The frequency as an angle, where it is one: then rounding can be decided without enclosures.
std::optional<exact::angle> as_angle(frequency const& g) {
  if (auto const* const a = std::get_if<exact::angle>(&g)) return *a;
  if (auto const turns = rational_turns(g)) return exact::angle{*turns, 0, 0};
  auto const* const s = std::get_if<stated>(&g);
  if (s != nullptr && s->error == 0 && !s->in_turns) return exact::angle{0, 0, s->value};
  return std::nullopt;
}

// position·g in radians, less a whole number of turns: any will do.
enclosure turned(frequency const& g, std::uint64_t position, mpfr_prec_t bits) {
  enclosure turns = enclose_turns(g, bits);
  mpfi_mul_ui(turns.get(), turns.get(), position);
  exact::integer whole;
  mpfr_get_z(whole.backend().data(), turns.lower(), MPFR_RNDN);
  mpfi_sub_z(turns.get(), turns.get(), whole.backend().data());
  return in_radians(std::move(turns), bits);
}

} // namespace

std::optional<double> radians(format::number_format const& f, frequency const& g) {
  if (auto const a = as_angle(g); a && a->turns == 0 && a->golden == 0)
    return format::round(f, a->radians);
  for (mpfr_prec_t bits = first_bits; bits <= most_bits; bits *= 2)
    if (auto const x = rounded_alike(f, in_radians(enclose_turns(g, bits), bits))) return x;
  return std::nullopt;
}

std::optional<rounded_rotation> rotation(format::number_format const& f, frequency const& g,
                                         std::uint64_t position) {
  if (position == 0) return rounded_rotation{1, 0};
  auto const angle = as_angle(g);
  for (mpfr_prec_t bits = first_bits; bits <= most_bits; bits *= 2) {
    enclosure const x = turned(g, position, bits);
    enclosure cosine(bits), sine(bits);
    mpfi_cos(cosine.get(), x.get());
    mpfi_sin(sine.get(), x.get());
    auto const c = rounded_alike(f, cosine), s = rounded_alike(f, sine);
    if (c && s) return rounded_rotation{*c, *s};
    if (angle) {
      rotary_pair pair;
      pair.step = *angle;
      auto const decided = rotation(f, pair, position);
      return rounded_rotation{decided.cosine == 0 ? 0 : decided.cosine,
                              decided.sine == 0 ? 0 : decided.sine};
    }
  }
  return std::nullopt;
}

} // namespace ltlc::rotary
