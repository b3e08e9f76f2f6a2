#include "fuzz/target.hpp"
#include "ltlc/grammar/formula_grammar.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  text::source const input = fuzz::source_of(data, size);
  static text::alphabet const sigma = text::alphabet::from_option("ab").value();
  logic::formula_pool pool;
  fuzz::check_language(
      input, [&](text::source const& text) { return grammar::parse_formula(text, pool); },
      [](auto f) { return logic::print(f); });
  if (auto const bounded = grammar::parse_formula(input, pool, &sigma); !bounded)
    fuzz::check_refusal(input, bounded.error());
  return 0;
}
