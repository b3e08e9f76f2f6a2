// States that all words of length n lead to one state are merged in round n: in each round, those
// whose rows of classes have become equal. Only rows that point at a class that changed its name
// are looked at again, and the class with fewer edges into it is the one renamed. Source:
// [PerlesRabinShamir63].
#include <algorithm>
#include <numeric>

#include <boost/functional/hash.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::state;

class row_merging {
public:
  explicit row_merging(automaton::dfa const& a)
      : letters_(a.letters()), row_(a.delta), name_(a.states()), alive_(a.states(), true),
        stale_(a.states(), true), into_(a.states()),
        table_(2 * a.states(), row_hash{this}, row_equal{this}) {
    std::iota(name_.begin(), name_.end(), state{0});
    for (std::size_t edge = 0; edge < row_.size(); ++edge)
      into_[row_[edge]].push_back(edge);
    fresh_ = name_;
    classes_ = a.states();
  }

  [[nodiscard]] std::size_t classes() const { return classes_; }

  // Merges what one more letter merges; false when nothing did.
  bool round() {
    std::vector<std::pair<state, state>> equal;
    for (state const q : fresh_) {
      if (!alive_[q] || !stale_[q]) continue;
      auto const [twin, entered] = table_.insert(q);
      if (entered)
        stale_[q] = false;
      else
        equal.emplace_back(q, *twin);
    }
    fresh_.clear();
    // Rows change only now, when all of this round's twins are known.
    for (auto const& [loser, winner] : equal)
      merge(loser, winner);
    return !equal.empty();
  }

  // The class of each state, after some rounds.
  [[nodiscard]] std::vector<state> names() {
    std::vector<state> all(name_.size());
    for (state q = 0; q < all.size(); ++q)
      all[q] = name_of(q);
    return all;
  }

private:
  struct row_hash {
    row_merging const* m;
    std::size_t operator()(state q) const {
      auto const at = m->row_.begin() + static_cast<std::ptrdiff_t>(q * m->letters_);
      return boost::hash_range(at, at + static_cast<std::ptrdiff_t>(m->letters_));
    }
  };
  struct row_equal {
    row_merging const* m;
    bool operator()(state p, state q) const {
      auto const at = [this](state r) {
        return m->row_.begin() + static_cast<std::ptrdiff_t>(r * m->letters_);
      };
      return std::equal(at(p), at(p) + static_cast<std::ptrdiff_t>(m->letters_), at(q));
    }
  };

  state name_of(state q) {
    while (name_[q] != q)
      q = name_[q] = name_[name_[q]];
    return q;
  }

  void merge(state p, state q) {
    p = name_of(p);
    q = name_of(q);
    if (p == q) return;
    if (into_[p].size() > into_[q].size()) std::swap(p, q);
    // p goes; q must stand for both in the table from now on.
    touch(p);
    touch(q);
    alive_[p] = false;
    name_[p] = q;
    --classes_;
    for (std::size_t const edge : into_[p]) {
      auto const from = static_cast<state>(edge / letters_);
      if (!alive_[from]) continue;
      touch(from);
      row_[edge] = q;
      into_[q].push_back(edge);
    }
    into_[p] = {};
  }

  // Takes q's row out of the table before it changes, and marks it for the next round.
  void touch(state q) {
    if (stale_[q]) {
      if (alive_[q]) fresh_.push_back(q);
      return;
    }
    table_.erase(q);
    stale_[q] = true;
    fresh_.push_back(q);
  }

  std::size_t letters_;
  std::vector<state> row_;
  std::vector<state> name_;                    // a forest; roots are classes
  std::vector<bool> alive_;                    // is a root
  std::vector<bool> stale_;                    // its row is not in the table
  std::vector<std::vector<std::size_t>> into_; // edges (state × letter) whose row entry it is
  std::vector<state> fresh_;                   // rows to enter in the next round
  boost::unordered_flat_set<state, row_hash, row_equal> table_;
  std::size_t classes_ = 0;
};

// From two states of different classes some letter leads to such states again: a walk that meets
// itself. Finds a pair on a cycle and the word of that cycle without storing the walk.
// Source: [Brent80].
class pair_walk {
public:
  using pair = std::pair<state, state>;
  pair_walk(automaton::dfa const& a, std::vector<state> const& names, budget::budget const& limits)
      : a_(a), names_(names), pace_(limits, "pairs of states") {}

  // Nothing when the time is up.
  std::optional<pair> pair_on_cycle(pair start) {
    pair saved = start;
    pair running = next(start);
    for (std::uint64_t power = 1, length = 1; running != saved; ++length) {
      if (length == power) {
        saved = running;
        power *= 2;
        length = 0;
      }
      running = next(running);
      if (pace_.out_of_time(power)) return std::nullopt;
    }
    return saved;
  }

