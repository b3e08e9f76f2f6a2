// Text inside HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace ltlc::app {

// For text and for attributes between double quotes: & < > " ' as entities.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace ltlc::app
