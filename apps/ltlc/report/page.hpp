// The whole page: one HTML file that needs nothing else.
#pragma once

#include <string>

#include "material.hpp"

namespace ltlc::app::report {

// The same bytes for the same material and the same Graphviz. `limits` bounds the drawing.
[[nodiscard]] std::string page_of(material const& m, budget::budget const& limits);

} // namespace ltlc::app::report
