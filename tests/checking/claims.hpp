// What each kind of evidence claims, said a second time: by maps of states composed, reachability
// matrices and sets of words of each length. Nothing is shared with the checker but the table.
#pragma once

#include "algebra/by_definition.hpp"
#include "ltlc/evidence/certificate.hpp"

namespace claims {

using namespace ltlc;
using namespace ltlc::evidence;
using automaton::dfa;
using automaton::state;
using by_definition::map;
using by_definition::then;

inline bool known(dfa const& a, text::word const& w) {
  return std::all_of(w.begin(), w.end(), [&](text::letter x) { return x < a.letters(); });
}
// Pre: known(a, w).
inline map map_of(dfa const& a, text::word const& w) {
  map m = by_definition::identity(a);
  for (text::letter const x : w)
    m = then(m, by_definition::letter(a, x));
  return m;
}
inline map omega(map const& m) {
  map power = m;
  while (then(power, power) != power)
    power = then(power, m);
  return power;
}

// Lengths of words that lead from p to q, up to some bound, as a set of numbers.
inline std::set<std::size_t> lengths(dfa const& a, state p, state q) {
  std::set<std::size_t> found;
  std::set<state> here{p};
  for (std::size_t n = 1; n <= 2 * a.states() * a.states() + 2; ++n) {
    std::set<state> next;
    for (state const r : here)
      for (text::letter x = 0; x < a.letters(); ++x)
        next.insert(a.next(r, x));
    here = next;
    if (here.count(q) != 0) found.insert(n);
  }
  return found;
}
inline std::size_t gcd_of(std::set<std::size_t> const& numbers) {
  std::size_t d = 0;
  for (std::size_t const n : numbers)
    d = std::gcd(d, n);
  return d;
}
inline bool one_component(dfa const& a, state p, state q) {
  return p == q || (!lengths(a, p, q).empty() && !lengths(a, q, p).empty());
}

// What is true of an automaton small enough: its classes, which states reach each other, periods.
struct truth {
  dfa const& a;
  std::vector<map> s;
  std::vector<bool> member;
  std::vector<std::vector<bool>> together;
  std::vector<std::size_t> period; // by state; 0 for one without a cycle
  std::map<std::vector<text::letter>, std::optional<std::size_t>> mutable least_k;

  truth(dfa const& automaton, std::vector<map> semigroup)
      : a(automaton), s(std::move(semigroup)), member(by_definition::memberships(a, s)) {
    for (state p = 0; p < a.states(); ++p) {
      period.push_back(gcd_of(lengths(a, p, p)));
      together.emplace_back();
      for (state q = 0; q < a.states(); ++q)
        together.back().push_back(one_component(a, p, q));
    }
  }
  [[nodiscard]] std::optional<std::size_t>
  strictly_local(std::vector<text::letter> const& tier) const {
    auto const [at, is_new] = least_k.emplace(tier, std::nullopt);
    if (is_new) at->second = by_definition::strictly_local(a, tier);
    return at->second;
  }
};

// What a pair of states, two words that reach them and one that tells them apart say.
struct reading {
  dfa const& a;
  bool all_known = true;

  reading& knows(text::word const& w) {
    all_known = all_known && known(a, w);
    return *this;
  }
  reading& knows(state q) {
    all_known = all_known && q < a.states();
    return *this;
  }
  [[nodiscard]] state at(text::word const& w) const { return map_of(a, w)[a.initial]; }
  [[nodiscard]] state at(state q, text::word const& w) const { return map_of(a, w)[q]; }
  [[nodiscard]] bool accepts(state q, text::word const& z) const { return a.accepting[at(q, z)]; }
  [[nodiscard]] bool apart(state p, state q, text::word const& z) const {
    return accepts(p, z) != accepts(q, z);
  }
  [[nodiscard]] bool loops(state p, state q, text::word const& e) const {
    return !e.empty() && at(p, e) == p && at(q, e) == q;
  }
};

struct against {
  truth const& t;
  class_id id;
  dfa const& a = t.a;

  template <class... Parts>
  [[nodiscard]] bool known_all(Parts const&... parts) const {
    reading r{a};
    (r.knows(parts), ...);
    return r.all_known;
  }

