// On a circle of 2^128 points the rotation by t = turns_ is exact. n·g lies up to 2n units past
// n·t, so if it is within W of 0, then x(n) = n·t + W + 2·last is in [0, ℓ) with ℓ = 2(W + last)
// + 1.
//
// From one x in the arc to the next: let a be the least step with n·t = p in [0, ℓ), b the least
// one with −n·t = q in (0, ℓ). No step below a + b other than a and b moves by less than ℓ in
// either direction: if n moves forward by less than p, then n − a moves back by less than ℓ, so
// n − a >= b; likewise backward. A forward step n ≠ a by p or more leaves the arc if a does. And
// p + q >= ℓ, or |a − b| would be a shorter step of p + q. So of x + p < ℓ and x >= q at most one
// holds and that is the next visit; if neither does, it is x + p − q, after a + b.
//
// a and b: the records of nearness on each side. With the last two records (a, p), (b, q), the
// next is p − q after a + b on the side of the greater one.
#include "ltlc/range/close_offsets.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"

namespace ltlc::range {

namespace {

using exact::integer;
using exact::rational;

constexpr std::uint64_t never = std::uint64_t{1} << 60; // added once to itself it is still a number

// a + t·b, or never if that is more than `last`.
std::uint64_t later(std::uint64_t a, fixed_turns t, std::uint64_t b, std::uint64_t last) {
  if (a > last || t > (last - a) / b) return never;
  return a + static_cast<std::uint64_t>(t) * b;
}

// Pre: 0 <= q < 2^128.
fixed_turns as_turns(integer const& q) {
  integer const high = q >> 64;
  integer const low = q - (high << 64);
  return (fixed_turns{high.convert_to<std::uint64_t>()} << 64) | low.convert_to<std::uint64_t>();
}

// Steps and how far they move.
struct first_returns {
  std::uint64_t forward = 1;
  fixed_turns p;
  std::uint64_t backward = 1;
  fixed_turns q;
};

// Steps of more than `last` are `never`. Pre: 0 < arc.
first_returns find_returns(fixed_turns t, fixed_turns arc, std::uint64_t last) {
  first_returns r{1, t, 1, 0 - t};
  if (t == 0) return {1, 0, never, 0};
  while (r.p >= arc || r.q >= arc) {
    // The greater one is at least the arc.
    if (r.p >= r.q) {
      fixed_turns const times = std::min((r.p - arc) / r.q + 1, r.p / r.q);
      r.forward = later(r.forward, times, r.backward, last);
      r.p -= times * r.q;
      if (r.forward != never) continue;
      if (r.q >= arc) r.backward = never; // its next record comes after this one
      return r;
    }
    if (r.p == 0) { // back where it began: no other point comes nearer
      r.backward = never;
      return r;
    }
    fixed_turns const times = std::min((r.q - arc) / r.p + 1, (r.q - 1) / r.p);
    r.backward = later(r.backward, times, r.forward, last);
    r.q -= times * r.p;
    if (r.backward != never) continue;
    if (r.p >= arc) r.forward = never;
    return r;
  }
  return r;
}

} // namespace

close_offsets::close_offsets(rotary::frequency const& g)
    : turns_(fixed([&](mpfr_prec_t bits) { return rotary::enclose_turns(g, bits); })) {}

std::optional<std::vector<std::uint64_t>>
close_offsets::up_to(std::uint64_t last, rational const& width, std::uint64_t most) const {
  LTLC_EXPECTS(width >= 0 && last < (std::uint64_t{1} << 52));
  integer const unit = integer(1) << 128;
  rational const scaled = width * unit;
  integer const w = numerator(scaled) / denominator(scaled) + 1;
  integer const arc = 2 * (w + last) + 1;
  std::vector<std::uint64_t> found;
  if (2 * arc >= unit) { // an arc of half a turn and more is taken for all
    if (last > most) return std::nullopt;
    for (std::uint64_t n = 1; n <= last; ++n)
      found.push_back(n);
    return found;
  }
  fixed_turns const length = as_turns(arc);
  fixed_turns x = as_turns(w + 2 * integer(last));
  auto const r = find_returns(turns_, length, last);
  for (std::uint64_t n = 0;;) {
    if (r.forward != never && x + r.p < length) {
      n += r.forward;
      x += r.p;
    } else if (r.backward != never && x >= r.q) {
      n += r.backward;
      x -= r.q;
    } else if (r.forward != never && r.backward != never) {
      n += r.forward + r.backward;
      x += r.p - r.q; // wraps around, to a number in the arc
    } else {
      return found;
    }
    if (n > last) return found;
    if (found.size() == most) return std::nullopt;
    found.push_back(n);
  }
}

} // namespace ltlc::range
