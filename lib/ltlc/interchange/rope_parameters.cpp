#include "ltlc/interchange/rope_parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace ltlc::interchange {

namespace {

using schedule::rope_parameters;
using schedule::rope_type;

constexpr std::int64_t most_positions = std::int64_t{1} << 53;

using key_list = std::vector<std::string_view>;

// What every rule may have, whether it is used here or belongs to something else in the model.
key_list const& keys_of_all() {
  static key_list const keys{"rope_type",
                             "type",
                             "rope_theta",
                             "partial_rotary_factor",
                             "factor",
                             "original_max_position_embeddings",
                             "mrope_section",
                             "mrope_interleaved",
                             "llama_4_scaling_beta"};
  return keys;
}

key_list const& keys_of(rope_type t) {
  static key_list const none,
      yarn{"attention_factor", "beta_fast", "beta_slow", "mscale", "mscale_all_dim", "truncate"},
      longrope{"attention_factor", "long_factor", "short_factor", "long_mscale", "short_mscale"},
      llama3{"low_freq_factor", "high_freq_factor"};
  if (t == rope_type::yarn) return yarn;
  if (t == rope_type::longrope) return longrope;
  return t == rope_type::llama3 ? llama3 : none;
}

bool contains(key_list const& list, std::string_view key) {
  return std::find(list.begin(), list.end(), key) != list.end();
}

class rule_reader {
public:
  rule_reader(json_reader rule, rope_surroundings const& around,
              std::vector<schedule::config_warning>& warnings)
      : rule_(std::move(rule)), around_(&around), warnings_(&warnings) {}

  rope_parameters read() {
    rope_parameters p;
    p.type = type();
    warn_of_unknown_keys(p.type);
    p.base = positive_number(rule_, "rope_theta", around_->base);
    p.max_positions = around_->max_positions;
    p.original_positions = original_positions();
    if (p.type == rope_type::yarn || p.type == rope_type::llama3 || p.type == rope_type::longrope)
      fill_original(p);
    factor(p);
    if (p.type == rope_type::yarn) yarn(p);
    if (p.type == rope_type::longrope) longrope(p);
    if (p.type == rope_type::llama3) {
      p.low_freq_factor = number_above_0("low_freq_factor");
      p.high_freq_factor = number_above_0("high_freq_factor");
    }
    return p;
  }

private:
  void warn(std::string const& key, std::string message) {
    schedule::config_warning w{rule_.pointer() + (key.empty() ? "" : "/" + one_line(key)),
                               std::move(message)};
    // Several kinds of layers can share the rule.
    if (std::find(warnings_->begin(), warnings_->end(), w) == warnings_->end())
      warnings_->push_back(std::move(w));
  }

  rope_type type() {
    char const* const key = rule_.has("rope_type") ? "rope_type" : "type";
    if (!rule_.has(key)) return rope_type::standard;
    std::string const named = rule_.key(key).string();
    if (rule_.has("rope_type") && rule_.has("type") && rule_.key("type").string() != named)
      warn("type", "not what rope_type says, which is what counts");
    if (named == "su") return rope_type::longrope;
    if (named == "mrope") return rope_type::standard;
    if (auto const t = schedule::find_rope_type(named)) return *t;
    rule_.key(key).fail("no rule of this name is known; expected default, linear, dynamic, ntk, "
                        "yarn, longrope, llama3 or proportional");
  }

  void warn_of_unknown_keys(rope_type t) {
    for (auto const& key : rule_.keys())
      if (!contains(keys_of_all(), key) && !contains(keys_of(t), key))
        warn(key, fmt::format("{} has no such key; it is not used", name(t)));
  }

  double number_above_0(char const* key) {
    if (!rule_.has(key)) rule_.fail(fmt::format("the key \"{}\" is missing", key));
    return positive_number(rule_, key, 1);
  }

  std::uint64_t original_positions() {
    constexpr char const* key = "original_max_position_embeddings";
    auto const outside = around_->original_positions;
    auto const inside = positive_integer(rule_, key, outside);
    if (!around_->original_wins || outside == 0) return inside;
    if (inside != outside)
      warn(key, fmt::format("the key of this name outside, {}, is what counts", outside));
    return outside;
  }

  void fill_original(rope_parameters& p) {
    if (p.original_positions != 0) return;
    if (p.max_positions == 0)
      rule_.fail("neither original_max_position_embeddings nor max_position_embeddings is stated");
    p.original_positions = p.max_positions;
    warn("", fmt::format("original_max_position_embeddings is missing, and {}, the extended "
                         "length, stands in for it",
                         p.max_positions));
  }

