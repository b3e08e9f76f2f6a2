// Runs a fuzz target on every file of the folders named, so that ordinary builds keep what fuzzing
// found. Fails when there is nothing to run.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/target.hpp"

int main(int count, char** arguments) {
  std::size_t replayed = 0;
  for (int i = 1; i < count; ++i) {
    std::vector<std::filesystem::path> paths;
    for (auto const& entry : std::filesystem::directory_iterator(arguments[i]))
      paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (auto const& path : paths) {
      std::ifstream file(path, std::ios::binary);
      std::vector<char> const bytes((std::istreambuf_iterator<char>(file)), {});
      std::vector<std::uint8_t> const data(bytes.begin(), bytes.end());
      std::printf("%s\n", path.c_str());
      LLVMFuzzerTestOneInput(data.data(), data.size());
      ++replayed;
    }
  }
  return replayed > 0 ? 0 : 1;
}
