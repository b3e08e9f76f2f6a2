// The options, help and example of each command.
#pragma once

#include <CLI/CLI.hpp>

#include "../options.hpp"

namespace ltlc::app {

void add_options(CLI::App& app, classify_options& o);
void add_options(CLI::App& app, census_options& o);
void add_options(CLI::App& app, automaton_options& o);
void add_options(CLI::App& app, formula_options& o);
void add_options(CLI::App& app, monoid_options& o);
void add_options(CLI::App& app, check_options& o);
void add_options(CLI::App& app, equiv_options& o);
void add_options(CLI::App& app, compile_options& o);
void add_options(CLI::App& app, prove_options& o);
void add_options(CLI::App& app, decompile_options& o);
void add_options(CLI::App& app, run_options& o);
void add_options(CLI::App& app, export_options& o);
void add_options(CLI::App& app, range_options& o);
void add_options(CLI::App& app, schedule_options& o);
void add_options(CLI::App& app, sample_options& o);
void add_options(CLI::App& app, report_options& o);
void add_options(CLI::App& app, stats_options& o);
void add_options(CLI::App& app, completion_options& o);
void add_options(CLI::App& app, manual_options& o);

} // namespace ltlc::app
