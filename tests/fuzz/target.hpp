// What every fuzz target checks of an answer. A broken check stops the process, which libFuzzer and
// the replay both notice.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "ltlc/text/diagnostic.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace ltlc::fuzz {

inline text::source source_of(std::uint8_t const* data, std::size_t size) {
  return {"input", std::string(data, data + size)};
}

inline void require(bool condition, char const* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

// A refusal says something, on one line, about a place inside the text, and can be drawn.
inline void check_refusal(text::source const& input, text::diagnostic const& error) {
  require(!error.message.empty(), "a refusal has a message");
  require(error.message.find('\n') == std::string::npos, "a message is one line");
  require(error.where.begin <= error.where.end, "a span begins before it ends");
  require(error.where.end <= input.content.size(), "a span is inside the text");
  require(!text::draw(input, error).empty(), "a refusal can be drawn");
}

// parse: source -> result; write: term -> text.
template <class Parse, class Write>
void check_language(text::source const& input, Parse parse, Write write) {
  auto const parsed = parse(input);
  if (!parsed) return check_refusal(input, parsed.error());
  auto const again = parse({"printed", write(*parsed)});
  require(again && *again == *parsed, "what was printed reads back the same");
}

} // namespace ltlc::fuzz
