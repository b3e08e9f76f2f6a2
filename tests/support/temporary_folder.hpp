// A folder of a test's own.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace ltlc::support {

// Made when constructed, gone with everything in it when destroyed.
class temporary_folder {
public:
  temporary_folder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "ltlc-").string() + std::string(6, 'X');
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  temporary_folder(temporary_folder const&) = delete;
  temporary_folder& operator=(temporary_folder const&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::filesystem::path const& path() const { return path_; }
  [[nodiscard]] std::string file(std::string const& name) const { return (path_ / name).string(); }

private:
  std::filesystem::path path_;
};

} // namespace ltlc::support
