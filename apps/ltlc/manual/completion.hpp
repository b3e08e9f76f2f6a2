// Scripts that make a shell complete commands, options, their values and files.
#pragma once

#include "description.hpp"

namespace ltlc::app::manual {

[[nodiscard]] std::string bash_completion(program_text const& program);
[[nodiscard]] std::string zsh_completion(program_text const& program);
[[nodiscard]] std::string fish_completion(program_text const& program);

} // namespace ltlc::app::manual
