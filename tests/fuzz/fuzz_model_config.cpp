// A config.json that somebody else wrote: refused with a place, or read into settings that have a
// meaning.
#include "fuzz/target.hpp"
#include "ltlc/interchange/model_config.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  text::source const input = fuzz::source_of(data, size);
  auto const config = interchange::model_config_from_json(input);
  if (!config) {
    fuzz::check_refusal(input, config.error());
    return 0;
  }
  for (auto const& setting : config->settings)
    fuzz::require(schedule::valid(setting.parameters).empty(), "a setting has a meaning");
  for (auto const& layer : config->layers)
    fuzz::require(!layer.setting || *layer.setting < config->settings.size(),
                  "a layer's setting is one of them");
  return 0;
}
