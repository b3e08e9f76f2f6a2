// What `--version` says.
#pragma once

#include <string>

namespace ltlc::app {

// "ltlc 0.1.0" and, line by line, the libraries the program runs on: of those that are linked when
// it starts, the version that was found then; of those that are headers, the one it was built with.
// No line end after the last.
[[nodiscard]] std::string version_text();

} // namespace ltlc::app
