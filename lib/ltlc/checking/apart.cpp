#include "ltlc/checking/apart.hpp"

#include <algorithm>
#include <optional>

#include "ltlc/budget/pace.hpp"

namespace ltlc::checking {

namespace {

using automaton::dfa;
using automaton::state;

class peeling {
public:
  peeling(dfa const& a, pair_rule const& rule, budget::budget const& limits)
      : a_(a), rule_(rule), limits_(limits), place_(a.states(), 0) {}

  budget::limited<time_apart> run() {
    count_pairs();
    if (found_.pairs > limits_.max_bytes / sizeof(std::uint32_t))
      return tl::unexpected(bytes_passed(limits_));
    height_.assign(found_.pairs, unseen);
    budget::pace pace(limits_, "pairs");
    for (std::vector<state> const& group : groups_)
      for (std::size_t i = 0; i < group.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          if (height_[index(group[i], group[j])] != unseen) continue;
          if (auto wrong = search_from(group[i], group[j], pace)) return tl::unexpected(*wrong);
          if (found_.forever) return found_;
        }
    return found_;
  }

private:
  static constexpr std::uint32_t unseen = 0;
  static constexpr std::uint32_t open = UINT32_MAX;
  struct frame {
    state p, q;
    std::uint32_t next;
    std::uint32_t height; // of the successors seen so far
  };

  void count_pairs() {
    for (state q = 0; q < a_.states(); ++q) {
      if (rule_.group[q] == pair_rule::no_group) continue;
      if (rule_.group[q] >= groups_.size()) groups_.resize(rule_.group[q] + std::size_t{1});
      place_[q] = static_cast<std::uint32_t>(groups_[rule_.group[q]].size());
      groups_[rule_.group[q]].push_back(q);
    }
    for (std::vector<state> const& group : groups_) {
      first_.push_back(found_.pairs);
      std::uint64_t const n = group.size();
      if (n > 0) found_.pairs += n * (n - 1) / 2;
    }
  }
  // Pairs of a group lie in a triangle. Pre: two states of one group.
  [[nodiscard]] std::size_t index(state p, state q) const {
    std::uint64_t const low = std::min(place_[p], place_[q]);
    std::uint64_t const high = std::max(place_[p], place_[q]);
    return first_[rule_.group[p]] + high * (high - 1) / 2 + low;
  }
  [[nodiscard]] bool is_pair(state p, state q, state zone) const {
    return p != q && rule_.group[p] != pair_rule::no_group && rule_.group[p] == rule_.group[q] &&
           rule_.zone[p] == zone;
  }

  std::optional<budget::limit_reached> search_from(state p, state q, budget::pace& pace) {
    stack_.assign(1, {p, q, 0, 0});
    height_[index(p, q)] = open;
    while (!stack_.empty()) {
      if (pace.out_of_time(found_.pairs)) return limits_.time_passed();
      frame& f = stack_.back();
      if (f.next == rule_.letters.size()) {
        std::uint32_t const height = f.height + 1;
        height_[index(f.p, f.q)] = height;
        found_.letters = std::max<std::uint64_t>(found_.letters, height);
        stack_.pop_back();
        if (!stack_.empty()) stack_.back().height = std::max(stack_.back().height, height);
        continue;
      }
      text::letter const x = rule_.letters[f.next++];
      state const p_next = a_.next(f.p, x);
      state const q_next = a_.next(f.q, x);
      if (!is_pair(p_next, q_next, rule_.zone[f.p])) continue;
      std::uint32_t& height = height_[index(p_next, q_next)];
      if (height == open) {
        found_.forever = true;
        return std::nullopt;
      }
      if (height != unseen) {
        f.height = std::max(f.height, height);
        continue;
      }
      height = open;
      stack_.push_back({p_next, q_next, 0, 0});
    }
    return std::nullopt;
  }

  dfa const& a_;
  pair_rule const& rule_;
  budget::budget const& limits_;
  time_apart found_;
  std::vector<std::uint32_t> place_; // of a state in its group
  std::vector<std::vector<state>> groups_;
  std::vector<std::uint64_t> first_; // by group
  std::vector<std::uint32_t> height_;
  std::vector<frame> stack_;
};

} // namespace

budget::limited<time_apart> apart(dfa const& a, pair_rule const& rule,
                                  budget::budget const& limits) {
  return peeling(a, rule, limits).run();
}

} // namespace ltlc::checking
