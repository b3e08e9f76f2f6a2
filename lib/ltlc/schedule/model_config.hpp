// What a trained model's configuration says of positions: which layers rotate what, and by which
// rule. Made by interchange/model_config from a Hugging Face config.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/schedule/scaling.hpp"

namespace ltlc::schedule {

// One way in which heads of a model are rotated; layers share it.
struct rotary_setting {
  std::string layer_type; // "" where all layers that rotate do it this way
  rope_parameters parameters;
  pairing planes = pairing::half_split;
  // What scores are multiplied by beside the attention factor on cos and sin; not 1 with multi-head
  // latent attention only.
  double score_factor = 1;
  friend bool operator==(rotary_setting const&, rotary_setting const&) = default;
};

struct config_layer {
  // "full_attention", "sliding_attention", "linear_attention", … as in layer_types.
  std::string attention = "full_attention";
  bool has_scores = true;              // false: linear attention, a recurrence, a convolution
  std::optional<std::uint64_t> window; // keys that a sliding layer sees, where it is stated
  std::optional<std::size_t> setting;  // of model_config::settings; none: no rotation
  friend bool operator==(config_layer const&, config_layer const&) = default;
};

// Something that is read, but should be looked at.
struct config_warning {
  std::string pointer; // JSON pointer of the key it is about
  std::string message; // one line
  friend bool operator==(config_warning const&, config_warning const&) = default;
};

struct model_config {
  std::string model_type;
  std::uint64_t max_positions = 0; // 0: not stated
  std::vector<rotary_setting> settings;
  // In order. Where the configuration does not say how many there are, one cycle of their kinds.
  std::vector<config_layer> layers;
  bool layers_stated = true;
  std::vector<config_warning> warnings;
  friend bool operator==(model_config const&, model_config const&) = default;
};

// Layers that attend in one way.
struct layers_alike {
  std::string attention;
  std::optional<std::uint64_t> window;
  std::vector<std::size_t> layers; // from 0, in order
  friend bool operator==(layers_alike const&, layers_alike const&) = default;
};

// One schedule of a model, and who uses it.
struct schedule_in_use {
  std::optional<std::size_t> setting; // the first of model_config::settings with it; none: nope()
  rotary_schedule schedule;
  // Scores of the rotated dimensions are those of plain rotations times this: attention factor
  // squared, and what multi-head latent attention adds.
  double score_factor = 1;
  std::vector<layers_alike> uses; // none: no layer is known to use it
};

// The distinct schedules of layers that have scores, for sequences of that length (which dynamic
// and longrope look at), by first use; then those that no layer uses. Each such layer stands in
// exactly one place. Schedules with the same planes and factor count as one.
[[nodiscard]] std::vector<schedule_in_use> schedules_in_use(model_config const& model,
                                                            std::uint64_t length = 1);

} // namespace ltlc::schedule
