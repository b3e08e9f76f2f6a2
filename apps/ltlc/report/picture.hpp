// Graphviz's pictures as part of a page: colours follow the page, nodes and edges can be found by
// name, and nothing in them names the network.
#pragma once

#include <string>
#include <string_view>

#include "../outcome.hpp"

namespace ltlc::app::report {

// The <svg> element of what `dot -Tsvg` wrote, with a title of its own. Nodes and edges lose their
// ids (several pictures share a page) and get data-name="0" and data-name="0>1".
[[nodiscard]] std::string inline_svg(std::string const& drawn, std::string_view id,
                                     std::string_view title);

// The graph laid out by Graphviz, in a box that scrolls; or a sentence that says why there is no
// picture: Graphviz is not there, or it took too long, or the picture has too many bytes.
[[nodiscard]] std::string picture_of(std::string const& dot, std::string_view id,
                                     std::string_view title, budget::budget const& limits);

} // namespace ltlc::app::report
