#include "ltlc/synthesis/formula_of.hpp"

#include "ltlc/contract.hpp"
#include "ltlc/synthesis/acceptance.hpp"
#include "ltlc/synthesis/shrink.hpp"

namespace ltlc::synthesis {

tl::expected<logic::formula, std::variant<outside_class, budget::limit_reached>>
periodic_formula(automaton::minimal_dfa const& a, logic::formula_pool& pool,
                 budget::budget const& limits) {
  evidence::verdict member = algebra::decide(a, evidence::class_id::ltl_p_mod, limits);
  if (member.answer != evidence::membership::member)
    return tl::unexpected(outside_class{std::move(member)});
  auto const* const ordered = std::get_if<evidence::order_certificate>(&member.proof);
  LTLC_ENSURES(ordered != nullptr);
  auto const nodes = make_run_graph(*a, ordered->order, limits);
  if (!nodes) return tl::unexpected(nodes.error());
  context_tree const tree = no_context(a->letters());
  symbols names(a->sigma, tree, false, pool);
  auto const f = accepting_formula(*nodes, names, pool, limits);
  if (!f) return tl::unexpected(f.error());
  return *f;
}

tl::expected<logic::formula, std::variant<outside_class, budget::limit_reached>>
formula_of(automaton::minimal_dfa const& a, logic::formula_pool& pool,
           budget::budget const& limits) {
  return periodic_formula(a, pool, limits).map([&](logic::formula f) {
    return shrink(f, a, pool, limits);
  });
}

} // namespace ltlc::synthesis
