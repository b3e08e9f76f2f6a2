// How trained models change the frequencies of their rotary planes: the rules that a Hugging Face
// config.json names by rope_type, with exact frequencies, the factor on cos and sin, and the single
// precision numbers that the software has instead.
//
// With f_i = base^(−2i/dim), i = 0 … dim/2 − 1, P = max_positions, P0 = original_positions:
//   default       f_i
//   linear        f_i / factor
//   dynamic       f_i of base·(factor·S/P − (factor − 1))^(dim/(dim−2)), S = max(length, P)
//   ntk           f_i of base·factor^(dim/(dim−2)); in old branches only
//   yarn          f_i/factor·r_i + f_i·(1 − r_i), r_i = clamp((i − low)/(high − low), 0, 1), where
//                 corr(β) = dim·ln(P0/(2πβ))/(2·ln base), low = max(⌊corr(beta_fast)⌋, 0),
//                 high = min(⌈corr(beta_slow)⌉, dim − 1), no ⌊⌋⌈⌉ without truncate, and
//                 high + 0.001 where both are equal
//   longrope      f_i / e_i, e = long_factors if length > P0, else short_factors
//   llama3        with the wavelength w = 2π/f_i: f_i/factor where w > P0/low_freq_factor, f_i
//   where
//                 w < P0/high_freq_factor, between them (1 − s)·f_i/factor + s·f_i,
//                 s = (P0/w − low_freq_factor)/(high_freq_factor − low_freq_factor)
//   proportional  base^(−2i/head_dim)/factor for i < ⌊share·head_dim/2⌋; the other planes of
//                 head_dim/2 do not turn
// Numbers of a configuration are doubles, as in the software that reads it, and exact from there
// on. w is compared with rationals, and ⌊⌋ taken, by enclosures that end: with rational base,
// 2π/f_i and P0/(2πβ) are transcendental.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/schedule/schedule.hpp"

namespace ltlc::schedule {

enum class rope_type : std::uint8_t {
  standard, // "default"
  linear,
  dynamic,
  ntk,
  yarn,
  longrope,
  llama3,
  proportional
};
// "default", "linear", …: the values of rope_type.
[[nodiscard]] std::string_view name(rope_type t);
[[nodiscard]] std::optional<rope_type> find_rope_type(std::string_view name);

// What a configuration says of one kind of layer, with the reader's defaults filled in.
struct rope_parameters {
  rope_type type = rope_type::standard;
  double base = 10'000;
  std::uint32_t head_dim = 0; // of a head; proportional's exponents are over it
  std::uint32_t dim = 0;      // of it, how many are rotated; unused by proportional
  double share = 1;           // partial_rotary_factor, used by proportional only
  double factor = 1;
  std::uint64_t max_positions = 0;      // 0: not stated
  std::uint64_t original_positions = 0; // 0: not stated
  std::optional<double> attention_factor;
  double beta_fast = 32, beta_slow = 1;  // yarn
  double mscale = 0, mscale_all_dim = 0; // 0: not stated, as in the software
  bool truncate = true;
  double low_freq_factor = 1, high_freq_factor = 4; // llama3
  std::vector<double> short_factors, long_factors;  // longrope, dim/2 each
  friend bool operator==(rope_parameters const&, rope_parameters const&) = default;
};

// Empty, or why the rule has no meaning with these numbers: one line.
[[nodiscard]] std::string valid(rope_parameters const& p);

// The schedule for sequences of that length, which only dynamic and longrope look at.
// Pre: valid(p).empty().
[[nodiscard]] rotary_schedule scaled(rope_parameters const& p, std::uint64_t length = 1);

// low and high of yarn before and after rounding, as doubles nearest to the real numbers.
// Pre: valid(p).empty(), type yarn.
struct yarn_range {
  double raw_low, raw_high;
  double low, high; // what the ramp runs between; high is not yet moved where they are equal
};
[[nodiscard]] yarn_range range_of_ramp(rope_parameters const& p);

// What cos and sin are multiplied by, so that scores of rotated dimensions grow by its square, with
// m(s,c) = 0.1·c·ln s + 1 for s > 1, else 1: for yarn attention_factor if stated, else
// m(factor, mscale)/m(factor, mscale_all_dim) if neither is 0, else m(factor, 1); for longrope
// attention_factor, else 1 if factor <= 1, else √(1 + ln factor/ln P0); 1 for the others. In
// doubles, in this order, logarithms and roots correctly rounded. Pre: valid(p).empty().
[[nodiscard]] double attention_factor(rope_parameters const& p);

// m(factor, mscale_all_dim)², by which multi-head latent attention (DeepSeek) multiplies the scale
// of its scores; 1 where mscale_all_dim is 0 or the rule is not yarn.
[[nodiscard]] double latent_score_factor(rope_parameters const& p);

// The inverse frequencies in single precision as the software computes them, value by value:
//   x_i = fl32(2i / dim), t_i = fl32(base^x_i), f_i = fl32(1/t_i)
//   linear        fl32(f_i / factor)
//   dynamic, ntk  base in doubles first
//   yarn          e = f_i, n = fl32(1/fl32(factor·t_i)), r = clamp(fl32(fl32(i − low)/(high −
//   low))),
//                 k = fl32(1 − r): fl32(fl32(n·fl32(1 − k)) + fl32(e·k))
//   longrope      fl32(1/fl32(e_i·t_i))
//   llama3        w = fl32(fl32(1/f_i)·2π); where it lies between,
//                 s = fl32(fl32(fl32(fl32(1/w)·P0) − low)/(high − low)) and
//                 fl32(fl32(fl32(fl32(1 − s)·f_i)/factor) + fl32(s·f_i))
//   proportional  x_i over head_dim; fl32(f_i / factor)
// with scalars rounded to single precision first, as a scalar beside a float tensor is. Powers are
// correctly rounded here; those of PyTorch can differ by a unit in the last place, with the
// machine. Pre: valid(p).empty().
[[nodiscard]] std::vector<double> realized_inverse_frequencies(rope_parameters const& p,
                                                               std::uint64_t length = 1);

} // namespace ltlc::schedule
