#include "fuzz/target.hpp"
#include "fuzz/weights.hpp"
#include "ltlc/interchange/any_model.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  auto const input = fuzz::source_of(data, size);
  auto const m = interchange::weights_from_safetensors(input);
  if (!m)
    fuzz::check_refusal(input, m.error());
  else
    fuzz::check_weights(*m);
  auto const any = interchange::any_model(input);
  if (!any) fuzz::check_refusal(input, any.error());
  fuzz::require(!m || (any && *any == *m), "a safetensors file is recognized");
  return 0;
}
