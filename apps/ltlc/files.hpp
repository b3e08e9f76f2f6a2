// Reading whole files, and writing them whole or not at all.
#pragma once

#include <string>

#include "outcome.hpp"

namespace ltlc::app {

// The content of a file; "-" is the input stream.
[[nodiscard]] outcome<std::string> read_file(std::string const& path, std::istream& standard_input);

// Whether the stream ended because reading failed (a closed standard input, a bad disk).
[[nodiscard]] bool reading_failed(std::istream const& in);

// Writes to a temporary name beside the target and renames it, so that no reader ever sees half a
// file; an interrupt removes the temporary file. "-" is the output stream.
[[nodiscard]] outcome<void> write_file(std::string const& path, std::string const& content,
                                       std::ostream& standard_output);

} // namespace ltlc::app
