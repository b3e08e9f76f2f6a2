// Which of the keys a head has seen can still matter. A key is forgotten when, for every query that
// can come, another key is sure to win against it: one that was seen, or one that every word must
// show in between. What is left is finite in a compiled model although words are not.
// Source: past the paper; the constructive side of [RoPE, Lemma 3.1].
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/budget/budget.hpp"
#include "ltlc/execution/attention.hpp"
#include "ltlc/execution/row_machine.hpp"

namespace ltlc::proof {

// Positions of a head's queries, 1 … last. Without a bound they are residues: 1 … period stand for
// all, and 1 alone for a head that does not rotate.
struct query_positions {
  std::uint64_t last = 1;
  bool bounded = false;
};

// One head. The queries and keys that occur are collected while words are explored; an answer given
// before the last of them was known may be wrong, so exploration starts again when one is new.
template <class Arithmetic>
class key_relevance {
public:
  using machine = execution::row_machine<Arithmetic>;

  key_relevance(machine& m, std::size_t layer, std::size_t head, query_positions positions,
                budget::budget const& limits)
      : machine_(m), layer_(layer), head_(head), positions_(positions), limits_(&limits) {}

  // True when the vector is new.
  bool meet_query(term::id vector) { return meet(queries_, vector); }
  bool meet_key(term::id vector) { return positions_.bounded && meet(keys_, vector); }
  void forget_answers() {
    for (auto& answers : beaten_until_)
      answers.clear();
    relevant_until_.clear();
    sure_.clear();
  }

  // What of `seen` can matter to queries at position `next` and later (without a bound: at any),
  // in canonical form: equal results have equal consequences.
  [[nodiscard]] std::vector<execution::seen_key> kept(std::vector<execution::seen_key> seen,
                                                      std::uint64_t next) {
    drop_beaten(seen, next);
    if (positions_.bounded)
      std::erase_if(seen, [&](auto const& k) {
        return weighs_nothing_at_zero(k) && relevant_until(k.key) < next;
      });
    canonical(seen);
    return seen;
  }

private:
  using kind = network::attention_kind;
  static constexpr std::uint64_t for_ever = std::numeric_limits<std::uint64_t>::max();

  static bool meet(std::vector<term::id>& known, term::id vector) {
    if (std::find(known.begin(), known.end(), vector) != known.end()) return false;
    known.push_back(vector);
    return true;
  }

  [[nodiscard]] auto& scores() { return machine_.scores(layer_, head_); }
  [[nodiscard]] auto& vectors() { return machine_.vectors(layer_, head_); }
  [[nodiscard]] kind attention() const { return machine_.attention(layer_, head_); }

  // With a key of score `greater` present, a key of score `s` has no part in the output, whatever
  // other keys come. `behind`: it loses a tie.
  [[nodiscard]] bool wins(auto const& greater, auto const& s, bool behind) {
    if (attention() == kind::soft) return scores().negligible_for_good(greater, s);
    int const order = scores().order(greater, s);
    return order > 0 || (order == 0 && behind);
  }

  // The last query position at which `loser` is not beaten by `winner`; 0: none.
  std::uint64_t beaten_after(term::id winner, term::id loser, bool behind) {
    auto const pair = (std::uint64_t{winner} << 32) | loser;
    auto& answers = beaten_until_[behind ? 1 : 0];
    auto const found = answers.find(pair);
    if (found != answers.end()) return found->second;
    std::uint64_t until = 0;
    for (auto i = positions_.last; i >= 1 && until == 0; --i)
      for (auto const vector : queries_) {
        auto const query = machine_.place(layer_, head_, vector, i);
        auto const a = scores().score(vectors(), query, winner);
        auto const b = scores().score(vectors(), query, loser);
        if (finite(a) && finite(b) && wins(a, b, behind)) continue;
        until = positions_.bounded ? i : for_ever;
        break;
      }
    answers.emplace(pair, until);
    return until;
  }

  [[nodiscard]] static bool finite(double s) { return std::isfinite(s); }
  [[nodiscard]] static bool finite(term::id) { return true; }

  // With the weight 0 its value adds nothing; 0·∞ would be NaN.
  [[nodiscard]] bool weighs_nothing_at_zero(execution::seen_key const& k) {
    return scores().usable(vectors(), {}, k.value);
  }

