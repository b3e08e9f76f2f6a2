// Members whose evidence is that every pair of states was looked at: LTL[F], LTL[P,F], GDEF and LT
// by the cycles of A×A, SP by inclusions. Here a pair is ordered, (p, q) with p ≠ q, and a cycle of
// pairs is a strongly connected component of A×A with an edge; its letters are those of its edges.
//
// A word e with p·e = p and q·e = q is a closed walk in the component of (p, q). The walk can take
// every edge of it, so e may be taken to have all letters of the component; and whether some state
// leads to both (whether p leads to q) by such letters is the same for all pairs of a component.
#include <map>

#include "ltlc/checking/kosaraju.hpp"
#include "ltlc/checking/members.hpp"
#include "ltlc/checking/reading.hpp"

namespace ltlc::checking {

using namespace evidence;

namespace {

using pair = std::pair<state, state>;

// Nodes of A×A: (p, q) is p·|Q| + q.
class square {
public:
  square(dfa const& a, predecessors const& back, budget::budget const& limits)
      : a_(a), back_(back), limits_(limits), n_(static_cast<node>(a.states())) {}

  // Why the pairs do not fit, if they do not.
  [[nodiscard]] std::optional<budget::limit_reached> too_large() const {
    constexpr std::uint64_t bytes_per_pair = 20;
    if (std::uint64_t{n_} * n_ * bytes_per_pair <= limits_.max_bytes && n_ < 65'536)
      return std::nullopt;
    return bytes_passed(limits_);
  }
  [[nodiscard]] node count() const { return n_ * n_; }
  [[nodiscard]] node of(state p, state q) const { return p * n_ + q; }
  [[nodiscard]] pair at(node v) const { return {v / n_, v % n_}; }

  // found(members, letters) for each cycle of pairs. False when the time is up.
  template <class Found>
  bool each_cycle(Found found) const {
    auto const letters = static_cast<std::uint32_t>(a_.letters());
    auto const successor = [&](node v, text::letter x) {
      auto const [p, q] = at(v);
      return of(a_.next(p, x), a_.next(q, x));
    };
    auto const each_predecessor = [&](node v, auto visit) {
      state const p = v / n_;
      state const q = v % n_;
      for (text::letter x = 0; x < letters; ++x)
        back_.each(p, x, [&](state r) { back_.each(q, x, [&](state s) { visit(of(r, s)); }); });
    };
    auto const examine = [&](std::vector<node> const& members, std::vector<node> const& component) {
      std::vector<bool> inside(letters, false);
      bool cycle = false;
      for (node const v : members)
        for (text::letter x = 0; x < letters; ++x)
          if (component[successor(v, x)] == component[v]) cycle = inside[x] = true;
      if (cycle) found(members, inside);
    };
    return strong_components(
        count(), letters, limits_, [&](node v) { return v / n_ != v % n_; }, successor,
        each_predecessor, examine);
  }

private:
  dfa const& a_;
  predecessors const& back_;
  budget::budget const& limits_;
  node n_;
};

// The states that lead to q by some letters, as bits, searched once a state.
class sources {
public:
  sources(dfa const& a, predecessors const& back, std::vector<bool> letters)
      : back_(back), letters_(std::move(letters)), rows_(a.states()) {}

  [[nodiscard]] bool leads(state p, state q) { return (of(q)[p / 64] >> (p % 64) & 1) != 0; }
  // Some state leads to both.
  [[nodiscard]] bool meet(state p, state q) {
    row const& to_p = of(p);
    row const& to_q = of(q);
    for (std::size_t i = 0; i < to_p.size(); ++i)
      if ((to_p[i] & to_q[i]) != 0) return true;
    return false;
  }

private:
  using row = std::vector<std::uint64_t>;
  row const& of(state q) {
    if (!rows_[q].empty()) return rows_[q];
    std::vector<bool> const found = reaching(back_, {q}, letters_, rows_.size());
    rows_[q].assign((found.size() + 63) / 64, 0);
    for (std::size_t p = 0; p < found.size(); ++p)
      if (found[p]) rows_[q][p / 64] |= std::uint64_t{1} << (p % 64);
    return rows_[q];
  }

  predecessors const& back_;
  std::vector<bool> letters_;
  std::vector<row> rows_;
};

complaint by_content(dfa const& a, class_id id, budget::budget const& limits) {
  predecessors const back(a);
  square const pairs(a, back, limits);
  if (auto const large = pairs.too_large()) return tl::unexpected(*large);
  // One pair of each cycle, by the letters of the cycle; in GDEF any letters lead from p to q.
  std::map<std::vector<bool>, std::vector<node>> cycles;
  if (!pairs.each_cycle([&](std::vector<node> const& members, std::vector<bool> const& letters) {
        cycles[id == class_id::gdef ? std::vector<bool>(a.letters(), true) : letters].push_back(
            members.front());
      }))
    return tl::unexpected(limits.time_passed());
  budget::pace pace(limits, "pairs");
  for (auto const& [letters, examples] : cycles) {
    sources lead_to(a, back, letters);
    for (node const v : examples) {
      if (pace.out_of_time(pairs.count(), a.states())) return tl::unexpected(limits.time_passed());
      auto const [p, q] = pairs.at(v);
      if (id == class_id::ltl_f ? lead_to.meet(p, q) : lead_to.leads(p, q))
        return "states " + std::to_string(p) + " and " + std::to_string(q) +
               " lie on a cycle of pairs and can both be reached by letters that the class ignores";
    }
  }
  return "";
}

// For every pair (p, q) on a cycle where p leads to q: p and q are in different components, and for
// all words s, p·s leads to q exactly when q·s does, that is, is still in the component of q.
// Source: [KimMcNaughtonMcCloskey91]
class local_testing {
public:
  local_testing(dfa const& a, budget::budget const& limits)
      : a_(a), limits_(limits), back_(a), components_(components_of(a, back_)),
        lead_to_(a, back_, std::vector<bool>(a.letters(), true)) {}

