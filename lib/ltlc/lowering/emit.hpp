// Writes the weights of a plan.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ltlc/lowering/heads.hpp"
#include "ltlc/lowering/layout.hpp"
#include "ltlc/lowering/sinusoid.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::lowering {

struct head_numbers {
  arithmetic numbers;
  std::map<variable, modular_numbers> modular;
  std::map<variable, sinusoid_numbers> sinusoid;
  std::map<std::uint32_t, offset_numbers> offset; // by k
  // Which lowering was chosen and why, in one line.
  std::map<variable, std::string> modular_choice_text;
  std::map<std::uint32_t, std::string> offset_choice_text;
};

// How heads attend, and whether heads that look alike are one head and hidden units that are alike
// one unit.
struct emission {
  network::attention_kind attention = network::attention_kind::soft;
  bool share = true;
};

// Pre: every used modular and sinusoid variable and every k of a used offset variable has its
// numbers.
[[nodiscard]] network::model emit(plan const& p, layout const& where, head_numbers const& numbers,
                                  text::alphabet const& sigma, emission how);

} // namespace ltlc::lowering
