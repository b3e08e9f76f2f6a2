// Boolean functions as reduced, shared decision diagrams: equal functions are equal refs. No
// operation recurses, and each one looks at the limits: after one was reached every answer is `no`
// and means nothing, and stopped() says which limit it was.
// Not here: reordering and garbage collection; all functions live as long as the owner.
// Source: [Bryant86].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ltlc/budget/budget.hpp"

namespace ltlc::automaton {

class decision_diagrams {
public:
  using ref = std::uint32_t;
  static constexpr ref no = 0;
  static constexpr ref yes = 1;

  explicit decision_diagrams(budget::budget const& limits);

  ref variable(std::uint32_t v) { return make(v, no, yes); }
  // f and g, or (not f) and h. Cost: O(|f||g||h|).
  ref choose(ref f, ref g, ref h);
  ref negation(ref f) { return choose(f, no, yes); }
  ref conjunction(ref f, ref g) { return choose(f, g, no); }
  ref disjunction(ref f, ref g) { return choose(f, yes, g); }

  // f with image[v] in place of each variable v, all at once. What was found is kept until
  // forget_images(), so images may be added between calls, but not changed.
  ref substitute(ref f, std::span<ref const> image);
  void forget_images() { ++generation_; }

  // The value where all variables are false.
  [[nodiscard]] bool at_zero(ref f) const {
    while (f > yes)
      f = nodes_[f].low;
    return f == yes;
  }

  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] std::optional<budget::limit_reached> const& stopped() const { return stopped_; }

private:
  struct node {
    std::uint32_t test = 0;
    ref low = 0;
    ref high = 0;
  };
  struct found {
    ref f = 0, g = 0, h = 0, result = 0;
  };
  struct frame {
    ref f = 0, g = 0, h = 0;
    ref low = 0;
    int stage = 0;
  };
  struct remembered {
    std::uint64_t generation = 0;
    ref image = 0;
  };

  ref make(std::uint32_t test, ref low, ref high);
  void grow();
  [[nodiscard]] std::uint32_t top(frame const& t) const;
  [[nodiscard]] frame branch(frame const& t, std::uint32_t v, bool high) const;
  std::optional<ref> known(frame& t) const;
  [[nodiscard]] std::optional<ref> image_of(ref f) const;
  void look_at_clock();

  budget::budget const& limits_;
  std::vector<node> nodes_;
  std::vector<ref> unique_;  // open addressing; `no` is an empty slot
  std::vector<found> found_; // direct-mapped: a collision forgets
  std::vector<frame> frames_;
  std::vector<ref> pending_;
  std::vector<remembered> remembered_; // by node
  std::uint64_t generation_ = 1;
  std::uint32_t steps_ = 0;
  std::optional<budget::limit_reached> stopped_;
};

} // namespace ltlc::automaton
