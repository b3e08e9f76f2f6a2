// Text in columns, aligned by code points, for people.
#pragma once

#include <string>
#include <vector>

namespace ltlc::app {

class table {
public:
  // Cells may come from a file that somebody else wrote: control characters become spaces.
  void add(std::vector<std::string> row);
  // Columns are separated by two spaces; the last is not padded.
  [[nodiscard]] std::string text() const;

private:
  std::vector<std::vector<std::string>> rows_;
};

} // namespace ltlc::app
