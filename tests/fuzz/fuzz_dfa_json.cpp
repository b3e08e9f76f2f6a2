#include "fuzz/target.hpp"
#include "ltlc/interchange/automaton_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  budget::budget limits;
  limits.max_states = 10'000;
  limits.max_bytes = 10'000'000;
  fuzz::check_language(
      fuzz::source_of(data, size),
      [&](text::source const& text) { return interchange::dfa_from_json(text, limits); },
      [](auto const& a) { return interchange::to_json(a); });
  return 0;
}
