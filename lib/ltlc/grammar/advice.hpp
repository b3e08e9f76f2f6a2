// The way out of a mistake that people make because another language writes things differently.
#pragma once

#include <string>
#include <string_view>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::grammar {

// For the logics, by what stands at an offset where it cannot: `&&`, `~`, `=>`, … or "".
[[nodiscard]] std::string connective_advice(std::string_view content, std::size_t offset);

// What is wrong with a quoted token whose opening quote is the byte before the offset: the quote is
// never closed, or a backslash escapes what needs no escape.
[[nodiscard]] text::diagnostic quoting_mistake(std::string_view content, std::size_t offset);

} // namespace ltlc::grammar
