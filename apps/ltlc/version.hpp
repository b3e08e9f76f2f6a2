// What this program calls itself, in --version and in the files it writes.
#pragma once

namespace ltlc::app {

inline constexpr char const* version_number = "0.1.0";
inline constexpr char const* version = "ltlc 0.1.0";

} // namespace ltlc::app
