#include "ltlc/checking/reading.hpp"

#include <numeric>

#include "ltlc/checking/kosaraju.hpp"

namespace ltlc::checking {

state after(dfa const& a, state q, text::word const& w) {
  for (text::letter const x : w)
    q = a.delta[q * a.letters() + x];
  return q;
}

bool exist(dfa const& a, std::initializer_list<state> states,
           std::initializer_list<text::word const*> words) {
  for (state const q : states)
    if (q >= a.states()) return false;
  for (text::word const* w : words)
    for (text::letter const x : *w)
      if (x >= a.letters()) return false;
  return true;
}

std::string not_separated(dfa const& a, state p, state q, text::word const& z) {
  if (p == q) return "the two states are one";
  if (a.accepting[after(a, p, z)] == a.accepting[after(a, q, z)])
    return "z does not separate the two states";
  return {};
}

// After |Q| readings of e the run is on a cycle of c states; it is then read on until the number of
// readings is a multiple of c.
state after_idempotent_power(dfa const& a, state q, text::word const& e) {
  std::size_t readings = 0;
  for (; readings < a.states(); ++readings)
    q = after(a, q, e);
  std::size_t c = 1;
  for (state r = after(a, q, e); r != q; r = after(a, r, e))
    ++c;
  for (; readings % c != 0; ++readings)
    q = after(a, q, e);
  return q;
}

predecessors::predecessors(dfa const& a)
    : states_(a.states()), first_(a.states() * a.letters() + 1, 0), sources_(a.delta.size()) {
  for (state p = 0; p < a.states(); ++p)
    for (text::letter x = 0; x < a.letters(); ++x)
      ++first_[x * states_ + a.next(p, x) + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (state p = 0; p < a.states(); ++p)
    for (text::letter x = 0; x < a.letters(); ++x)
      sources_[next[x * states_ + a.next(p, x)]++] = p;
}

std::vector<bool> reaching(predecessors const& back, std::vector<state> goals,
                           std::vector<bool> const& letters, std::size_t states) {
  std::vector<bool> seen(states, false);
  for (state const q : goals)
    seen[q] = true;
  while (!goals.empty()) {
    state const q = goals.back();
    goals.pop_back();
    for (text::letter x = 0; x < letters.size(); ++x)
      if (letters[x])
        back.each(q, x, [&](state p) {
          if (seen[p]) return;
          seen[p] = true;
          goals.push_back(p);
        });
  }
  return seen;
}

// A breadth-first search from p among the states that reach p: every edge q→r closes a walk whose
// length differs from another's by distance(q) + 1 − distance(r).
std::uint64_t gcd_of_cycles(dfa const& a, state p) {
  std::vector<bool> const behind =
      reaching(predecessors(a), {p}, std::vector<bool>(a.letters(), true), a.states());
  std::vector<std::uint64_t> distance(a.states(), UINT64_MAX);
  std::vector<state> layer{p};
  distance[p] = 0;
  std::uint64_t found = 0;
  for (std::uint64_t d = 1; !layer.empty(); ++d) {
    std::vector<state> further;
    for (state const q : layer)
      for (text::letter x = 0; x < a.letters(); ++x) {
        state const r = a.next(q, x);
        if (!behind[r]) continue;
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

components components_of(dfa const& a, predecessors const& back) {
  components found{std::vector<std::uint32_t>(a.states()), std::vector<bool>(a.states(), false)};
  auto const letters = static_cast<std::uint32_t>(a.letters());
  auto const successor = [&](node q, std::uint32_t x) { return a.next(q, x); };
  auto const each_predecessor = [&](node q, auto visit) {
    for (text::letter x = 0; x < letters; ++x)
      back.each(q, x, visit);
  };
  std::uint32_t number = 0;
  budget::budget const no_limit; // linear, as reading the table was
  bool const in_time = strong_components(
      static_cast<node>(a.states()), letters, no_limit, [](node) { return true; }, successor,
      each_predecessor,
      [&](std::vector<node> const& members, std::vector<node> const&) {
        for (node const q : members) {
          found.of[q] = number;
          found.cyclic[q] = members.size() > 1;
          for (text::letter x = 0; x < letters; ++x)
            if (a.next(q, x) == q) found.cyclic[q] = true;
        }
        ++number;
      });
  (void)in_time;
  return found;
}

} // namespace ltlc::checking
