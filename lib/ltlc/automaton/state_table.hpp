// Numbers for states under construction: each distinct sequence of words gets the next number. All
// sequences lie in one array and the hash table holds only numbers, so a state of one word costs a
// few dozen bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ltlc/automaton/dfa.hpp"

namespace ltlc::automaton {

template <class Word>
class state_table {
public:
  // The number of `key`, new or old. Cost: O(|key|) expected.
  state intern(std::span<Word const> key) {
    std::uint64_t const h = hash(key);
    auto const tag = static_cast<std::uint32_t>(h >> 32);
    std::size_t const mask = slots_.size() - 1;
    for (std::size_t at = h & mask;; at = (at + 1) & mask) {
      slot& s = slots_[at];
      if (s.number == empty) {
        s = {tag, static_cast<state>(size())};
        content_.insert(content_.end(), key.begin(), key.end());
        begin_.push_back(content_.size());
        hash_.push_back(h);
        if (size() * 2 > slots_.size()) grow();
        return static_cast<state>(size() - 1);
      }
      if (s.tag == tag && std::ranges::equal(key, (*this)[s.number])) return s.number;
    }
  }

  // Valid until the next intern().
  [[nodiscard]] std::span<Word const> operator[](state q) const {
    return {content_.data() + begin_[q], begin_[q + 1] - begin_[q]};
  }
  [[nodiscard]] std::size_t size() const { return begin_.size() - 1; }
  [[nodiscard]] std::uint64_t bytes() const {
    return content_.size() * sizeof(Word) + begin_.size() * sizeof(std::size_t) +
           hash_.size() * sizeof(std::uint64_t) + slots_.size() * sizeof(slot);
  }

private:
  static constexpr state empty = UINT32_MAX;
  struct slot {
    std::uint32_t tag = 0; // the upper half of the hash: most comparisons end here
    state number = empty;
  };

  static std::uint64_t hash(std::span<Word const> key) {
    std::uint64_t h = key.size() + 0x9e3779b97f4a7c15ULL;
    for (Word const w : key) {
      h = (h ^ w) * 0xff51afd7ed558ccdULL;
      h ^= h >> 32;
    }
    h *= 0xc4ceb9fe1a85ec53ULL;
    return h ^ (h >> 29);
  }

  void grow() {
    std::size_t const mask = slots_.size() * 2 - 1;
    slots_.assign(slots_.size() * 2, slot{});
    for (state q = 0; q < size(); ++q) {
      std::uint64_t const h = hash_[q];
      std::size_t at = h & mask;
      while (slots_[at].number != empty)
        at = (at + 1) & mask;
      slots_[at] = {static_cast<std::uint32_t>(h >> 32), q};
    }
  }

  std::vector<Word> content_;
  std::vector<std::size_t> begin_{0};
  std::vector<std::uint64_t> hash_;
  std::vector<slot> slots_ = std::vector<slot>(64);
};

} // namespace ltlc::automaton
