// First Moore's rounds, which read the table in order: each tells states apart by the blocks of
// their successors, and they go on while they pay. Blocks are named by hashes of those signatures,
// so a round may overlook a difference but never invents one. Most automata are settled so, which
// an exact check of every state against its block confirms. Then, if needed, Hopcroft's partition
// refinement: blocks are intervals of one permutation of the states, a splitter marks the
// predecessors of a block by a letter, and a block that is only partly marked is cut in two, the
// smaller part becoming a new splitter. Letters that act alike are treated as one, so that an
// alphabet of a thousand tokens costs as much as the few that matter.
#include "ltlc/automaton/minimize.hpp"

#include <algorithm>
#include <cstddef>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/contract.hpp"

namespace ltlc::automaton {

namespace {

bool same_action(dfa const& a, text::letter x, text::letter y) {
  for (state q = 0; q < a.states(); ++q)
    if (a.next(q, x) != a.next(q, y)) return false;
  return true;
}

// One letter of each set of letters with equal columns.
std::vector<text::letter> distinct_columns(dfa const& a) {
  std::size_t const m = a.letters();
  std::vector<std::uint64_t> hash(m, 0);
  for (std::size_t i = 0; i < a.delta.size(); i += m)
    for (std::size_t x = 0; x < m; ++x)
      hash[x] = (hash[x] ^ a.delta[i + x]) * 0x9e3779b97f4a7c15ULL + (hash[x] >> 29);
  boost::unordered_flat_map<std::uint64_t, text::letter> first;
  std::vector<text::letter> kept;
  for (text::letter x = 0; x < m; ++x) {
    auto const [at, fresh] = first.try_emplace(hash[x], x);
    if (fresh || !same_action(a, at->second, x)) kept.push_back(x);
  }
  return kept;
}

// Predecessors by one letter: those of q are source[begin[q]] … source[begin[q + 1] - 1].
struct inverse {
  std::vector<state> begin;
  std::vector<state> source;
};

inverse inverse_of(dfa const& a, text::letter x) {
  std::size_t const n = a.states();
  inverse result{std::vector<state>(n + 2, 0), std::vector<state>(n)};
  for (state q = 0; q < n; ++q)
    ++result.begin[a.next(q, x) + 2];
  for (std::size_t q = 2; q < n + 2; ++q)
    result.begin[q] += result.begin[q - 1];
  for (state q = 0; q < n; ++q)
    result.source[result.begin[a.next(q, x) + 1]++] = q;
  return result;
}

class refinement {
public:
  // All blocks but one are splitters to begin with: the states that lead to the last one are those
  // that lead to none of the others.
  refinement(std::vector<state> block_of, std::size_t blocks)
      : element_(block_of.size()), place_(block_of.size()), block_of_(std::move(block_of)),
        blocks_(blocks, {0, 0, 0}) {
    for (state const b : block_of_)
      ++blocks_[b].end;
    for (std::size_t b = 1; b < blocks; ++b) {
      blocks_[b].begin = blocks_[b - 1].end;
      blocks_[b].end += blocks_[b].begin;
      work_.push_back(static_cast<state>(b));
    }
    std::vector<state> at(blocks);
    for (state q = 0; q < block_of_.size(); ++q) {
      place_[q] = blocks_[block_of_[q]].begin + at[block_of_[q]]++;
      element_[place_[q]] = q;
    }
  }

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] std::vector<state> const& block_of() const { return block_of_; }

  void mark(state q) {
    block& b = blocks_[block_of_[q]];
    state const unmarked = b.begin + b.marked;
    state const at = place_[q];
    if (at < unmarked) return;
    if (b.marked == 0) touched_.push_back(block_of_[q]);
    ++b.marked;
    state const other = element_[unmarked];
    element_[at] = other;
    place_[other] = at;
    element_[unmarked] = q;
    place_[q] = unmarked;
  }

  // Cuts every block that is partly marked. The smaller part gets the new number, so the cost of a
  // cut is within that of the splitter that it becomes.
  void split_marked() {
    for (state const i : touched_) {
      block& b = blocks_[i];
      state const middle = b.begin + b.marked;
      b.marked = 0;
      if (middle == b.end) continue;
      bool const front_is_smaller = middle - b.begin <= b.end - middle;
      block const part = front_is_smaller ? block{b.begin, middle, 0} : block{middle, b.end, 0};
      (front_is_smaller ? b.begin : b.end) = middle;
      state const fresh = static_cast<state>(blocks_.size());
      for (state at = part.begin; at < part.end; ++at)
        block_of_[element_[at]] = fresh;
      blocks_.push_back(part);
      work_.push_back(fresh);
    }
    touched_.clear();
  }

