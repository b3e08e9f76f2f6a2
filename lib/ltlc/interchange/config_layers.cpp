#include "ltlc/interchange/config_layers.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "ltlc/interchange/rope_parameters.hpp"

namespace ltlc::interchange {

namespace {

constexpr std::uint64_t most_layers = 100'000;
constexpr std::uint64_t longest_cycle = 1'000;

constexpr std::array<model_defaults, 15> known_models = {{
    {"gpt_neox", 10'000, 0.25, 0, 0, 0, false},
    {"stablelm", 10'000, 0.25, 0, 0, 0, false},
    {"phi", 10'000, 0.5, 0, 0, 0, false},
    {"persimmon", 25'000, 0.5, 0, 0, 0, false},
    {"chatglm", 10'000, 0.5, 0, 0, 0, false},
    {"glm", 10'000, 0.5, 0, 0, 0, false},
    {"glm4", 10'000, 0.5, 0, 0, 0, false},
    {"nemotron", 10'000, 0.5, 0, 0, 0, false},
    {"gemma3_text", 1'000'000, 1, 10'000, 6, 0, false},
    {"llama4_text", 500'000, 1, 0, 0, 4, false},
    {"smollm3", 2'000'000, 1, 0, 0, 4, false},
    {"gpt_oss", 150'000, 1, 0, 0, 0, false},
    {"mixtral", 1'000'000, 1, 0, 0, 0, false},
    {"cohere2", 10'000, 1, 0, 4, 0, true},
    {"exaone4", 10'000, 1, 0, 4, 0, true},
}};

constexpr std::array<std::string_view, 11> interleaved_models = {
    "gptj",    "codegen",     "chatglm",     "glm",         "glm4",   "cohere",
    "cohere2", "llama4_text", "deepseek_v2", "deepseek_v3", "kimi_k2"};

// Layers of other kinds than attention with scores.
constexpr std::array<std::string_view, 5> without_scores = {"linear_attention", "mamba",
                                                            "recurrent", "conv", "moe"};

bool is_sliding(std::string const& attention) {
  return attention == "sliding_attention";
}

std::uint64_t count_of(json_reader const& root) {
  for (char const* const key : {"num_hidden_layers", "n_layer", "num_layers"})
    if (root.has(key)) {
      auto const n = positive_integer(root, key, 0);
      if (n > most_layers) root.key(key).fail(fmt::format("more than {} layers", most_layers));
      return n;
    }
  return 0;
}

std::uint64_t cycle_at(json_reader const& root, char const* key, std::uint64_t otherwise) {
  auto const n = positive_integer(root, key, otherwise);
  if (n > longest_cycle) root.key(key).fail(fmt::format("a cycle of more than {}", longest_cycle));
  return n;
}

// A list with an entry for each layer; an empty one says nothing.
std::optional<std::vector<json_reader>> list_of_layers(json_reader const& root, char const* key,
                                                       std::uint64_t& layers) {
  if (!root.has(key)) return std::nullopt;
  auto list = root.key(key).elements();
  if (list.empty()) return std::nullopt;
  if (list.size() > most_layers)
    root.key(key).fail(fmt::format("more than {} layers", most_layers));
  if (layers == 0) layers = list.size();
  root.key(key).expect_size(layers, "one for each layer");
  return list;
}

bool flag_of(json_reader const& value) {
  return value.is_number() ? value.integer(0, 1) == 1 : value.boolean();
}

class kinds_reader {
public:
  kinds_reader(json_reader root, model_defaults const& defaults)
      : root_(std::move(root)), defaults_(&defaults) {}

  layer_kinds read() {
    layer_kinds all;
    std::uint64_t layers = count_of(root_);
    auto const types = list_of_layers(root_, "layer_types", layers);
    auto const hybrid = list_of_layers(root_, "hybrid_layer_pattern", layers);
    auto const rotated = list_of_layers(root_, "no_rope_layers", layers);
    std::uint64_t const sliding_cycle = cycle_of_windows();
    std::uint64_t const still_cycle =
        cycle_at(root_, "no_rope_layer_interval", defaults_->no_rope_cycle);
    all.count_stated = layers != 0;
    if (layers == 0)
      layers = std::lcm(std::max<std::uint64_t>(sliding_cycle, 1),
                        std::max<std::uint64_t>(still_cycle, 1));
    bool const every_layer = every_layer_slides();
    all.layers.resize(layers);
    for (std::uint64_t i = 0; i < layers; ++i) {
      auto& layer = all.layers[i];
      if (types) {
        layer.attention = (*types)[i].string();
      } else if (hybrid               ? flag_of((*hybrid)[i])
                 : sliding_cycle != 0 ? (i + 1) % sliding_cycle != 0
                                      : every_layer && i >= first_sliding()) {
        layer.attention = "sliding_attention";
      }
      layer.rotates =
          rotated ? flag_of((*rotated)[i]) : still_cycle == 0 || (i + 1) % still_cycle != 0;
      if (defaults_->only_sliding_rotates && root_.has("sliding_window") &&
          !is_sliding(layer.attention))
        layer.rotates = false;
      layer.has_scores = std::find(without_scores.begin(), without_scores.end(), layer.attention) ==
                         without_scores.end();
      if (!types && still_cycle != 0 && layer.rotates && root_.has("attention_chunk_size"))
        layer.attention = "chunked_attention";
      layer.window = window_of(layer.attention);
    }
    all.kinds_stated = types || hybrid || !windows_of_some_layers();
    return all;
  }

private:
  // Other bases, for layers that only a list tells apart.
  [[nodiscard]] bool windows_of_some_layers() const {
    return root_.has("swa_rope_theta") || root_.has("compress_rope_theta");
  }

  [[nodiscard]] std::uint64_t cycle_of_windows() const {
    if (root_.has("sliding_window_pattern") && !root_.key("sliding_window_pattern").is_number())
      root_.key("sliding_window_pattern").fail("expected an integer");
    // Gemma 2 slides in every other layer, from the first.
    std::uint64_t const otherwise = model_type() == "gemma2" ? 2 : defaults_->sliding_cycle;
    return cycle_at(root_, "sliding_window_pattern", otherwise);
  }

  [[nodiscard]] bool every_layer_slides() const {
    if (!root_.has("sliding_window") || windows_of_some_layers()) return false;
    if (root_.has("use_sliding_window")) return root_.key("use_sliding_window").boolean();
    return model_type().substr(0, 4) != "qwen"; // which have a window that they do not use
  }

  [[nodiscard]] std::uint64_t first_sliding() const {
    bool const some = root_.has("use_sliding_window") && root_.has("max_window_layers");
    return some ? static_cast<std::uint64_t>(root_.key("max_window_layers").integer(0, INT64_MAX))
                : 0;
  }

  [[nodiscard]] std::optional<std::uint64_t> window_of(std::string const& attention) const {
    char const* const key = is_sliding(attention)              ? "sliding_window"
                            : attention == "chunked_attention" ? "attention_chunk_size"
                                                               : nullptr;
    if (key == nullptr || !root_.has(key)) return std::nullopt;
    return positive_integer(root_, key, 0);
  }

  [[nodiscard]] std::string model_type() const {
    return root_.has("model_type") ? root_.key("model_type").string() : std::string();
  }

  json_reader root_;
  model_defaults const* defaults_;
};

} // namespace

model_defaults const& defaults_of(std::string_view model_type) {
  static constexpr model_defaults plain;
  auto const* const at = std::find_if(known_models.begin(), known_models.end(),
                                      [&](auto const& m) { return m.model_type == model_type; });
  return at == known_models.end() ? plain : *at;
}

schedule::pairing pairing_of(json_reader const& root, std::string_view model_type) {
  bool const usual = std::find(interleaved_models.begin(), interleaved_models.end(), model_type) !=
                     interleaved_models.end();
  bool const interleaved =
      root.has("rope_interleave") ? root.key("rope_interleave").boolean() : usual;
  return interleaved ? schedule::pairing::interleaved : schedule::pairing::half_split;
}

layer_kinds layer_kinds_of(json_reader const& root, model_defaults const& defaults) {
  return kinds_reader(root, defaults).read();
}

} // namespace ltlc::interchange
