// Why the conditions are right. Let e loop on p ≠ s, and let p = q·a, s = q·b with the letters of a
// and b among those of e. In an L-trivial monoid a·e^ω = e^ω = b·e^ω, so p = q·a·e^ω = s, which is
// false; and if y(xy)^ω ≠ (xy)^ω at some q, then e a power of xy, p = q·e and s = q·y·e are such
// states. In DA e^ω b e^ω = e^ω gives the case a = ε; and if e^ω v e^ω ≠ e^ω at p, where the
// letters of v are among those of e, then p·e^ω and p·e^ω v e^ω are such states.
#include <algorithm>
#include <map>
#include <optional>

#include <boost/dynamic_bitset.hpp>

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
using letter_set = std::vector<text::letter>; // sorted

// The states q, p, s of a certificate, and the letters that a and b may use.
struct witness {
  state q = 0;
  state p = 0;
  state s = 0;
  letter_set const* letters = nullptr;
};

letter_set all_letters(dfa const& a) {
  letter_set all(a.letters());
  for (text::letter x = 0; x < a.letters(); ++x)
    all[x] = x;
  return all;
}

// What a state reaches by some letters.
std::vector<bool> reached_by(dfa const& a, state from, letter_set const& letters) {
  std::vector<bool> seen(a.states(), false);
  seen[from] = true;
  std::vector<state> todo{from};
  while (!todo.empty()) {
    state const q = todo.back();
    todo.pop_back();
    for (text::letter const x : letters) {
      state const r = a.next(q, x);
      if (seen[r]) continue;
      seen[r] = true;
      todo.push_back(r);
    }
  }
  return seen;
}

text::word word_by(dfa const& a, letter_set const& letters, state from, state to) {
  auto const found = automaton::shortest_path(automaton::restricted(a, letters), from, to);
  LTLC_ENSURES(found.has_value());
  text::word w;
  for (text::letter const x : *found)
    w.push_back(letters[x]);
  return w;
}

using answer = budget::limited<std::optional<witness>>;

// Some p, s on a cycle of pairs with s reached from p, by the letters of the pair's component or
// (`free`) by any.
answer find_descendant(dfa const& a, pair_components const& pairs, letter_set const* any,
                       budget::budget const& limits) {
  budget::pace pace(limits, "pairs of states");
  for (state p = 0; p < a.states(); ++p) {
    std::map<letter_set, std::vector<bool>> reached; // by the letters used
    for (state s = 0; s < a.states(); ++s) {
      if (p == s || pairs.of(p, s) == pair_components::none) continue;
      letter_set const& letters = any != nullptr ? *any : pairs.letters[pairs.of(p, s)];
      auto at = reached.find(letters);
      if (at == reached.end()) at = reached.emplace(letters, reached_by(a, p, letters)).first;
      if (at->second[s]) return witness{p, p, s, &letters};
    }
    if (pace.out_of_time(p, a.states())) return tl::unexpected(limits.time_passed());
  }
  return std::nullopt;
}

// For each state the first components of the automaton with these letters that reach it.
std::vector<boost::dynamic_bitset<>> origins_of(dfa const& part, std::vector<state>& origins) {
  component_order const order = automaton::components(part);
  std::vector<bool> entered(order.components.size(), false);
  for (state q = 0; q < part.states(); ++q)
    for (text::letter x = 0; x < part.letters(); ++x)
      if (std::uint32_t const c = order.component_of[part.next(q, x)]; c != order.component_of[q])
        entered[c] = true;
  for (std::size_t c = 0; c < order.components.size(); ++c)
    if (!entered[c]) origins.push_back(order.components[c].states.front());
  std::vector<boost::dynamic_bitset<>> by_component(order.components.size(),
                                                    boost::dynamic_bitset<>(origins.size()));
  for (std::size_t i = 0; i < origins.size(); ++i)
    by_component[order.component_of[origins[i]]].set(i);
  for (automaton::component const& c : order.components)
    for (state const q : c.states)
      for (text::letter x = 0; x < part.letters(); ++x)
        by_component[order.component_of[part.next(q, x)]] |= by_component[order.component_of[q]];
  std::vector<boost::dynamic_bitset<>> by_state;
  for (state q = 0; q < part.states(); ++q)
    by_state.push_back(by_component[order.component_of[q]]);
  return by_state;
}

// Some q, p, s with p, s on a cycle of pairs, both reached from q by the letters of its component.
answer find_common_origin(dfa const& a, pair_components const& pairs,
                          budget::budget const& limits) {
  std::map<letter_set, std::vector<std::uint32_t>> by_letters; // components of pairs
  for (std::uint32_t c = 0; c < pairs.letters.size(); ++c)
    by_letters[pairs.letters[c]].push_back(c);
  budget::pace pace(limits, "pairs of states");
  std::vector<bool> wanted(pairs.letters.size());
  for (auto const& [letters, components] : by_letters) {
    std::fill(wanted.begin(), wanted.end(), false);
    for (std::uint32_t const c : components)
      wanted[c] = true;
    std::vector<state> origins;
    auto const reached = origins_of(automaton::restricted(a, letters), origins);
    for (state s = 1; s < a.states(); ++s) {
      if (pace.out_of_time(s, s * (1 + origins.size() / 64)))
        return tl::unexpected(limits.time_passed());
      for (state p = 0; p < s; ++p) {
        std::uint32_t const c = pairs.of(p, s);
        if (c == pair_components::none || !wanted[c]) continue;
        auto const common = reached[p] & reached[s];
        if (common.any()) return witness{origins[common.find_first()], p, s, &pairs.letters[c]};
      }
    }
  }
  return std::nullopt;
}

// The same for LTL[F] when one of the two is the common origin or nearer to it.
witness nearest(dfa const& a, witness w) {
  for (state const q : {w.p, w.s}) {
    std::vector<bool> const reached = reached_by(a, q, *w.letters);
    if (reached[w.p] && reached[w.s]) return {q, w.p, w.s, w.letters};
  }
  return w;
}

} // namespace

verdict decide_content(dfa const& a, component_order const& order, pair_components const& pairs,
                       class_id id, budget::budget const& limits) {
  LTLC_EXPECTS(id == class_id::ltl_f || id == class_id::ltl_p_f || id == class_id::gdef);
  LTLC_EXPECTS(order.component_of.size() == a.states());
  letter_set const any = all_letters(a);
  answer const found =
      id == class_id::ltl_f
          ? find_common_origin(a, pairs, limits)
          : find_descendant(a, pairs, id == class_id::gdef ? &any : nullptr, limits);
  if (!found) return {id, membership::undecided, {}, found.error()};
  if (!*found) return {id, membership::member, pairs_certificate{pairs.component.size()}, {}};
  witness const w = id == class_id::ltl_f ? nearest(a, **found) : **found;
  text::word const left = word_by(a, *w.letters, w.q, w.p);
  text::word const right = word_by(a, *w.letters, w.q, w.s);
  letter_set needed;
  if (id != class_id::gdef) {
    needed.assign(left.begin(), left.end());
    needed.insert(needed.end(), right.begin(), right.end());
  }
  return {id,
          membership::not_member,
          content_certificate{.q = w.q,
                              .x = reaching_word(a, w.q),
                              .a = left,
                              .b = right,
                              .e = loop_with_letters(a, pairs, w.p, w.s, needed),
                              .z = telling_word(a, w.p, w.s)},
          {}};
}

} // namespace ltlc::algebra