  bool operator()(state_pair_certificate const& c) const {
    using enum class_id;
    bool const y = id == ltl_p_y || id == ltl_p_y_mod || id == lt || id == ltt;
    bool const mod = id == ltl_p_mod || id == ltl_p_y_mod;
    if (!(y || mod || id == ltl_p)) return false;
    text::word const e = c.e.value_or(text::word{});
    if (!known_all(c.p, c.q, c.x, c.u, c.v, c.z, e)) return false;
    reading const r{a};
    if (y && !r.loops(c.p, c.q, e)) return false;
    if (mod) {
      std::size_t const m = c.modulus;
      if (m == 0 || c.u.size() % m + c.v.size() % m + e.size() % m != 0) return false;
      std::size_t const period = t.period[c.p];
      if (period == 0 || m % period != 0) return false;
    }
    return r.at(c.x) == c.p && r.at(c.p, c.u) == c.q && r.at(c.q, c.v) == c.p &&
           r.apart(c.p, c.q, c.z);
  }
  bool operator()(definite_certificate const& c) const {
    if (id != class_id::ltl_y || !known_all(c.p, c.q, c.x, c.y, c.e, c.z)) return false;
    reading const r{a};
    return r.at(c.x) == c.p && r.at(c.y) == c.q && r.loops(c.p, c.q, c.e) && r.apart(c.p, c.q, c.z);
  }
  bool operator()(substitution_certificate const& c) const {
    bool const tier = id == class_id::tsl;
    if (!(tier || id == class_id::sl) || !known_all(c.p, c.q, c.x, c.y, c.e, c.z, c.f))
      return false;
    for (text::letter const x : c.e)
      if (tier && by_definition::letter(a, x) == by_definition::identity(a)) return false;
    reading const r{a};
    return r.at(c.x) == c.p && r.at(c.y) == c.q && r.loops(c.p, c.q, c.e) && r.accepts(c.p, c.z) &&
           !r.accepts(c.q, c.z) && r.accepts(c.q, c.f);
  }
  bool operator()(cycle_certificate const& c) const {
    using enum class_id;
    bool const mod = id == ltl_s_mod;
    if (!(mod || id == ltl_s || id == lt || id == ltt)) return false;
    text::word const e = c.e.value_or(text::word{});
    if (!known_all(c.u, c.x, c.z, e) || c.cycle.size() < 2) return false;
    if (std::set<state>(c.cycle.begin(), c.cycle.end()).size() != c.cycle.size()) return false;
    reading const r{a};
    for (std::size_t i = 0; i < c.cycle.size(); ++i) {
      if (c.cycle[i] >= a.states()) return false;
      if (r.at(c.cycle[i], c.u) != c.cycle[(i + 1) % c.cycle.size()]) return false;
      if (mod && r.at(c.cycle[i], e) != c.cycle[i]) return false;
    }
    if (mod ? e.empty() || e.size() != c.u.size() || c.modulus != e.size() : c.modulus != 1)
      return false;
    return r.at(c.x) == c.cycle[0] && r.apart(c.cycle[0], c.cycle[1], c.z);
  }
  bool operator()(content_certificate const& c) const {
    using enum class_id;
    if (!(id == ltl_f || id == ltl_p_f || id == gdef)) return false;
    if (!known_all(c.q, c.x, c.a, c.b, c.e, c.z)) return false;
    std::set<text::letter> const content(c.e.begin(), c.e.end());
    for (text::word const* w : {&c.a, &c.b})
      for (text::letter const x : *w)
        if (id != gdef && content.count(x) == 0) return false;
    reading const r{a};
    return (id == ltl_f || c.a.empty()) && r.at(c.x) == c.q &&
           r.loops(r.at(c.q, c.a), r.at(c.q, c.b), c.e) &&
           r.apart(r.at(c.q, c.a), r.at(c.q, c.b), c.z);
  }
  bool operator()(regular_certificate const& c) const {
    using enum class_id;
    bool const y = id == ltl_p_f_y_x || id == ltl_p_f_y_x_mod;
    bool const mod = id == ltl_p_f_mod || id == ltl_p_f_y_x_mod;
    text::word const e = c.e.value_or(text::word{});
    text::word const loop = c.pad ? c.pad->loop : text::word{};
    if (!(y || mod) || !known_all(c.q, c.a, c.b, c.x, c.z, e, loop)) return false;
    map const once = map_of(a, c.a);
    if (then(then(once, map_of(a, c.b)), once) != once) return false;
    if (y && (e.empty() || then(map_of(a, e), once) != once || then(once, map_of(a, e)) != once))
      return false;
    if (mod) {
      if (!c.pad || c.pad->at > c.a.size() || loop.empty() || c.a.size() % loop.size() != 0)
        return false;
      map const u = map_of(a, {c.a.begin(), c.a.begin() + static_cast<std::ptrdiff_t>(c.pad->at)});
      if (then(u, map_of(a, loop)) != u) return false;
    }
    reading const r{a};
    return r.at(c.x) == c.q && r.apart(once[c.q], once[once[c.q]], c.z);
  }
  bool operator()(equation_certificate const& c) const {
    std::size_t const count = c.broken == equation::idempotent_between  ? 2
                              : c.broken == equation::commuting_between ? 3
                                                                        : 5;
    bool const of_ltt = c.broken != equation::idempotent_between;
    if (!(id == class_id::lt || (id == class_id::ltt && of_ltt))) return false;
    if (c.words.size() != count || !known_all(c.q, c.x, c.z)) return false;
    std::vector<map> w;
    for (text::word const& word : c.words) {
      if (!known(a, word)) return false;
      w.push_back(map_of(a, word));
    }
    bool const two = c.broken == equation::threshold_exchange;
    if (c.words[0].empty() || (two && c.words[1].empty())) return false;
    map const e = omega(w[0]);
    auto const product = [](std::vector<map> const& factors) {
      map m = factors[0];
      for (std::size_t i = 1; i < factors.size(); ++i)
        m = then(m, factors[i]);
      return m;
    };
    map left, right;
    if (two) {
      map const f = omega(w[1]);
      left = product({e, w[2], f, w[3], e, w[4], f});
      right = product({e, w[4], f, w[3], e, w[2], f});
    } else if (c.broken == equation::commuting_between) {
      left = product({e, w[1], e, w[2], e});
      right = product({e, w[2], e, w[1], e});
    } else {
      left = product({e, w[1], e, w[1], e});
      right = product({e, w[1], e});
    }
    reading const r{a};
    return r.at(c.x) == c.q && r.apart(left[c.q], right[c.q], c.z);
  }
  bool operator()(escape_certificate const& c) const {
    using enum class_id;
    if (!known_all(c.p, c.x, c.e, c.u, c.z)) return false;
    reading const r{a};
    if (r.at(c.x) != c.p || !r.loops(c.p, c.p, c.e)) return false;
    if (id == rdef) return r.apart(c.p, r.at(c.p, c.u), c.z);
    return (id == finite || id == cofinite) && c.u.empty() && r.accepts(c.p, c.z) == (id == finite);
  }
  bool operator()(merging_certificate const& c) const {
    if (id != class_id::group || !known_all(c.p, c.q, c.x, c.y, c.u, c.z)) return false;
    reading const r{a};
    return r.at(c.x) == c.p && r.at(c.y) == c.q && r.at(c.p, c.u) == r.at(c.q, c.u) &&
           r.apart(c.p, c.q, c.z);
  }
  bool operator()(exchange_certificate const& c) const {
    if (id != class_id::commutative || !known_all(c.x, c.u, c.v, c.z)) return false;
    map const u = map_of(a, c.u), v = map_of(a, c.v);
    reading const r{a};
    return r.apart(then(u, v)[r.at(c.x)], then(v, u)[r.at(c.x)], c.z);
  }
  bool operator()(deletion_certificate const& c) const {
    if (id != class_id::sp || !known_all(c.x, c.u, c.z)) return false;
    reading const r{a};
    return r.accepts(r.at(r.at(c.x), c.u), c.z) && !r.accepts(r.at(c.x), c.z);
  }
  template <class Other>
  bool operator()(Other const&) const {
    return false;
  }
};

} // namespace claims
