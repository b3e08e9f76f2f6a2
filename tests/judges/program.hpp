// Running another program on files of a temporary folder.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace ltlc::judges {

// True when the shell finds the program; otherwise says loudly that nothing is compared.
inline bool installed(std::string const& program) {
  if (std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0) return true;
  std::cout << "SKIPPED: " << program << " is not installed" << std::endl;
  return false;
}

// A folder that goes away with this.
class temporary_folder {
public:
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "ltlc_judge_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  temporary_folder(temporary_folder const&) = delete;
  temporary_folder& operator=(temporary_folder const&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(std::string const& name) const { return (path_ / name).string(); }

private:
  std::filesystem::path path_;
};

inline void write_file(std::string const& name, std::string const& content) {
  std::ofstream(name) << content;
}

inline std::string read_file(std::string const& name) {
  std::ostringstream content;
  content << std::ifstream(name).rdbuf();
  return content.str();
}

} // namespace ltlc::judges
