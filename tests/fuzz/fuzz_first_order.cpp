#include "fuzz/target.hpp"
#include "ltlc/grammar/first_order_grammar.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  text::source const input = fuzz::source_of(data, size);
  static text::alphabet const sigma = text::alphabet::from_option("ab").value();
  logic::fo_pool pool;
  fuzz::check_language(
      input, [&](text::source const& text) { return grammar::parse_first_order(text, pool); },
      [](auto f) { return logic::print(f); });
  if (auto const bounded = grammar::parse_first_order(input, pool, &sigma); !bounded)
    fuzz::check_refusal(input, bounded.error());
  return 0;
}
