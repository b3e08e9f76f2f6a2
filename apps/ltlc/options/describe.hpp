// What a parser knows of a command, as data.
#pragma once

#include <CLI/CLI.hpp>

#include "../manual/description.hpp"

namespace ltlc::app {

// The program with its commands in their order; hidden options are left out.
[[nodiscard]] manual::program_text described(CLI::App const& app, std::string const& version);

} // namespace ltlc::app
