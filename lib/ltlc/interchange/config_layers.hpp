// Which layers of a config.json attend how, and which of them rotate. Private to interchange/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/schedule/model_config.hpp"

namespace ltlc::interchange {

// What a model type has where its configuration is silent.
struct model_defaults {
  std::string_view model_type;
  double base = 10'000;
  double share = 1;
  double sliding_base = 0;           // of sliding layers; 0: as the others
  std::uint64_t sliding_cycle = 0;   // every so manieth layer does not slide; 0: no such rule
  std::uint64_t no_rope_cycle = 0;   // every so manieth layer does not rotate
  bool only_sliding_rotates = false; // where there is a window at all
};
[[nodiscard]] model_defaults const& defaults_of(std::string_view model_type);
[[nodiscard]] schedule::pairing pairing_of(json_reader const& root, std::string_view model_type);

struct layer_kind {
  std::string attention = "full_attention";
  std::optional<std::uint64_t> window;
  bool has_scores = true;
  bool rotates = true;
};

struct layer_kinds {
  std::vector<layer_kind> layers;
  bool count_stated = true; // else one cycle
  bool kinds_stated = true; // false: windows are spoken of, but not which layers have them
};

// Throws json_objection.
[[nodiscard]] layer_kinds layer_kinds_of(json_reader const& root, model_defaults const& defaults);

} // namespace ltlc::interchange
