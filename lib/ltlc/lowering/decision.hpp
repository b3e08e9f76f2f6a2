// Binary decision diagrams, reduced and shared, with a limit on every operation: the Boolean parts
// of a formula as functions of the truth values that heads deliver. Equal functions are equal refs,
// which is how heads that compute the same thing become one head.
// Not here: variable reordering, garbage collection; a pool lives as long as one compilation.
// Source: [Bryant86]; irredundant covers [Minato93].
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

namespace ltlc::lowering {

using variable = std::uint32_t;

// A conjunction of literals, sorted by variable; empty = true.
using cube = std::vector<std::pair<variable, bool>>;

class diagram_pool {
public:
  using ref = std::uint32_t;
  static constexpr ref no = 0;
  static constexpr ref yes = 1;

  diagram_pool();
  ref literal(variable v);
  // if f then g else h; none when the operation takes more than `operation_limit` steps.
  // Recursion is as deep as the variables of the operands; callers bound those (cover_limits).
  std::optional<ref> choose(ref f, ref g, ref h);
  ref negate(ref f);
  // f with v = value. Never fails: the result is no larger than f.
  ref cofactor(ref f, variable v, bool value);

  [[nodiscard]] bool constant(ref f) const { return f <= yes; }
  // Pre: not constant.
  [[nodiscard]] variable root(ref f) const { return nodes_[f].test; }
  [[nodiscard]] ref low(ref f) const { return nodes_[f].low; }
  [[nodiscard]] ref high(ref f) const { return nodes_[f].high; }
  // Number of paths to `yes` (to `no`): the size of a disjoint cover; a double, as it can be huge.
  [[nodiscard]] double paths(ref f, bool to_yes) const {
    return to_yes ? nodes_[f].to_yes : nodes_[f].to_no;
  }
  // Variables that f depends on, increasing.
  [[nodiscard]] std::vector<variable> support(ref f) const;
  // The paths to `yes` (`no`) as disjoint cubes. Pre: paths(f, to_yes) is small.
  [[nodiscard]] std::vector<cube> disjoint_cubes(ref f, bool to_yes) const;
  // Cubes, not disjoint, whose disjunction is f (of ¬f when `complement`); none when there are more
  // than `limit` or an operation is too large.
  [[nodiscard]] std::optional<std::vector<cube>> irredundant_cubes(ref f, bool complement,
                                                                   std::size_t limit);

  static constexpr std::size_t operation_limit = 200'000;

private:
  struct node {
    variable test = 0;
    ref low = 0, high = 0;
    double to_yes = 0, to_no = 0;
  };
  struct key {
    std::uint32_t a = 0, b = 0, c = 0;
    friend bool operator==(key const&, key const&) = default;
  };
  struct key_hash {
    std::size_t operator()(key const& k) const noexcept;
  };
  struct cover; // cubes and the function they add up to

  ref make(variable test, ref low, ref high);
  ref branch(ref f, variable v, bool value) const;
  ref choose_within(ref f, ref g, ref h, std::size_t& steps);
  std::optional<cover> between(ref lower, ref upper, std::size_t& cubes_left);

  std::vector<node> nodes_;
  boost::unordered_flat_map<key, ref, key_hash> unique_;
  boost::unordered_flat_map<key, ref, key_hash> chosen_;
};

} // namespace ltlc::lowering
