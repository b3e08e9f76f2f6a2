// Euclid's algorithm on both ends of an interval that holds the turns: as long as both give the
// same quotient, so does every number between them, since each step maps the interval
// monotonically.
#include "ltlc/range/continued_fraction.hpp"

#include <optional>
#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"

namespace ltlc::range {

namespace {

using exact::integer;
using exact::rational;

struct fraction {
  integer above;
  integer below;
};

fraction fraction_of(rational const& q) {
  return {numerator(q), denominator(q)};
}

struct interval {
  fraction low, high;
};

integer floor_of(fraction const& x) {
  integer quotient, rest;
  divide_qr(x.above, x.below, quotient, rest);
  if (rest < 0) --quotient;
  return quotient;
}

// 1 / (x − quotient); below 0 where x is the quotient.
fraction next_of(fraction const& x, integer const& quotient) {
  return {x.below, x.above - quotient * x.below};
}

// nullopt when the interval is too wide to tell and a narrower one may be had.
std::optional<continued_fraction> expand(interval x, integer const& limit, bool is_widest) {
  continued_fraction found;
  integer before = 1, last = 0; // q_{−2}, q_{−1}
  for (;;) {
    integer const quotient = floor_of(x.low);
    integer next = quotient * last + before;
    // A greater quotient only makes a greater denominator.
    if (next > limit) return found;
    interval const rest{next_of(x.high, quotient), next_of(x.low, quotient)};
    // Both ends begin with this quotient; the upper end is not the next whole number.
    bool const high_agrees = rest.low.below < rest.low.above;
    bool const high_is_whole = rest.low.below == 0;
    bool const low_is_whole = rest.high.below == 0;
    if (!high_agrees || (low_is_whole && !high_is_whole)) {
      if (!is_widest) return std::nullopt;
      found.end = continued_fraction::ending::digits;
      return found;
    }
    found.quotients.push_back(quotient);
    found.denominators.push_back(next);
    before = std::exchange(last, std::move(next));
    if (high_is_whole) {
      found.end = continued_fraction::ending::whole;
      return found;
    }
    x = rest;
  }
}

interval turns_of(rotary::frequency const& g, mpfr_prec_t bits) {
  if (auto const* const s = std::get_if<rotary::stated>(&g); s != nullptr && s->in_turns) {
    return {fraction_of(s->value - s->error), fraction_of(s->value + s->error)};
  }
  if (auto const turns = rotary::rational_turns(g))
    return {fraction_of(*turns), fraction_of(*turns)};
  auto const x = rotary::enclose_turns(g, bits);
  return {fraction_of(exact::to_rational(x.lower())), fraction_of(exact::to_rational(x.upper()))};
}

} // namespace

continued_fraction expand(rotary::frequency const& g, integer const& limit) {
  LTLC_EXPECTS(limit >= 1);
  auto bits = static_cast<mpfr_prec_t>(2 * msb(limit) + 80);
  // Wider than its own error a stated number is only by the rounding, far below what the limit
  // asks.
  bool const is_widest = !rotary::exactly_known(g);
  for (;; bits += 64 + bits / 8)
    if (auto found = expand(turns_of(g, bits), limit, is_widest)) return *std::move(found);
}

} // namespace ltlc::range
