// The command line as data for manuals and shells: what --help knows, without the library that
// parses it.
#pragma once

#include <string>
#include <vector>

namespace ltlc::app::manual {

struct option_text {
  std::vector<std::string> names; // "-h", "--help"; none of a positional
  std::string value;              // "FILE"; empty of a flag
  bool value_is_optional = false;
  std::vector<std::string> choices; // all values there are, or none named
  std::string help;
  std::string preset; // the value without the option, or empty
  [[nodiscard]] bool positional() const { return names.empty(); }
  [[nodiscard]] bool is_flag() const { return value.empty(); }
  // The value names a file.
  [[nodiscard]] bool takes_file() const { return value == "FILE" || value == "MODEL"; }
};

struct command_text {
  std::string name; // "classify"
  std::string help; // one line
  std::vector<option_text> options;
  std::string footer; // prose, and examples in indented lines
};

struct program_text {
  std::string name, version, help, footer;
  std::vector<option_text> options;
  std::vector<command_text> commands;
};

} // namespace ltlc::app::manual
