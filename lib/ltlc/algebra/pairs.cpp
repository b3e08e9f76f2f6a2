// LTL[P,Y] and LTL[P,Y,MOD]: a pair that leaves its component never comes back, so only pairs
// inside one component (and one phase) are looked at.
#include <algorithm>
#include <numeric>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/pair_cycles.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::state;

state_groups groups_of(component_order const& order, bool by_phase) {
  state_groups groups{{}, order.component_of};
  std::vector<std::uint32_t> first; // group of each component
  std::uint32_t next = 0;
  for (automaton::component const& c : order.components) {
    first.push_back(next);
    next += by_phase ? std::max(1U, c.period) : 1;
  }
  for (state q = 0; q < order.component_of.size(); ++q)
    groups.group.push_back(first[order.component_of[q]] + (by_phase ? order.phase[q] : 0));
  return groups;
}

// The pair with the shortest loop among the first ones, within a bounded number of steps.
looping_pair shorten(automaton::dfa const& a, component_order const& order,
                     state_groups const& groups, looping_pair best) {
  std::uint64_t visits = 1U << 18;
  if (auto e = shortest_loop(a, best.p, best.q, 1, visits)) best.e = std::move(*e);
  visits = 1U << 18;
  for (state q = 1; q < a.states(); ++q)
    for (state const p : order.components[order.component_of[q]].states) {
      if (p >= q || visits == 0 || best.e.size() == 1) break;
      --visits;
      if (groups.group[p] != groups.group[q]) continue;
      auto e = shortest_loop(a, p, q, 1, visits);
      if (e && e->size() < best.e.size()) best = {p, q, std::move(*e)};
    }
  return best;
}

certificate loop_certificate(automaton::dfa const& a, component_order const& order,
                             looping_pair found, bool by_phase) {
  auto& [p, q, e] = found;
  std::uint64_t const m = by_phase ? certificate_modulus(order, p) : 1;
  if (e.size() % m != 0) {
    std::uint64_t visits = 1U << 20;
    std::optional<text::word> shortest = shortest_loop(a, p, q, m, visits);
    e = shortest ? std::move(*shortest) : repeated(e, m / std::gcd(m, e.size()));
  }
  std::optional<route> const u = shortest_route(a, order, p, q, m);
  std::optional<route> const v = shortest_route(a, order, q, p, m);
  LTLC_ENSURES(u && v);
  return state_pair_certificate{.p = p,
                                .q = q,
                                .x = reaching_word(a, p),
                                .u = u->w,
                                .v = v->w,
                                .z = telling_word(a, p, q),
                                .e = std::move(e),
                                .modulus = m};
}

} // namespace

verdict decide_pairs(automaton::dfa const& a, component_order const& order, bool by_phase,
                     budget::budget const& limits) {
  verdict v{by_phase ? class_id::ltl_p_y_mod : class_id::ltl_p_y, membership::undecided, {}, {}};
  state_groups const groups = groups_of(order, by_phase);
  auto found = find_looping_pair(a, groups, limits);
  if (!found) {
    v.limit = found.error();
  } else if (auto* const looping = std::get_if<looping_pair>(&*found)) {
    v.answer = membership::not_member;
    v.proof = loop_certificate(a, order, shorten(a, order, groups, std::move(*looping)), by_phase);
  } else {
    auto const [pairs, length] = std::get<no_looping_pair>(*found);
    v.answer = membership::member;
    v.proof = acyclic_pairs_certificate{pairs, length, order};
  }
  return v;
}

} // namespace ltlc::algebra
