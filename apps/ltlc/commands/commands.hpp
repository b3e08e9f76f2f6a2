// One function per command: options and streams in, exit status out. None of them knows CLI11, so
// tests call them without a process.
#pragma once

#include "../options.hpp"
#include "../outcome.hpp"

namespace ltlc::app {

[[nodiscard]] outcome<exit_status> run_command(classify_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(census_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(automaton_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(formula_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(monoid_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(check_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(equiv_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(compile_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(run_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(prove_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(decompile_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(export_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(range_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(schedule_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(sample_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(report_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(stats_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(completion_options const& o, streams const& io);
[[nodiscard]] outcome<exit_status> run_command(manual_options const& o, streams const& io);

} // namespace ltlc::app
