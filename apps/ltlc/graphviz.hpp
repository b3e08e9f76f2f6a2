// Pictures: layout is left to Graphviz, which runs as a program of its own.
#pragma once

#include <string>

#include "outcome.hpp"

namespace ltlc::app {

// The graph as SVG. `dot` is found by PATH and started without a shell.
// Errors: dot is not installed, or it does not end well, or not in time.
[[nodiscard]] outcome<std::string> drawn_by_graphviz(std::string const& dot,
                                                     budget::budget const& limits = {});

// Where dot puts things: its output format `plain`. Errors as above.
[[nodiscard]] outcome<std::string> laid_out_by_graphviz(std::string const& dot,
                                                        budget::budget const& limits = {});

} // namespace ltlc::app
