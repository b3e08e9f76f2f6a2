// Options that several commands have.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "../options.hpp"

namespace ltlc::app {

void add_common(CLI::App& app, common_options& common);
// --latex as another way to say --format NAME.
CLI::Option* add_latex(CLI::App& app, std::string& format, std::string const& name,
                       CLI::Option* format_option, char const* text);
// One value each time the option is given; brackets in the value are not split.
void add_repeatable(CLI::App& app, char const* name, std::vector<std::string>& values,
                    char const* text, char const* type);
void add_input(CLI::App& app, input_options& input);
void add_parallel(CLI::App& app, unsigned& jobs, shard_option& shard, char const* text);
// A format by any name that the grammar of formats has.
[[nodiscard]] CLI::Validator format_name(bool exact_too);
// A number below 2^64, digits only: the option library would take -1 for 2^64 - 1.
[[nodiscard]] CLI::Validator seed_number();
void add_regime(CLI::App& app, regime_options& o);
void add_model(CLI::App& app, std::string& model);

} // namespace ltlc::app
