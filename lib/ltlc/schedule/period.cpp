#include "ltlc/schedule/period.hpp"

#include <fmt/format.h>

#include "ltlc/contract.hpp"

namespace ltlc::schedule {

namespace {

using exact::integer;

std::string turns_in_words(exact::rational const& turns) {
  if (turns == 0) return "does not turn";
  return fmt::format("turns by {} of a turn", turns.str());
}

std::string why_irrational(exact::angle const& a) {
  if (a.golden != 0 && a.radians == 0)
    return "multiples of the golden angle are an irrational number of turns, as √5 is irrational";
  if (a.golden == 0 && a.turns == 0)
    return fmt::format("{} radians are rational and not 0, and if they were a rational number of "
                       "turns, π would be rational",
                       a.radians.str());
  return "were it a rational number of turns, π would be algebraic";
}

std::string why_irrational(rotary::geometric const& g) {
  if (g.times_pi && g.smooth == 0)
    return "π times an irrational algebraic number is an irrational number of turns";
  if (g.smooth != 0)
    return "were it a rational number of turns, π would be a root of a polynomial with algebraic "
           "coefficients";
  return "algebraic and not 0, in radians: were it a rational number of turns, π would be "
         "algebraic";
}

std::string why_irrational(rotary::stated const& g) {
  if (g.error != 0)
    return "stated to so many digits only, which rational and irrational numbers share";
  return "a decimal number of radians, not 0: were it a rational number of turns, π would be "
         "rational";
}

// Whether 2·length·turns may be a whole number, for all that is stated of g.
bool may_be_half_turns(rotary::frequency const& g, integer const& length) {
  exact::enclosure const turns = rotary::enclose_turns(g, 256);
  exact::rational const low = 2 * length * exact::to_rational(turns.lower());
  exact::rational const high = 2 * length * exact::to_rational(turns.upper());
  integer const towards_zero = numerator(low) / denominator(low);
  integer const least = low > towards_zero ? integer(towards_zero + 1) : towards_zero;
  return least <= high;
}

} // namespace

plane_period period_of_plane(rotary::frequency const& g) {
  if (auto const turns = rotary::rational_turns(g))
    return {denominator(*turns), turns_in_words(*turns)};
  return {std::nullopt, std::visit([](auto const& x) { return why_irrational(x); }, g)};
}

std::string_view name(holonomy h) {
  switch (h) {
  case holonomy::plus_identity:
    return "+I";
  case holonomy::minus_identity:
    return "-I";
  case holonomy::neither:
    break;
  }
  return "none";
}

std::optional<holonomy> holonomy_after(std::vector<rotary::frequency> const& planes,
                                       exact::integer const& length) {
  LTLC_EXPECTS(!planes.empty() && length >= 1);
  bool some_whole = false, some_half = false, open = false;
  for (auto const& g : planes) {
    auto const turns = rotary::rational_turns(g);
    if (!turns) {
      if (rotary::exactly_known(g) || !may_be_half_turns(g, length)) return holonomy::neither;
      open = true;
      continue;
    }
    exact::rational const after = *turns * length;
    if (denominator(after) > 2) return holonomy::neither;
    (denominator(after) == 1 ? some_whole : some_half) = true;
  }
  if (some_whole && some_half) return holonomy::neither;
  if (open) return std::nullopt;
  return some_half ? holonomy::minus_identity : holonomy::plus_identity;
}

std::string_view name(expressivity e) {
  if (e == expressivity::past) return "LTL[P]";
  return e == expressivity::past_and_moduli ? "LTL[P,MOD]" : "";
}

schedule_period period_of(rotary_schedule const& s) {
  schedule_period all;
  integer common = 1;
  bool open = false, aperiodic = false;
  for (auto const& g : s.planes) {
    auto plane = period_of_plane(g);
    if (plane.period) {
      common = lcm(common, *plane.period);
    } else {
      if (!all.first_without_period) all.first_without_period = all.planes.size();
      (rotary::exactly_known(g) ? aperiodic : open) = true;
    }
    all.planes.push_back(std::move(plane));
  }
  if (s.context) all.after_context = holonomy_after(s.planes, *s.context);
  if (aperiodic) {
    all.recognizes = expressivity::within_its_range;
  } else if (open) {
    all.recognizes = expressivity::open;
  } else {
    all.recognizes = common == 1 ? expressivity::past : expressivity::past_and_moduli;
    all.period = common;
  }
  return all;
}

std::optional<integer> period_of(allocation const& a) {
  integer common = 1;
  std::vector<bool> seen(a.kinds.size());
  for (std::uint32_t const kind : a.kind_of_head) {
    if (seen[kind]) continue;
    seen[kind] = true;
    auto const one = period_of(a.kinds[kind]).period;
    if (!one) return std::nullopt;
    common = lcm(common, *one);
  }
  return common;
}

} // namespace ltlc::schedule
