// LT among LTL[P,Y]. Let e loop on p ≠ q, p·b = q, and let exactly one of p·s, q·s reach q again,
// by d; put y = s·d. If it is p·s, then p·e^ω y e^ω = q and q·e^ω y e^ω ≠ q, so exexe = exe fails
// at p. If it is q·s, then p·e^ω b e^ω y e^ω = q and p·e^ω y e^ω b e^ω ≠ q, so exeye = eyexe fails.
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

struct disagreement {
  state p = 0;
  state q = 0;
  text::word s;
  bool left_returns = false; // p·s reaches q and q·s does not
};

// For one component at a time, the pairs (p·s, q·s) with q·s still in q's component.
class comparison {
public:
  comparison(dfa const& a, component_order const& order, pair_components const& pairs,
             budget::budget const& limits)
      : a_(a), order_(order), pairs_(pairs), limits_(limits), pace_(limits, "pairs of states"),
        predecessors_(automaton::predecessors(a)), seen_(a.states() * a.states(), false) {}

  budget::limited<std::optional<disagreement>> run() {
    for (std::uint32_t c = 0; c < order_.components.size(); ++c) {
      if (order_.components[c].period == 0) continue;
      auto found = compare(c);
      if (!found || *found) return found;
    }
    return std::nullopt;
  }

private:
  struct visit {
    state left, right;
    std::uint32_t parent;
    text::letter by;
  };

  void meet(visit v) {
    if (v.left == v.right || seen_[v.left * a_.states() + v.right]) return;
    seen_[v.left * a_.states() + v.right] = true;
    visits_.push_back(v);
  }

  budget::limited<std::optional<disagreement>> compare(std::uint32_t home) {
    std::vector<state> const& states = order_.components[home].states;
    std::vector<bool> const reaches = automaton::leading_to(predecessors_, states);
    visits_.clear();
    for (state const q : states)
      for (state p = 0; p < a_.states(); ++p)
        if (p != q && reaches[p] && pairs_.of(p, q) != pair_components::none)
          meet({p, q, UINT32_MAX, 0});
    for (std::size_t i = 0; i < visits_.size(); ++i) {
      auto const [left, right, parent, by] = visits_[i];
      for (text::letter x = 0; x < a_.letters(); ++x) {
        state const r = a_.next(left, x);
        state const s = a_.next(right, x);
        bool const stays = order_.component_of[s] == home;
        if (stays != reaches[r]) return disagree(i, x, reaches[r]);
        if (stays) meet({r, s, static_cast<std::uint32_t>(i), x});
      }
      if (pace_.out_of_time(visits_.size(), a_.letters()))
        return tl::unexpected(limits_.time_passed());
    }
    return std::nullopt;
  }

  disagreement disagree(std::size_t at, text::letter last, bool left_returns) const {
    disagreement d;
    d.left_returns = left_returns;
    d.s.push_back(last);
    for (; visits_[at].parent != UINT32_MAX; at = visits_[at].parent)
      d.s.push_back(visits_[at].by);
    std::reverse(d.s.begin(), d.s.end());
    d.p = visits_[at].left;
    d.q = visits_[at].right;
    return d;
  }

  dfa const& a_;
  component_order const& order_;
  pair_components const& pairs_;
  budget::budget const& limits_;
  budget::pace pace_;
  std::vector<std::vector<state>> predecessors_;
  std::vector<bool> seen_;
  std::vector<visit> visits_;
};

// q·e^ω. Pre: e has no cycle of two states or more, as in an aperiodic semigroup.
state settled(dfa const& a, state q, text::word const& e) {
  for (state next = automaton::run(a, q, e); next != q; next = automaton::run(a, q, e))
    q = next;
  return q;
}

equation_certificate certificate_of(dfa const& a, pair_components const& pairs,
                                    disagreement const& found) {
  auto const& [p, q, s, left_returns] = found;
  text::word const e = loop_with_letters(a, pairs, p, q, {});
  std::optional<text::word> const d =
      automaton::shortest_path(a, automaton::run(a, left_returns ? p : q, s), q);
  std::optional<text::word> const b = automaton::shortest_path(a, p, q);
  LTLC_ENSURES(d && b);
  text::word y = s;
  y.insert(y.end(), d->begin(), d->end());
  equation_certificate c;
  c.q = p;
  c.x = reaching_word(a, p);
  state other = 0;
  if (left_returns) {
    c.broken = equation::idempotent_between;
    c.words = {e, y};
    other = settled(a, automaton::run(a, q, y), e);
  } else {
    c.broken = equation::commuting_between;
    c.words = {e, *b, y};
    other = settled(a, automaton::run(a, settled(a, automaton::run(a, p, y), e), *b), e);
  }
  c.z = telling_word(a, q, other);
  return c;
}

} // namespace

verdict decide_locally_testable(dfa const& a, component_order const& order,
                                pair_components const& pairs, budget::budget const& limits) {
  std::uint64_t const n = a.states();
  if (n * n > limits.max_bytes / 17)
    return {class_id::lt, membership::undecided, {}, budget::bytes_passed(limits)};
  auto const found = comparison(a, order, pairs, limits).run();
  if (!found) return {class_id::lt, membership::undecided, {}, found.error()};
  if (*found) return {class_id::lt, membership::not_member, certificate_of(a, pairs, **found), {}};
  return {class_id::lt, membership::member, pairs_certificate{pairs.component.size()}, {}};
}

} // namespace ltlc::algebra
