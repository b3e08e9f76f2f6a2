// The algebra of a small automaton straight from the definitions: all elements by closure, all
// products by composing maps, all conditions by quantifying over elements. Nothing is shared with
// the library but the transition table.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "ltlc/automaton/minimize.hpp"

namespace by_definition {

using ltlc::automaton::dfa;
using ltlc::automaton::state;
using map = std::vector<state>; // q ↦ q·x

inline map then(map const& x, map const& y) {
  map xy;
  for (state const q : x)
    xy.push_back(y[q]);
  return xy;
}

inline map letter(dfa const& a, ltlc::text::letter x) {
  map m;
  for (state q = 0; q < a.states(); ++q)
    m.push_back(a.next(q, x));
  return m;
}

inline map identity(dfa const& a) {
  map m(a.states());
  std::iota(m.begin(), m.end(), state{0});
  return m;
}

// The elements of the semigroup of nonempty words, or none when there are more than `most`.
inline std::optional<std::vector<map>> elements(dfa const& a, std::size_t most) {
  std::set<map> seen;
  std::vector<map> all;
  for (ltlc::text::letter x = 0; x < a.letters(); ++x)
    if (seen.insert(letter(a, x)).second) all.push_back(letter(a, x));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (ltlc::text::letter x = 0; x < a.letters(); ++x) {
      map xa = then(all[i], letter(a, x));
      if (all.size() > most) return std::nullopt;
      if (seen.insert(xa).second) all.push_back(xa);
    }
  return all;
}

// The maps of all words of length n, by iteration over n.
inline std::set<map> one_letter_more(dfa const& a, std::set<map> const& words) {
  std::set<map> longer;
  for (map const& m : words)
    for (ltlc::text::letter x = 0; x < a.letters(); ++x)
      longer.insert(then(m, letter(a, x)));
  return longer;
}

// Least s >= 1 with φ(Σ^s) = φ(Σ^2s), and that set.
inline std::pair<std::size_t, std::set<map>> stable_semigroup(dfa const& a) {
  std::vector<std::set<map>> of_length{{identity(a)}};
  for (std::size_t s = 1;; ++s) {
    while (of_length.size() <= 2 * s)
      of_length.push_back(one_letter_more(a, of_length.back()));
    if (of_length[s] == of_length[2 * s]) return {s, of_length[s]};
  }
}

// x^n = x^(n+1) for some n.
inline bool aperiodic(map const& x) {
  std::set<map> powers;
  map power = x;
  while (powers.insert(power).second)
    power = then(power, x);
  return then(power, x) == power;
}

inline std::vector<map> with_identity(std::vector<map> s, dfa const& a) {
  if (std::find(s.begin(), s.end(), identity(a)) == s.end()) s.push_back(identity(a));
  return s;
}

// M as numbers with its multiplication table; S and T as lists of them.
struct monoid {
  using number = std::size_t;
  using set = std::vector<number>;
  std::vector<map> elements;
  std::vector<set> times;
  number one = 0;
  set m, s, t;

  monoid(dfa const& a, std::vector<map> const& semigroup) : elements(with_identity(semigroup, a)) {
    std::map<map, number> number_of;
    for (number x = 0; x < elements.size(); ++x) {
      number_of[elements[x]] = x;
      m.push_back(x);
    }
    for (map const& x : elements) {
      times.emplace_back();
      for (map const& y : elements)
        times.back().push_back(number_of.at(then(x, y)));
    }
    one = number_of.at(identity(a));
    for (map const& x : semigroup)
      s.push_back(number_of.at(x));
    for (map const& x : stable_semigroup(a).second)
      t.push_back(number_of.at(x));
  }

