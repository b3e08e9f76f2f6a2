#include "ltlc/algebra/pair_components.hpp"

#include <algorithm>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {
namespace {

using automaton::dfa;
using automaton::state;

// Tarjan's algorithm with its own stack; edges are made as they are needed.
class component_search {
public:
  component_search(dfa const& a, budget::budget const& limits)
      : a_(a), limits_(limits), pace_(limits, "pairs of states"),
        found_(a.states() * (a.states() - 1) / 2, unseen),
        result_{std::vector<std::uint32_t>(found_.size(), pair_components::none), {}} {}

  budget::limited<pair_components> run() {
    for (state q = 1; q < a_.states(); ++q)
      for (state p = 0; p < q; ++p)
        if (found_[pair_components::index(p, q)] == unseen && !search_from(p, q))
          return tl::unexpected(*limit_);
    collect_letters();
    return std::move(result_);
  }

private:
  static constexpr std::uint32_t unseen = UINT32_MAX;
  static constexpr std::uint32_t closed = UINT32_MAX - 1;

  struct frame {
    state p, q;
    text::letter next;
    bool on_loop; // an edge leads back to the pair itself
    std::uint32_t low;
  };

  void enter(state p, state q) {
    found_[pair_components::index(p, q)] = count_;
    open_.emplace_back(p, q);
    path_.push_back({p, q, 0, false, count_});
    ++count_;
  }

  bool search_from(state p, state q) {
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
      if (r == s) continue;
      if ((r == f.p && s == f.q) || (r == f.q && s == f.p)) f.on_loop = true;
      std::uint32_t const number = found_[pair_components::index(r, s)];
      if (number == unseen)
        enter(r, s);
      else if (number != closed)
        f.low = std::min(f.low, number);
      if (path_.size() * sizeof(frame) + open_.size() * sizeof(open_[0]) > limits_.max_bytes) {
        limit_ = budget::bytes_passed(limits_);
        return false;
      }
      if (pace_.out_of_time(count_)) {
        limit_ = limits_.time_passed();
        return false;
      }
    }
    return true;
  }

  void leave() {
    frame const f = path_.back();
    path_.pop_back();
    std::uint64_t const here = pair_components::index(f.p, f.q);
    if (!path_.empty()) path_.back().low = std::min(path_.back().low, f.low);
    if (f.low != found_[here]) return;
    bool const cyclic = f.on_loop || open_.back() != std::pair(f.p, f.q);
    std::uint64_t at = 0;
    do {
      at = pair_components::index(open_.back().first, open_.back().second);
      open_.pop_back();
      found_[at] = closed;
      if (cyclic) result_.component[at] = components_;
    } while (at != here);
    if (cyclic) ++components_;
  }

  void collect_letters() {
    std::vector<std::vector<bool>> used(components_);
    for (state q = 1; q < a_.states(); ++q)
      for (state p = 0; p < q; ++p) {
        std::uint32_t const c = result_.of(p, q);
        if (c == pair_components::none) continue;
        used[c].resize(a_.letters(), false);
        for (text::letter x = 0; x < a_.letters(); ++x) {
          state const r = a_.next(p, x);
          state const s = a_.next(q, x);
          if (r != s && result_.of(r, s) == c) used[c][x] = true;
        }
      }
    for (std::vector<bool> const& by_letter : used) {
      result_.letters.emplace_back();
      for (text::letter x = 0; x < a_.letters(); ++x)
        if (by_letter[x]) result_.letters.back().push_back(x);
    }
  }

  dfa const& a_;
  budget::budget const& limits_;
  budget::pace pace_;
  std::vector<std::uint32_t> found_; // order of discovery, or unseen, or closed
  pair_components result_;
  std::vector<std::pair<state, state>> open_;
  std::vector<frame> path_;
  std::uint32_t count_ = 0;
  std::uint32_t components_ = 0;
  std::optional<budget::limit_reached> limit_;
};

// A shortest walk inside the component of an ordered pair that ends with an edge of the wanted
// kind.
struct walk {
  text::word w;
  state p = 0;
  state q = 0;
};

template <class Wanted>
walk shortest_walk(dfa const& a, pair_components const& pairs, state p, state q,
                   Wanted const& wanted) {
  struct reached_pair {
    state p, q;
    std::size_t parent;
    text::letter by;
  };
  std::uint32_t const home = pairs.of(p, q);
  std::vector<reached_pair> visits{{p, q, 0, 0}};
  boost::unordered_flat_map<std::uint64_t, bool> seen{{p * a.states() + q, true}};
  for (std::size_t i = 0; i < visits.size(); ++i)
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const r = a.next(visits[i].p, x);
      state const s = a.next(visits[i].q, x);
      if (r == s || pairs.of(r, s) != home) continue;
      if (wanted(x, r, s)) {
        walk found{{x}, r, s};
        for (std::size_t at = i; at != 0; at = visits[at].parent)
          found.w.push_back(visits[at].by);
        std::reverse(found.w.begin(), found.w.end());
        return found;
      }
      if (seen.try_emplace(r * a.states() + s, true).second) visits.push_back({r, s, i, x});
    }
  LTLC_ENSURES(false);
  return {};
}

} // namespace

text::word loop_with_letters(dfa const& a, pair_components const& pairs, state p, state q,
                             std::vector<text::letter> const& needed) {
  LTLC_EXPECTS(pairs.of(p, q) != pair_components::none);
  std::vector<bool> missing(a.letters(), false);
  std::size_t count = 0;
  for (text::letter const x : needed)
    if (!missing[x]) {
      missing[x] = true;
      ++count;
    }
  text::word e;
  state r = p;
  state s = q;
  auto const go = [&](auto const& wanted) {
    walk const step = shortest_walk(a, pairs, r, s, wanted);
    for (text::letter const x : step.w) {
      count -= missing[x] ? std::size_t{1} : 0;
      missing[x] = false;
    }
    e.insert(e.end(), step.w.begin(), step.w.end());
    r = step.p;
    s = step.q;
  };
  while (count > 0)
    go([&](text::letter x, state, state) { return missing[x]; });
  // Back to the pair in this order: a component that can swap it does so on the way.
  if (e.empty() || r != p || s != q)
    go([&](text::letter, state left, state right) {
      return (left == p && right == q) || (left == q && right == p);
    });
  if (r == q) {
    text::word const once = e;
    e.insert(e.end(), once.begin(), once.end());
  }
  return e;
}

budget::limited<pair_components> components_of_pairs(dfa const& a, budget::budget const& limits) {
  std::uint64_t const n = a.states();
  std::uint64_t const pairs = n * (n - 1) / 2;
  if (pairs > limits.max_bytes / 12 || pairs >= UINT32_MAX - 2)
    return tl::unexpected(budget::bytes_passed(limits));
  return component_search(a, limits).run();
}

} // namespace ltlc::algebra
