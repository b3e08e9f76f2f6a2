// Running another program on files of a temporary folder.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "support/temporary_folder.hpp"

namespace ltlc::judges {

// True when the shell finds the program; otherwise says loudly that nothing is compared.
inline bool installed(std::string const& program) {
  if (std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0) return true;
  std::cout << "SKIPPED: " << program << " is not installed" << std::endl;
  return false;
}

using support::temporary_folder;

inline void write_file(std::string const& name, std::string const& content) {
  std::ofstream(name) << content;
}

inline std::string read_file(std::string const& name) {
  std::ostringstream content;
  content << std::ifstream(name).rdbuf();
  return content.str();
}

} // namespace ltlc::judges
