// The classes that are read off the components and their periods.
#include <algorithm>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::state;

// The smallest state in a component that has two states in one phase of a cycle of length `period`.
// States are numbered breadth-first, so it is the one with the shortest word.
template <class Bad>
std::optional<state> first_state(automaton::component_order const& order, Bad const& bad) {
  for (state q = 0; q < order.component_of.size(); ++q)
    if (bad(q)) return q;
  return std::nullopt;
}

certificate there_and_back(automaton::dfa const& a, automaton::component_order const& order,
                           state p, std::uint64_t modulus) {
  std::optional<route> const u = shortest_route(a, order, p, std::nullopt, modulus);
  LTLC_ENSURES(u.has_value());
  std::optional<route> const v = shortest_route(a, order, u->end, p, modulus);
  LTLC_ENSURES(v.has_value());
  return state_pair_certificate{.p = p,
                                .q = u->end,
                                .x = reaching_word(a, p),
                                .u = u->w,
                                .v = v->w,
                                .z = telling_word(a, p, u->end),
                                .e = std::nullopt,
                                .modulus = modulus};
}

} // namespace

verdict decide_partially_ordered(automaton::dfa const& a, automaton::component_order const& order) {
  std::optional<state> const p = first_state(
      order, [&](state q) { return order.components[order.component_of[q]].states.size() > 1; });
  if (!p) return {class_id::ltl_p, membership::member, order_certificate{order}, {}};
  return {class_id::ltl_p, membership::not_member, there_and_back(a, order, *p, 1), {}};
}

verdict decide_periodic(automaton::dfa const& a, automaton::component_order const& order) {
  // In a component with fewer phases than states, some phase holds two.
  std::vector<std::size_t> first_phase; // of each component, in one table
  std::size_t phases = 0;
  for (automaton::component const& c : order.components) {
    first_phase.push_back(phases);
    phases += std::max(1U, c.period);
  }
  std::vector<std::uint32_t> held(phases, 0);
  auto const phase_of = [&](state q) {
    return first_phase[order.component_of[q]] + order.phase[q];
  };
  for (state q = 0; q < a.states(); ++q)
    ++held[phase_of(q)];
  std::optional<state> const p = first_state(order, [&](state q) { return held[phase_of(q)] > 1; });
  if (!p) return {class_id::ltl_p_mod, membership::member, order_certificate{order}, {}};
  return {class_id::ltl_p_mod,
          membership::not_member,
          there_and_back(a, order, *p, certificate_modulus(order, *p)),
          {}};
}

integer least_modulus(automaton::component_order const& order) {
  integer k = 1;
  for (automaton::component const& c : order.components)
    k = boost::multiprecision::lcm(k, integer(c.states.size()));
  return k;
}

} // namespace ltlc::algebra
