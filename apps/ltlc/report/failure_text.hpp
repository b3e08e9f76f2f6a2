// A command's failure as a sentence of a page.
#pragma once

#include <string>

#include "../outcome.hpp"

namespace ltlc::app::report {

// The message without the program's name, on one line: "refused: … is not in LTL[P,MOD]".
[[nodiscard]] inline std::string failure_text(failure const& f) {
  std::string text = f.message;
  if (text.starts_with("ltlc: ")) text.erase(0, 6);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  for (auto at = text.find("\n  "); at != std::string::npos; at = text.find("\n  "))
    text.replace(at, 3, "; ");
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

} // namespace ltlc::app::report
