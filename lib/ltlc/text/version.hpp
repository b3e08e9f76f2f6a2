// The version of this library, which every file it writes and `--version` quote.
#pragma once

#include <string_view>

namespace ltlc::text {

// "major.minor.patch" of the CMake project.
[[nodiscard]] std::string_view version();

} // namespace ltlc::text
