#include "describe.hpp"

namespace ltlc::app {

namespace {

// CLI11 joins the name of a type and what its checks say of themselves: "TEXT:{ltl,fo}",
// "N:UINT in [1 - 9]", "FROM:TO".
struct type_text {
  std::string name;
  std::vector<std::string> choices;
};

type_text type_of(CLI::Option const& option) {
  std::string const text = option.get_type_name();
  type_text type{text, {}};
  if (auto const list = text.find(":{"); list != std::string::npos) {
    type.name = text.substr(0, list);
    std::string choice;
    for (char const c : text.substr(list + 2)) {
      if (c != ',' && c != '}') {
        choice += c;
        continue;
      }
      type.choices.push_back(choice);
      choice.clear();
    }
  } else if (auto const range = text.find(" in ["); range != std::string::npos) {
    type.name = text.substr(0, text.rfind(':', range));
  } else if (text.ends_with(":FORMAT")) {
    type.name = "FORMAT";
  }
  if (type.name == "UINT" || type.name == "INT") type.name = "N";
  if (type.name == "TEXT" && !type.choices.empty()) type.name = "WORD";
  return type;
}

manual::option_text described(CLI::Option const& option) {
  manual::option_text text;
  for (auto const& name : option.get_snames())
    text.names.push_back("-" + name);
  for (auto const& name : option.get_lnames())
    text.names.push_back("--" + name);
  bool const takes_value = option.get_items_expected_max() > 0;
  if (takes_value) {
    auto type = type_of(option);
    text.value = type.name.empty() ? "VALUE" : type.name;
    text.choices = std::move(type.choices);
    text.value_is_optional = option.get_items_expected_min() == 0;
    text.preset = option.get_default_str();
  }
  text.help = option.get_description();
  return text;
}

std::vector<manual::option_text> options_of(CLI::App const& app) {
  std::vector<manual::option_text> all;
  for (auto const* option : app.get_options())
    if (!option->get_group().empty()) all.push_back(described(*option));
  return all;
}

} // namespace

manual::program_text described(CLI::App const& app, std::string const& version) {
  manual::program_text program{app.get_name(),   version,         app.get_description(),
                               app.get_footer(), options_of(app), {}};
  for (auto const* command : app.get_subcommands([](CLI::App const*) { return true; }))
    program.commands.push_back({command->get_name(), command->get_description(),
                                options_of(*command), command->get_footer()});
  return program;
}

} // namespace ltlc::app
