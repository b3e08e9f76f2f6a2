#include "fuzz/target.hpp"
#include "fuzz/weights.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  auto const input = fuzz::source_of(data, size);
  auto const m = interchange::weights_from_json(input);
  if (!m) {
    fuzz::check_refusal(input, m.error());
    return 0;
  }
  fuzz::check_weights(*m);
  return 0;
}
