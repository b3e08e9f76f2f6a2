#include "ltlc/interchange/model_config.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "ltlc/interchange/config_layers.hpp"
#include "ltlc/interchange/rope_parameters.hpp"

namespace ltlc::interchange {

namespace {

using schedule::model_config;
using schedule::rotary_setting;

constexpr std::int64_t widest_model = std::int64_t{1} << 31;
constexpr std::string_view sliding = "sliding_attention";
constexpr std::string_view full = "full_attention";

template <std::size_t N>
std::optional<std::string> first_of(json_reader const& in, std::array<char const*, N> const& keys) {
  for (char const* const key : keys)
    if (in.has(key)) return key;
  return std::nullopt;
}

template <std::size_t N>
std::uint64_t integer_of(json_reader const& in, std::array<char const*, N> const& keys) {
  auto const key = first_of(in, keys);
  return key ? positive_integer(in, key->c_str(), 0) : 0;
}

class config_reader {
public:
  explicit config_reader(json_reader root) : root_(std::move(root)) {}

  model_config read() {
    if (root_.has("model_type")) config_.model_type = root_.key("model_type").string();
    defaults_ = &defaults_of(config_.model_type);
    config_.max_positions =
        integer_of(root_, std::array{"max_position_embeddings", "n_positions", "seq_length"});
    read_surroundings();
    find_rule();
    auto const kinds = layer_kinds_of(root_, *defaults_);
    config_.layers_stated = kinds.count_stated;
    if (!kinds.count_stated)
      warn("", fmt::format("the number of layers is missing; one cycle of {} stands for them",
                           kinds.layers.size()));
    for (auto const& kind : kinds.layers)
      config_.layers.push_back({kind.attention, kind.has_scores, kind.window, setting_of(kind)});
    if (!kinds.kinds_stated) list_other_bases();
    if (root_.has("use_dynamic_ntk") && root_.key("use_dynamic_ntk").boolean())
      warn("/use_dynamic_ntk", "beyond the trained length this model's own code changes the base; "
                               "that is not followed here");
    return std::move(config_);
  }

private:
  void warn(std::string const& pointer, std::string message) {
    config_.warnings.push_back({root_.pointer() + pointer, std::move(message)});
  }

  std::uint32_t head_dimension() {
    constexpr std::array stated{"head_dim", "kv_channels"};
    if (root_.has("qk_rope_head_dim") && root_.has("qk_nope_head_dim"))
      return as_dimension(positive_integer(root_, "qk_rope_head_dim", 0) +
                              positive_integer(root_, "qk_nope_head_dim", 0),
                          root_.key("qk_nope_head_dim"));
    if (auto const key = first_of(root_, stated))
      return as_dimension(positive_integer(root_, key->c_str(), 0), root_.key(key->c_str()));
    auto const width = first_of(root_, std::array{"hidden_size", "n_embd"});
    auto const heads = first_of(root_, std::array{"num_attention_heads", "n_head"});
    if (!width || !heads)
      root_.fail("the dimensions of a head are not stated: expected head_dim, or hidden_size and "
                 "num_attention_heads");
    auto const hidden = root_.key(width->c_str()).integer(1, widest_model);
    auto const count = root_.key(heads->c_str()).integer(1, widest_model);
    return as_dimension(static_cast<std::uint64_t>(hidden / count), root_.key(heads->c_str()));
  }

  static std::uint32_t as_dimension(std::uint64_t n, json_reader const& where) {
    if (n < 1 || n > schedule::most_dimensions)
      where.fail(
          fmt::format("heads of {} dimensions: expected 1 to {}", n, schedule::most_dimensions));
    return static_cast<std::uint32_t>(n);
  }

  void read_surroundings() {
    around_.head_dim = head_dimension();
    auto const base = first_of(root_, std::array{"rope_theta", "rotary_emb_base"});
    around_.base = base ? positive_number(root_, base->c_str(), 1) : defaults_->base;
    around_.base *= positive_number(root_, "rope_ratio", 1);
    auto const share =
        first_of(root_, std::array{"partial_rotary_factor", "rotary_pct", "rope_pct"});
    around_.share = share ? positive_number(root_, share->c_str(), 1) : defaults_->share;
    if (share && around_.share > 1) root_.key(share->c_str()).fail("expected a share from 0 to 1");
    if (auto const dim = first_of(root_, std::array{"qk_rope_head_dim", "rotary_dim"})) {
      around_.dim = as_dimension(positive_integer(root_, dim->c_str(), 0), root_.key(dim->c_str()));
      // One product of doubles, truncated: what the software would rotate.
      if (*dim == "rotary_dim" && share &&
          *around_.dim != static_cast<std::uint32_t>(around_.head_dim * around_.share))
        warn("/rotary_dim", fmt::format("{} says otherwise; this key counts", *share));
    }
    around_.max_positions = config_.max_positions;
    around_.original_positions = positive_integer(root_, "original_max_position_embeddings", 0);
  }

