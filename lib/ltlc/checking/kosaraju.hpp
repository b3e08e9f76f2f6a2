// Strongly connected components by two searches: nodes in the order in which a forward search leaves
// them, then backward searches from the last of these. Private to checking/.
// Source: [Sharir81]
#pragma once

#include <cstdint>
#include <vector>

#include "ltlc/budget/pace.hpp"

namespace ltlc::checking {

using node = std::uint32_t;
inline constexpr node no_node = UINT32_MAX;

// successor(v, i) for i < degree, or no_node; each_predecessor(v, visit) is its inverse; wanted(v)
// says whether v belongs to the graph. found(members, component) is called once a component, with
// component[v] filled for all nodes of this component and of those found before.
// False when the time is up. Pre: count < no_node.
// Cost: O(nodes × degree) time, about 10 bytes a node and 8 more while they are on the stack.
template <class Wanted, class Successor, class EachPredecessor, class Found>
[[nodiscard]] bool strong_components(node count, std::uint32_t degree, budget::budget const& limits,
                                     Wanted wanted, Successor successor,
                                     EachPredecessor each_predecessor, Found found) {
  budget::pace pace(limits, "nodes searched");
  struct frame {
    node at;
    std::uint32_t next;
  };
  std::vector<bool> seen(count, false);
  std::vector<node> left; // in the order in which the search left them
  std::vector<frame> stack;
  for (node root = 0; root < count; ++root) {
    if (seen[root] || !wanted(root)) continue;
    seen[root] = true;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      if (pace.out_of_time(left.size())) return false;
      frame& f = stack.back();
      if (f.next == degree) {
        left.push_back(f.at);
        stack.pop_back();
        continue;
      }
      node const to = successor(f.at, f.next++);
      if (to == no_node || seen[to] || !wanted(to)) continue;
      seen[to] = true;
      stack.push_back({to, 0});
    }
  }
  std::vector<node> component(count, no_node);
  std::vector<node> members;
  node found_so_far = 0;
  for (std::size_t i = left.size(); i-- > 0;) {
    if (component[left[i]] != no_node) continue;
    members.assign(1, left[i]);
    component[left[i]] = found_so_far;
    for (std::size_t head = 0; head < members.size(); ++head) {
      if (pace.out_of_time(members.size())) return false;
      each_predecessor(members[head], [&](node from) {
        if (component[from] != no_node || !wanted(from)) return;
        component[from] = found_so_far;
        members.push_back(from);
      });
    }
    found(members, component);
    ++found_so_far;
  }
  return true;
}

} // namespace ltlc::checking
