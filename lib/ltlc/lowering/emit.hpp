// Writes the weights of a plan.
#pragma once

#include <map>
#include <vector>

#include "ltlc/lowering/heads.hpp"
#include "ltlc/lowering/layout.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::lowering {

struct head_numbers {
  arithmetic numbers;
  std::map<variable, modular_numbers> modular;
  std::map<std::uint32_t, offset_numbers> offset; // by k
};

// Pre: every used modular variable and every k of a used offset variable has its numbers.
[[nodiscard]] network::model emit(plan const& p, layout const& where, head_numbers const& numbers,
                                  text::alphabet const& sigma);

} // namespace ltlc::lowering