  // rope_scaling where it says something, else rope_parameters.
  void find_rule() {
    for (char const* const key : {"rope_scaling", "rope_parameters"}) {
      if (!root_.has(key)) continue;
      auto const rule = root_.key(key);
      if (!rule.is_object()) rule.fail("expected an object or null");
      if (rule.size() == 0) continue;
      rule_ = rule;
      break;
    }
    if (!rule_) return;
    for (auto const& key : rule_->keys())
      by_layer_type_ = by_layer_type_ || is_layer_type(key);
  }

  [[nodiscard]] bool is_layer_type(std::string const& key) const {
    if (key == sliding || key == full || key == "chunked_attention") return true;
    if (!root_.has("layer_types")) return false;
    auto const types = root_.key("layer_types").elements();
    return std::any_of(types.begin(), types.end(),
                       [&](auto const& t) { return t.is_string() && t.string() == key; });
  }

  std::optional<std::size_t> setting_of(layer_kind const& kind) {
    if (!kind.rotates || !kind.has_scores) return std::nullopt;
    std::string const type = by_layer_type_ || slides_on_its_own() ? kind.attention : "";
    auto const known = setting_by_type_.find(type);
    if (known != setting_by_type_.end()) return known->second;
    auto const made = make_setting(type);
    setting_by_type_.emplace(type, made);
    return made;
  }

  [[nodiscard]] char const* key_of_sliding_base() const {
    if (root_.has("rope_local_base_freq")) return "rope_local_base_freq";
    return root_.has("swa_rope_theta") ? "swa_rope_theta" : nullptr;
  }
  [[nodiscard]] bool slides_on_its_own() const {
    return key_of_sliding_base() != nullptr || defaults_->sliding_base != 0;
  }

  std::optional<std::size_t> make_setting(std::string const& type) {
    auto around = around_;
    auto rule = rule_;
    if (type == full && root_.has("global_head_dim"))
      around.head_dim =
          as_dimension(positive_integer(root_, "global_head_dim", 0), root_.key("global_head_dim"));
    if (by_layer_type_) {
      if (!rule->contains(type.c_str()))
        rule->fail(fmt::format("there is no rule for layers of type \"{}\"", one_line(type)));
      if (!rule->has(type.c_str())) return std::nullopt;
      rule = rule->key(type.c_str());
      around.original_wins = false;
      if (!rule->is_object()) rule->fail("expected an object or null");
    } else if (type == sliding && slides_on_its_own()) {
      // Scaling is for the layers that see everything.
      char const* const key = key_of_sliding_base();
      around.base = key != nullptr ? positive_number(root_, key, 1) : defaults_->sliding_base;
      rule = std::nullopt;
    }
    return add_setting(type, around, rule);
  }

  std::size_t add_setting(std::string const& type, rope_surroundings const& around,
                          std::optional<json_reader> const& rule) {
    rotary_setting setting;
    setting.layer_type = type;
    setting.parameters = rope_parameters_of(rule, around, root_, config_.warnings);
    setting.planes = pairing_of(root_, config_.model_type);
    if (root_.has("qk_rope_head_dim"))
      setting.score_factor = schedule::latent_score_factor(setting.parameters);
    config_.settings.push_back(std::move(setting));
    return config_.settings.size() - 1;
  }

  // Bases of layers that nothing in the document tells apart: they are listed, and given to none.
  void list_other_bases() {
    for (char const* const key : {"swa_rope_theta", "compress_rope_theta"}) {
      if (!root_.has(key)) continue;
      auto around = around_;
      around.base = positive_number(root_, key, 1);
      bool const windows = std::string_view(key) == "swa_rope_theta";
      add_setting(windows ? std::string(sliding) : "compressed", around,
                  windows ? std::nullopt : rule_);
      warn(std::string("/") + key, "which layers have this base is not stated; none is given it");
    }
  }

  json_reader root_;
  model_config config_;
  model_defaults const* defaults_ = nullptr;
  rope_surroundings around_;
  std::optional<json_reader> rule_;
  bool by_layer_type_ = false;
  std::map<std::string, std::optional<std::size_t>> setting_by_type_;
};

} // namespace

text::result<schedule::model_config> model_config_from_json(text::source const& file) {
  return read_document<model_config>(file, [](json_reader const& root) {
    if (!root.is_object()) root.fail("expected an object");
    // Models of several kinds of input keep the part about words in a document of its own.
    bool const own = root.has("hidden_size") || root.has("n_embd") || root.has("head_dim");
    if (!own && root.has("text_config")) return config_reader(root.key("text_config")).read();
    return config_reader(root).read();
  });
}

} // namespace ltlc::interchange
