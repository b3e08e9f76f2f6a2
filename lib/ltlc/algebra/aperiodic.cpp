// Star-free languages, and those that are star-free once lengths are known modulo some number:
// a group in the semigroup (in φ(Σ^s), s the stability index) shows as a cycle of states.
#include <algorithm>
#include <optional>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/tuples.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::state;

cycle_certificate certificate_of(automaton::dfa const& a, std::vector<state> cycle,
                                 rotation words) {
  cycle_certificate c;
  c.x = reaching_word(a, cycle[0]);
  c.z = telling_word(a, cycle[0], cycle[1]);
  c.cycle = std::move(cycle);
  c.u = std::move(words.u);
  if (!words.e.empty()) {
    c.modulus = words.e.size();
    c.e = std::move(words.e);
  }
  return c;
}

// Words of length exactly n for elements of φ(Σ^n), by the sets φ(Σ^1) … φ(Σ^n).
class words_of_given_length {
public:
  words_of_given_length(semigroup const& s, std::uint64_t n) : s_(s) {
    sets_.push_back(words_of_length(s, 1));
    for (std::uint64_t i = 1; i < n; ++i)
      sets_.push_back(longer_by_one(s, sets_.back()));
  }

  text::word operator()(element x) const {
    text::word w;
    for (std::size_t n = sets_.size(); n-- > 1;) {
      auto const [y, a] = step_before(x, sets_[n - 1]);
      w.push_back(a);
      x = y;
    }
    w.push_back(s_.last[x]);
    std::reverse(w.begin(), w.end());
    return w;
  }

private:
  // Some y of the set and a letter a with y·a = x.
  [[nodiscard]] std::pair<element, text::letter> step_before(element x,
                                                             element_set const& set) const {
    for (element y = 0; y < s_.size(); ++y)
      for (text::letter a = 0; contains(set, y) && a < s_.letters; ++a)
        if (s_.right[y * s_.letters + a] == x) return {y, a};
    LTLC_ENSURES(false);
    return {x, 0};
  }

  semigroup const& s_;
  std::vector<element_set> sets_; // φ(Σ^(i+1))
};

} // namespace

verdict decide_aperiodic(automaton::dfa const& a, semigroup const& s) {
  for (element x = 0; x < s.size(); ++x)
    if (auto cycle = state_cycle(s, x); !cycle.empty())
      return {class_id::ltl_s,
              membership::not_member,
              certificate_of(a, std::move(cycle), {word_of(s, x), {}}),
              {}};
  if (s.complete)
    return {class_id::ltl_s, membership::member, enumeration_certificate{s.size(), 0}, {}};
  return {class_id::ltl_s, membership::undecided, {}, s.limit};
}

verdict decide_stable_aperiodic(automaton::dfa const& a, semigroup const& s,
                                budget::budget const& limits) {
  verdict v{class_id::ltl_s_mod, membership::undecided, {}, s.limit};
  if (!s.complete) return v;
  budget::limited<std::uint64_t> const index = stability_index(s, limits);
  if (!index) {
    v.limit = index.error();
    return v;
  }
  element_set const stable = words_of_length(s, *index);
  element x = 0;
  while (x < s.size() && !(contains(stable, x) && has_state_cycle(s, x)))
    ++x;
  if (x == s.size()) {
    v.answer = membership::member;
    v.proof = enumeration_certificate{s.size(), *index};
    return v;
  }
  if (*index > limits.max_bytes / (s.size() / 8 + 1)) {
    v.limit = budget::bytes_passed(limits);
    return v;
  }
  // φ(Σ^s) is closed under products, so x^r has a word of length s too, and fixes the cycle.
  std::vector<state> const cycle = state_cycle(s, x);
  element power = x;
  for (std::size_t i = 1; i < cycle.size(); ++i)
    power = product(s, power, x);
  words_of_given_length const word(s, *index);
  v.answer = membership::not_member;
  v.proof = certificate_of(a, cycle, {word(x), word(power)});
  return v;
}

std::optional<cycle_certificate> find_rotation(automaton::dfa const& a,
                                               automaton::component_order const& order,
                                               bool modular, std::uint64_t visits,
                                               budget::budget const& limits) {
  for (std::size_t const r : {2U, 3U, 5U})
    if (auto found = find_tuple_rotation(a, r, modular, limits))
      return certificate_of(a, std::move(found->cycle), {std::move(found->u), std::move(found->e)});
  std::uint64_t left = visits;
  auto const attempt = [&](std::vector<state> cycle) -> std::optional<cycle_certificate> {
    // No single cycle may use up what all of them share.
    std::uint64_t own = std::min(left, visits / 16);
    left -= own;
    auto words = shortest_rotation(a, cycle, modular, own);
    left += own;
    if (!words) return std::nullopt;
    return certificate_of(a, std::move(cycle), std::move(*words));
  };
  for (state p = 0; p < a.states(); ++p) {
    std::vector<state> const& home = order.components[order.component_of[p]].states;
    for (auto q = std::upper_bound(home.begin(), home.end(), p); q != home.end(); ++q) {
      if (left <= visits / 2) break;
      --left;
      if (auto found = attempt({p, *q})) return found;
    }
  }
  for (state p = 0; p < a.states(); ++p) {
    std::vector<state> const& home = order.components[order.component_of[p]].states;
    auto const above = std::upper_bound(home.begin(), home.end(), p);
    for (auto q = above; q != home.end(); ++q)
      for (auto r = above; r != home.end(); ++r) {
        if (left == 0) return std::nullopt;
        --left;
        if (q == r) continue;
        if (auto found = attempt({p, *q, *r})) return found;
      }
  }
  return std::nullopt;
}

} // namespace ltlc::algebra
