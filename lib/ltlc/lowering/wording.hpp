// Small texts and questions that every way of planning shares.
#pragma once

#include <cstdint>
#include <string>

#include "ltlc/lowering/compile.hpp"

namespace ltlc::lowering {

// Why the operator of this sub-formula cannot be compiled, and what can be done.
[[nodiscard]] no_lowering refusal(logic::formula_pool const& pool, term::id id);

// The sub-formula, cut when it is long.
[[nodiscard]] std::string short_text(logic::formula_pool const& pool, term::id id);
[[nodiscard]] std::string residue_text(std::uint64_t r, std::uint64_t m); // "MOD(1,3)"
// Y^step of the argument, which is written as text.
[[nodiscard]] std::string chain_text(std::string const& argument, std::uint32_t step);

// Y is the last position that a head of rightmost attention sees, unless rotary pairs are asked
// for.
[[nodiscard]] bool steps_by_rightmost(options const& how);

} // namespace ltlc::lowering
