#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "interchange/public_configs.hpp"
#include "ltlc/interchange/model_config.hpp"

using namespace ltlc;

namespace {

schedule::model_config read_config(std::string const& name) {
  auto const c = interchange::model_config_from_json({name, support::config_text(name)});
  REQUIRE_MESSAGE(c.has_value(), name << ": " << c.error().message);
  return *c;
}

schedule::model_config config_of(std::string const& text) {
  auto const c = interchange::model_config_from_json({"text", text});
  REQUIRE_MESSAGE(c.has_value(), c.error().message);
  return *c;
}

std::string refused_config(std::string const& text) {
  auto const c = interchange::model_config_from_json({"text", text});
  REQUIRE(!c.has_value());
  return c.error().message;
}

// A small model around these keys.
std::string around(std::string const& keys) {
  return R"({"model_type": "llama", "head_dim": 8, "num_hidden_layers": 4)" +
         (keys.empty() ? "" : ", " + keys) + "}";
}

std::string layers_in_short(schedule::model_config const& c) {
  std::string text;
  for (auto const& layer : c.layers)
    text += layer.setting ? static_cast<char>('0' + *layer.setting) : layer.has_scores ? '-' : '.';
  return text;
}

std::vector<std::string> warned_pointers(schedule::model_config const& c) {
  std::vector<std::string> pointers;
  for (auto const& w : c.warnings)
    pointers.push_back(w.pointer);
  return pointers;
}

double frequency_of(schedule::rope_parameters const& p, std::size_t plane,
                    std::uint64_t length = 1) {
  auto const s = schedule::scaled(p, length);
  auto const turns = rotary::enclose_turns(s.planes.at(plane), 128);
  return mpfr_get_d(turns.lower(), MPFR_RNDN) * 2 * std::acos(-1.0);
}

// Equal to the 13 digits that are given.
bool to_13_digits(double x, double given) {
  return std::fabs(x - given) <= 1e-12 * given;
}

} // namespace