  // Pre: start lies on the walk's cycle. Nothing when the word is longer than `limit`.
  std::optional<text::word> word_round(pair start, std::uint64_t limit) {
    text::word w;
    pair at = start;
    do {
      if (w.size() >= limit) return std::nullopt;
      w.push_back(move(at));
      at = next(at);
    } while (at != start);
    return w;
  }

private:
  [[nodiscard]] text::letter move(pair const& at) const {
    text::letter x = 0;
    while (names_[a_.next(at.first, x)] == names_[a_.next(at.second, x)])
      ++x;
    return x;
  }
  [[nodiscard]] pair next(pair const& at) const {
    text::letter const x = move(at);
    return {a_.next(at.first, x), a_.next(at.second, x)};
  }

  automaton::dfa const& a_;
  std::vector<state> const& names_;
  budget::pace pace_;
};

struct loop {
  state p = 0;
  state q = 0;
  text::word e;
};

void keep_shorter(std::optional<loop>& best, loop candidate) {
  if (!best || candidate.e.size() < best->e.size()) best = std::move(candidate);
}

// Loops that are powers of one letter: round one of its cycles, or round its two shortest at once.
void try_powers(automaton::dfa const& a, text::letter x, std::optional<loop>& best) {
  constexpr std::uint64_t longest = 1U << 20;
  std::vector<state> seen(a.states(), UINT32_MAX);
  std::optional<std::pair<state, std::uint64_t>> shortest; // a state on it, and its length
  for (state start = 0; start < a.states(); ++start) {
    state p = start;
    for (; seen[p] == UINT32_MAX; p = a.next(p, x))
      seen[p] = start;
    if (seen[p] != start) continue;
    std::uint64_t length = 1;
    for (state q = a.next(p, x); q != p; q = a.next(q, x))
      ++length;
    auto const shorter = [&](std::uint64_t n) {
      return n <= longest && (!best || n < best->e.size());
    };
    if (length > 1 && shorter(length)) best = {p, a.next(p, x), text::word(length, x)};
    if (shortest) {
      std::uint64_t const both = std::lcm(shortest->second, length);
      if (shorter(both)) best = {shortest->first, p, text::word(both, x)};
    }
    if (!shortest || length < shortest->second) shortest = {p, length};
  }
}

// The pair with the shortest loop among the first pairs of states, as far as a bounded search goes.
void try_pairs(automaton::dfa const& a, std::vector<state> const& names,
               std::optional<loop>& best) {
  std::uint64_t visits = 1U << 18;
  for (state q = 1; q < a.states(); ++q)
    for (state p = 0; p < q; ++p) {
      if (visits == 0 || (best && best->e.size() == 1)) return;
      --visits;
      if (names[p] == names[q]) continue;
      if (auto e = shortest_loop(a, p, q, 1, visits)) keep_shorter(best, {p, q, std::move(*e)});
    }
}

// Some loop, the word as short as a bounded search makes it. Pre: names has two classes or more.
budget::limited<loop> find_loop(automaton::dfa const& a, std::vector<state> const& names,
                                budget::budget const& limits) {
  std::optional<loop> best;
  for (text::letter x = 0; x < a.letters(); ++x)
    try_powers(a, x, best);
  try_pairs(a, names, best);
  if (best) return *best;
  pair_walk walk(a, names, limits);
  state other = 1;
  while (names[other] == names[0])
    ++other;
  std::optional<pair_walk::pair> const at = walk.pair_on_cycle({0, other});
  if (!at) return tl::unexpected(limits.time_passed());
  auto e = walk.word_round(*at, limits.max_bytes / sizeof(text::letter));
  if (!e) return tl::unexpected(budget::bytes_passed(limits));
  return loop{at->first, at->second, std::move(*e)};
}

} // namespace

verdict decide_definite(automaton::dfa const& a, budget::budget const& limits) {
  verdict v{class_id::ltl_y, membership::undecided, {}, {}};
  row_merging merging(a);
  budget::pace pace(limits, "merged states");
  std::uint64_t rounds = 0;
  for (; merging.classes() > 1; ++rounds) {
    if (!merging.round()) break;
    if (pace.out_of_time(a.states() - merging.classes())) {
      v.limit = limits.time_passed();
      return v;
    }
  }
  if (merging.classes() == 1) {
    v.answer = membership::member;
    v.proof = synchronizing_certificate{rounds};
    return v;
  }
  std::vector<state> const names = merging.names();
  budget::limited<loop> const found = find_loop(a, names, limits);
  if (!found) {
    v.limit = found.error();
    return v;
  }
  auto const& [p, q, e] = *found;
  v.answer = membership::not_member;
  v.proof = definite_certificate{.p = p,
                                 .q = q,
                                 .x = reaching_word(a, p),
                                 .y = reaching_word(a, q),
                                 .e = e,
                                 .z = telling_word(a, p, q)};
  return v;
}

} // namespace ltlc::algebra
