// The second half of claims.hpp: evidence for membership.
#pragma once

#include "checking/claims.hpp"

namespace claims {

// The components in topological order, their periods, and phases that edges respect.
inline bool is_order(truth const& t, automaton::component_order const& o) {
  dfa const& a = t.a;
  std::size_t const n = a.states();
  if (o.component_of.size() != n || o.phase.size() != n) return false;
  std::multiset<state> listed;
  for (std::size_t i = 0; i < o.components.size(); ++i)
    for (state const q : o.components[i].states) {
      if (q >= n || o.component_of[q] != i) return false;
      listed.insert(q);
    }
  for (auto const& c : o.components)
    if (c.states.empty()) return false;
  for (state p = 0; p < n; ++p) {
    if (listed.count(p) != 1) return false;
    auto const& c = o.components[o.component_of[p]];
    if (t.period[p] != c.period) return false;
    if (o.phase[p] >= std::max(c.period, 1u)) return false;
    for (state q = 0; q < n; ++q)
      if (t.together[p][q] != (o.component_of[p] == o.component_of[q])) return false;
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const q = a.next(p, x);
      if (o.component_of[q] < o.component_of[p]) return false;
      if (o.component_of[q] == o.component_of[p] && (o.phase[p] + 1) % c.period != o.phase[q])
        return false;
    }
  }
  return true;
}

struct in_favor {
  truth const& t;
  class_id id;
  dfa const& a = t.a;

  [[nodiscard]] bool truly() const { return t.member[static_cast<std::size_t>(id)]; }

  bool operator()(order_certificate const& c) const {
    if (!(id == class_id::ltl_p || id == class_id::ltl_p_mod)) return false;
    return truly() && is_order(t, c.order);
  }
  bool operator()(synchronizing_certificate const& c) const {
    if (id != class_id::ltl_y) return false;
    std::set<map> words{by_definition::identity(a)};
    std::size_t const most = a.states() * a.states();
    for (std::size_t n = 0; n < std::min<std::size_t>(c.length, most); ++n)
      words = by_definition::one_letter_more(a, words);
    return std::all_of(words.begin(), words.end(), [](map const& m) {
      return std::set<state>(m.begin(), m.end()).size() == 1;
    });
  }
  bool operator()(strictly_local_certificate const& c) const {
    bool const tier = id == class_id::tsl;
    if (!(tier || id == class_id::sl)) return false;
    std::multiset<text::letter> const letters(c.tier.begin(), c.tier.end());
    for (text::letter const x : c.tier)
      if (x >= a.letters() || letters.count(x) != 1) return false;
    for (text::letter x = 0; x < a.letters(); ++x) {
      bool const fixes = by_definition::letter(a, x) == by_definition::identity(a);
      if ((letters.count(x) == 0) != (tier && fixes)) return false;
    }
    return t.strictly_local(c.tier) == c.k;
  }
  // Sets of pairs that n letters can still lead to, for each n.
  bool operator()(acyclic_pairs_certificate const& c) const {
    bool const mod = id == class_id::ltl_p_y_mod;
    if (!(mod || id == class_id::ltl_p_y) || !truly() || !is_order(t, c.order)) return false;
    std::set<std::pair<state, state>> pairs;
    for (state p = 0; p < a.states(); ++p)
      for (state q = 0; q < p; ++q)
        if (c.order.component_of[p] == c.order.component_of[q] &&
            (!mod || c.order.phase[p] == c.order.phase[q]))
          pairs.emplace(p, q);
    if (c.pairs != pairs.size()) return false;
    std::size_t window = 0;
    for (; !pairs.empty(); ++window) {
      std::set<std::pair<state, state>> next;
      for (auto const& [p, q] : pairs)
        for (text::letter x = 0; x < a.letters(); ++x) {
          state const r = a.next(p, x), s = a.next(q, x);
          bool const stay = c.order.component_of[r] == c.order.component_of[p] &&
                            c.order.component_of[s] == c.order.component_of[p];
          if (stay && r != s) next.emplace(r, s);
        }
      pairs = next;
    }
    return c.window == window;
  }
  bool operator()(pairs_certificate const& c) const {
    using enum class_id;
    if (!(id == ltl_f || id == ltl_p_f || id == gdef || id == lt || id == sp) || !truly())
      return false;
    if (id != sp) return c.pairs == a.states() * (a.states() - 1) / 2;
    std::set<std::pair<state, state>> looked_at;
    for (state q = 0; q < a.states(); ++q)
      for (text::letter x = 0; x < a.letters(); ++x)
        for (map const& m : by_definition::with_identity(t.s, a))
          if (m[a.next(q, x)] != m[q]) looked_at.emplace(m[a.next(q, x)], m[q]);
    return c.pairs == looked_at.size();
  }
  bool operator()(table_certificate const&) const {
    using enum class_id;
    return (id == rdef || id == group || id == commutative || id == finite || id == cofinite) &&
           truly();
  }
  bool operator()(enumeration_certificate const& c) const {
    using enum class_id;
    bool const mod = id == ltl_s_mod || id == ltl_p_f_mod || id == ltl_p_f_y_x_mod;
    if (!(mod || id == ltl_s || id == ltl_p_f_y_x || id == ltt) || !truly()) return false;
    if (c.elements != t.s.size()) return false;
    return (!mod && c.stability_index == 0) ||
           c.stability_index == by_definition::stable_semigroup(a).first;
  }
  template <class Other>
  bool operator()(Other const&) const {
    return false;
  }
};

// The verdict's evidence is right. Pre: a minimal automaton.
inline bool hold(truth const& t, verdict const& v) {
  bool const member = v.answer == membership::member;
  auto const* const implied = std::get_if<implied_certificate>(&v.proof);
  if (implied == nullptr)
    return member ? std::visit(in_favor{t, v.id}, v.proof) : std::visit(against{t, v.id}, v.proof);
  std::set<class_id> named;
  for (auto const& by : implied->by) {
    if (by->answer == membership::undecided || !hold(t, *by)) return false;
    if ((by->answer == membership::member) != member) return false;
    named.insert(by->id);
  }
  if (member && v.id == class_id::j && implied->by.size() == 2)
    return named == std::set{class_id::ltl_p, class_id::ltl_f};
  if (implied->by.size() != 1) return false;
  class_id const other = *named.begin();
  return member ? contained(other, v.id) : contained(v.id, other);
}

} // namespace claims
