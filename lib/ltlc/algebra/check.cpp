// Trusts the transition table and nothing else: it reads words letter by letter, and finds the
// period of one state's cycles by its own search.
#include "ltlc/algebra/check.hpp"

#include <numeric>

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::dfa;
using automaton::state;

bool in_range(dfa const& a, text::word const& w) {
  for (text::letter const x : w)
    if (x >= a.letters()) return false;
  return true;
}

state after(dfa const& a, state q, text::word const& w) {
  for (text::letter const x : w)
    q = a.delta[q * a.letters() + x];
  return q;
}

// What is wrong with two states that x and y reach and z separates, or "".
std::string not_separated(dfa const& a, state p, state q, text::word const& z) {
  if (p == q) return "the two states are one";
  if (a.accepting[after(a, p, z)] == a.accepting[after(a, q, z)])
    return "z does not separate the two states";
  return {};
}

// States that `from` reaches (and, backwards, that reach it).
std::vector<bool> reached(dfa const& a, state from, bool backwards) {
  std::vector<std::vector<state>> next(a.states());
  for (state q = 0; q < a.states(); ++q)
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const r = a.delta[q * a.letters() + x];
      backwards ? next[r].push_back(q) : next[q].push_back(r);
    }
  std::vector<bool> seen(a.states(), false);
  std::vector<state> todo{from};
  seen[from] = true;
  while (!todo.empty()) {
    state const q = todo.back();
    todo.pop_back();
    for (state const r : next[q]) {
      if (seen[r]) continue;
      seen[r] = true;
      todo.push_back(r);
    }
  }
  return seen;
}

// The gcd of the lengths of all closed walks through p; 0 when there is none.
std::uint64_t gcd_of_cycles(dfa const& a, state p) {
  std::vector<bool> const ahead = reached(a, p, false);
  std::vector<bool> const behind = reached(a, p, true);
  std::vector<std::uint64_t> distance(a.states(), UINT64_MAX);
  std::vector<state> layer{p};
  distance[p] = 0;
  std::uint64_t found = 0;
  for (std::uint64_t d = 1; !layer.empty(); ++d) {
    std::vector<state> further;
    for (state const q : layer)
      for (text::letter x = 0; x < a.letters(); ++x) {
        state const r = a.delta[q * a.letters() + x];
        if (!ahead[r] || !behind[r]) continue;
        if (distance[r] == UINT64_MAX) {
          distance[r] = d;
          further.push_back(r);
        } else {
          found = std::gcd(found, d - distance[r]);
        }
      }
    layer = std::move(further);
  }
  return found;
}

// The states and words of a certificate name things that exist.
bool exist(dfa const& a, std::vector<state> const& states,
           std::vector<text::word const*> const& words) {
  for (state const q : states)
    if (q >= a.states()) return false;
  for (text::word const* w : words)
    if (!in_range(a, *w)) return false;
  return true;
}

struct no_membership {
  dfa const& a;
  class_id id;

  std::string operator()(state_pair_certificate const& c) const {
    bool const modular = id == class_id::ltl_p_mod || id == class_id::ltl_p_y_mod;
    bool const looping = id == class_id::ltl_p_y || id == class_id::ltl_p_y_mod;
    if (!modular && !looping && id != class_id::ltl_p) return "the evidence is for another class";
    text::word const e = c.e.value_or(text::word{});
    if (!exist(a, {c.p, c.q}, {&c.x, &c.u, &c.v, &c.z, &e})) return "a state or letter is unknown";
    if (after(a, a.initial, c.x) != c.p) return "x does not reach p";
    if (after(a, c.p, c.u) != c.q) return "u does not lead from p to q";
    if (after(a, c.q, c.v) != c.p) return "v does not lead from q to p";
    if (looping) {
      if (e.empty()) return "the word e is missing";
      if (after(a, c.p, e) != c.p) return "e does not fix p";
      if (after(a, c.q, e) != c.q) return "e does not fix q";
    }
    if (modular) {
      if (c.modulus == 0) return "the modulus is 0";
      if (c.u.size() % c.modulus != 0) return "the modulus does not divide the length of u";
      if (c.v.size() % c.modulus != 0) return "the modulus does not divide the length of v";
      if (e.size() % c.modulus != 0) return "the modulus does not divide the length of e";
      if (std::uint64_t const period = gcd_of_cycles(a, c.p);
          period == 0 || c.modulus % period != 0)
        return "the modulus is no multiple of the period, so other moduli could tell p from q";
    }
    return not_separated(a, c.p, c.q, c.z);
  }

