// Values of one option that is tried for many: lists and ranges of numbers as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "outcome.hpp"

namespace ltlc::app {

// One option and its values, each as it would be given by itself.
struct swept {
  std::string option; // without dashes
  std::vector<std::string> values;
};

// "scale=16,32,64", "format=bf16,fp(5,-8,9)" (commas in parentheses stay), "offset=1:8" (by ones),
// "scale=1:16:1/2" (by steps), "scale=16:4096:x2" (by factors). Error: which part, and what was
// expected; more than 10,000 values.
[[nodiscard]] outcome<swept> parse_sweep(std::string_view text);

} // namespace ltlc::app
