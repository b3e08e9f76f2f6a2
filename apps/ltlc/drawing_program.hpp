// Programs that draw, each a process of its own: text in, a picture out.
#pragma once

#include <string>
#include <vector>

#include "outcome.hpp"

namespace ltlc::app {

struct drawing_program {
  std::string name; // found by PATH and started without a shell
  std::vector<std::string> arguments;
  std::string maker;           // what people know it as: "Graphviz"
  std::string package;         // of Debian, that has it
  std::string without_it;      // what to do instead: "--format dot prints …"
  std::string last = "</svg>"; // what a complete picture has
};

// What the program makes of the text. Errors: it is not installed, or it does not
// end well, or not in time.
[[nodiscard]] outcome<std::string> drawn_by(drawing_program const& program,
                                            std::string const& input,
                                            budget::budget const& limits = {});

} // namespace ltlc::app
