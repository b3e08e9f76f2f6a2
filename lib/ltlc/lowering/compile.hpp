// From a formula with P, Y^k, MOD, S and Boolean connectives to a transformer with exact weights.
// plan.hpp decides which sub-formula is computed where, ways.hpp which of several lowerings is
// taken; emit.cpp writes the weights.
// Source: [RoPE, §3.2, §4.3, §C.3, §D]; where a step is past the paper, emit.cpp says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "ltlc/budget/budget.hpp"
#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/accumulation.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::lowering {

// MOD(r,m): a head with one rotary pair, or with several (a comb), or a conjunction of such heads,
// one for each prime power in m.
enum class modular_choice { single_pair, comb, prime_powers };
// Y^k: a head with one rotary pair, or with several, or k heads in k layers that look one position
// back.
enum class offset_choice { single_pair, multi_pair, chain };

struct options {
  // none = exact arithmetic: λ = 1.
  std::optional<format::number_format> format = format::fp32;
  // Where the sums are kept that the model is made for. Pre: a format has them (format::valid).
  format::accumulation sums = format::accumulation::in_format;
  // Offset heads must hold for words up to this length. None: 512, or as far as the format allows.
  std::optional<std::uint64_t> max_length = std::nullopt;
  // Of offset heads. None: 1/m of a turn, the slowest that tells the positions apart.
  std::optional<exact::angle> angle = std::nullopt;
  // C of offset heads. None: the least power of two times λ that holds.
  std::optional<exact::rational> scale = std::nullopt;
  // Of every head. S, and Y at every length, need `rightmost`.
  network::attention_kind attention = network::attention_kind::soft;
  // MOD from sinusoids in the embedding instead of heads.
  bool sipe = false;
  // A norm after every layer. Not with sipe: its coordinates are not 0 or 1.
  std::optional<network::norm_kind> norm = std::nullopt;
  // None: the first, in the order of the list, that the format can hold.
  std::optional<modular_choice> modular = std::nullopt;
  std::optional<offset_choice> offset = std::nullopt;
  // false: the plain construction, each node of the formula by itself (plain_plan.hpp).
  bool optimise = true;
};

// An operator that has no lowering (F, X, U), or none with these options (S), or options that
// exclude each other; with the sub-formula.
struct no_lowering {
  std::string subformula;
  std::string reason;
};

// A head whose score gap the format cannot keep, with how far it goes; or a sum of integers that it
// cannot keep exactly.
struct format_too_small {
  std::string subformula;
  std::string reason;                    // with the gap needed and the gap there is
  std::optional<std::uint64_t> holds_to; // the length that can be certified, for offset heads
};

using compile_error = std::variant<no_lowering, format_too_small, budget::limit_reached>;

// A model that accepts w iff f holds at N+1, for every word over sigma (up to model::max_length
// when f has Y), exactly in exact arithmetic and in the format and sums of the options. Pre: the
// letters of f are in sigma or false everywhere.
[[nodiscard]] tl::expected<network::model, compile_error> compile(logic::formula f,
                                                                  text::alphabet const& sigma,
                                                                  options const& how,
                                                                  budget::budget const& limits);

} // namespace ltlc::lowering