  // x y z …
  template <class... More>
  [[nodiscard]] number product(number x, number y, More... more) const {
    if constexpr (sizeof...(more) == 0)
      return times[x][y];
    else
      return product(times[x][y], more...);
  }
  [[nodiscard]] number omega(number x) const {
    number power = x;
    while (times[power][power] != power)
      power = times[power][x];
    return power;
  }
  [[nodiscard]] set idempotents(set const& of) const {
    set found;
    for (number const e : of)
      if (times[e][e] == e) found.push_back(e);
    return found;
  }
  [[nodiscard]] set with_one(set of) const {
    if (std::find(of.begin(), of.end(), one) == of.end()) of.push_back(one);
    return of;
  }
  // e X f
  [[nodiscard]] set between(number e, set const& of, number f) const {
    std::set<number> found;
    for (number const x : of)
      found.insert(product(e, x, f));
    return {found.begin(), found.end()};
  }

  // For all x, t, u: x t u = x implies x t = x (in the set, whose one is in it).
  [[nodiscard]] bool r_trivial(set const& of) const {
    for (number const x : of)
      for (number const y : of)
        for (number const u : of)
          if (product(x, y, u) == x && times[x][y] != x) return false;
    return true;
  }
  [[nodiscard]] bool l_trivial(set const& of) const {
    for (number const x : of)
      for (number const y : of)
        for (number const u : of)
          if (product(u, y, x) == x && times[y][x] != x) return false;
    return true;
  }
  // M x M = M y M implies x = y.
  [[nodiscard]] bool j_trivial() const {
    std::set<std::set<number>> ideals;
    for (number const x : m) {
      std::set<number> ideal;
      for (number const y : m)
        for (number const z : m)
          ideal.insert(product(y, x, z));
      if (!ideals.insert(ideal).second) return false;
    }
    return true;
  }
  // (xyz)^ω y (xyz)^ω = (xyz)^ω
  [[nodiscard]] bool in_da(set const& of) const {
    for (number const x : of)
      for (number const y : of)
        for (number const z : of) {
          number const e = omega(product(x, y, z));
          if (product(e, y, e) != e) return false;
        }
    return true;
  }
  [[nodiscard]] bool aperiodic(set const& of) const {
    return std::all_of(of.begin(), of.end(),
                       [&](number x) { return times[omega(x)][x] == omega(x); });
  }
  // The condition holds in e X e for every idempotent e of X (no identity is adjoined to X).
  template <class Condition>
  [[nodiscard]] bool locally(set const& of, Condition const& condition) const {
    for (number const e : idempotents(of))
      if (!condition(between(e, of, e))) return false;
    return true;
  }
  [[nodiscard]] bool semilattice(set const& of) const {
    for (number const x : of)
      for (number const y : of)
        if (times[x][x] != x || times[x][y] != times[y][x]) return false;
    return true;
  }
  // exfyezf = ezfyexf for idempotents e, f of S.
  [[nodiscard]] bool exchanges() const {
    for (number const e : idempotents(s))
      for (number const f : idempotents(s)) {
        set const there = between(e, s, f);
        set const back = between(f, s, e);
        for (number const x : there)
          for (number const y : back)
            for (number const z : there)
              if (product(x, y, z) != product(z, y, x)) return false;
      }
    return true;
  }
  [[nodiscard]] bool commutative() const {
    for (number const x : m)
      for (number const y : m)
        if (times[x][y] != times[y][x]) return false;
    return true;
  }
  [[nodiscard]] bool group() const {
    return std::all_of(m.begin(), m.end(), [&](number x) { return omega(x) == one; });
  }
  // left·e·right = e for idempotents e of S and all elements in the places marked.
  [[nodiscard]] bool absorbing(bool left, bool right, bool between_two) const {
    for (number const e : idempotents(s))
      for (number const x : s) {
        if (left && times[x][e] != e) return false;
        if (right && times[e][x] != e) return false;
        if (between_two && product(e, x, e) != e) return false;
      }
    return true;
  }
};

inline bool in_language(dfa const& a, map const& x) {
  return a.accepting[x[a.initial]];
}

// No word with an idempotent factor is accepted (rejected): so no word that can be pumped.
inline bool nothing_pumped(dfa const& a, monoid const& m, bool accepted) {
  for (auto const e : m.idempotents(m.s))
    for (auto const x : m.m)
      for (auto const y : m.m)
        if (in_language(a, m.elements[m.product(x, e, y)]) == accepted) return false;
  return true;
}

// u a v in the language implies u v in it.
inline bool closed_under_deletion(dfa const& a, monoid const& m) {
  for (auto const u : m.m)
    for (auto const x : m.s)
      for (auto const v : m.m)
        if (in_language(a, m.elements[m.product(u, x, v)]) &&
            !in_language(a, m.elements[m.times[u][v]]))
          return false;
  return true;
}

inline bool live(dfa const& a, state q) {
  std::vector<state> todo{q};
  std::set<state> seen{q};
  while (!todo.empty()) {
    state const p = todo.back();
    todo.pop_back();
    if (a.accepting[p]) return true;
    for (ltlc::text::letter x = 0; x < a.letters(); ++x)
      if (seen.insert(a.next(p, x)).second) todo.push_back(a.next(p, x));
  }
  return false;
}

// Suffix substitution for words over some letters: u x v and u' x v' in the language with
// |x| = k − 1 imply u x v' in it. The least k, if there is one.
inline std::optional<std::size_t> strictly_local(dfa const& a,
                                                 std::vector<ltlc::text::letter> const& letters) {
  std::set<map> words{identity(a)};
  std::size_t const longest = a.states() * a.states() + 1;
  for (std::size_t k = 1; k <= longest; ++k) {
    bool closed = true;
    for (map const& x : words) {
      std::set<state> after;
      for (state const q : x)
        if (live(a, q)) after.insert(q);
      closed = closed && after.size() <= 1;
    }
    if (closed) return k;
    std::set<map> longer;
    for (map const& x : words)
      for (auto const y : letters)
        longer.insert(then(x, letter(a, y)));
    words = longer;
  }
  return std::nullopt;
}

inline bool tier_based(dfa const& a) {
  for (std::size_t subset = 0; subset < (std::size_t{1} << a.letters()); ++subset) {
    std::vector<ltlc::text::letter> tier;
    bool free = true; // letters off the tier can be put in and left out anywhere
    for (ltlc::text::letter x = 0; x < a.letters(); ++x) {
      if ((subset >> x & 1) != 0)
        tier.push_back(x);
      else
        free = free && letter(a, x) == identity(a);
    }
    if (free && strictly_local(a, tier)) return true;
  }
  return false;
}

inline std::vector<ltlc::text::letter> all_letters(dfa const& a) {
  std::vector<ltlc::text::letter> all(a.letters());
  std::iota(all.begin(), all.end(), ltlc::text::letter{0});
  return all;
}

// In the order of the class table.
inline std::vector<bool> memberships(dfa const& a, std::vector<map> const& semigroup) {
  monoid const m(a, semigroup);
  auto const r_trivial = [&](auto const& x) { return m.r_trivial(x); };
  auto const in_da = [&](auto const& x) { return m.in_da(x); };
  auto const semilattice = [&](auto const& x) { return m.semilattice(x); };
  return {
      m.r_trivial(m.m),                              // LTL[P]
      m.r_trivial(m.with_one(m.t)),                  // LTL[P,MOD]
      m.absorbing(true, false, false),               // LTL[Y]
      m.locally(m.s, r_trivial),                     // LTL[P,Y]
      m.locally(m.t, r_trivial),                     // LTL[P,Y,MOD]
      m.l_trivial(m.m),                              // LTL[F]
      m.in_da(m.m),                                  // LTL[P,F]
      m.in_da(m.with_one(m.t)),                      // LTL[P,F,MOD]
      m.locally(m.s, in_da),                         // LTL[P,F,Y,X]
      m.locally(m.t, in_da),                         // LTL[P,F,Y,X,MOD]
      m.aperiodic(m.m),                              // LTL[S]
      m.aperiodic(m.with_one(m.t)),                  // LTL[S,MOD]
      m.j_trivial(),                                 // J
      strictly_local(a, all_letters(a)).has_value(), // SL
      tier_based(a),                                 // TSL
      closed_under_deletion(a, m),                   // SP
      m.locally(m.s, semilattice),                   // LT
      m.aperiodic(m.s) && m.exchanges(),             // LTT
      m.absorbing(false, true, false),               // RDEF
      m.absorbing(false, false, true),               // GDEF
      m.group(),                                     // GROUP
      m.commutative(),                               // COMMUTATIVE
      nothing_pumped(a, m, true),                    // FINITE
      nothing_pumped(a, m, false),                   // COFINITE
  };
}

// Least k <= most such that A^k is partially ordered: words of k letters never lead from p to q ≠ p
// and back.
inline std::optional<std::size_t> least_ordered_power(dfa const& a, std::size_t most) {
  std::size_t const n = a.states();
  using relation = std::vector<std::vector<bool>>;
  relation steps(n, std::vector<bool>(n, false)); // by words of exactly k letters
  for (std::size_t q = 0; q < n; ++q)
    steps[q][q] = true;
  for (std::size_t k = 1; k <= most; ++k) {
    relation longer(n, std::vector<bool>(n, false));
    for (std::size_t p = 0; p < n; ++p)
      for (state q = 0; q < n; ++q)
        for (ltlc::text::letter x = 0; steps[p][q] && x < a.letters(); ++x)
          longer[p][a.next(q, x)] = true;
    steps = longer;
    relation reach = steps;
    for (std::size_t m = 0; m < n; ++m)
      for (std::size_t p = 0; p < n; ++p)
        for (std::size_t q = 0; q < n; ++q)
          if (reach[p][m] && reach[m][q]) reach[p][q] = true;
    bool ordered = true;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = 0; q < p; ++q)
        ordered = ordered && !(reach[p][q] && reach[q][p]);
    if (ordered) return k;
  }
  return std::nullopt;
}

