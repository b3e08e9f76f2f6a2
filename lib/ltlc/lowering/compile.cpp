// The passes in order: plan and numbers of heads, layout, weights, norms.
#include "ltlc/lowering/compile.hpp"

#include <algorithm>
#include <utility>

#include "ltlc/lowering/emit.hpp"
#include "ltlc/lowering/exact_sums.hpp"
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

// Where integers are exact up to 256, so is every sum of a plan, as the limits of covers have it
// (boolean_cover.hpp). Elsewhere, and where sums of weights can be NaN, each sum is looked at.
bool sums_are_in_doubt(arithmetic const& numbers) {
  constexpr std::int64_t largest_sum = 256;
  return numbers.format && (greatest_exact_integer(numbers) < largest_sum ||
                            numbers.format->overflow == format::overflow_rule::nan);
}

} // namespace

tl::expected<network::model, compile_error> compile(logic::formula f, text::alphabet const& sigma,
                                                    options const& how,
                                                    budget::budget const& limits) {
  if (how.format)
    if (auto why = without_heads(*how.format); !why.empty())
      return tl::unexpected(format_too_small{logic::print(f, {.unicode = false, .max_bytes = 200}),
                                             std::move(why), std::nullopt});
  logic::formula_pool merged_pool; // lives as long as the plan is made
  auto chosen = choose_ways(f, sigma, how, limits);
  if (!chosen) return tl::unexpected(chosen.error());
  if (how.optimise) take_if_better(*chosen, merge_past(f, merged_pool), f, sigma, how, limits);
  layout const where = lay_out(chosen->what, how.optimise ? reuse::dead_coordinates : reuse::none);
  network::model m =
      emit(chosen->what, where, chosen->numbers, sigma, {how.attention, how.optimise});
  if (auto const& numbers = chosen->numbers.numbers; sums_are_in_doubt(numbers))
    if (auto wrong = inexact_sum(chosen->what, where, m, numbers))
      return tl::unexpected(std::move(*wrong));
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
