// Hash-consing: equal nodes are stored once and named by a 32-bit id. A node's children always have
// smaller ids than the node, so an algorithm over a term is a loop over ids, never a recursion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

namespace ltlc::term {

using id = std::uint32_t;

// The place of `i` in an increasing list of ids. Pre: it occurs. Cost: logarithmic.
[[nodiscard]] inline std::size_t index_of(std::vector<id> const& sorted, id i) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), i) -
                                  sorted.begin());
}

// The ids reachable from `root` by `children`, children first (increasing ids): children(i, visit)
// calls visit(c) for every child c of i. Cost: n log n in the number of ids found.
template <class Children>
[[nodiscard]] std::vector<id> reachable(id root, Children&& children) {
  boost::unordered_flat_set<id> seen{root};
  std::vector<id> found{root};
  for (std::size_t next = 0; next < found.size(); ++next)
    children(found[next], [&](id child) {
      if (seen.insert(child).second) found.push_back(child);
    });
  std::sort(found.begin(), found.end());
  return found;
}

// Two numbers and a tag well mixed, for the tables of small nodes.
[[nodiscard]] inline std::size_t mix(std::uint64_t tag, std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t h = (a << 32 | b) ^ (tag * 0x9E3779B97F4A7C15u);
  h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93u;
  h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93u;
  return static_cast<std::size_t>(h ^ (h >> 32));
}

// Node: equality comparable and hashable by Hash. Cost: intern is O(1) expected.
template <class Node, class Hash>
class pool {
public:
  // The id of a node equal to `node`, new or old.
  id intern(Node const& node) {
    auto const [at, fresh] = index_.try_emplace(node, static_cast<id>(nodes_.size()));
    if (fresh) nodes_.push_back(node);
    return at->second;
  }
  [[nodiscard]] bool contains(Node const& node) const { return index_.contains(node); }
  [[nodiscard]] Node const& operator[](id i) const { return nodes_[i]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

private:
  std::vector<Node> nodes_;
  boost::unordered_flat_map<Node, id, Hash> index_;
};

// Names to small integers, in order of first use: letters inside terms are symbols, and become
// letters of an alphabet only when a term meets one.
class symbol_table {
public:
  id intern(std::string_view name) {
    auto const [at, fresh] = index_.try_emplace(std::string(name), static_cast<id>(names_.size()));
    if (fresh) names_.emplace_back(name);
    return at->second;
  }
  [[nodiscard]] std::string const& name(id symbol) const { return names_[symbol]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

private:
  std::vector<std::string> names_;
  boost::unordered_flat_map<std::string, id> index_;
};

} // namespace ltlc::term