TEST_SUITE("model_config") {
  TEST_CASE("every configuration of a public model reads as what it says") {
    std::size_t files = 0;
    for (auto const& entry : std::filesystem::directory_iterator(support::config_folder()))
      if (entry.path().extension() == ".json") ++files;
    CHECK(files == std::size(support::all_configs));
    for (auto const& facts : support::all_configs) {
      CAPTURE(facts.name);
      auto const c = read_config(facts.name);
      auto const rotating = std::count_if(c.layers.begin(), c.layers.end(),
                                          [](auto const& l) { return l.setting.has_value(); });
      CHECK(c.layers.size() == facts.layers);
      CHECK(static_cast<std::size_t>(rotating) == facts.rotating);
      REQUIRE(!c.settings.empty());
      auto const& p = c.settings[0].parameters;
      CHECK(name(p.type) == facts.rule);
      CHECK(p.base == facts.base);
      CHECK(p.head_dim == facts.head_dim);
      CHECK(p.dim == facts.dim);
      for (auto const& s : c.settings) {
        CHECK(schedule::valid(s.parameters) == "");
        CHECK(schedule::scaled(s.parameters).planes.size() == s.parameters.dim / 2);
      }
      // Only what is really unclear in these files is warned of.
      auto const pointers = warned_pointers(c);
      std::vector<std::string> expected;
      if (c.model_type == "deepseek_v4") expected = {"/compress_rope_theta"};
      if (c.model_type == "mimo_v2_flash") expected = {"/swa_rope_theta"};
      if (c.model_type == "qwen") expected = {"/use_dynamic_ntk"};
      if (std::string(facts.name) == "gemma3-27b-sparse") expected = {""};
      CHECK(pointers == expected);
    }
  }

  TEST_CASE("frequencies and factors of public models are the published ones") {
    auto const first = [](char const* name) { return read_config(name).settings.at(0).parameters; };
    CHECK(to_13_digits(frequency_of(first("llama-3.1-8b"), 29), 2.166570763503e-03));
    CHECK(to_13_digits(frequency_of(first("llama-3.1-405b"), 63), 3.068925988915e-07));
    CHECK(to_13_digits(frequency_of(first("llama-3.2-1b"), 15), 1.290547928209e-03));
    CHECK(to_13_digits(frequency_of(first("llama-3.2-1b"), 31), 9.418306725435e-08));
    CHECK(to_13_digits(frequency_of(first("llama-4-scout"), 63), 1.534462994457e-07));
    CHECK(to_13_digits(frequency_of(first("deepseek-v3"), 16), 5.5e-03));
    CHECK(to_13_digits(frequency_of(first("deepseek-v3"), 31), 3.333803580408e-06));
    CHECK(to_13_digits(frequency_of(first("kimi-k2"), 31), 8.764412911590e-07));
    CHECK(to_13_digits(frequency_of(first("gpt-oss-20b"), 8), 5.081327481546e-02));
    CHECK(to_13_digits(frequency_of(first("olmo3.1-32b"), 63), 3.068925988915e-07));
    CHECK(to_13_digits(frequency_of(first("ministral3-3b"), 63), 7.755861004698e-08));

    CHECK(attention_factor(first("deepseek-v3")) == 1);
    CHECK(attention_factor(first("gpt-oss-20b")) == 1.3465735902799727);
    CHECK(attention_factor(first("olmo3.1-32b")) == 1.2079441541679836);
    CHECK(attention_factor(first("ministral3-3b")) == 1);
    CHECK(attention_factor(first("devstral-2-123b")) == 1.4158883083359672);
    CHECK(attention_factor(first("phi-3.5-mini")) == 1.1902380714238083);
    CHECK(attention_factor(first("phi-4-mini")) == 1.1902380714238083);
    CHECK(read_config("deepseek-v2-lite").settings[0].score_factor == 1.5896261651208736);
    CHECK(read_config("deepseek-v3").settings[0].score_factor == 1.8738542070926265);
    CHECK(read_config("ministral3-3b").settings[0].score_factor == 1);

    CHECK(range_of_ramp(first("deepseek-v3")).low == 10);
    CHECK(range_of_ramp(first("deepseek-v3")).high == 23);
    CHECK(range_of_ramp(first("kimi-k2")).low == 19);
    CHECK(range_of_ramp(first("kimi-k2")).high == 20);
    CHECK(range_of_ramp(first("olmo3.1-32b")).low == 18);
    CHECK(range_of_ramp(first("olmo3.1-32b")).high == 35);
    CHECK(range_of_ramp(first("ministral3-3b")).low == 20);
    CHECK(range_of_ramp(first("ministral3-3b")).high == 37);
    CHECK(range_of_ramp(first("devstral-2-123b")).low == 23);
    CHECK(range_of_ramp(first("devstral-2-123b")).high == 31);
    CHECK(range_of_ramp(first("gpt-oss-20b")).low == doctest::Approx(8.092779115512402));
    CHECK(range_of_ramp(first("gpt-oss-20b")).high == doctest::Approx(17.39802450158856));

    auto const greatest = [](std::vector<double> const& x) {
      return *std::max_element(x.begin(), x.end());
    };
    auto const phi_3 = first("phi-3.5-mini"), phi_4 = first("phi-4-mini");
    CHECK(phi_3.long_factors.size() == 48);
    CHECK(greatest(phi_3.long_factors) == 64.83999633789062);
    CHECK(greatest(phi_3.short_factors) == 2.8399994373321533);
    CHECK(greatest(phi_4.long_factors) == doctest::Approx(47.77).epsilon(1e-4));
    CHECK(greatest(phi_4.short_factors) == 1);
    // The long factors begin past the original length.
    CHECK(frequency_of(phi_4, 47, 4096) > 47 * frequency_of(phi_4, 47, 4097));
  }

  TEST_CASE("layers that attend in several ways have their own schedules") {
    auto const gemma_4 = read_config("gemma-4-26b-a4b");
    CHECK(layers_in_short(gemma_4) == "000001000001000001000001000001");
    REQUIRE(gemma_4.settings.size() == 2);
    auto const& global = gemma_4.settings[1].parameters;
    CHECK(gemma_4.settings[0].layer_type == "sliding_attention");
    CHECK(gemma_4.settings[1].layer_type == "full_attention");
    CHECK(global.type == schedule::rope_type::proportional);
    CHECK(global.base == 1e6);
    auto const planes = schedule::scaled(global).planes;
    CHECK(planes.size() == 256);
    CHECK(std::count(planes.begin(), planes.end(), rotary::frequency(exact::angle{})) == 192);
    CHECK(gemma_4.layers[0].window == 1024);
    CHECK(gemma_4.layers[5].window == std::nullopt);

    auto const gemma_3 = read_config("gemma3-12b");
    CHECK(layers_in_short(gemma_3).substr(0, 12) == "000001000001");
    CHECK(gemma_3.settings[0].parameters.type == schedule::rope_type::standard);
    CHECK(gemma_3.settings[1].parameters.type == schedule::rope_type::linear);
    CHECK(gemma_3.settings[1].parameters.factor == 8);
    CHECK(gemma_3.settings[1].parameters.base == 1e6);
    CHECK(read_config("gemma3-1b").settings[1].parameters.type == schedule::rope_type::standard);
    auto const sparse = read_config("gemma3-27b-sparse");
    CHECK(!sparse.layers_stated);
    CHECK(layers_in_short(sparse) == "000001");

    auto const oss = read_config("gpt-oss-20b");
    CHECK(oss.settings.size() == 1);
    CHECK(oss.layers[0].window == 128);
    CHECK(oss.layers[1].attention == "full_attention");
    auto const gemma_2 = read_config("gemma2-9b");
    CHECK(gemma_2.layers[0].window == 4096);
    CHECK(gemma_2.layers[1].window == std::nullopt);

    CHECK(layers_in_short(read_config("smollm3-3b")).substr(0, 8) == "000-000-");
    CHECK(layers_in_short(read_config("llama-4-scout")).substr(0, 8) == "000-000-");
    CHECK(layers_in_short(read_config("qwen3.5-27b")).substr(0, 8) == "...0...0");

    auto const mimo = read_config("mimo-v2-flash");
    CHECK(mimo.settings[0].parameters.dim == 64); // of 64.128
    CHECK(mimo.settings[1].parameters.base == 10'000);
    auto const v4 = read_config("deepseek-v4-flash");
    CHECK(v4.settings[1].layer_type == "compressed");
    CHECK(v4.settings[1].parameters.base == 160'000);
  }

  TEST_CASE("old and new spellings say the same") {
    auto const plain = config_of(R"({"hidden_size": 64, "num_attention_heads": 4, "rope_theta": 500,
        "num_hidden_layers": 2, "max_position_embeddings": 128, "partial_rotary_factor": 0.5})");
    CHECK(plain.settings[0].parameters.head_dim == 16);
    CHECK(plain.settings[0].parameters.dim == 8);
    for (std::string const text :
         {R"({"n_embd": 64, "n_head": 4, "rotary_emb_base": 500, "n_layer": 2, "n_positions": 128,
              "rotary_dim": 8})",
          R"({"kv_channels": 16, "rotary_emb_base": 500, "num_layers": 2, "seq_length": 128,
              "rotary_pct": 0.5})",
          R"({"head_dim": 16, "num_hidden_layers": 2, "max_position_embeddings": 128.0,
              "rope_parameters": {"rope_theta": 500, "partial_rotary_factor": 0.5}})",
          R"({"head_dim": 16, "num_hidden_layers": 2, "max_position_embeddings": 128,
              "rope_theta": 1, "partial_rotary_factor": 1, "rope_scaling": {},
              "rope_parameters": {"rope_theta": 500, "partial_rotary_factor": 0.5,
                                  "rope_type": "default"}})",
          R"({"text_config": {"head_dim": 16, "num_hidden_layers": 2, "rope_theta": 500,
              "max_position_embeddings": 128, "partial_rotary_factor": 0.5}, "vision_config": {}})",
          R"({"head_dim": 16, "num_hidden_layers": 2, "max_position_embeddings": 128,
              "rope_theta": 5, "rope_ratio": 100, "rotary_pct": 0.5, "rope_scaling": null})"}) {
      CAPTURE(text);
      auto const c = config_of(text);
      CHECK(c == plain);
    }
    auto const rule = R"("rope_scaling": {"KEY": "NAME", "factor": 4, "short_factor": [1,1,1,1],
        "long_factor": [2,2,2,2]}, "original_max_position_embeddings": 8,
        "max_position_embeddings": 32)";
    auto const with = [&](std::string const& key, std::string const& name) {
      std::string text = rule;
      text.replace(text.find("KEY"), 3, key);
      text.replace(text.find("NAME"), 4, name);
      return config_of(around(text));
    };
    CHECK(with("type", "su") == with("rope_type", "longrope"));
    CHECK(with("type", "longrope").warnings.empty());
  }

  TEST_CASE("lists of layers, and types without a rule") {
    CHECK(layers_in_short(config_of(around(R"("no_rope_layers": [1, 0, 0, 1])"))) == "0--0");
    CHECK(layers_in_short(config_of(around(R"("no_rope_layer_interval": 2)"))) == "0-0-");
    CHECK(layers_in_short(
              config_of(around(R"("no_rope_layers": [], "no_rope_layer_interval": 3)"))) == "00-0");
    auto const nested = config_of(around(R"("layer_types": ["a", "b", "full_attention", "a"],
        "rope_parameters": {"a": {"rope_theta": 5}, "b": null, "full_attention": {}})"));
    CHECK(layers_in_short(nested) == "0-10");
    CHECK(nested.settings[0].parameters.base == 5);
    CHECK(nested.settings[1].parameters.base == 10'000);
    auto const hybrid = config_of(around(R"("hybrid_layer_pattern": [0, 1, 1, 1],
        "sliding_window": 7, "swa_rope_theta": 5)"));
    CHECK(layers_in_short(hybrid) == "0111");
    CHECK(hybrid.layers[1].window == 7);
    CHECK(hybrid.warnings.empty());
    auto const cohere = config_of(R"({"model_type": "cohere2", "head_dim": 8,
        "num_hidden_layers": 4, "sliding_window": 16})");
    CHECK(layers_in_short(cohere) == "000-");
    CHECK(cohere.settings[0].planes == schedule::pairing::interleaved);
    auto const later = config_of(around(R"("sliding_window": 16, "use_sliding_window": true,
        "max_window_layers": 2)"));
    CHECK(later.layers[1].window == std::nullopt);
    CHECK(later.layers[2].window == 16);
  }

  TEST_CASE("what should be looked at is warned of") {
    auto const warned = [](std::string const& keys) {
      return warned_pointers(config_of(around(keys)));
    };
    using pointers = std::vector<std::string>;
    CHECK(warned(R"("rope_scaling": {"type": "linear", "factor": 0.5})") ==
          pointers{"/rope_scaling/factor"});
    CHECK(warned(R"("rope_scaling": {"type": "linear", "factor": 2, "beta_fast": 3})") ==
          pointers{"/rope_scaling/beta_fast"});
    CHECK(warned(R"("rope_scaling": {"type": "linear", "rope_type": "default"})") ==
          pointers{"/rope_scaling/type"});
    CHECK(warned(R"("rotary_dim": 2, "partial_rotary_factor": 0.5)") == pointers{"/rotary_dim"});

    std::string const llama3 = R"("max_position_embeddings": 64, "rope_scaling":
        {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4)";
    auto const silent = config_of(around(llama3 + "}"));
    CHECK(warned_pointers(silent) == pointers{"/rope_scaling"});
    CHECK(silent.settings[0].parameters.original_positions == 64);
    auto const two = config_of(around(llama3 + R"(, "original_max_position_embeddings": 16},
        "original_max_position_embeddings": 8)"));
    CHECK(warned_pointers(two) == pointers{"/rope_scaling/original_max_position_embeddings"});
    CHECK(two.settings[0].parameters.original_positions == 8);

    auto const yarn = config_of(around(R"("max_position_embeddings": 64, "rope_scaling":
        {"rope_type": "yarn", "factor": null, "original_max_position_embeddings": 16})"));
    CHECK(yarn.warnings.empty());
    CHECK(yarn.settings[0].parameters.factor == 4);
    CHECK(warned(R"("max_position_embeddings": 64, "rope_scaling":
        {"rope_type": "yarn", "factor": 2, "original_max_position_embeddings": 16})") ==
          pointers{"/rope_scaling/factor"});
    // Shared by two kinds of layers, and said once.
    CHECK(
        warned(R"("compress_rope_theta": 5, "rope_scaling": {"type": "linear", "factor": 0.5})") ==
        pointers{"/rope_scaling/factor", "/compress_rope_theta"});
  }

  TEST_CASE("a refusal names the key") {
    auto const refused = [](std::string const& keys, std::string const& expected) {
      auto const message = refused_config(around(keys));
      CHECK_MESSAGE(message.find(expected) != std::string::npos, message);
    };
    refused(R"("rope_theta": "big")", "/rope_theta");
    refused(R"("rope_theta": 0)", "/rope_theta");
    refused(R"("rope_theta": -1)", "/rope_theta");
    refused(R"("rope_scaling": [1])", "/rope_scaling");
    refused(R"("rope_scaling": {"type": "linear"})", "factor");
    refused(R"("rope_scaling": {"type": "linear", "factor": "2"})", "/rope_scaling/factor");
    refused(R"("rope_scaling": {"type": "quadratic", "factor": 2})", "/rope_scaling/type");
    refused(R"("rope_scaling": {"type": "llama3", "factor": 2, "low_freq_factor": 1},
        "max_position_embeddings": 8)",
            "high_freq_factor");
    refused(R"("rope_scaling": {"type": "llama3", "factor": 2})", "max_position_embeddings");
    refused(R"("rope_scaling": {"type": "dynamic", "factor": 2})", "max_position_embeddings");
    refused(R"("rope_scaling": {"type": "longrope", "short_factor": [1], "long_factor": [1, 2]},
        "max_position_embeddings": 8, "original_max_position_embeddings": 4)",
            "/rope_scaling");
    refused(R"("rotary_dim": 9)", "9 rotary dimensions");
    refused(R"("rotary_dim": 100000000)", "/rotary_dim");
    refused(R"("partial_rotary_factor": 2)", "/partial_rotary_factor");
    refused(R"("layer_types": ["full_attention"])", "/layer_types");
    refused(R"("no_rope_layers": [1, 1, 1, 2])", "/no_rope_layers/3");
    refused(R"("layer_types": ["a", "b", "a", "a"], "rope_parameters": {"a": {}})", "\"b\"");
    refused(R"("layer_types": ["a/b", "a/b", "a/b", "a/b"], "rope_parameters": {"a/b": 3})", "/rope_parameters/a~1b");
    CHECK(refused_config("{}").find("head_dim") != std::string::npos);
    CHECK(refused_config("[]") == "the document: expected an object");
    CHECK(refused_config(R"({"head_dim": 8, "num_hidden_layers": 1e9})").find("layers") !=
          std::string::npos);
    CHECK(refused_config("{\"head_dim\": 8,}").find("JSON") != std::string::npos);
  }

  TEST_CASE("no change of a configuration is too strange to be read or refused") {
    std::mt19937 source(5);
    MESSAGE("seed 5");
    std::vector<nlohmann::json> const strange{nullptr,
                                              0,
                                              -1,
                                              1e300,
                                              0.5,
                                              "x",
                                              "",
                                              true,
                                              nlohmann::json::array(),
                                              {{"rope_type", 3}},
                                              std::vector<int>{1, 2},
                                              7,
                                              1u << 31,
                                              "yarn",
                                              -0.0,
                                              5e-324};
    std::size_t read = 0, refused = 0;
    for (auto const& facts : support::all_configs) {
      auto const document = nlohmann::json::parse(support::config_text(facts.name));
      auto flat = document.flatten();
      for (int i = 0; i < 12; ++i) {
        auto changed = document;
        for (unsigned k = source() % 2; k < 2; ++k) {
          auto at = flat.begin();
          std::advance(at, static_cast<std::ptrdiff_t>(source() % flat.size()));
          auto const pointer = nlohmann::json::json_pointer(at.key());
          if (!pointer.parent_pointer().empty() && source() % 2 == 0) {
            if (changed.contains(pointer.parent_pointer()))
              changed[pointer.parent_pointer()] = strange[source() % strange.size()];
          } else if (changed.contains(pointer)) {
            changed[pointer] = strange[source() % strange.size()];
          }
        }
        auto const text = changed.dump();
        auto const c = interchange::model_config_from_json({"changed", text});
        CAPTURE(text);
        if (!c) {
          ++refused;
          CHECK(!c.error().message.empty());
          CHECK(c.error().where.end <= text.size());
          continue;
        }
        ++read;
        for (auto const& s : c->settings) {
          auto const why = schedule::valid(s.parameters);
          CHECK(why == "");
        }
        for (auto const& layer : c->layers)
          CHECK(layer.setting.value_or(0) <= c->settings.size());
      }
    }
    CHECK(read > 100);
    CHECK(refused > 100);
  }
}
