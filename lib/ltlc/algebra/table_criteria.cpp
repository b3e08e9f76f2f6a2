// The classes that are read off the transition table: what happens to a state that lies on a cycle,
// whether letters permute the states, whether they commute.
#include <algorithm>
#include <optional>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/automaton/compare.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::dfa;
using automaton::state;

bool on_cycle(component_order const& order, state q) {
  return order.components[order.component_of[q]].period != 0;
}

text::word loop_at(dfa const& a, state p) {
  std::optional<text::word> e = automaton::shortest_path(a, p, p, true);
  LTLC_ENSURES(e.has_value());
  return std::move(*e);
}

verdict read_off(class_id id) {
  return {id, membership::member, table_certificate{}, {}};
}

verdict refused(class_id id, certificate proof) {
  return {id, membership::not_member, std::move(proof), {}};
}

// A shortest word from p to a state with the wanted acceptance. Pre: there is one.
text::word word_to_acceptance(dfa const& a, state p, bool wanted) {
  dfa from_p = a;
  from_p.initial = p;
  std::optional<text::word> z =
      automaton::shortest_accepted(wanted ? from_p : automaton::complement(std::move(from_p)));
  LTLC_ENSURES(z.has_value());
  return std::move(*z);
}

} // namespace

verdict decide_reverse_definite(dfa const& a, component_order const& order) {
  for (state p = 0; p < a.states(); ++p) {
    if (!on_cycle(order, p)) continue;
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const q = a.next(p, x);
      if (q == p) continue;
      return refused(class_id::rdef, escape_certificate{.p = p,
                                                        .x = reaching_word(a, p),
                                                        .e = loop_at(a, p),
                                                        .u = {x},
                                                        .z = telling_word(a, p, q)});
    }
  }
  return read_off(class_id::rdef);
}

verdict decide_finite(dfa const& a, component_order const& order, bool cofinite) {
  class_id const id = cofinite ? class_id::cofinite : class_id::finite;
  std::vector<state> wanted;
  for (state q = 0; q < a.states(); ++q)
    if (a.accepting[q] != cofinite) wanted.push_back(q);
  std::vector<bool> const reaches =
      automaton::leading_to(automaton::predecessors(a), std::move(wanted));
  for (state p = 0; p < a.states(); ++p)
    if (on_cycle(order, p) && reaches[p])
      return refused(id, escape_certificate{.p = p,
                                            .x = reaching_word(a, p),
                                            .e = loop_at(a, p),
                                            .u = {},
                                            .z = word_to_acceptance(a, p, !cofinite)});
  return read_off(id);
}

verdict decide_group(dfa const& a) {
  for (text::letter x = 0; x < a.letters(); ++x) {
    std::vector<state> source(a.states(), UINT32_MAX);
    for (state q = 0; q < a.states(); ++q) {
      state& p = source[a.next(q, x)];
      if (p == UINT32_MAX) {
        p = q;
        continue;
      }
      return refused(class_id::group, merging_certificate{.p = p,
                                                          .q = q,
                                                          .x = reaching_word(a, p),
                                                          .y = reaching_word(a, q),
                                                          .u = {x},
                                                          .z = telling_word(a, p, q)});
    }
  }
  return read_off(class_id::group);
}

verdict decide_commutative(dfa const& a, budget::budget const& limits) {
  budget::pace pace(limits, "pairs of letters");
  for (text::letter y = 1; y < a.letters(); ++y)
    for (text::letter x = 0; x < y; ++x) {
      if (pace.out_of_time(y, a.states()))
        return {class_id::commutative, membership::undecided, {}, limits.time_passed()};
      for (state q = 0; q < a.states(); ++q) {
        state const xy = a.next(a.next(q, x), y);
        state const yx = a.next(a.next(q, y), x);
        if (xy == yx) continue;
        return refused(class_id::commutative, exchange_certificate{.x = reaching_word(a, q),
                                                                   .u = {x},
                                                                   .v = {y},
                                                                   .z = telling_word(a, xy, yx)});
      }
    }
  return read_off(class_id::commutative);
}

} // namespace ltlc::algebra
