// The part of a config.json that names one rule and its numbers. Private to interchange/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/schedule/model_config.hpp"

namespace ltlc::interchange {

// What the keys outside of the rule say, for the layers it is about.
struct rope_surroundings {
  double base = 10'000;
  std::uint32_t head_dim = 0;
  std::optional<std::uint32_t> dim;     // stated as such
  double share = 1;                     // of head_dim, where dim is not stated
  std::uint64_t max_positions = 0;      // 0: not stated
  std::uint64_t original_positions = 0; // at the top; 0: not stated
  bool original_wins = true;            // over the one inside of the rule
};

// The rule of an object such as rope_scaling; without one, `default`. Throws json_objection where
// the rule cannot be computed. `where` is the key that a rule without an object is blamed on.
[[nodiscard]] schedule::rope_parameters
rope_parameters_of(std::optional<json_reader> const& rule, rope_surroundings const& around,
                   json_reader const& where, std::vector<schedule::config_warning>& warnings);

// A number above 0, and an integer from 1 on, or the other value where the key is absent or null.
[[nodiscard]] double positive_number(json_reader const& in, char const* key, double otherwise);
[[nodiscard]] std::uint64_t positive_integer(json_reader const& in, char const* key,
                                             std::uint64_t otherwise);

} // namespace ltlc::interchange