inline dfa automaton_of(std::size_t states, std::size_t letters, std::vector<state> delta,
                        std::vector<bool> accepting) {
  static char const* const names[] = {"a", "b", "c", "d"};
  dfa a;
  a.sigma = ltlc::text::alphabet::make(std::vector<std::string>(names, names + letters)).value();
  a.initial = 0;
  a.delta = std::move(delta);
  a.accepting = std::move(accepting);
  (void)states;
  return a;
}

// Automata of several kinds, since uniform ones are almost never in a small class: uniform, mostly
// ordered, cyclic, shift-like.
inline dfa random_automaton(std::mt19937_64& random, std::size_t most_states) {
  auto const below = [&](std::size_t n) { return static_cast<state>(random() % n); };
  std::size_t const n = 1 + below(most_states);
  std::size_t const k = 2 + below(2);
  std::vector<state> delta(n * k);
  std::vector<bool> accepting(n);
  std::size_t const kind = below(5);
  for (state q = 0; q < n; ++q) {
    accepting[q] = below(2) == 0;
    for (std::size_t x = 0; x < k; ++x) {
      state& to = delta[q * k + x];
      auto const up = static_cast<state>(q + below(n - q));
      switch (kind) {
      case 0:
        to = below(n);
        break;
      case 1:
        to = below(8) == 0 ? below(n) : up;
        break;
      case 2:
        to = below(5) == 0 ? below(n) : static_cast<state>((q + 1) % n);
        break;
      case 3:
        to = static_cast<state>((q * 2 + x) % n);
        break;
      // Blocks of two and three states that move on together.
      default:
        to = below(4) == 0 ? static_cast<state>(n - 1)
                           : static_cast<state>(q % 3 == 2 ? q - 2 : (q + 1) % n);
      }
    }
  }
  return automaton_of(n, k, std::move(delta), std::move(accepting));
}

} // namespace by_definition
