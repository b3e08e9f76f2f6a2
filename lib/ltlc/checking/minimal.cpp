// Partition refinement, re-reading only states with a successor whose class was split off: classes
// begin as accepting and rejecting; in every round such states leave their class together with
// those of it that now go the same way. The automaton is minimal when every state ends alone.
#include <algorithm>
#include <numeric>

#include "ltlc/budget/pace.hpp"
#include "ltlc/checking/check.hpp"
#include "ltlc/checking/reading.hpp"

namespace ltlc::checking {

namespace {

class refinement {
public:
  refinement(dfa const& a, budget::budget const& limits)
      : a_(a), back_(a), pace_(limits, "states"), class_of_(a.states(), 0) {}

  // False when the time is up.
  bool run() {
    std::vector<state> touched;
    for (state q = 0; q < a_.states(); ++q) {
      if (a_.accepting[q] != a_.accepting[0]) class_of_[q] = 1;
      touched.push_back(q);
    }
    size_.assign(2, 0);
    for (state q = 0; q < a_.states(); ++q)
      ++size_[class_of_[q]];
    while (!touched.empty()) {
      if (pace_.out_of_time(size_.size(), touched.size() * a_.letters())) return false;
      touched = sources_of(split(std::move(touched)));
    }
    return true;
  }
  // Two states of one class, if there are any.
  [[nodiscard]] std::optional<std::pair<state, state>> equivalent() const {
    std::vector<state> first(size_.size(), UINT32_MAX);
    for (state q = 0; q < a_.states(); ++q) {
      if (first[class_of_[q]] != UINT32_MAX) return std::pair(first[class_of_[q]], q);
      first[class_of_[q]] = q;
    }
    return std::nullopt;
  }

private:
  // By class, then by the classes of the successors.
  [[nodiscard]] bool before(state p, state q) const {
    if (class_of_[p] != class_of_[q]) return class_of_[p] < class_of_[q];
    for (text::letter x = 0; x < a_.letters(); ++x) {
      auto const to_p = class_of_[a_.next(p, x)];
      auto const to_q = class_of_[a_.next(q, x)];
      if (to_p != to_q) return to_p < to_q;
    }
    return false;
  }

  // Touched states of one class that go the same way become a class of their own, unless they are
  // all that is left of it. Returns the states with a new class.
  std::vector<state> split(std::vector<state> touched) {
    std::sort(touched.begin(), touched.end(), [&](state p, state q) { return before(p, q); });
    std::vector<std::pair<state, std::uint32_t>> moves;
    for (std::size_t i = 0; i < touched.size();) {
      std::size_t end = i + 1;
      while (end < touched.size() && !before(touched[i], touched[end]))
        ++end;
      std::uint32_t const here = class_of_[touched[i]];
      if (end - i < size_[here]) {
        size_[here] -= static_cast<std::uint32_t>(end - i);
        for (std::size_t j = i; j < end; ++j)
          moves.emplace_back(touched[j], static_cast<std::uint32_t>(size_.size()));
        size_.push_back(static_cast<std::uint32_t>(end - i));
      }
      i = end;
    }
    std::vector<state> moved;
    for (auto const& [q, to] : moves) {
      class_of_[q] = to;
      moved.push_back(q);
    }
    return moved;
  }

  [[nodiscard]] std::vector<state> sources_of(std::vector<state> const& moved) const {
    std::vector<state> found;
    for (state const q : moved)
      for (text::letter x = 0; x < a_.letters(); ++x)
        back_.each(q, x, [&](state p) { found.push_back(p); });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  dfa const& a_;
  predecessors back_;
  budget::pace pace_;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> size_; // by class
};

std::optional<state> not_reached(dfa const& a) {
  std::vector<bool> seen(a.states(), false);
  std::vector<state> todo{a.initial};
  seen[a.initial] = true;
  while (!todo.empty()) {
    state const q = todo.back();
    todo.pop_back();
    for (text::letter x = 0; x < a.letters(); ++x)
      if (state const r = a.next(q, x); !seen[r]) {
        seen[r] = true;
        todo.push_back(r);
      }
  }
  auto const missing = std::find(seen.begin(), seen.end(), false);
  if (missing == seen.end()) return std::nullopt;
  return static_cast<state>(missing - seen.begin());
}

} // namespace

budget::limited<std::string> not_minimal(dfa const& a, budget::budget const& limits) {
  if (auto const q = not_reached(a))
    return "the automaton is not minimal: no word reaches state " + std::to_string(*q);
  refinement classes(a, limits);
  if (!classes.run()) return tl::unexpected(limits.time_passed());
  if (auto const same = classes.equivalent())
    return "the automaton is not minimal: states " + std::to_string(same->first) + " and " +
           std::to_string(same->second) + " accept the same words";
  return "";
}

} // namespace ltlc::checking