  void factor(rope_parameters& p) {
    bool const by_ratio = p.type == rope_type::yarn || p.type == rope_type::longrope;
    double const ratio =
        p.original_positions == 0 || p.max_positions == 0
            ? 1
            : static_cast<double>(p.max_positions) / static_cast<double>(p.original_positions);
    bool const needed = p.type != rope_type::standard && p.type != rope_type::proportional;
    if (by_ratio && !rule_.has("factor")) {
      p.factor = ratio;
    } else if (needed) {
      p.factor = number_above_0("factor");
    } else {
      p.factor = positive_number(rule_, "factor", 1);
    }
    if (p.factor < 1) warn("factor", "below 1: it shortens the context that it is to lengthen");
    if (by_ratio && p.max_positions != 0 && rule_.has("factor") &&
        std::fabs(p.factor - ratio) > 1e-6 * ratio) // only whether to warn
      warn("factor", fmt::format("max_position_embeddings is {} times the original length", ratio));
  }

  void yarn(rope_parameters& p) {
    if (rule_.has("attention_factor"))
      p.attention_factor = positive_number(rule_, "attention_factor", 1);
    p.beta_fast = number_or(rule_, "beta_fast", 32);
    p.beta_slow = number_or(rule_, "beta_slow", 1);
    // 0 is not stated, as in the software.
    if (p.beta_fast == 0) p.beta_fast = 32;
    if (p.beta_slow == 0) p.beta_slow = 1;
    p.mscale = number_or(rule_, "mscale", 0);
    p.mscale_all_dim = number_or(rule_, "mscale_all_dim", 0);
    if (rule_.has("truncate")) p.truncate = rule_.key("truncate").boolean();
  }

  void longrope(rope_parameters& p) {
    if (rule_.has("attention_factor"))
      p.attention_factor = positive_number(rule_, "attention_factor", 1);
    p.short_factors = rule_.key("short_factor").numbers();
    p.long_factors = rule_.key("long_factor").numbers();
  }

  static double number_or(json_reader const& in, char const* key, double otherwise) {
    return in.has(key) ? in.key(key).number() : otherwise;
  }

  json_reader rule_;
  rope_surroundings const* around_;
  std::vector<schedule::config_warning>* warnings_;
};

// int(head_dim·share) as the software has it: one product of doubles, truncated.
std::uint32_t share_of(std::uint32_t head_dim, double share) {
  return static_cast<std::uint32_t>(static_cast<double>(head_dim) * share);
}

} // namespace

double positive_number(json_reader const& in, char const* key, double otherwise) {
  if (!in.has(key)) return otherwise;
  double const x = in.key(key).number();
  if (!std::isfinite(x) || x <= 0) in.key(key).fail("expected a number above 0");
  return x;
}

std::uint64_t positive_integer(json_reader const& in, char const* key, std::uint64_t otherwise) {
  if (!in.has(key)) return otherwise;
  auto const value = in.key(key);
  // Some files write lengths as 4096.0.
  if (double const x = value.number();
      x == std::floor(x) && x >= 1 && x <= static_cast<double>(most_positions))
    return static_cast<std::uint64_t>(x);
  return static_cast<std::uint64_t>(value.integer(1, most_positions));
}

schedule::rope_parameters rope_parameters_of(std::optional<json_reader> const& rule,
                                             rope_surroundings const& around,
                                             json_reader const& where,
                                             std::vector<schedule::config_warning>& warnings) {
  rope_parameters p;
  double share = around.share;
  if (rule) {
    p = rule_reader(*rule, around, warnings).read();
    if (rule->has("partial_rotary_factor"))
      share = positive_number(*rule, "partial_rotary_factor", 1);
  } else {
    p.base = around.base;
    p.max_positions = around.max_positions;
    p.original_positions = around.original_positions;
  }
  auto const& blamed = rule ? *rule : where;
  if (share > 1) blamed.fail("partial_rotary_factor is from 0 to 1");
  p.head_dim = around.head_dim;
  if (p.type == rope_type::proportional) p.share = share;
  bool const inside = rule && rule->has("partial_rotary_factor");
  p.dim = around.dim && !inside ? *around.dim : share_of(around.head_dim, share);
  if (p.type == rope_type::proportional) p.dim = p.head_dim;
  if (p.dim > p.head_dim)
    blamed.fail(fmt::format("{} rotary dimensions of a head with {}", p.dim, p.head_dim));
  if (auto const why = schedule::valid(p); !why.empty()) blamed.fail(why);
  return p;
}

} // namespace ltlc::interchange
