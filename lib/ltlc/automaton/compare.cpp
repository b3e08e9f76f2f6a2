// Everything here is a breadth-first search that tries letters in alphabet order, so the first hit
// is the shortest word, and the least in alphabet order among the shortest.
//
// Two states are compared by merging: a pair that earlier pairs already force to be equal is not
// searched again. That keeps at most |A| + |B| pairs, and loses no shortest word: if z separates a
// skipped pair it separates one of the pairs that force it, and those were reached by earlier
// words. Source: [HopcroftKarp71] for the merging.
#include "ltlc/automaton/compare.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::automaton {

namespace {

constexpr state none = std::numeric_limits<state>::max();

// How a search came to an entry: from which earlier entry, by which letter.
struct arrival {
  state parent = none;
  text::letter by = 0;
};

text::word word_to(std::vector<arrival> const& steps, std::size_t at) {
  text::word w;
  for (; steps[at].parent != none; at = steps[at].parent)
    w.push_back(steps[at].by);
  std::reverse(w.begin(), w.end());
  return w;
}

class disjoint_sets {
public:
  explicit disjoint_sets(std::size_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), std::size_t(0));
  }
  // False when the two were in one set.
  bool merge(std::size_t x, std::size_t y) {
    x = find(x);
    y = find(y);
    if (x == y) return false;
    parent_[std::max(x, y)] = std::min(x, y);
    return true;
  }

private:
  std::size_t find(std::size_t x) {
    while (parent_[x] != x)
      x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  std::vector<std::size_t> parent_;
};

budget::limited<std::optional<text::word>> first_difference(dfa const& a, state p, dfa const& b,
                                                            state q, budget::budget const& limits) {
  if (a.accepting[p] != b.accepting[q]) return text::word{};
  disjoint_sets merged(a.states() + b.states());
  std::vector<std::pair<state, state>> pairs{{p, q}};
  std::vector<arrival> steps{{}};
  merged.merge(p, a.states() + q);
  budget::pace clock(limits, "pairs");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (clock.out_of_time(pairs.size())) return tl::unexpected(limits.time_passed());
    auto const [x, y] = pairs[i];
    for (text::letter c = 0; c < a.letters(); ++c) {
      state const x2 = a.next(x, c);
      state const y2 = b.next(y, c);
      if (!merged.merge(x2, a.states() + y2)) continue;
      pairs.emplace_back(x2, y2);
      steps.push_back({static_cast<state>(i), c});
      if (a.accepting[x2] != b.accepting[y2]) return word_to(steps, steps.size() - 1);
    }
  }
  return std::nullopt;
}

bool combine(bool a, bool b, boolean operation) {
  switch (operation) {
  case boolean::conjunction:
    return a && b;
  case boolean::disjunction:
    return a || b;
  case boolean::difference:
    return a && !b;
  case boolean::symmetric_difference:
    return a != b;
  }
  return false;
}

// The first state with `wanted` that a breadth-first search from `from` meets; `from` itself counts
// only when `empty_counts`.
template <class Wanted>
std::optional<text::word> shortest_word(dfa const& a, state from, bool empty_counts,
                                        Wanted const& wanted) {
  if (empty_counts && wanted(from)) return text::word{};
  std::vector<bool> seen(a.states(), false);
  std::vector<state> order{from};
  std::vector<arrival> steps{{}};
  seen[from] = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (text::letter c = 0; c < a.letters(); ++c) {
      state const q = a.next(order[i], c);
      if (wanted(q)) {
        steps.push_back({static_cast<state>(i), c});
        return word_to(steps, steps.size() - 1);
      }
      if (seen[q]) continue;
      seen[q] = true;
      order.push_back(q);
      steps.push_back({static_cast<state>(i), c});
    }
  }
  return std::nullopt;
}

} // namespace

budget::limited<dfa> product(dfa const& a, dfa const& b, boolean operation,
                             budget::budget const& limits) {
  LTLC_EXPECTS(a.sigma == b.sigma);
  std::size_t const letters = a.letters();
  dfa result{a.sigma, 0, {}, {}};
  std::vector<std::pair<state, state>> pairs;
  boost::unordered_flat_map<std::uint64_t, state> number;
  auto const intern = [&](state p, state q) {
    auto const [at, fresh] =
        number.try_emplace(std::uint64_t{p} << 32 | q, static_cast<state>(pairs.size()));
    if (fresh) {
      pairs.emplace_back(p, q);
      result.accepting.push_back(combine(a.accepting[p], b.accepting[q], operation));
    }
    return at->second;
  };
  intern(a.initial, b.initial);
  std::uint64_t const most = std::min<std::uint64_t>(limits.max_states, none);
  budget::pace clock(limits, "states");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (clock.out_of_time(pairs.size())) return tl::unexpected(limits.time_passed());
    if ((result.delta.size() + letters) * sizeof(state) > limits.max_bytes)
      return tl::unexpected(budget::bytes_passed(limits));
    auto const [p, q] = pairs[i];
    for (text::letter c = 0; c < letters; ++c) {
      result.delta.push_back(intern(a.next(p, c), b.next(q, c)));
      if (pairs.size() > most) return tl::unexpected(limits.states_passed());
    }
  }
  return result;
}

std::optional<text::word> shortest_accepted(dfa const& a) {
  return shortest_word(a, a.initial, true, [&](state q) { return bool(a.accepting[q]); });
}

budget::limited<std::optional<text::word>> difference(dfa const& a, dfa const& b,
                                                      budget::budget const& limits) {
  LTLC_EXPECTS(a.sigma == b.sigma);
  return first_difference(a, a.initial, b, b.initial, limits);
}

std::optional<text::word> shortest_path(dfa const& a, state from, state to, bool nonempty) {
  LTLC_EXPECTS(from < a.states() && to < a.states());
  return shortest_word(a, from, !nonempty, [&](state q) { return q == to; });
}

std::vector<std::vector<state>> predecessors(dfa const& a) {
  std::vector<std::vector<state>> before(a.states());
  for (state q = 0; q < a.states(); ++q)
    for (text::letter x = 0; x < a.letters(); ++x)
      before[a.next(q, x)].push_back(q);
  return before;
}

std::vector<bool> leading_to(std::vector<std::vector<state>> const& predecessors,
                             std::vector<state> targets) {
  std::vector<bool> leads(predecessors.size(), false);
  for (state const q : targets)
    leads[q] = true;
  while (!targets.empty()) {
    state const q = targets.back();
    targets.pop_back();
    for (state const p : predecessors[q]) {
      if (leads[p]) continue;
      leads[p] = true;
      targets.push_back(p);
    }
  }
  return leads;
}

std::optional<text::word> separating_word(dfa const& a, state p, state q) {
  LTLC_EXPECTS(p < a.states() && q < a.states());
  return *first_difference(a, p, a, q, budget::budget{});
}

} // namespace ltlc::automaton
