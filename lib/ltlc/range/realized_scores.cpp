#include "ltlc/range/realized_scores.hpp"

#include <cmath>
#include <limits>
#include <variant>

#include "ltlc/contract.hpp"

namespace ltlc::range {

namespace {

using exact::angle;
using exact::enclosure;
using exact::rational;
using format::number_format;

constexpr std::uint64_t most_rows_kept = std::uint64_t{1} << 21;

// The value in every enclose(bits), rounded.
template <class Enclose>
double rounded_from(number_format const& f, Enclose const& enclose) {
  for (mpfr_prec_t bits = 128;; bits *= 2) {
    enclosure const x = enclose(bits);
    double const low = format::round(f, exact::to_rational(x.lower()));
    double const high = format::round(f, exact::to_rational(x.upper()));
    if (low == high || (std::isnan(low) && std::isnan(high))) return low;
  }
}

enclosure radians_of(enclosure turns, mpfr_prec_t bits) {
  enclosure two_pi(bits);
  mpfi_const_pi(two_pi.get());
  mpfi_mul_2ui(two_pi.get(), two_pi.get(), 1);
  mpfi_mul(turns.get(), turns.get(), two_pi.get());
  return turns;
}

// n·g for a power g; bits of n and of its whole turns do not matter to the width going to 0.
enclosure multiple(rotary::frequency const& g, std::uint64_t n, mpfr_prec_t bits) {
  enclosure x = radians_of(rotary::enclose_turns(g, bits), bits);
  mpfi_mul_ui(x.get(), x.get(), n);
  return x;
}

enclosure times(enclosure x, rational const& q, mpfr_prec_t bits) {
  mpfi_mul(x.get(), x.get(), exact::enclose(q, bits).get());
  return x;
}

enclosure cosine_of(enclosure x) {
  mpfi_cos(x.get(), x.get());
  return x;
}
enclosure sine_of(enclosure x) {
  mpfi_sin(x.get(), x.get());
  return x;
}

// A number stated without error is an angle.
rotary::frequency plain(rotary::frequency const& g) {
  auto const* const s = std::get_if<rotary::stated>(&g);
  if (s == nullptr) return g;
  return s->in_turns ? angle{s->value, 0, 0} + angle{} : angle{0, 0, s->value};
}

double rounded_step(number_format const& f, rotary::frequency const& g) {
  auto const* const a = std::get_if<angle>(&g);
  if (a != nullptr && a->golden == 0 && a->turns == 0) return format::round(f, a->radians);
  auto const* const p = std::get_if<rotary::geometric>(&g);
  if (p != nullptr && p->smooth == 0 && p->powers.empty()) return format::round(f, p->factor);
  if (rotary::rational_turns(g) == rational(0)) return 0;
  return rounded_from(
      f, [&](mpfr_prec_t bits) { return radians_of(rotary::enclose_turns(g, bits), bits); });
}

rotary::rounded_rotation rotation_by(number_format const& f, rotary::frequency const& g,
                                     std::uint64_t n) {
  if (auto const* const a = std::get_if<angle>(&g)) return rotary::rotation(f, {0, 1, *a}, n);
  if (n == 0) return {format::round(f, 1.0), 0.0};
  return {rounded_from(f, [&](mpfr_prec_t b) { return cosine_of(multiple(g, n, b)); }),
          rounded_from(f, [&](mpfr_prec_t b) { return sine_of(multiple(g, n, b)); })};
}

} // namespace

std::optional<rotary::frequency> realized_step(rotary::frequency const& g, realization const& r) {
  LTLC_EXPECTS(rotary::exactly_known(g));
  if (!r.angle) return plain(g);
  double const rounded = rounded_step(*r.angle, plain(g));
  if (!std::isfinite(rounded)) return std::nullopt;
  return angle{0, 0, rational(rounded)};
}

std::pair<double, double> weights(number_format const& f, rotary::frequency const& g,
                                  std::uint64_t k, rational const& scale) {
  if (auto const* const a = std::get_if<angle>(&g)) {
    angle const at_k = static_cast<std::int64_t>(k) * *a;
    return {format::round(f, scale * exact::cosine(at_k)),
            format::round(f, -(scale * exact::sine(at_k)))};
  }
  return {
      rounded_from(f, [&](mpfr_prec_t b) { return times(cosine_of(multiple(g, k, b)), scale, b); }),
      rounded_from(f, [&](mpfr_prec_t b) { return times(sine_of(multiple(g, k, b)), -scale, b); })};
}

std::pair<enclosure, enclosure> direction(rotary::frequency const& g, std::uint64_t k,
                                          mpfr_prec_t bits) {
  if (auto const* const a = std::get_if<angle>(&g)) {
    angle const at_k = static_cast<std::int64_t>(k) * *a;
    return {exact::enclose(exact::cosine(at_k), bits), exact::enclose(-exact::sine(at_k), bits)};
  }
  return {cosine_of(multiple(g, k, bits)), times(sine_of(multiple(g, k, bits)), -1, bits)};
}

realized_scores::conversion realized_scores::between(number_format const& from,
                                                     number_format const& to) {
  // ∞ of the first format stays ∞ only in formats that have it.
  bool const keeps_infinity = from.overflow != format::overflow_rule::infinity ||
                              to.overflow == format::overflow_rule::infinity;
  return {to, from == to || (contained(from, to) && keeps_infinity)};
}

realized_scores::realized_scores(offset_pair const& head, realization const& r)
    : r_(r), step_(realized_step(head.step, r)), key_(format::round(r.activation, 1.0), 0.0),
      weight_to_product_(between(r.activation, r.product)),
      table_to_product_(between(r.table, r.product)),
      product_to_activation_(between(r.product, r.activation)),
      activation_to_accumulation_(between(r.activation, r.accumulation)),
      accumulation_to_score_(between(r.accumulation, r.score)) {
  LTLC_EXPECTS(head.offset >= 1 && head.offset < (exact::integer(1) << 52) && head.scale > 0);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  query_ = {nan, nan};
  phase_step_ = nan;
  if (!step_) return;
  query_ = weights(r.activation, *step_, head.offset.convert_to<std::uint64_t>(), head.scale);
  if (r.angle) {
    phase_step_ = std::get<angle>(*step_).radians.convert_to<double>();
    return;
  }
  turns_ = fixed([&](mpfr_prec_t bits) { return rotary::enclose_turns(*step_, bits); });
  auto const period = rotary::period(*step_);
  if (period && *period < most_rows_kept) period_ = period->convert_to<std::uint64_t>();
}

rotary::rounded_rotation realized_scores::exact_rotation(std::uint64_t position) const {
  return rotation_by(r_.table, *step_, position);
}

rotary::rounded_rotation realized_scores::phase_rotation(std::uint64_t position) {
  number_format const& f = *r_.angle;
  double const at = format::round(f, static_cast<double>(position));
  double const phase = format::multiply(f, at, phase_step_);
  if (!std::isfinite(phase)) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  auto point = circle_.point(f, phase);
  if (!point) point = rotary::rotation(f, {0, 1, angle{0, 0, rational(phase)}}, 1);
  return {format::round(r_.table, point->cosine), format::round(r_.table, point->sine)};
}

rotary::rounded_rotation realized_scores::rotation(std::uint64_t position) {
  ++rows_computed_;
  if (r_.angle) return phase_rotation(position);
  // Known to 2^-127 turns, so n times that to 2^-74.
  auto const point = circle_point(r_.table, position * turns_);
  return point ? *point : exact_rotation(position);
}

realized_scores::pair_of_doubles realized_scores::turned(rotary::rounded_rotation const& r,
                                                         pair_of_doubles const& v) {
  auto const [x, y] = weight_to_product_(v);
  rotary::rounded_rotation const entry{table_to_product_(r.cosine), table_to_product_(r.sine)};
  auto const kept = product_to_activation_(rotary::rotate(r_.product, entry, x, y));
  return activation_to_accumulation_(kept);
}

realized_scores::row realized_scores::computed(std::uint64_t position) {
  auto const r = rotation(position);
  return {r, turned(r, key_)};
}

realized_scores::row realized_scores::at(std::uint64_t position) {
  if (period_ != 0) position %= period_;
  if (position >= most_rows_kept) return computed(position);
  if (position >= rows_.size()) {
    rows_.resize(position + 1 + position / 2);
    known_.resize(rows_.size());
  }
  if (!known_[position]) {
    rows_[position] = computed(position);
    known_[position] = true;
  }
  return rows_[position];
}

void realized_scores::set_weights(double x, double y) {
  query_ = {x, y};
  turned_query_.reset();
}

double realized_scores::operator()(std::uint64_t i, std::uint64_t j) {
  if (!turned_query_ || last_query_ != i) {
    turned_query_ = turned(at(i).rotation, query_);
    last_query_ = i;
  }
  auto const [kx, ky] = at(j).key;
  number_format const& f = r_.accumulation;
  double const first = format::add(f, 0.0, format::multiply(f, turned_query_->first, kx));
  double const sum = format::add(f, first, format::multiply(f, turned_query_->second, ky));
  return accumulation_to_score_(sum);
}

} // namespace ltlc::range
