// Manual pages in roff, for man and groff.
#pragma once

#include "description.hpp"

namespace ltlc::app::manual {

// ltlc(1): what it is for, its commands, exit statuses.
[[nodiscard]] std::string main_page(program_text const& program);

// ltlc-classify(1) and so on: options, and examples from the footer.
[[nodiscard]] std::string command_page(program_text const& program, command_text const& command);

} // namespace ltlc::app::manual
