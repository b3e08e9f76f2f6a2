// Which of several lowerings is taken for each MOD and each Y^k, with the numbers of its heads: the
// one with the fewest layers, then heads, then rotary pairs, that the format can hold; or the one
// that is asked for.
//
// The plan does not know numbers, so it is made again when one of them does not fit: a modulus that
// neither one pair nor a comb can hold is planned by its prime powers, when the format holds them
// all; a Y^k that no single head can hold for the length is planned as a chain of k heads, when
// those hold. Each time one modulus or one k more is settled, so it ends.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/lowering/emit.hpp"
#include "ltlc/lowering/plan.hpp"

namespace ltlc::lowering {

struct numbered_plan {
  plan what;
  head_numbers numbers;
  // Offset heads hold for words up to this length; none when there is none that has a bound.
  std::optional<std::uint64_t> length;
};

// Errors: as compile. Cost: at most one plan for each modulus and each k more than one.
[[nodiscard]] tl::expected<numbered_plan, compile_error> choose_ways(logic::formula f,
                                                                     text::alphabet const& sigma,
                                                                     options const& how,
                                                                     budget::budget const& limits);

} // namespace ltlc::lowering
