#include "ltlc/schedule/schedule.hpp"

#include <algorithm>
#include <mpfi.h>

#include <fmt/format.h>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"

namespace ltlc::schedule {

namespace {

using rotary::frequency;
using rotary::geometric;
using exact_rational = exact::rational; // `rational` is a schedule here

void expect_dimensions([[maybe_unused]] std::uint32_t dim) {
  LTLC_EXPECTS(dim >= 2 && dim % 2 == 0 && dim <= most_dimensions);
}

frequency turns(exact_rational const& of_a_turn) {
  return exact::angle{of_a_turn, 0, 0} + exact::angle{};
}

frequency power_of(exact_rational const& base, exact_rational const& exponent) {
  if (exponent == 0 || base == 1) return exact::angle{0, 0, 1};
  return geometric{1, {{base, exponent}}, 0, false};
}

frequency standard_plane(exact_rational const& base, std::uint32_t i, std::uint32_t dim) {
  return power_of(base, -exact_rational(2 * i, dim));
}

// The integer nearest to 2π/θ, at least 1. θ is algebraic and not 0, so 2π/θ is transcendental and
// never halfway between two integers: some precision tells.
exact::integer rounded_wavelength(frequency const& theta) {
  for (mpfr_prec_t bits = 128;; bits *= 2) {
    exact::enclosure x = rotary::enclose_turns(theta, bits);
    mpfi_inv(x.get(), x.get());
    exact::integer low, high;
    mpfr_get_z(low.backend().data(), x.lower(), MPFR_RNDN);
    mpfr_get_z(high.backend().data(), x.upper(), MPFR_RNDN);
    if (low == high) return std::max(low, exact::integer(1));
  }
}

std::string listed(std::vector<std::string> const& items) {
  return fmt::format("{}", fmt::join(items, ","));
}

} // namespace

std::pair<std::size_t, std::size_t> dimensions_of_plane(rotary_schedule const& s, std::size_t plane,
                                                        pairing p) {
  LTLC_EXPECTS(plane < s.planes.size());
  if (p == pairing::interleaved) return {2 * plane, 2 * plane + 1};
  return {plane, plane + s.planes.size()};
}

rotary_schedule standard(exact::rational const& base, std::uint32_t dim) {
  expect_dimensions(dim);
  rotary_schedule s{fmt::format("standard({},{})", base.str(), dim), {}, {}};
  for (std::uint32_t i = 0; i < dim / 2; ++i)
    s.planes.push_back(standard_plane(base, i, dim));
  return s;
}

rotary_schedule mobius(exact::integer const& length, std::uint32_t dim) {
  expect_dimensions(dim);
  rotary_schedule s{fmt::format("mobius({},{})", length.str(), dim), {}, length};
  for (std::uint32_t i = 0; i < dim / 2; ++i)
    s.planes.push_back(turns(exact_rational(2 * i + 1, 2 * length)));
  return s;
}

rotary_schedule periodic(exact::integer const& length, std::uint32_t dim) {
  expect_dimensions(dim);
  rotary_schedule s{fmt::format("periodic({},{})", length.str(), dim), {}, length};
  for (std::uint32_t i = 0; i < dim / 2; ++i)
    s.planes.push_back(turns(exact_rational(i + 1, length)));
  return s;
}

rotary_schedule band(exact::integer const& length, std::uint32_t dim) {
  expect_dimensions(dim);
  rotary_schedule s{fmt::format("band({},{})", length.str(), dim), {}, length};
  std::uint32_t const planes = dim / 2;
  s.planes.push_back(turns(exact_rational(1, 2 * length)));
  for (std::uint32_t i = 1; i + 1 < planes; ++i)
    s.planes.emplace_back(geometric{exact_rational(1, length),
                                    {{exact_rational(dim - 1), exact_rational(i, planes - 1)}},
                                    0,
                                    true});
  if (planes > 1) s.planes.push_back(turns(exact_rational(dim - 1, 2 * length)));
  return s;
}

rotary_schedule rational(std::vector<exact::rational> const& turns_of_planes) {
  LTLC_EXPECTS(!turns_of_planes.empty());
  rotary_schedule s;
  std::vector<std::string> items;
  for (auto const& a : turns_of_planes) {
    s.planes.push_back(turns(a));
    items.push_back(a.str());
  }
  s.name = "rational(" + listed(items) + ")";
  return s;
}

rotary_schedule table(std::vector<exact::integer> const& moduli) {
  LTLC_EXPECTS(!moduli.empty());
  rotary_schedule s;
  std::vector<std::string> items;
  for (auto const& m : moduli) {
    LTLC_EXPECTS(m >= 1);
    s.planes.push_back(turns(exact_rational(1, m)));
    items.push_back(m.str());
  }
  s.name = "table(" + listed(items) + ")";
  return s;
}

rotary_schedule nope(std::uint32_t dim) {
  expect_dimensions(dim);
  return {fmt::format("nope({})", dim), std::vector<frequency>(dim / 2, exact::angle{}), {}};
}

rotary_schedule resonance(exact::rational const& base, std::uint32_t dim) {
  expect_dimensions(dim);
  rotary_schedule s{fmt::format("resonance({},{})", base.str(), dim), {}, {}};
  for (std::uint32_t i = 0; i < dim / 2; ++i)
    s.planes.push_back(turns(exact_rational(1, rounded_wavelength(standard_plane(base, i, dim)))));
  return s;
}

rotary_schedule p_rope(exact::rational const& base, std::uint32_t dim, exact::rational const& p) {
  expect_dimensions(dim);
  LTLC_EXPECTS(0 <= p && p <= 1);
  exact_rational const share = p * (dim / 2);
  auto const turning = exact::integer(numerator(share) / denominator(share));
  rotary_schedule s{fmt::format("p_rope({},{},{})", base.str(), dim, p.str()), {}, {}};
  for (std::uint32_t i = 0; i < dim / 2; ++i)
    s.planes.push_back(i < turning ? standard_plane(base, i, dim) : frequency(exact::angle{}));
  return s;
}

allocation hybrid(exact::rational const& rho, exact::integer const& length, std::uint32_t heads,
                  std::uint32_t dim, exact::rational const& base) {
  LTLC_EXPECTS(0 <= rho && rho <= 1 && heads >= 1 && heads <= most_heads);
  exact_rational const share = rho * heads;
  exact::integer const below = numerator(share) / denominator(share);
  auto const special =
      exact::integer(below * denominator(share) == numerator(share) ? below : below + 1);
  allocation a{
      fmt::format("hybrid({},{},{},{},{})", rho.str(), length.str(), heads, dim, base.str()),
      {mobius(length, dim), standard(base, dim)},
      {}};
  for (std::uint32_t h = 0; h < heads; ++h)
    a.kind_of_head.push_back(h < special ? 0 : 1);
  return a;
}

allocation ladder(std::vector<exact::integer> const& lengths, std::uint32_t heads,
                  std::uint32_t dim, exact::rational const& base) {
  LTLC_EXPECTS(!lengths.empty() && lengths.size() <= heads && heads <= most_heads);
  allocation a;
  std::vector<std::string> items;
  for (auto const& n : lengths) {
    a.kinds.push_back(mobius(n, dim));
    items.push_back(n.str());
  }
  a.kinds.push_back(standard(base, dim));
  for (std::uint32_t h = 0; h < heads; ++h)
    a.kind_of_head.push_back(std::min(h, static_cast<std::uint32_t>(lengths.size())));
  a.name = fmt::format("ladder({};{},{},{})", listed(items), heads, dim, base.str());
  return a;
}

allocation single(rotary_schedule s) {
  std::string name = s.name;
  return {std::move(name), {std::move(s)}, {0}};
}

} // namespace ltlc::schedule