  // A key that is beaten by one that is itself beaten is beaten by the latter's winner too, so the
  // order of dropping does not matter.
  void drop_beaten(std::vector<execution::seen_key>& seen, std::uint64_t next) {
    std::vector<execution::seen_key> left;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      bool beaten = false;
      if (!weighs_nothing_at_zero(seen[k])) {
        left.push_back(seen[k]);
        continue;
      }
      for (std::size_t w = 0; w < seen.size() && !beaten; ++w) {
        if (w == k) continue;
        bool const behind = attention() == kind::leftmost    ? w < k
                            : attention() == kind::rightmost ? seen[w].last > seen[k].last
                                                             : false;
        if (seen[w].key == seen[k].key && !behind) continue;
        beaten = beaten_after(seen[w].key, seen[k].key, behind) < next;
      }
      if (!beaten) left.push_back(seen[k]);
    }
    seen = std::move(left);
  }

  // What every row of keys before position i is sure to hold at least: for each query, the greatest
  // over positions of the least over keys.
  std::uint64_t relevant_until(term::id key) {
    auto const found = relevant_until_.find(key);
    if (found != relevant_until_.end()) return found->second;
    if (keys_.empty()) return positions_.last;
    if (sure_.empty() && !find_sure_scores()) return positions_.last;
    std::uint64_t until = 0;
    for (auto i = positions_.last; i >= 2 && until == 0; --i)
      for (std::size_t q = 0; q < queries_.size(); ++q) {
        auto const query = machine_.place(layer_, head_, queries_[q], i);
        auto const s = scores().score(vectors(), query, key);
        auto const& sure = sure_[i][q];
        if (finite(s) && finite(sure) && wins(sure, s, false)) continue;
        until = i;
        break;
      }
    if (until == 0) until = 1;
    relevant_until_.emplace(key, until);
    return until;
  }

  // False, and nothing is sure, when the time is over: who asked finds out by the clock.
  bool find_sure_scores() {
    sure_.resize(positions_.last + 1);
    std::vector<std::vector<term::id>> placed(positions_.last);
    for (std::uint64_t p = 1; p < positions_.last; ++p)
      for (auto const vector : keys_)
        placed[p].push_back(machine_.place(layer_, head_, vector, p));
    for (std::uint64_t i = 2; i <= positions_.last; ++i) {
      if (limits_->out_of_time()) {
        sure_.clear();
        return false;
      }
      for (auto const vector : queries_) {
        auto const query = machine_.place(layer_, head_, vector, i);
        auto greatest = least(query, placed[1]);
        for (std::uint64_t p = 2; p < i; ++p) {
          auto const here = least(query, placed[p]);
          if (!finite(greatest) || (finite(here) && scores().order(here, greatest) > 0))
            greatest = here;
        }
        sure_[i].push_back(greatest);
      }
    }
    return true;
  }

  [[nodiscard]] auto least(term::id query, std::vector<term::id> const& keys) {
    auto result = scores().score(vectors(), query, keys.front());
    for (auto const key : keys) {
      auto const s = scores().score(vectors(), query, key);
      if (!finite(s)) return s;
      if (scores().order(s, result) < 0) result = s;
    }
    return result;
  }

  // How often a key was seen matters only in a format, between once and more, to a value that is
  // not 0; the order of positions only to leftmost and rightmost attention.
  void canonical(std::vector<execution::seen_key>& seen) {
    bool const one_wins = attention() == kind::leftmost || attention() == kind::rightmost;
    for (auto& k : seen) {
      bool const counted = !Arithmetic::scores::averages_exactly && !one_wins &&
                           !scores().is_zero(vectors(), k.value);
      k.count = counted ? std::min<std::uint64_t>(k.count, 2) : 1;
    }
    if (attention() == kind::rightmost) {
      std::sort(seen.begin(), seen.end(),
                [](auto const& a, auto const& b) { return a.last < b.last; });
      for (std::size_t k = 0; k < seen.size(); ++k)
        seen[k].last = k;
      return;
    }
    if (attention() != kind::leftmost)
      std::sort(seen.begin(), seen.end(), [](auto const& a, auto const& b) {
        return a.key != b.key ? a.key < b.key : a.value < b.value;
      });
    for (auto& k : seen)
      k.last = 0;
  }

  machine& machine_;
  std::size_t layer_, head_;
  query_positions positions_;
  budget::budget const* limits_;
  std::vector<term::id> queries_, keys_; // vectors before they are placed
  boost::unordered_flat_map<std::uint64_t, std::uint64_t> beaten_until_[2];
  boost::unordered_flat_map<term::id, std::uint64_t> relevant_until_;
  std::vector<std::vector<typename Arithmetic::scores::score_type>> sure_; // [position][query]
};

} // namespace ltlc::proof
