// The notation of schedules: refused with a place inside the text, or read; and the name of what
// was read reads back as the same.
#include "fuzz/target.hpp"
#include "ltlc/schedule/notation.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  if (size > 200) return 0; // dimensions and heads are bounded, their product is only memory
  text::source const input = fuzz::source_of(data, size);
  auto const read = schedule::parse_allocation(input.content);
  if (!read) {
    fuzz::require(read.error().begin <= read.error().end &&
                      read.error().end <= input.content.size() && !read.error().message.empty(),
                  "a refusal has a place and a reason");
    return 0;
  }
  auto const again = schedule::parse_allocation(read->name);
  fuzz::require(again.has_value() && *again == *read, "the name reads back as the same");
  return 0;
}