  // The states of the next splitter, or nothing to do. A block that waits and is cut leaves both
  // parts waiting; one that does not wait leaves only its smaller part, which is enough.
  bool take_splitter(std::vector<state>& splitter) {
    if (work_.empty()) return false;
    block const& b = blocks_[work_.back()];
    work_.pop_back();
    splitter.assign(element_.begin() + b.begin, element_.begin() + b.end);
    return true;
  }

private:
  struct block {
    state begin;
    state end;
    state marked; // the first so many of its elements are marked
  };
  std::vector<state> element_; // a permutation of the states; blocks are intervals
  std::vector<state> place_;   // its inverse
  std::vector<state> block_of_;
  std::vector<block> blocks_;
  std::vector<state> touched_;
  std::vector<state> work_;
};

// Blocks numbered 0 … count - 1 of states that no word has told apart yet.
struct partition {
  std::vector<state> block_of;
  std::size_t count = 0;
};

// Gives equal keys equal numbers.
partition numbered(std::vector<std::uint64_t> const& keys) {
  partition p;
  p.block_of.reserve(keys.size());
  boost::unordered_flat_map<std::uint64_t, state> number;
  for (std::uint64_t const key : keys)
    p.block_of.push_back(number.try_emplace(key, static_cast<state>(number.size())).first->second);
  p.count = number.size();
  return p;
}

partition by_acceptance(dfa const& a) {
  std::vector<std::uint64_t> keys(a.states());
  for (state q = 0; q < a.states(); ++q)
    keys[q] = a.accepting[q] ? 1 : 0;
  return numbered(keys);
}

partition moore_round(dfa const& a, std::vector<text::letter> const& columns, partition const& p) {
  std::vector<std::uint64_t> keys(a.states());
  for (state q = 0; q < a.states(); ++q) {
    std::uint64_t key = p.block_of[q];
    for (text::letter const x : columns) {
      key = (key ^ p.block_of[a.next(q, x)]) * 0x9e3779b97f4a7c15ULL;
      key ^= key >> 32;
    }
    keys[q] = key;
  }
  return numbered(keys);
}

// Every state goes where the others of its block go, and accepts as they do.
bool stable(dfa const& a, std::vector<text::letter> const& columns, partition const& p) {
  std::vector<state> first(p.count, static_cast<state>(a.states()));
  for (state q = 0; q < a.states(); ++q) {
    state& r = first[p.block_of[q]];
    if (r == a.states()) r = q;
    if (a.accepting[q] != a.accepting[r]) return false;
    for (text::letter const x : columns)
      if (p.block_of[a.next(q, x)] != p.block_of[a.next(r, x)]) return false;
  }
  return true;
}

// Hopcroft's algorithm from a partition that equivalence refines; a collision of hashes may even
// have put accepting and other states together.
partition hopcroft(dfa const& a, std::vector<text::letter> const& columns, partition p) {
  std::vector<inverse> inverses;
  for (text::letter const x : columns)
    inverses.push_back(inverse_of(a, x));
  refinement refined(std::move(p.block_of), p.count);
  for (state q = 0; q < a.states(); ++q)
    if (a.accepting[q]) refined.mark(q);
  refined.split_marked();
  std::vector<state> splitter;
  while (refined.take_splitter(splitter)) {
    for (inverse const& by : inverses) {
      for (state const q : splitter)
        for (state i = by.begin[q]; i < by.begin[q + 1]; ++i)
          refined.mark(by.source[i]);
      refined.split_marked();
    }
  }
  return {refined.block_of(), refined.size()};
}

partition equivalence(dfa const& a) {
  std::vector<text::letter> const columns = distinct_columns(a);
  partition p = by_acceptance(a);
  for (bool growing = true; growing && p.count < a.states();) {
    partition finer = moore_round(a, columns, p);
    growing = finer.count > p.count + p.count / 4;
    p = std::move(finer);
  }
  if (p.count == a.states() || stable(a, columns, p)) return p;
  return hopcroft(a, columns, std::move(p));
}

} // namespace

minimal_dfa minimize(dfa const& input) {
  LTLC_EXPECTS(malformed(input).empty());
  dfa a = canonical(input);
  partition const p = equivalence(a);
  if (p.count == a.states()) return minimal_dfa(std::move(a));
  dfa quotient{a.sigma, p.block_of[a.initial], std::vector<bool>(p.count),
               std::vector<state>(p.count * a.letters())};
  for (state q = 0; q < a.states(); ++q) {
    state const b = p.block_of[q];
    quotient.accepting[b] = a.accepting[q];
    for (text::letter x = 0; x < a.letters(); ++x)
      quotient.delta[b * a.letters() + x] = p.block_of[a.next(q, x)];
  }
  return minimal_dfa(canonical(quotient));
}

} // namespace ltlc::automaton
