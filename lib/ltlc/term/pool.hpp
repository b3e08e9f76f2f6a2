// Hash-consing: equal nodes are stored once and named by a 32-bit id. A node's children always have
// smaller ids than the node, so an algorithm over a term is a loop over ids, never a recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

namespace ltlc::term {

using id = std::uint32_t;

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
