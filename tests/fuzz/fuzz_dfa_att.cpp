#include "fuzz/target.hpp"
#include "ltlc/interchange/automaton_att.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  budget::budget limits;
  limits.max_states = 10'000;
  limits.max_bytes = 10'000'000;
  auto const input = fuzz::source_of(data, size);
  fuzz::check_language(
      input,
      [&](text::source const& text) { return interchange::dfa_from_att(text, nullptr, limits); },
      [](auto const& a) { return interchange::to_att(a).value(); });
  auto const sigma = text::alphabet::from_option("ab0").value();
  auto const over = interchange::dfa_from_att(input, &sigma, limits);
  if (!over) fuzz::check_refusal(input, over.error());
  return 0;
}
