// The passes in order: plan, numbers of heads, layout, weights.
#include "ltlc/lowering/compile.hpp"

#include <algorithm>
#include <set>

#include "ltlc/lowering/emit.hpp"
#include "ltlc/lowering/heads.hpp"
#include "ltlc/lowering/layout.hpp"
#include "ltlc/lowering/plan.hpp"

namespace ltlc::lowering {

namespace {

constexpr std::uint64_t default_length = 512;
constexpr std::size_t formula_bytes = 1'000'000; // longer ones end in "…"

std::optional<format_too_small> choose_modular(plan const& p, head_numbers& numbers) {
  for (variable v = 0; v < p.variables.size(); ++v) {
    planned const& head = p.variables[v];
    if (!head.used || head.kind != content::modular) continue;
    auto found = modular_head_numbers(
        {.residue = head.residue, .modulus = head.modulus, .inverted = inverted(head)},
        numbers.numbers);
    if (!found) return format_too_small{head.text, found.error(), std::nullopt};
    numbers.modular.emplace(v, std::move(*found));
  }
  return std::nullopt;
}

std::set<std::uint32_t> offsets(plan const& p) {
  std::set<std::uint32_t> found;
  for (planned const& head : p.variables)
    if (head.used && head.kind == content::offset) found.insert(head.offset);
  return found;
}

std::string text_of_offset(plan const& p, std::uint32_t k) {
  for (planned const& head : p.variables)
    if (head.used && head.kind == content::offset && head.offset == k) return head.text;
  return {};
}

format_too_small too_short(plan const& p, std::uint32_t k, std::uint64_t wanted,
                           std::uint64_t found, options const& how) {
  std::string const format = how.format ? std::string(how.format->name) : "exact arithmetic";
  std::string reason = "the head at offset " + std::to_string(k) +
                       " must hold for words up to length " + std::to_string(wanted) + ", and in " +
                       format + " it ";
  reason += found >= k ? "keeps its score gap up to length " + std::to_string(found)
                       : "keeps its score gap at no length";
  if (how.angle || how.scale) reason += " with the angle or scale that is given";
  return {text_of_offset(p, k), std::move(reason), found};
}

// All offset heads for one length: the one asked for, or the longest that every head reaches.
std::optional<format_too_small> choose_offsets(plan const& p, options const& how,
                                               head_numbers& numbers, std::uint64_t& length) {
  auto const ks = offsets(p);
  if (ks.empty()) return std::nullopt;
  length = how.max_length
               ? *how.max_length
               : std::max<std::uint64_t>(default_length, 2 * std::uint64_t{*ks.rbegin()});
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t const k : ks) {
      if (auto const have = numbers.offset.find(k);
          have != numbers.offset.end() && have->second.length == length)
        continue;
      auto found = length < k
                       ? std::nullopt
                       : offset_head_numbers({k, length, how.angle, how.scale}, numbers.numbers);
      std::uint64_t const reached = found ? found->length : k - 1;
      if (reached < length && (how.max_length || reached < *ks.rbegin()))
        return too_short(p, k, how.max_length ? *how.max_length : *ks.rbegin(), reached, how);
      again = again || reached < length;
      length = std::min(length, reached);
      numbers.offset.insert_or_assign(k, std::move(*found));
    }
  }
  return std::nullopt;
}

} // namespace

tl::expected<network::model, compile_error> compile(logic::formula f, text::alphabet const& sigma,
                                                    options const& how,
                                                    budget::budget const& limits) {
  auto const planned = make_plan(f, sigma, how.max_length, limits);
  if (!planned) return tl::unexpected(planned.error());

  head_numbers numbers{arithmetic_for(how.format), {}, {}};
  std::uint64_t length = 0;
  if (auto wrong = choose_modular(*planned, numbers)) return tl::unexpected(std::move(*wrong));
  if (auto wrong = choose_offsets(*planned, how, numbers, length))
    return tl::unexpected(std::move(*wrong));

  network::model m = emit(*planned, lay_out(*planned), numbers, sigma);
  m.formula = logic::print(f, {.unicode = false, .max_bytes = formula_bytes});
  if (length > 0) m.max_length = length;
  if (planned->cut_to_max_length)
    m.max_length = std::min(length > 0 ? length : *how.max_length, *how.max_length);
  return m;
}

} // namespace ltlc::lowering
