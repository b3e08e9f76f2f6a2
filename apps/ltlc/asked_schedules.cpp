#include "asked_schedules.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ltlc/interchange/model_config.hpp"
#include "ltlc/schedule/notation.hpp"
#include "ltlc/text/diagnostic.hpp"

#include "files.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

outcome<asked_schedules> by_notation(std::vector<std::string> const& specs) {
  asked_schedules asked;
  for (std::string const& text : specs) {
    auto const a = schedule::parse_allocation(text);
    if (!a)
      return tl::unexpected(wrong_text(
          {"SPEC", text}, {{a.error().begin, a.error().end}, a.error().message, "", ""}));
    for (std::uint32_t kind = 0; kind < a->kinds.size(); ++kind) {
      asked_schedule each{a->kinds[kind], "", {}, {}, 1};
      if (a->kind_of_head.size() > 1) {
        each.allocation = a->name;
        for (std::uint32_t head = 0; head < a->kind_of_head.size(); ++head)
          if (a->kind_of_head[head] == kind) each.heads.push_back(head);
      }
      asked.all.push_back(std::move(each));
    }
  }
  return asked;
}

outcome<asked_schedules> of_config(std::string const& path, std::optional<std::uint64_t> length,
                                   streams const& io) {
  auto content = read_file(path, io.in);
  if (!content) return tl::unexpected(content.error());
  text::source const source{path == "-" ? "standard input" : path, std::move(*content)};
  auto config = interchange::model_config_from_json(source);
  if (!config) return tl::unexpected(wrong_text(source, config.error()));
  asked_schedules asked;
  std::uint64_t const at = length.value_or(std::max<std::uint64_t>(1, config->max_positions));
  for (auto& used : schedule::schedules_in_use(*config, at)) {
    // "yarn" says little beside another "yarn".
    if (used.setting) {
      auto const& p = config->settings[*used.setting].parameters;
      used.schedule.name += fmt::format("({},{})", p.base, 2 * used.schedule.planes.size());
    }
    asked.all.push_back(
        {std::move(used.schedule), "", {}, std::move(used.uses), used.score_factor});
  }
  if (asked.all.empty()) return tl::unexpected(wrong_input(path + ": no layer is known to attend"));
  asked.config = std::move(*config);
  return asked;
}

// "0–3, 5" of ascending numbers; "0, 2, … 46" where they are evenly spaced.
std::string runs(std::vector<std::size_t> const& numbers) {
  std::size_t const step = numbers.size() < 2 ? 1 : numbers[1] - numbers[0];
  bool even = numbers.size() > 4 && step > 1;
  for (std::size_t i = 1; i < numbers.size(); ++i)
    even = even && numbers[i] - numbers[i - 1] == step;
  if (even) return fmt::format("{}, {}, … {}", numbers[0], numbers[1], numbers.back());
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
      ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (last > i) text += (last == i + 1 ? ", " : "–") + std::to_string(numbers[last]);
    i = last;
  }
  return text;
}

std::string use_text(schedule::layers_alike const& use) {
  std::string text = (use.layers.size() == 1 ? "layer " : "layers ") + runs(use.layers) + " (" +
                     text::escaped(use.attention);
  if (use.window) text += ", window " + budget::grouped(*use.window);
  return text + ")";
}

std::string allocation_text(std::vector<asked_schedule> const& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].allocation.empty()) continue;
    bool const begins = i == 0 || all[i - 1].allocation != all[i].allocation;
    bool const ends = i + 1 == all.size() || all[i + 1].allocation != all[i].allocation;
    text += fmt::format("{}{} on {} {}{}", begins ? all[i].allocation + ": " : ", ",
                        all[i].schedule.name, all[i].heads.size(),
                        all[i].heads.size() == 1 ? "head" : "heads", ends ? "\n" : "");
  }
  return text;
}

} // namespace

outcome<asked_schedules> read_schedules(std::vector<std::string> const& specs,
                                        std::optional<std::string> const& config,
                                        std::optional<std::uint64_t> length, streams const& io) {
  if (specs.empty() == !config.has_value())
    return tl::unexpected(wrong_input(
        specs.empty() ? "a schedule is needed, for example 'mobius(2048,64)', or --config FILE"
                      : "schedules are given by SPEC or by --config, not both"));
  return config ? of_config(*config, length, io) : by_notation(specs);
}

std::string users_text(asked_schedules const& asked) {
  if (!asked.config) return allocation_text(asked.all);
  std::string text = asked.config->model_type.empty() ? std::string("model")
                                                      : text::escaped(asked.config->model_type);
  if (asked.config->max_positions > 0)
    text += ", " + budget::grouped(asked.config->max_positions) + " positions";
  if (!asked.config->layers_stated) text += "; how many layers is not stated: one cycle is shown";
  text += "\n";
  for (auto const& each : asked.all) {
    text += "  " + each.schedule.name + ": ";
    for (auto const& use : each.uses)
      text += (&use == each.uses.data() ? "" : "; ") + use_text(use);
    if (each.uses.empty()) text += "no layer is known to use it";
    if (each.score_factor != 1) text += fmt::format("; scores times {}", each.score_factor);
    text += "\n";
  }
  return text;
}

void add_users(json& j, asked_schedule const& asked, bool of_a_config) {
  if (!asked.allocation.empty()) {
    j["allocation"] = asked.allocation;
    j["heads"] = asked.heads;
  }
  if (!of_a_config) return;
  j["score_factor"] = asked.score_factor;
  j["uses"] = json::array();
  for (auto const& use : asked.uses)
    j["uses"].push_back({{"attention", use.attention},
                         {"window", use.window ? json(*use.window) : json(nullptr)},
                         {"layers", use.layers}});
}

json config_json(schedule::model_config const& config) {
  json warnings = json::array();
  for (auto const& w : config.warnings)
    warnings.push_back({{"pointer", w.pointer}, {"message", w.message}});
  return {{"model_type", config.model_type},
          {"max_positions", config.max_positions > 0 ? json(config.max_positions) : json(nullptr)},
          {"layers", config.layers_stated ? json(config.layers.size()) : json(nullptr)},
          {"warnings", std::move(warnings)}};
}

std::string warnings_text(schedule::model_config const& config) {
  std::string text;
  for (auto const& w : config.warnings)
    text += "ltlc: warning: " + text::escaped(w.pointer + ": " + w.message) + "\n";
  return text;
}

} // namespace ltlc::app
