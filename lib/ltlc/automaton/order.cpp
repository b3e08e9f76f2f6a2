// Tarjan's algorithm with an explicit stack, then one breadth-first pass per component: an edge
// p→q inside it closes cycles whose lengths differ by depth(p) + 1 − depth(q), so the gcd of these
// numbers is the period. Sources: [Tarjan72]; for the period [Denardo77].
#include "ltlc/automaton/order.hpp"

#include <algorithm>
#include <numeric>

#include "ltlc/contract.hpp"

namespace ltlc::automaton {
namespace {

constexpr std::uint32_t unseen = UINT32_MAX;

// Numbers the components in the order in which Tarjan's algorithm closes them: successors first.
class component_search {
public:
  explicit component_search(dfa const& a)
      : a_(a), low_(a.states(), unseen), component_(a.states(), unseen) {}

  std::vector<std::uint32_t> run() {
    for (state q = 0; q < a_.states(); ++q)
      if (low_[q] == unseen) search_from(q);
    return std::move(component_);
  }
  [[nodiscard]] std::uint32_t count() const { return closed_; }

private:
  struct frame {
    state at;
    std::uint32_t index;
    text::letter next;
  };

  void open(state q) {
    low_[q] = opened_;
    calls_.push_back({q, opened_++, 0});
    pending_.push_back(q);
  }

  void search_from(state root) {
    open(root);
    while (!calls_.empty()) {
      frame& f = calls_.back();
      if (f.next < a_.letters()) {
        state const r = a_.next(f.at, f.next++);
        if (low_[r] == unseen)
          open(r);
        else if (component_[r] == unseen)
          low_[f.at] = std::min(low_[f.at], low_[r]);
        continue;
      }
      frame const done = f;
      calls_.pop_back();
      if (low_[done.at] == done.index) close(done.at);
      if (!calls_.empty()) {
        state const caller = calls_.back().at;
        low_[caller] = std::min(low_[caller], low_[done.at]);
      }
    }
  }

  void close(state root) {
    state q = root;
    do {
      q = pending_.back();
      pending_.pop_back();
      component_[q] = closed_;
    } while (q != root);
    ++closed_;
  }

  dfa const& a_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> component_;
  std::vector<frame> calls_;
  std::vector<state> pending_;
  std::uint32_t opened_ = 0;
  std::uint32_t closed_ = 0;
};

// Fills period and phases of component c; `depth` is shared scratch space.
void measure_period(dfa const& a, component_order& order, std::uint32_t c,
                    std::vector<std::uint32_t>& depth, std::vector<state>& queue) {
  component& here = order.components[c];
  queue.assign(1, here.states.front());
  depth[here.states.front()] = 0;
  std::uint32_t period = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    state const p = queue[head];
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const q = a.next(p, x);
      if (order.component_of[q] != c) continue;
      if (depth[q] == unseen) {
        depth[q] = depth[p] + 1;
        queue.push_back(q);
      }
      std::uint32_t const forward = depth[p] + 1;
      period = std::gcd(period, forward > depth[q] ? forward - depth[q] : depth[q] - forward);
    }
  }
  LTLC_ENSURES(queue.size() == here.states.size());
  here.period = period;
  for (state const q : here.states)
    order.phase[q] = period == 0 ? 0 : depth[q] % period;
}

} // namespace

component_order components(dfa const& a) {
  component_search search(a);
  component_order order;
  order.component_of = search.run();
  order.components.resize(search.count());
  for (state q = 0; q < a.states(); ++q) {
    order.component_of[q] = search.count() - 1 - order.component_of[q];
    order.components[order.component_of[q]].states.push_back(q);
  }
  order.phase.resize(a.states());
  std::vector<std::uint32_t> depth(a.states(), unseen);
  std::vector<state> queue;
  for (std::uint32_t c = 0; c < order.components.size(); ++c)
    measure_period(a, order, c, depth, queue);
  return order;
}

} // namespace ltlc::automaton