  complaint run() {
    square const pairs(a_, back_, limits_);
    if (auto const large = pairs.too_large()) return tl::unexpected(*large);
    std::vector<node> todo;
    std::vector<bool> seen(pairs.count(), false);
    bool one_component = false;
    if (!pairs.each_cycle([&](std::vector<node> const& members, std::vector<bool> const&) {
          for (node const v : members) {
            auto const [p, q] = pairs.at(v);
            if (components_.of[p] == components_.of[q]) one_component = true;
            if (!leads(p, q)) continue;
            seen[v] = true;
            todo.push_back(v);
          }
        }))
      return tl::unexpected(limits_.time_passed());
    if (one_component) return "two states of one component lie on a cycle of pairs";
    return follow(pairs, std::move(todo), std::move(seen));
  }

private:
  bool leads(state p, state q) { return lead_to_.leads(p, q); }

  // Pairs (r, s) with r leading to s, and s still in the component where it began.
  complaint follow(square const& pairs, std::vector<node> todo, std::vector<bool> seen) {
    budget::pace pace(limits_, "pairs");
    while (!todo.empty()) {
      auto const [r, s] = pairs.at(todo.back());
      todo.pop_back();
      if (pace.out_of_time(todo.size(), a_.letters())) return tl::unexpected(limits_.time_passed());
      for (text::letter x = 0; x < a_.letters(); ++x) {
        state const r_next = a_.next(r, x);
        state const s_next = a_.next(s, x);
        bool const stays = components_.of[s_next] == components_.of[s];
        if (stays != leads(r_next, s))
          return "a word leads one of two states that lie on a cycle of pairs into the other's "
                 "component, and not the other";
        node const next = pairs.of(r_next, s_next);
        if (!stays || r_next == s_next || seen[next]) continue;
        seen[next] = true;
        todo.push_back(next);
      }
    }
    return "";
  }

  dfa const& a_;
  budget::budget const& limits_;
  predecessors back_;
  components components_;
  sources lead_to_;
};

// L(q·x) ⊆ L(q) for every state q and letter x; then leaving out letters one by one keeps a word
// in. `looked_at` counts the pairs (q·x·w, q·w) of distinct states.
complaint by_inclusion(dfa const& a, budget::budget const& limits, std::uint64_t& looked_at) {
  predecessors const back(a);
  square const pairs(a, back, limits);
  if (auto const large = pairs.too_large()) return tl::unexpected(*large);
  budget::pace pace(limits, "pairs");
  std::vector<bool> seen(pairs.count(), false);
  std::vector<node> todo;
  auto const add = [&](state longer, state shorter) {
    if (longer == shorter || seen[pairs.of(longer, shorter)]) return;
    seen[pairs.of(longer, shorter)] = true;
    todo.push_back(pairs.of(longer, shorter));
    ++looked_at;
  };
  for (state q = 0; q < a.states(); ++q)
    for (text::letter x = 0; x < a.letters(); ++x)
      add(a.next(q, x), q);
  while (!todo.empty()) {
    auto const [longer, shorter] = pairs.at(todo.back());
    todo.pop_back();
    if (pace.out_of_time(todo.size(), a.letters())) return tl::unexpected(limits.time_passed());
    if (a.accepting[longer] && !a.accepting[shorter])
      return "leaving out a letter of an accepted word gives a rejected one";
    for (text::letter x = 0; x < a.letters(); ++x)
      add(a.next(longer, x), a.next(shorter, x));
  }
  return "";
}

complaint by_class(dfa const& a, class_id id, budget::budget const& limits, std::uint64_t& pairs) {
  switch (id) {
  case class_id::ltl_f:
  case class_id::ltl_p_f:
  case class_id::gdef:
    return by_content(a, id, limits);
  case class_id::lt:
    return local_testing(a, limits).run();
  case class_id::sp:
    pairs = 0;
    return by_inclusion(a, limits, pairs);
  default:
    return "the evidence is for another class";
  }
}

} // namespace

complaint objection_to_member(dfa const& a, class_id id, pairs_certificate const& c,
                              budget::budget const& limits) {
  std::uint64_t pairs = std::uint64_t{a.states()} * (a.states() - 1) / 2;
  auto wrong = by_class(a, id, limits, pairs);
  if (wrong && wrong->empty() && c.pairs != pairs)
    return "the number of pairs is " + budget::grouped(pairs);
  return wrong;
}

} // namespace ltlc::checking
