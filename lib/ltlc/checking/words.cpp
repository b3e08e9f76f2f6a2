// Evidence that names states and the words between them.
#include "ltlc/checking/words.hpp"

#include <algorithm>

#include "ltlc/checking/reading.hpp"

namespace ltlc::checking {

using namespace evidence;

namespace {

bool accepted(dfa const& a, std::initializer_list<text::word const*> parts) {
  state q = a.initial;
  for (text::word const* w : parts)
    q = after(a, q, *w);
  return a.accepting[q];
}

bool counts_positions(class_id id) {
  return id == class_id::ltl_p_mod || id == class_id::ltl_p_y_mod;
}

// LT and LTT lie in LTL[P,Y].
bool needs_a_loop(class_id id) {
  using enum class_id;
  return id == ltl_p_y || id == ltl_p_y_mod || id == lt || id == ltt;
}

std::string not_looping(dfa const& a, state p, state q, text::word const& e) {
  if (e.empty()) return "the word e is empty";
  if (after(a, p, e) != p) return "e does not fix p";
  if (after(a, q, e) != q) return "e does not fix q";
  return {};
}

// All three words can be lengthened by cycles to any multiple of any other modulus.
std::string not_modular(dfa const& a, state_pair_certificate const& c) {
  if (c.modulus == 0) return "the modulus is 0";
  if (c.u.size() % c.modulus != 0) return "the modulus does not divide the length of u";
  if (c.v.size() % c.modulus != 0) return "the modulus does not divide the length of v";
  if (c.e && c.e->size() % c.modulus != 0) return "the modulus does not divide the length of e";
  std::uint64_t const period = gcd_of_cycles(a, c.p);
  if (period == 0 || c.modulus % period != 0)
    return "the modulus is no multiple of the period, so other moduli could tell p from q";
  return {};
}

} // namespace

std::string objection(dfa const& a, class_id id, state_pair_certificate const& c) {
  if (!counts_positions(id) && !needs_a_loop(id) && id != class_id::ltl_p) return for_another_class;
  text::word const e = c.e.value_or(text::word{});
  if (!exist(a, {c.p, c.q}, {&c.x, &c.u, &c.v, &c.z, &e})) return unknown;
  if (after(a, a.initial, c.x) != c.p) return "x does not reach p";
  if (after(a, c.p, c.u) != c.q) return "u does not lead from p to q";
  if (after(a, c.q, c.v) != c.p) return "v does not lead from q to p";
  if (needs_a_loop(id)) {
    if (!c.e) return "the word e is missing";
    if (std::string wrong = not_looping(a, c.p, c.q, e); !wrong.empty()) return wrong;
  }
  if (counts_positions(id))
    if (std::string wrong = not_modular(a, c); !wrong.empty()) return wrong;
  return not_separated(a, c.p, c.q, c.z);
}

std::string objection(dfa const& a, class_id id, definite_certificate const& c) {
  if (id != class_id::ltl_y) return for_another_class;
  if (!exist(a, {c.p, c.q}, {&c.x, &c.y, &c.e, &c.z})) return unknown;
  if (after(a, a.initial, c.x) != c.p) return "x does not reach p";
  if (after(a, a.initial, c.y) != c.q) return "y does not reach q";
  if (std::string wrong = not_looping(a, c.p, c.q, c.e); !wrong.empty()) return wrong;
  return not_separated(a, c.p, c.q, c.z);
}

std::string objection(dfa const& a, class_id id, substitution_certificate const& c) {
  if (id != class_id::sl && id != class_id::tsl) return for_another_class;
  if (!exist(a, {c.p, c.q}, {&c.x, &c.y, &c.e, &c.z, &c.f})) return unknown;
  if (after(a, a.initial, c.x) != c.p) return "x does not reach p";
  if (after(a, a.initial, c.y) != c.q) return "y does not reach q";
  if (std::string wrong = not_looping(a, c.p, c.q, c.e); !wrong.empty()) return wrong;
  if (!a.accepting[after(a, c.p, c.z)]) return "z is not accepted from p";
  if (a.accepting[after(a, c.q, c.z)]) return "z is accepted from q";
  if (!a.accepting[after(a, c.q, c.f)]) return "f is not accepted from q";
  for (text::letter const x : c.e) {
    bool moves = id == class_id::sl;
    for (state q = 0; q < a.states() && !moves; ++q)
      moves = a.next(q, x) != q;
    if (!moves) return "a letter of e moves no state, so a tier can do without it";
  }
  return {};
}

std::string objection(dfa const& a, class_id id, cycle_certificate const& c) {
  bool const modular = id == class_id::ltl_s_mod;
  // LT and LTT lie in LTL[S].
  if (!modular && id != class_id::ltl_s && id != class_id::ltt && id != class_id::lt)
    return for_another_class;
  text::word const e = c.e.value_or(text::word{});
  if (!exist(a, {}, {&c.u, &c.x, &c.z, &e})) return unknown;
  if (c.cycle.size() < 2) return "the cycle has fewer than two states";
  std::vector<bool> on_it(a.states(), false);
  for (state const q : c.cycle) {
    if (q >= a.states()) return unknown;
    if (on_it[q]) return "a state stands on the cycle twice";
    on_it[q] = true;
  }
  if (after(a, a.initial, c.x) != c.cycle[0]) return "x does not reach the cycle";
  for (std::size_t i = 0; i < c.cycle.size(); ++i) {
    if (after(a, c.cycle[i], c.u) != c.cycle[(i + 1) % c.cycle.size()])
      return "u does not move the cycle on by one";
    if (modular && after(a, c.cycle[i], e) != c.cycle[i])
      return "e does not fix every state of the cycle";
  }
  if (modular && (e.empty() || e.size() != c.u.size() || c.modulus != e.size()))
    return "u, e and the modulus are not of one length";
  if (!modular && c.modulus != 1) return "the modulus is not 1";
  return not_separated(a, c.cycle[0], c.cycle[1], c.z);
}

std::string objection(dfa const& a, class_id id, escape_certificate const& c) {
  using enum class_id;
  if (id != rdef && id != finite && id != cofinite) return for_another_class;
  if (!exist(a, {c.p}, {&c.x, &c.e, &c.u, &c.z})) return unknown;
  if (after(a, a.initial, c.x) != c.p) return "x does not reach p";
  if (c.e.empty()) return "the word e is empty";
  if (after(a, c.p, c.e) != c.p) return "e does not fix p";
  if (id == rdef) return not_separated(a, c.p, after(a, c.p, c.u), c.z);
  if (!c.u.empty()) return "the word u is not empty";
  if (id == finite && !a.accepting[after(a, c.p, c.z)]) return "z is not accepted from p";
  if (id == cofinite && a.accepting[after(a, c.p, c.z)]) return "z is not rejected from p";
  return {};
}

std::string objection(dfa const& a, class_id id, merging_certificate const& c) {
  if (id != class_id::group) return for_another_class;
  if (!exist(a, {c.p, c.q}, {&c.x, &c.y, &c.u, &c.z})) return unknown;
  if (after(a, a.initial, c.x) != c.p) return "x does not reach p";
  if (after(a, a.initial, c.y) != c.q) return "y does not reach q";
  if (after(a, c.p, c.u) != after(a, c.q, c.u)) return "u does not lead from p and q to one state";
  return not_separated(a, c.p, c.q, c.z);
}

std::string objection(dfa const& a, class_id id, exchange_certificate const& c) {
  if (id != class_id::commutative) return for_another_class;
  if (!exist(a, {}, {&c.x, &c.u, &c.v, &c.z})) return unknown;
  if (accepted(a, {&c.x, &c.u, &c.v, &c.z}) == accepted(a, {&c.x, &c.v, &c.u, &c.z}))
    return "x u v z and x v u z have the same answer";
  return {};
}

std::string objection(dfa const& a, class_id id, deletion_certificate const& c) {
  if (id != class_id::sp) return for_another_class;
  if (!exist(a, {}, {&c.x, &c.u, &c.z})) return unknown;
  if (!accepted(a, {&c.x, &c.u, &c.z})) return "x u z is not accepted";
  if (accepted(a, {&c.x, &c.z})) return "x z is accepted";
  return {};
}

} // namespace ltlc::checking
