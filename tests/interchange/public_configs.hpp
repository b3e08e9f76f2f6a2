// The configurations of public models in tests/interchange/configs, and what each says, read
// off its keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace ltlc::support {

inline std::filesystem::path config_folder() {
  return std::filesystem::path(LTLC_SOURCE_DIR) / "tests/interchange/configs";
}

inline std::string config_text(std::string const& name) {
  std::ifstream in(config_folder() / (name + ".json"));
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

// The first setting: what the first layer that rotates does.
struct config_facts {
  char const* name;
  char const* rule;
  double base;
  std::uint32_t head_dim, dim;
  std::size_t layers, rotating;
};

inline constexpr config_facts all_configs[] = {
    {"aya-23-8b", "default", 10000, 128, 128, 32, 32},
    {"chatglm3-6b", "default", 10000, 128, 64, 28, 28},
    {"codellama-7b", "default", 1000000, 128, 128, 32, 32},
    {"deepseek-v2-lite", "yarn", 10000, 192, 64, 27, 27},
    {"deepseek-v3", "yarn", 10000, 192, 64, 61, 61},
    {"deepseek-v4-flash", "yarn", 10000, 512, 64, 43, 43},
    {"devstral-2-123b", "yarn", 1000000, 128, 128, 88, 88},
    {"falcon-40b", "default", 10000, 64, 64, 60, 60},
    {"gemma-2b", "default", 10000, 256, 256, 18, 18},
    {"gemma-4-26b-a4b", "default", 10000, 256, 256, 30, 30},
    {"gemma2-27b", "default", 10000, 128, 128, 46, 46},
    {"gemma2-9b", "default", 10000, 256, 256, 42, 42},
    {"gemma3-12b", "default", 10000, 256, 256, 48, 48},
    {"gemma3-1b", "default", 10000, 256, 256, 26, 26},
    {"gemma3-27b-sparse", "default", 10000, 128, 128, 6, 6},
    {"glm-4-9b-0414", "default", 10000, 128, 64, 40, 40},
    {"glm-5", "default", 1000000, 256, 64, 78, 78},
    {"gpt-j-6b", "default", 10000, 256, 64, 28, 28},
    {"gpt-neox-20b", "default", 10000, 96, 24, 44, 44},
    {"gpt-oss-20b", "yarn", 150000, 64, 64, 24, 24},
    {"internlm2.5-7b", "dynamic", 1000000, 128, 128, 32, 32},
    {"kimi-k2", "yarn", 50000, 192, 64, 61, 61},
    {"llama-2-7b", "default", 10000, 128, 128, 32, 32},
    {"llama-3-8b", "default", 500000, 128, 128, 32, 32},
    {"llama-3.1-405b", "llama3", 500000, 128, 128, 126, 126},
    {"llama-3.1-8b", "llama3", 500000, 128, 128, 32, 32},
    {"llama-3.2-1b", "llama3", 500000, 64, 64, 16, 16},
    {"llama-4-maverick", "default", 500000, 128, 128, 48, 36},
    {"llama-4-scout", "llama3", 500000, 128, 128, 48, 36},
    {"mimo-v2-flash", "default", 5000000, 192, 64, 48, 48},
    {"minicpm-2b-128k", "dynamic", 1000000, 64, 64, 40, 40},
    {"minimax-m2.5", "default", 5000000, 128, 64, 62, 62},
    {"ministral3-3b", "yarn", 1000000, 128, 128, 26, 26},
    {"mistral-7b-v0.1", "default", 10000, 128, 128, 32, 32},
    {"mistral-7b-v0.3", "default", 1000000, 128, 128, 32, 32},
    {"mixtral-8x7b", "default", 1000000, 128, 128, 32, 32},
    {"olmo2-7b", "default", 500000, 128, 128, 32, 32},
    {"olmo3.1-32b", "yarn", 500000, 128, 128, 64, 64},
    {"phi-1", "default", 10000, 64, 32, 24, 24},
    {"phi-2-msft", "default", 10000, 80, 32, 32, 32},
    {"phi-3.5-mini", "longrope", 10000, 96, 96, 32, 32},
    {"phi-4-mini", "longrope", 10000, 128, 96, 32, 32},
    {"pythia-410m-shape", "default", 10000, 64, 16, 24, 24},
    {"qwen-1-1.8b", "default", 10000, 128, 128, 24, 24},
    {"qwen2-7b", "default", 1000000, 128, 128, 28, 28},
    {"qwen2.5-3b", "default", 1000000, 128, 128, 36, 36},
    {"qwen3-8b", "default", 1000000, 128, 128, 36, 36},
    {"qwen3-coder-480b", "default", 10000000, 128, 128, 62, 62},
    {"qwen3-vl-32b", "default", 5000000, 128, 128, 64, 64},
    {"qwen3.5-27b", "default", 10000000, 256, 64, 64, 16},
    {"redpajama-3b-neox", "default", 10000, 80, 80, 32, 32},
    {"smollm2-135m", "default", 100000, 64, 64, 30, 30},
    {"smollm3-3b", "default", 5000000, 128, 128, 36, 27},
    {"stablelm-2-1.6b", "default", 10000, 64, 16, 24, 24},
    {"stablelm-3b", "default", 10000, 80, 20, 32, 32},
    {"starcoder2", "default", 1000000, 128, 128, 32, 32},
    {"tinyllama-1.1b", "default", 10000, 64, 64, 22, 22},
};

} // namespace ltlc::support
