// The passes in order: plan and numbers of heads, layout, weights, norms.
#include "ltlc/lowering/compile.hpp"

#include <algorithm>
#include <utility>

#include "ltlc/lowering/emit.hpp"
#include "ltlc/lowering/layout.hpp"
#include "ltlc/lowering/merge_past.hpp"
#include "ltlc/lowering/normalize.hpp"
#include "ltlc/lowering/usage.hpp"
#include "ltlc/lowering/ways.hpp"

namespace ltlc::lowering {

namespace {
constexpr std::size_t formula_bytes = 1'000'000; // longer ones end in "…"

// Layers first, then heads.
std::pair<std::size_t, std::size_t> cost(plan const& p) {
  return {p.layers, number_of_heads(p)};
}

// Takes the plan of the other, equivalent formula when it has fewer heads and no more layers. A
// coordinate that a merged head keeps alive can make the model wider.
void take_if_better(numbered_plan& chosen, logic::formula other, logic::formula f,
                    text::alphabet const& sigma, options const& how, budget::budget const& limits) {
  if (logic::dag_size(other) == logic::dag_size(f)) return; // nothing was merged
  auto merged = choose_ways(other, sigma, how, limits);
  if (merged && cost(merged->what) < cost(chosen.what) && merged->length == chosen.length)
    chosen = std::move(*merged);
}

// Why sums and keys of a model would not be exact in the format, or empty. Sums of small integers
// reach 256 (boolean_cover.hpp), and keys 2λ times as much.
std::string too_narrow(format::number_format const& f) {
  constexpr int bits = 8;
  constexpr double largest_sum = 256;
  std::string const way_out =
      "; compile for a wider format, and run or prove the model in this one "
      "with --regime";
  std::string const name(f.name);
  if (f.precision < bits)
    return "sums of small integers need 8 significant bits, and " + name + " has " +
           std::to_string(f.precision) + way_out;
  double const large = format::f_large(f);
  if (!(large <= format::greatest(f) / (4 * largest_sum))) // λ is less than twice f_large
    return "keys need 1,024 times f_large = " + format::shortest_decimal(large) +
           ", and the greatest number of " + name + " is " +
           format::shortest_decimal(format::greatest(f)) + way_out;
  if (format::least_exponent(f) > 0) return name + " has no 1" + way_out;
  return {};
}

} // namespace

tl::expected<network::model, compile_error> compile(logic::formula f, text::alphabet const& sigma,
                                                    options const& how,
                                                    budget::budget const& limits) {
  if (how.format)
    if (auto why = too_narrow(*how.format); !why.empty())
      return tl::unexpected(format_too_small{logic::print(f, {.unicode = false, .max_bytes = 200}),
                                             std::move(why), std::nullopt});
  logic::formula_pool merged_pool; // lives as long as the plan is made
  auto chosen = choose_ways(f, sigma, how, limits);
  if (!chosen) return tl::unexpected(chosen.error());
  if (how.optimise) take_if_better(*chosen, merge_past(f, merged_pool), f, sigma, how, limits);
  layout const where = lay_out(chosen->what, how.optimise ? reuse::dead_coordinates : reuse::none);
  network::model m =
      emit(chosen->what, where, chosen->numbers, sigma, {how.attention, how.optimise});
  m.formula = logic::print(f, {.unicode = false, .max_bytes = formula_bytes});
  m.max_length = chosen->length;
  if (chosen->what.cut_to_max_length)
    m.max_length = std::min(chosen->length.value_or(*how.max_length), *how.max_length);
  if (!how.norm) return m;
  auto normed = with_norm(m, *how.norm, how.format);
  if (normed) return std::move(*normed);
  return tl::unexpected(format_too_small{m.formula, std::move(normed.error()), std::nullopt});
}

} // namespace ltlc::lowering
