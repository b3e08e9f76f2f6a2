// The schedules that a command is asked about: by their notation, or those of a model's
// config.json, each with who uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/schedule/model_config.hpp"
#include "ltlc/schedule/schedule.hpp"

#include "outcome.hpp"

namespace ltlc::app {

struct asked_schedule {
  schedule::rotary_schedule schedule;
  std::string allocation;                   // "hybrid(…)", or "" for a schedule by itself
  std::vector<std::uint32_t> heads;         // of an allocation, from 0
  std::vector<schedule::layers_alike> uses; // of a configuration
  double score_factor = 1;                  // of a configuration
};

struct asked_schedules {
  std::vector<asked_schedule> all; // at least one
  std::optional<schedule::model_config> config;
};

// SPECs, or the file of --config for sequences of the length (which two scaling rules look at; none
// = the model's greatest). Errors: neither or both are given, mistakes in them.
[[nodiscard]] outcome<asked_schedules> read_schedules(std::vector<std::string> const& specs,
                                                      std::optional<std::string> const& config,
                                                      std::optional<std::uint64_t> length,
                                                      streams const& io);

// "hybrid(…): mobius(2048,64) on 4 heads, …" and what layers a model's schedules are in: a line for
// each; "" for schedules by themselves.
[[nodiscard]] std::string users_text(asked_schedules const& asked);
// What stands beside the facts on one schedule: its allocation and heads, or its layers.
void add_users(nlohmann::ordered_json& j, asked_schedule const& asked, bool of_a_config);
// {"model_type","max_positions","layers","warnings"}.
[[nodiscard]] nlohmann::ordered_json config_json(schedule::model_config const& config);
// Warnings for stderr, a line each.
[[nodiscard]] std::string warnings_text(schedule::model_config const& config);

} // namespace ltlc::app
