#include "ltlc/checking/order.hpp"

#include <algorithm>
#include <numeric>

#include "ltlc/checking/reading.hpp"

namespace ltlc::checking {

namespace {

using automaton::component;
using automaton::component_order;

std::string not_a_partition(dfa const& a, component_order const& o) {
  if (o.component_of.size() != a.states() || o.phase.size() != a.states())
    return "the order does not name every state once";
  std::size_t named = 0;
  for (component const& c : o.components) {
    if (c.states.empty()) return "a component is empty";
    named += c.states.size();
  }
  if (named != a.states()) return "the order does not name every state once";
  std::vector<bool> seen(a.states(), false);
  for (std::size_t i = 0; i < o.components.size(); ++i)
    for (state const q : o.components[i].states) {
      if (q >= a.states() || seen[q] || o.component_of[q] != i)
        return "the order does not name every state once";
      seen[q] = true;
    }
  return {};
}

std::string not_in_step(dfa const& a, component_order const& o) {
  for (component const& c : o.components)
    for (state const q : c.states)
      if (o.phase[q] >= std::max(c.period, 1u)) return "a phase is not below the period";
  for (state q = 0; q < a.states(); ++q)
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const r = a.next(q, x);
      std::uint32_t const from = o.component_of[q];
      if (o.component_of[r] < from) return "an edge leads back to an earlier component";
      if (o.component_of[r] > from) continue;
      std::uint32_t const period = o.components[from].period;
      if (period == 0) return "a component with a cycle has the period 0";
      if ((o.phase[q] + 1) % period != o.phase[r])
        return "an edge inside a component does not lead to the next phase";
    }
  return {};
}

// A breadth-first search from one state inside its component reaches all of it, and its edges close
// walks whose lengths have the period as gcd.
class component_search {
public:
  component_search(dfa const& a, component_order const& o)
      : a_(a), o_(o), distance_(a.states(), UINT32_MAX), back_(a), returns_(a.states(), false) {}

  std::string wrong_with(component const& c) {
    if (!ahead(c) || !behind(c)) return "the states of a component do not reach each other";
    return period_ == c.period ? "" : "a period is wrong";
  }

private:
  bool ahead(component const& c) {
    queue_.assign(1, c.states.front());
    distance_[c.states.front()] = 0;
    period_ = 0;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      state const q = queue_[head];
      for (text::letter x = 0; x < a_.letters(); ++x) {
        state const r = a_.next(q, x);
        if (o_.component_of[r] != o_.component_of[q]) continue;
        if (distance_[r] == UINT32_MAX) {
          distance_[r] = distance_[q] + 1;
          queue_.push_back(r);
        }
        period_ = std::gcd(period_, distance_[q] + 1 - distance_[r]);
      }
    }
    return queue_.size() == c.states.size();
  }
  bool behind(component const& c) {
    queue_.assign(1, c.states.front());
    returns_[c.states.front()] = true;
    for (std::size_t head = 0; head < queue_.size(); ++head)
      for (text::letter x = 0; x < a_.letters(); ++x)
        back_.each(queue_[head], x, [&](state q) {
          if (returns_[q] || o_.component_of[q] != o_.component_of[queue_[0]]) return;
          returns_[q] = true;
          queue_.push_back(q);
        });
    return queue_.size() == c.states.size();
  }

  dfa const& a_;
  component_order const& o_;
  std::vector<std::uint32_t> distance_;
  predecessors back_;
  std::vector<bool> returns_;
  std::vector<state> queue_;
  std::uint32_t period_ = 0;
};

} // namespace

std::string not_components(dfa const& a, component_order const& o) {
  if (std::string wrong = not_a_partition(a, o); !wrong.empty()) return wrong;
  if (std::string wrong = not_in_step(a, o); !wrong.empty()) return wrong;
  component_search search(a, o);
  for (component const& c : o.components)
    if (std::string wrong = search.wrong_with(c); !wrong.empty()) return wrong;
  return {};
}

std::string not_single(component_order const& o, bool with_phases) {
  for (component const& c : o.components) {
    if (!with_phases && c.states.size() != 1) return "a component has more than one state";
    if (c.states.size() != std::max(c.period, 1u))
      return "two states of a component have one phase";
  }
  return {};
}

} // namespace ltlc::checking
