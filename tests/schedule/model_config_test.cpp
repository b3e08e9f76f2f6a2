#include <random>

#include <doctest/doctest.h>

#include "ltlc/schedule/model_config.hpp"

using namespace ltlc;
using namespace ltlc::schedule;

namespace {

rotary_setting plain_setting(double base, double factor = 1) {
  rotary_setting s;
  s.parameters.base = base;
  s.parameters.head_dim = s.parameters.dim = 4;
  s.parameters.factor = factor;
  if (factor != 1) s.parameters.type = rope_type::linear;
  return s;
}

config_layer layer_with(std::optional<std::size_t> setting,
                        std::optional<std::uint64_t> window = std::nullopt) {
  config_layer layer;
  if (window) layer.attention = "sliding_attention";
  layer.window = window;
  layer.setting = setting;
  return layer;
}

using indices = std::vector<std::size_t>;

} // namespace

TEST_CASE("Layers are grouped by what they rotate, then by what they see") {
  model_config m;
  m.settings = {plain_setting(100), plain_setting(1000), plain_setting(100), plain_setting(7)};
  config_layer linear;
  linear.attention = "linear_attention";
  linear.has_scores = false;
  m.layers = {layer_with(1, 16), layer_with(std::nullopt), layer_with(0),   layer_with(1), linear,
              layer_with(2),     layer_with(1, 16),        layer_with(1, 8)};
  auto const used = schedules_in_use(m);
  REQUIRE(used.size() == 4);
  CHECK(used[0].setting == 1);
  REQUIRE(used[0].uses.size() == 3);
  CHECK(used[0].uses[0].layers == indices{0, 6});
  CHECK(used[0].uses[0].window == 16);
  CHECK(used[0].uses[1].layers == indices{3});
  CHECK(used[0].uses[2].layers == indices{7});
  CHECK(used[1].setting == std::nullopt);
  CHECK(used[1].schedule == nope());
  CHECK(used[1].uses[0].layers == indices{1});
  CHECK(used[2].setting == 0); // and 2, which is the same
  CHECK(used[2].uses[0].layers == indices{2, 5});
  CHECK(used[2].schedule.planes == standard(100, 4).planes);
  CHECK(used[3].setting == 3);
  CHECK(used[3].uses.empty());
}

TEST_CASE("Scores grow by the square of the attention factor, and what a latent adds") {
  model_config m;
  m.settings = {plain_setting(100), plain_setting(100)};
  m.settings[1].parameters.type = rope_type::longrope;
  m.settings[1].parameters.short_factors = {1, 1};
  m.settings[1].parameters.long_factors = {1, 2};
  m.settings[1].parameters.original_positions = 10;
  m.settings[1].parameters.attention_factor = 1.5;
  m.settings[1].score_factor = 3;
  m.layers = {layer_with(0), layer_with(1)};
  auto const used = schedules_in_use(m);
  REQUIRE(used.size() == 2); // the planes are the same, the factor is not
  CHECK(used[0].score_factor == 1);
  CHECK(used[1].score_factor == 6.75);
  CHECK(used[1].schedule.planes == used[0].schedule.planes);
  CHECK(schedules_in_use(m, 11)[1].schedule.planes != used[0].schedule.planes);
}

TEST_CASE("Every layer with scores stands in one place, under the planes of its setting") {
  std::mt19937 source(8);
  MESSAGE("seed 8");
  for (int round = 0; round < 200; ++round) {
    model_config m;
    auto const settings = 1 + source() % 4;
    for (std::size_t s = 0; s < settings; ++s)
      m.settings.push_back(plain_setting(source() % 2 == 0 ? 100 : 101, source() % 2 == 0 ? 1 : 2));
    auto const layers = source() % 9;
    for (std::size_t i = 0; i < layers; ++i) {
      m.layers.push_back(layer_with(source() % settings));
      if (source() % 3 == 0) m.layers.back().window = source() % 2;
      if (source() % 4 == 0) m.layers.back().setting.reset();
      m.layers.back().has_scores = source() % 5 != 0;
    }
    std::vector<int> seen(m.layers.size());
    auto const used = schedules_in_use(m);
    for (std::size_t a = 0; a < used.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b)
        CHECK((used[a].schedule.planes != used[b].schedule.planes ||
               used[a].score_factor != used[b].score_factor));
      for (auto const& use : used[a].uses) {
        CHECK(!use.layers.empty());
        for (auto const i : use.layers) {
          ++seen[i];
          auto const& layer = m.layers[i];
          CHECK(layer.window == use.window);
          CHECK(layer.attention == use.attention);
          CHECK(layer.setting.has_value() == used[a].setting.has_value());
          if (layer.setting)
            CHECK(scaled(m.settings[*layer.setting].parameters).planes == used[a].schedule.planes);
        }
      }
    }
    for (std::size_t i = 0; i < m.layers.size(); ++i)
      CHECK(seen[i] == (m.layers[i].has_scores ? 1 : 0));
  }
}