  std::string operator()(definite_certificate const& c) const {
    if (id != class_id::ltl_y) return "the evidence is for another class";
    if (!exist(a, {c.p, c.q}, {&c.x, &c.y, &c.e, &c.z})) return "a state or letter is unknown";
    if (after(a, a.initial, c.x) != c.p) return "x does not reach p";
    if (after(a, a.initial, c.y) != c.q) return "y does not reach q";
    if (c.e.empty()) return "the word e is empty";
    if (after(a, c.p, c.e) != c.p) return "e does not fix p";
    if (after(a, c.q, c.e) != c.q) return "e does not fix q";
    return not_separated(a, c.p, c.q, c.z);
  }

  std::string operator()(cycle_certificate const& c) const {
    bool const modular = id == class_id::ltl_s_mod;
    if (!modular && id != class_id::ltl_s) return "the evidence is for another class";
    text::word const e = c.e.value_or(text::word{});
    if (!exist(a, c.cycle, {&c.u, &c.x, &c.z, &e})) return "a state or letter is unknown";
    if (c.cycle.size() < 2) return "the cycle has fewer than two states";
    if (after(a, a.initial, c.x) != c.cycle[0]) return "x does not reach the cycle";
    for (std::size_t i = 0; i < c.cycle.size(); ++i) {
      if (after(a, c.cycle[i], c.u) != c.cycle[(i + 1) % c.cycle.size()])
        return "u does not move the cycle on by one";
      if (modular && after(a, c.cycle[i], e) != c.cycle[i])
        return "e does not fix every state of the cycle";
    }
    if (modular && (e.empty() || e.size() != c.u.size() || c.modulus != e.size()))
      return "u, e and the modulus are not of one length";
    return not_separated(a, c.cycle[0], c.cycle[1], c.z);
  }

  template <class Other>
  std::string operator()(Other const&) const {
    return "no word proves this verdict";
  }
};

// Edges lead to the same component or to a later one; inside one, to the next phase; and a phase
// holds one state. Then k letters, k the lcm of the periods, lead back to the state itself or on to
// a later component: A^k is partially ordered.
std::string not_ordered(dfa const& a, automaton::component_order const& o, class_id id) {
  if (o.component_of.size() != a.states() || o.phase.size() != a.states())
    return "the order does not name every state once";
  std::size_t named = 0;
  std::vector<std::vector<bool>> taken;
  for (automaton::component const& c : o.components) {
    std::size_t const phases = c.period == 0 ? 1 : c.period;
    if (id == class_id::ltl_p && phases != 1) return "a component has more than one phase";
    if (c.states.size() != phases) return "a component has not one state a phase";
    named += phases;
    taken.emplace_back(phases, false);
  }
  if (named != a.states()) return "the order does not name every state once";
  for (std::size_t i = 0; i < o.components.size(); ++i)
    for (state const q : o.components[i].states) {
      if (q >= a.states() || o.component_of[q] != i) return "a state is listed in two components";
      if (o.phase[q] >= taken[i].size() || taken[i][o.phase[q]])
        return "two states of a component have one phase";
      taken[i][o.phase[q]] = true;
    }
  for (state q = 0; q < a.states(); ++q)
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const r = a.delta[q * a.letters() + x];
      std::uint32_t const from = o.component_of[q];
      if (o.component_of[r] < from) return "an edge leads back to an earlier component";
      if (o.component_of[r] == from && (o.phase[q] + 1) % taken[from].size() != o.phase[r])
        return "an edge inside a component does not lead to the next phase";
    }
  return {};
}

} // namespace

bool checkable(verdict const& v) {
  if (v.answer == membership::not_member)
    return std::holds_alternative<state_pair_certificate>(v.proof) ||
           std::holds_alternative<definite_certificate>(v.proof) ||
           std::holds_alternative<cycle_certificate>(v.proof);
  return v.answer == membership::member && std::holds_alternative<order_certificate>(v.proof);
}

std::string objection(automaton::dfa const& a, verdict const& v) {
  if (v.answer == membership::undecided) return "the verdict is open";
  if (v.answer == membership::not_member) return std::visit(no_membership{a, v.id}, v.proof);
  auto const* const ordered = std::get_if<order_certificate>(&v.proof);
  if (ordered == nullptr) return "the evidence can only be confirmed by deciding again";
  if (v.id != class_id::ltl_p && v.id != class_id::ltl_p_mod)
    return "the evidence is for another class";
  return not_ordered(a, ordered->order, v.id);
}

} // namespace ltlc::algebra
