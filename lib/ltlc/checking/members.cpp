// Members whose evidence is an order, a number of letters, or the table as it is.
#include "ltlc/checking/members.hpp"

#include <algorithm>
#include <numeric>

#include "ltlc/checking/apart.hpp"
#include "ltlc/checking/order.hpp"
#include "ltlc/checking/reading.hpp"

namespace ltlc::checking {

using namespace evidence;

namespace {

std::vector<text::letter> all_letters(dfa const& a) {
  std::vector<text::letter> letters(a.letters());
  std::iota(letters.begin(), letters.end(), text::letter{0});
  return letters;
}

bool moves_no_state(dfa const& a, text::letter x) {
  for (state q = 0; q < a.states(); ++q)
    if (a.next(q, x) != q) return false;
  return true;
}

// States from which a word is accepted.
std::vector<bool> live_states(dfa const& a) {
  std::vector<state> accepting;
  for (state q = 0; q < a.states(); ++q)
    if (a.accepting[q]) accepting.push_back(q);
  return reaching(predecessors(a), std::move(accepting), std::vector<bool>(a.letters(), true),
                  a.states());
}

// The letters outside the tier move nothing; for TSL those inside do, so that no smaller tier will
// do; SL has no tier but the alphabet.
std::string not_the_tier(dfa const& a, bool of_all_letters, std::vector<text::letter> const& tier) {
  std::vector<bool> in_tier(a.letters(), false);
  for (text::letter const x : tier) {
    if (x >= a.letters()) return "a letter of the tier is unknown";
    if (in_tier[x]) return "a letter stands in the tier twice";
    in_tier[x] = true;
  }
  for (text::letter x = 0; x < a.letters(); ++x) {
    if (of_all_letters && !in_tier[x]) return "a letter is missing from the tier";
    if (!of_all_letters && !in_tier[x] && !moves_no_state(a, x))
      return "a letter outside the tier moves a state";
    if (!of_all_letters && in_tier[x] && moves_no_state(a, x))
      return "a letter of the tier moves no state";
  }
  return {};
}

// A state on a cycle is never left.
std::string not_reverse_definite(dfa const& a, components const& c) {
  for (state q = 0; q < a.states(); ++q)
    for (text::letter x = 0; c.cyclic[q] && x < a.letters(); ++x)
      if (a.next(q, x) != q) return "a state on a cycle is left";
  return {};
}

// No state that a cycle leads to (or that lies on one) accepts; or none rejects.
std::string not_bounded(dfa const& a, components const& c, bool accepting) {
  std::vector<state> todo;
  std::vector<bool> seen(a.states(), false);
  for (state q = 0; q < a.states(); ++q)
    if (c.cyclic[q]) {
      todo.push_back(q);
      seen[q] = true;
    }
  while (!todo.empty()) {
    state const q = todo.back();
    todo.pop_back();
    if (a.accepting[q] == accepting)
      return accepting ? "a cycle leads to an accepting state"
                       : "a cycle leads to a rejecting state";
    for (text::letter x = 0; x < a.letters(); ++x)
      if (state const r = a.next(q, x); !seen[r]) {
        seen[r] = true;
        todo.push_back(r);
      }
  }
  return {};
}

std::string not_permuting(dfa const& a) {
  for (text::letter x = 0; x < a.letters(); ++x) {
    std::vector<bool> hit(a.states(), false);
    for (state q = 0; q < a.states(); ++q) {
      if (hit[a.next(q, x)]) return "a letter leads two states to one";
      hit[a.next(q, x)] = true;
    }
  }
  return {};
}

std::string not_commuting(dfa const& a) {
  for (state q = 0; q < a.states(); ++q)
    for (text::letter x = 0; x < a.letters(); ++x)
      for (text::letter y = 0; y < x; ++y)
        if (a.next(a.next(q, x), y) != a.next(a.next(q, y), x))
          return "the order of two letters makes a difference";
  return {};
}

} // namespace

complaint objection_to_member(dfa const& a, class_id id, order_certificate const& c) {
  if (id != class_id::ltl_p && id != class_id::ltl_p_mod) return for_another_class;
  if (std::string wrong = not_components(a, c.order); !wrong.empty()) return wrong;
  return not_single(c.order, id == class_id::ltl_p_mod);
}

complaint objection_to_member(dfa const& a, class_id id, synchronizing_certificate const& c,
                              budget::budget const& limits) {
  if (id != class_id::ltl_y) return for_another_class;
  std::vector<state> const together(a.states(), 0);
  auto const found = apart(a, {together, together, all_letters(a)}, limits);
  if (!found) return tl::unexpected(found.error());
  if (found->forever) return "two states can be read on for ever and stay apart";
  if (found->letters > c.length) return "a word of this length leads to two states";
  return "";
}

complaint objection_to_member(dfa const& a, class_id id, strictly_local_certificate const& c,
                              budget::budget const& limits) {
  if (id != class_id::sl && id != class_id::tsl) return for_another_class;
  if (std::string wrong = not_the_tier(a, id == class_id::sl, c.tier); !wrong.empty()) return wrong;
  pair_rule rule{std::vector<state>(a.states(), pair_rule::no_group),
                 std::vector<state>(a.states(), 0), c.tier};
  std::vector<bool> const live = live_states(a);
  for (state q = 0; q < a.states(); ++q)
    if (live[q]) rule.group[q] = 0;
  auto const found = apart(a, rule, limits);
  if (!found) return tl::unexpected(found.error());
  if (found->forever) return "two states that can accept can be read on for ever and stay apart";
  if (found->letters + 1 > c.k)
    return "k is too small: k − 1 letters leave two states that can accept";
  if (found->letters + 1 < c.k) return "k is not the least";
  return "";
}

complaint objection_to_member(dfa const& a, class_id id, acyclic_pairs_certificate const& c,
                              budget::budget const& limits) {
  if (id != class_id::ltl_p_y && id != class_id::ltl_p_y_mod) return for_another_class;
  if (std::string wrong = not_components(a, c.order); !wrong.empty()) return wrong;
  pair_rule rule{c.order.component_of, c.order.component_of, all_letters(a)};
  if (id == class_id::ltl_p_y_mod) {
    std::vector<state> first_group;
    state groups = 0;
    for (automaton::component const& component : c.order.components) {
      first_group.push_back(groups);
      groups += std::max(component.period, 1u);
    }
    for (state q = 0; q < a.states(); ++q)
      rule.group[q] = first_group[c.order.component_of[q]] + c.order.phase[q];
  }
  auto const found = apart(a, rule, limits);
  if (!found) return tl::unexpected(found.error());
  if (found->forever) return "two states of one component lie on a cycle of pairs";
  if (found->pairs != c.pairs) return "the number of pairs is " + std::to_string(found->pairs);
  if (found->letters != c.window) return "the window is " + std::to_string(found->letters);
  return "";
}

complaint objection_to_member(dfa const& a, class_id id, table_certificate const&) {
  switch (id) {
  case class_id::rdef:
    return not_reverse_definite(a, components_of(a, predecessors(a)));
  case class_id::finite:
    return not_bounded(a, components_of(a, predecessors(a)), true);
  case class_id::cofinite:
    return not_bounded(a, components_of(a, predecessors(a)), false);
  case class_id::group:
    return not_permuting(a);
  case class_id::commutative:
    return not_commuting(a);
  default:
    return for_another_class;
  }
}

} // namespace ltlc::checking
