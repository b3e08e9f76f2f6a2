#include "fuzz/target.hpp"
#include "ltlc/interchange/model_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  fuzz::check_language(
      fuzz::source_of(data, size),
      [](text::source const& text) { return interchange::model_from_json(text); },
      [](auto const& m) { return interchange::to_json(m); });
  return 0;
}
