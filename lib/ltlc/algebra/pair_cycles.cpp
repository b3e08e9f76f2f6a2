#include "ltlc/algebra/pair_cycles.hpp"

#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/algebra/words.hpp"
#include "ltlc/budget/pace.hpp"

namespace ltlc::algebra {
namespace {

using automaton::dfa;
using automaton::state;

// Numbers the pairs of each group one after the other.
class pair_numbers {
public:
  explicit pair_numbers(state_groups const& groups) : groups_(groups), rank_(groups.group.size()) {
    for (state q = 0; q < rank_.size(); ++q) {
      std::uint32_t const g = groups.group[q];
      if (g == state_groups::none) continue;
      if (g >= members_.size()) members_.resize(g + std::size_t{1});
      rank_[q] = static_cast<std::uint32_t>(members_[g].size());
      members_[g].push_back(q);
    }
    first_pair_.reserve(members_.size());
    for (std::vector<state> const& g : members_) {
      first_pair_.push_back(pairs_);
      pairs_ += g.empty() ? 0 : g.size() * (g.size() - 1) / 2;
    }
  }

  [[nodiscard]] std::vector<std::vector<state>> const& groups() const { return members_; }
  [[nodiscard]] std::uint64_t pairs() const { return pairs_; }
  // Pre: p ≠ q, of one group.
  [[nodiscard]] std::uint64_t index(state p, state q) const {
    std::uint64_t const high = std::max(rank_[p], rank_[q]);
    return first_pair_[groups_.group[p]] + high * (high - 1) / 2 + std::min(rank_[p], rank_[q]);
  }

private:
  state_groups const& groups_;
  std::vector<std::vector<state>> members_;
  std::vector<std::uint64_t> first_pair_; // of each group
  std::vector<std::uint32_t> rank_;       // of each state in its group
  std::uint64_t pairs_ = 0;
};

// A pair not met yet, on the path, or done: then one more than the longest word under which it
// stays a pair.
using mark = std::uint32_t;
constexpr mark unmet = 0;
constexpr mark on_path = UINT32_MAX;

struct every_mark {
  std::vector<mark> marks;
  explicit every_mark(std::uint64_t pairs) : marks(pairs, unmet) {}
  mark& operator[](std::uint64_t i) { return marks[i]; }
  [[nodiscard]] bool full() const { return false; }
};

// Only the pairs that were met, up to a number.
struct few_marks {
  static constexpr std::size_t most = 1U << 20;
  boost::unordered_flat_map<std::uint64_t, mark> marks;
  std::size_t limit = most;
  mark& operator[](std::uint64_t i) { return marks[i]; }
  [[nodiscard]] bool full() const { return marks.size() >= limit; }
};

using looping_answer = budget::limited<std::variant<looping_pair, no_looping_pair>>;

template <class Marks>
class cycle_search {
public:
  cycle_search(dfa const& a, state_groups const& groups, pair_numbers const& numbers, Marks marks,
               budget::budget const& limits)
      : a_(a), groups_(groups), numbers_(numbers), limits_(limits),
        pace_(limits, "pairs of states"), mark_(std::move(marks)) {}

  looping_answer run() {
    for (std::vector<state> const& group : numbers_.groups())
      for (std::size_t j = 1; j < group.size(); ++j)
        for (std::size_t i = 0; i < j; ++i) {
          if (mark_[numbers_.index(group[i], group[j])] != unmet) continue;
          auto found = search_from(group[i], group[j]);
          if (!found) return tl::unexpected(found.error());
          if (*found) return std::move(**found);
        }
    return no_looping_pair{numbers_.pairs(), longest_};
  }

private:
  struct frame {
    state p, q;
    text::letter next;
    mark longest; // of what it leads to
  };

  void enter(state p, state q) {
    mark_[numbers_.index(p, q)] = on_path;
    path_.push_back({p, q, 0, 0});
  }

  void leave() {
    frame const done = path_.back();
    path_.pop_back();
    mark const length = done.longest + 1;
    mark_[numbers_.index(done.p, done.q)] = length;
    longest_ = std::max<std::uint64_t>(longest_, length);
    if (!path_.empty()) path_.back().longest = std::max(path_.back().longest, length);
  }

  [[nodiscard]] bool is_pair(state r, state s, state before) const {
    return r != s && groups_.group[r] == groups_.group[s] &&
           groups_.group[r] != state_groups::none && groups_.family[r] == groups_.family[before];
  }

  budget::limited<std::optional<looping_pair>> search_from(state p, state q) {
    enter(p, q);
    while (!path_.empty()) {
      frame& f = path_.back();
      if (f.next == a_.letters()) {
        leave();
        continue;
      }
      text::letter const x = f.next++;
      state const r = a_.next(f.p, x);
      state const s = a_.next(f.q, x);
      if (!is_pair(r, s, f.p)) continue;
      mark const seen = mark_[numbers_.index(r, s)];
      if (seen == on_path) return closed_by(r, s);
      if (seen == unmet)
        enter(r, s);
      else
        f.longest = std::max(f.longest, seen);
      if (mark_.full() || path_.size() * sizeof(frame) > limits_.max_bytes)
        return tl::unexpected(budget::bytes_passed(limits_));
      if (pace_.out_of_time(path_.size())) return tl::unexpected(limits_.time_passed());
    }
    return std::nullopt;
  }

  // The path's end goes back to {r, s}, in one order or the other.
  looping_pair closed_by(state r, state s) const {
    std::size_t at = path_.size();
    do
      --at;
    while (numbers_.index(path_[at].p, path_[at].q) != numbers_.index(r, s));
    looping_pair found{path_[at].p, path_[at].q, {}};
    for (; at < path_.size(); ++at)
      found.e.push_back(path_[at].next - 1);
    if (r != found.p) found.e = repeated(found.e, 2);
    return found;
  }

  dfa const& a_;
  state_groups const& groups_;
  pair_numbers const& numbers_;
  budget::budget const& limits_;
  budget::pace pace_;
  Marks mark_;
  std::vector<frame> path_;
  std::uint64_t longest_ = 0;
};

} // namespace

looping_answer find_looping_pair(dfa const& a, state_groups const& groups,
                                 budget::budget const& limits) {
  pair_numbers const numbers(groups);
  std::uint64_t const room = limits.max_bytes / sizeof(mark);
  if (numbers.pairs() > few_marks::most || numbers.pairs() > room) {
    std::size_t const few = std::min<std::uint64_t>(few_marks::most, limits.max_bytes / 32);
    auto early = cycle_search(a, groups, numbers, few_marks{{}, few}, limits).run();
    if (early || limits.out_of_time()) return early;
    if (numbers.pairs() > room) return tl::unexpected(budget::bytes_passed(limits));
  }
  return cycle_search(a, groups, numbers, every_mark(numbers.pairs()), limits).run();
}

} // namespace ltlc::algebra
