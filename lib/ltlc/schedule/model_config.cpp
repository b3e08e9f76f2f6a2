#include "ltlc/schedule/model_config.hpp"

#include <algorithm>

namespace ltlc::schedule {

namespace {

schedule_in_use of_setting(model_config const& model, std::optional<std::size_t> setting,
                           std::uint64_t length) {
  if (!setting) return {std::nullopt, nope(), 1, {}};
  auto const& s = model.settings[*setting];
  double const a = attention_factor(s.parameters);
  return {setting, scaled(s.parameters, length), a * a * s.score_factor, {}};
}

// Where among the schedules so far this one stands; at the end if it is new.
std::size_t place_among(std::vector<schedule_in_use>& all, schedule_in_use one) {
  auto const at = std::find_if(all.begin(), all.end(), [&](auto const& known) {
    return known.setting.has_value() == one.setting.has_value() &&
           known.score_factor == one.score_factor && known.schedule.planes == one.schedule.planes;
  });
  auto const place = static_cast<std::size_t>(at - all.begin());
  if (at == all.end()) all.push_back(std::move(one));
  return place;
}

void add_use(std::vector<layers_alike>& uses, config_layer const& layer, std::size_t index) {
  auto const at = std::find_if(uses.begin(), uses.end(), [&](auto const& u) {
    return u.attention == layer.attention && u.window == layer.window;
  });
  if (at == uses.end()) {
    uses.push_back({layer.attention, layer.window, {index}});
  } else {
    at->layers.push_back(index);
  }
}

} // namespace

std::vector<schedule_in_use> schedules_in_use(model_config const& model, std::uint64_t length) {
  std::vector<schedule_in_use> all;
  // By setting; the last is for layers without one.
  std::vector<std::optional<std::size_t>> place(model.settings.size() + 1);
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    auto const& layer = model.layers[i];
    if (!layer.has_scores) continue;
    auto& known = place[layer.setting.value_or(model.settings.size())];
    if (!known) known = place_among(all, of_setting(model, layer.setting, length));
    add_use(all[*known].uses, layer, i);
  }
  for (std::size_t s = 0; s < model.settings.size(); ++s)
    if (!place[s]) place_among(all, of_setting(model, s, length));
  return all;
}

} // namespace ltlc::schedule
