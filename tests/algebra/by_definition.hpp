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

// For all s, t, u in M: s t u = s implies s t = s.
inline bool r_trivial(std::vector<map> const& m) {
  for (map const& s : m) {
    std::set<map> ideal;
    for (map const& t : m)
      ideal.insert(then(s, t));
    for (map const& st : ideal) {
      if (st == s) continue;
      for (map const& u : m)
        if (then(st, u) == s) return false;
    }
  }
  return true;
}

inline std::vector<map> with_identity(std::vector<map> s, dfa const& a) {
  if (std::find(s.begin(), s.end(), identity(a)) == s.end()) s.push_back(identity(a));
  return s;
}

inline std::vector<map> idempotents(std::vector<map> const& s) {
  std::vector<map> found;
  for (map const& e : s)
    if (then(e, e) == e) found.push_back(e);
  return found;
}

// e S e for every idempotent e of S (of the semigroup: no identity is adjoined).
inline bool locally_r_trivial(std::vector<map> const& s) {
  for (map const& e : idempotents(s)) {
    std::set<map> local;
    for (map const& x : s)
      local.insert(then(then(e, x), e));
    if (!r_trivial({local.begin(), local.end()})) return false;
  }
  return true;
}

// t·e = e for all t in S and idempotent e in S.
inline bool definite(std::vector<map> const& s) {
  for (map const& e : idempotents(s))
    for (map const& t : s)
      if (then(t, e) != e) return false;
  return true;
}

// Every element has x^n = x^(n+1) for some n.
inline bool aperiodic(std::vector<map> const& s) {
  for (map const& x : s) {
    std::set<map> powers;
    map power = x;
    while (powers.insert(power).second)
      power = then(power, x);
    if (then(power, x) != power) return false;
  }
  return true;
}

// In the order of the class table: P, PMOD, Y, PY, PYMOD, S, SMOD.
inline std::vector<bool> memberships(dfa const& a, std::vector<map> const& s) {
  std::set<map> const t_set = stable_semigroup(a).second;
  std::vector<map> const t(t_set.begin(), t_set.end());
  return {r_trivial(with_identity(s, a)),
          r_trivial(with_identity(t, a)),
          definite(s),
          locally_r_trivial(s),
          locally_r_trivial(t),
          aperiodic(with_identity(s, a)),
          aperiodic(with_identity(t, a))};
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
