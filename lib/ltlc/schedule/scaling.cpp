#include "ltlc/schedule/scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mpfi.h>

#include <fmt/format.h>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/schedule/real_functions.hpp"

namespace ltlc::schedule {

namespace {

using exact::enclosure;
using exact_number = exact::rational;
using rotary::geometric;

constexpr std::array<std::string_view, 8> type_names = {
    "default", "linear", "dynamic", "ntk", "yarn", "longrope", "llama3", "proportional"};

exact_number exponent_of(std::uint32_t i, std::uint32_t dim) {
  return -exact_number(2 * i, dim);
}

rotary::frequency scaled_power(exact_number const& factor, std::vector<rotary::power> powers) {
  powers.erase(std::remove_if(powers.begin(), powers.end(),
                              [](auto const& p) { return p.exponent == 0 || p.base == 1; }),
               powers.end());
  if (powers.empty()) return exact::angle{0, 0, factor};
  return geometric{factor, std::move(powers), 0, false};
}

// −1 or 1 as 2π/f is below or above the bound; they are never equal, for bound rational, f
// algebraic.
int compare_wavelength(rotary::frequency const& f, exact_number const& bound) {
  for (mpfr_prec_t bits = 128;; bits *= 2) {
    enclosure x = rotary::enclose_turns(f, bits);
    mpfi_inv(x.get(), x.get());
    enclosure const other = exact::enclose(bound, bits);
    mpfi_sub(x.get(), x.get(), other.get());
    if (int const s = x.certain_sign(); s != 0) return s;
  }
}

std::vector<rotary::frequency> llama3_planes(rope_parameters const& p) {
  exact_number const base(p.base), factor(p.factor), low(p.low_freq_factor),
      high(p.high_freq_factor), original(p.original_positions);
  std::vector<rotary::frequency> planes;
  for (std::uint32_t i = 0; i < p.dim / 2; ++i) {
    std::vector<rotary::power> const powers{{base, exponent_of(i, p.dim)}};
    auto const unscaled = scaled_power(1, powers);
    if (compare_wavelength(unscaled, original / low) > 0) {
      planes.push_back(scaled_power(1 / factor, powers));
    } else if (compare_wavelength(unscaled, original / high) < 0) {
      planes.push_back(unscaled);
    } else {
      // s = (P0·f/2π − low)/(high − low), so that f/factor + s·f·(1 − 1/factor) has a part in f and
      // one in f²/π. P0/high < w < P0/low, so high > low.
      exact_number const slope = (1 - 1 / factor) / (high - low);
      planes.emplace_back(geometric{1 / factor - low * slope, powers, original * slope / 2, false});
    }
  }
  return planes;
}

std::vector<rotary::frequency> yarn_planes(rope_parameters const& p) {
  auto const range = range_of_ramp(p);
  exact_number const low(range.low);
  // The sum is one operation on doubles, as in the software.
  exact_number const high(range.low == range.high ? range.high + 0.001 : range.high);
  std::vector<rotary::frequency> planes;
  for (std::uint32_t i = 0; i < p.dim / 2; ++i) {
    exact_number ramp = (exact_number(i) - low) / (high - low);
    if (ramp < 0) ramp = 0;
    if (ramp > 1) ramp = 1;
    planes.push_back(scaled_power(ramp / exact_number(p.factor) + 1 - ramp,
                                  {{exact_number(p.base), exponent_of(i, p.dim)}}));
  }
  return planes;
}

std::vector<rotary::frequency> proportional_planes(rope_parameters const& p) {
  std::vector<rotary::frequency> planes(p.head_dim / 2, exact::angle{});
  for (std::uint32_t i = 0; i < turning_planes(p); ++i)
    planes[i] = scaled_power(1 / exact_number(p.factor),
                             {{exact_number(p.base), exponent_of(i, p.head_dim)}});
  return planes;
}

// What the power of the base is multiplied by, and the second power.
std::vector<rotary::frequency> other_planes(rope_parameters const& p, std::uint64_t length) {
  std::vector<rotary::frequency> planes;
  for (std::uint32_t i = 0; i < p.dim / 2; ++i) {
    std::vector<rotary::power> powers{{exact_number(p.base), exponent_of(i, p.dim)}};
    exact_number scale = 1;
    if (p.type == rope_type::linear) scale = 1 / exact_number(p.factor);
    if (p.type == rope_type::longrope) scale = 1 / exact_number(longrope_factors(p, length)[i]);
    // (t^(dim/(dim−2)))^(−2i/dim)
    if (p.type == rope_type::ntk)
      powers.push_back({exact_number(p.factor), -exact_number(2 * i, p.dim - 2)});
    if (p.type == rope_type::dynamic) {
      exact_number const stretch = exact_number(p.factor) *
                                       exact_number(std::max(length, p.max_positions)) /
                                       exact_number(p.max_positions) -
                                   (exact_number(p.factor) - 1);
      powers.push_back({stretch, -exact_number(2 * i, p.dim - 2)});
    }
    planes.push_back(scaled_power(scale, std::move(powers)));
  }
  return planes;
}

// corr(β) rounded by `round_to`, which for a precision high enough gives the same at both ends: the
// real number is no integer and no double's midpoint, for P0/(2πβ) is no algebraic number.
template <class Round>
double correction(rope_parameters const& p, double beta, Round&& round_to) {
  for (mpfr_prec_t bits = 128;; bits *= 2) {
    enclosure x = exact::enclose(exact_number(p.original_positions) / exact_number(beta), bits);
    enclosure pi(bits);
    mpfi_const_pi(pi.get());
    mpfi_mul_2ui(pi.get(), pi.get(), 1);
    mpfi_div(x.get(), x.get(), pi.get());
    mpfi_log(x.get(), x.get());
    enclosure base = exact::enclose(exact_number(p.base), bits);
    mpfi_log(base.get(), base.get());
    mpfi_mul_2ui(base.get(), base.get(), 1);
    mpfi_mul_ui(x.get(), x.get(), p.dim);
    mpfi_div(x.get(), x.get(), base.get());
    double const low = round_to(x.lower()), high = round_to(x.upper());
    // Equal doubles at both ends of an enclosure: the real number between them rounds to it too.
    if (low == high) return low;
  }
}

double nearest(mpfr_srcptr x) {
  return mpfr_get_d(x, MPFR_RNDN);
}

double floor_of(mpfr_srcptr x) {
  exact::integer n;
  mpfr_get_z(n.backend().data(), x, MPFR_RNDD);
  return n.convert_to<double>();
}

double ceiling_of(mpfr_srcptr x) {
  exact::integer n;
  mpfr_get_z(n.backend().data(), x, MPFR_RNDU);
  return n.convert_to<double>();
}

double yarn_magnitude(double factor, double scale) {
  return factor <= 1 ? 1.0 : 0.1 * scale * log_of(factor) + 1.0;
}

// Neither 0 nor infinite in single precision, where the software keeps its numbers.
bool positive(double x) {
  auto const narrow = static_cast<double>(static_cast<float>(x));
  return std::isfinite(narrow) && narrow > 0;
}

std::string invalid_yarn(rope_parameters const& p) {
  if (p.original_positions == 0) return "yarn needs the original length";
  if (p.base == 1) return "yarn divides by the logarithm of the base, which is 0";
  if (!positive(p.beta_fast) || !positive(p.beta_slow))
    return "beta_fast and beta_slow are above 0";
  if (!std::isfinite(p.mscale) || !std::isfinite(p.mscale_all_dim)) return "mscale is not finite";
  return "";
}

std::string invalid_longrope(rope_parameters const& p) {
  if (p.original_positions < 2) return "longrope needs the original length, above 1";
  for (auto const* const list : {&p.short_factors, &p.long_factors}) {
    if (list->size() != p.dim / 2)
      return fmt::format("longrope has {} factors for {} planes", list->size(), p.dim / 2);
    if (!std::all_of(list->begin(), list->end(), positive)) return "longrope's factors are above 0";
  }
  return "";
}

} // namespace

std::string_view name(rope_type t) {
  return type_names[static_cast<std::size_t>(t)];
}

std::optional<rope_type> find_rope_type(std::string_view name) {
  auto const at = std::find(type_names.begin(), type_names.end(), name);
  if (at == type_names.end()) return std::nullopt;
  return static_cast<rope_type>(at - type_names.begin());
}

std::string valid(rope_parameters const& p) {
  std::uint32_t const dim = p.type == rope_type::proportional ? p.head_dim : p.dim;
  if (dim < 2 || dim % 2 != 0 || dim > most_dimensions)
    return fmt::format("{} dimensions are no planes: expected an even number from 2 to {}", dim,
                       most_dimensions);
  if (!positive(p.base)) return "the base is above 0, in single precision";
  if (!positive(p.factor)) return "the factor is above 0, in single precision";
  if (p.attention_factor && !positive(*p.attention_factor)) return "attention_factor is above 0";
  switch (p.type) {
  case rope_type::dynamic:
    if (p.max_positions == 0) return "dynamic needs max_position_embeddings";
    [[fallthrough]];
  case rope_type::ntk:
    return p.dim == 2 ? "with 2 dimensions this rule divides by 0" : "";
  case rope_type::yarn:
    return invalid_yarn(p);
  case rope_type::longrope:
    return invalid_longrope(p);
  case rope_type::llama3:
    if (p.original_positions == 0) return "llama3 needs the original length";
    if (!positive(p.low_freq_factor) || !positive(p.high_freq_factor))
      return "low_freq_factor and high_freq_factor are above 0";
    return "";
  case rope_type::proportional:
    return p.share >= 0 && p.share <= 1 ? "" : "partial_rotary_factor is from 0 to 1";
  case rope_type::standard:
  case rope_type::linear:
    break;
  }
  return "";
}

rotary_schedule scaled(rope_parameters const& p, std::uint64_t length) {
  LTLC_EXPECTS(valid(p).empty());
  rotary_schedule s;
  s.name = std::string(name(p.type));
  if (p.type == rope_type::llama3) {
    s.planes = llama3_planes(p);
  } else if (p.type == rope_type::yarn) {
    s.planes = yarn_planes(p);
  } else if (p.type == rope_type::proportional) {
    s.planes = proportional_planes(p);
  } else {
    s.planes = other_planes(p, length);
  }
  return s;
}

yarn_range range_of_ramp(rope_parameters const& p) {
  LTLC_EXPECTS(p.type == rope_type::yarn && valid(p).empty());
  yarn_range r{};
  r.raw_low = correction(p, p.beta_fast, nearest);
  r.raw_high = correction(p, p.beta_slow, nearest);
  r.low = std::max(p.truncate ? correction(p, p.beta_fast, floor_of) : r.raw_low, 0.0);
  r.high = std::min(p.truncate ? correction(p, p.beta_slow, ceiling_of) : r.raw_high,
                    static_cast<double>(p.dim - 1));
  return r;
}

double attention_factor(rope_parameters const& p) {
  if (p.type != rope_type::yarn && p.type != rope_type::longrope) return 1;
  if (p.attention_factor) return *p.attention_factor;
  if (p.type == rope_type::longrope) {
    if (p.factor <= 1) return 1;
    return std::sqrt(1 + log_of(p.factor) / log_of(static_cast<double>(p.original_positions)));
  }
  if (p.mscale != 0 && p.mscale_all_dim != 0)
    return yarn_magnitude(p.factor, p.mscale) / yarn_magnitude(p.factor, p.mscale_all_dim);
  return yarn_magnitude(p.factor, 1);
}

double latent_score_factor(rope_parameters const& p) {
  if (p.type != rope_type::yarn || p.mscale_all_dim == 0) return 1;
  double const m = yarn_magnitude(p.factor, p.mscale_all_dim);
  return m * m;
}

} // namespace ltlc::schedule
