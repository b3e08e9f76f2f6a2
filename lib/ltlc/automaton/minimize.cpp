// Partition refinement: blocks are intervals of one permutation of the states, a splitter marks the
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
  explicit refinement(std::size_t n) : element_(n), place_(n), block_of_(n, 0), blocks_{{0, 0, 0}} {
    for (state q = 0; q < n; ++q)
      element_[q] = place_[q] = q;
    blocks_[0].end = static_cast<state>(n);
  }

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] state block_of(state q) const { return block_of_[q]; }

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

} // namespace

minimal_dfa minimize(dfa const& input) {
  LTLC_EXPECTS(malformed(input).empty());
  dfa a = canonical(input);
  std::vector<inverse> inverses;
  for (text::letter const x : distinct_columns(a))
    inverses.push_back(inverse_of(a, x));

  refinement partition(a.states());
  for (state q = 0; q < a.states(); ++q)
    if (a.accepting[q]) partition.mark(q);
  partition.split_marked();
  std::vector<state> splitter;
  while (partition.take_splitter(splitter)) {
    for (inverse const& by : inverses) {
      for (state const q : splitter)
        for (state i = by.begin[q]; i < by.begin[q + 1]; ++i)
          partition.mark(by.source[i]);
      partition.split_marked();
    }
  }
  if (partition.size() == a.states()) return minimal_dfa(std::move(a));

  dfa quotient{a.sigma, partition.block_of(a.initial), std::vector<bool>(partition.size()),
               std::vector<state>(partition.size() * a.letters())};
  for (state q = 0; q < a.states(); ++q) {
    state const b = partition.block_of(q);
    quotient.accepting[b] = a.accepting[q];
    for (text::letter x = 0; x < a.letters(); ++x)
      quotient.delta[b * a.letters() + x] = partition.block_of(a.next(q, x));
  }
  return minimal_dfa(canonical(quotient));
}

} // namespace ltlc::automaton
