// The transition semigroup of a DFA by Froidure–Pin enumeration: elements as transformations of the
// states with their shortest words, in short-lex order, up to a limit. For the minimal DFA this is
// the syntactic semigroup. Source: [FroidurePin97].
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::algebra {

using element = std::uint32_t;

struct semigroup {
  std::size_t states = 0;
  std::size_t letters = 0;
  std::size_t width = 1;             // bytes of one image: 1, 2 or 4, the least that holds a state
  std::size_t stride = 8;            // bytes of one element: states × width, rounded up to 8
  std::vector<unsigned char> images; // element × stride bytes, padded with 0
  std::vector<element> prefix;       // x without its last letter; itself for a letter
  std::vector<text::letter> last;    // last letter of the shortest word
  std::vector<element> right;        // element × letters: x·a; complete rows only when complete
  std::vector<element> generator;    // by letter
  bool complete = false;             // false: stopped by `stop` or by `limit`
  std::optional<budget::limit_reached> limit;

  [[nodiscard]] std::size_t size() const { return last.size(); }
  // q·x
  [[nodiscard]] automaton::state image(element x, automaton::state q) const {
    unsigned char const* const row = images.data() + x * stride + q * width;
    if (width == 1) return *row;
    std::uint16_t narrow = 0;
    std::uint32_t wide = 0;
    if (width == 2) return std::memcpy(&narrow, row, sizeof narrow), narrow;
    return std::memcpy(&wide, row, sizeof wide), wide;
  }
};

// Enumerates until complete, until a limit, or until `stop` is true of a new element (null =
// never); in the last case the new element is the last one. Cost: O(|S||Σ|) table steps, |Q| for
// each pair that no known product settles.
[[nodiscard]] semigroup enumerate(automaton::dfa const& a, budget::budget const& limits,
                                  bool (*stop)(semigroup const& s, element x) = nullptr);

// The shortest word of x (least in alphabet order among the shortest).
[[nodiscard]] text::word word_of(semigroup const& s, element x);

// x·y. Pre: complete. Cost: the length of y's word.
[[nodiscard]] element product(semigroup const& s, element x, element y);

// The states of a cycle of length >= 2 of the map q ↦ q·x (the cycle of the smallest state on any),
// or nothing when x is aperiodic as a transformation.
[[nodiscard]] std::vector<automaton::state> state_cycle(semigroup const& s, element x);
[[nodiscard]] bool has_state_cycle(semigroup const& s, element x);

// |S ∪ {1}|: the size plus one unless some word acts as the identity. Pre: complete.
[[nodiscard]] std::size_t monoid_size(semigroup const& s);

// A set of elements, one bit each.
using element_set = std::vector<std::uint64_t>;
[[nodiscard]] inline bool contains(element_set const& set, element x) {
  return (set[x / 64] >> (x % 64) & 1) != 0;
}

// φ(Σ^n), and φ(Σ^(n+1)) from φ(Σ^n). Pre: complete, n >= 1. Cost: O(|S||Σ|) a letter.
[[nodiscard]] element_set words_of_length(semigroup const& s, std::uint64_t n);
[[nodiscard]] element_set longer_by_one(semigroup const& s, element_set const& words);

// Least s >= 1 with φ(Σ^s) = φ(Σ^2s). Pre: complete. Limit: time.
// Source: [DartoisPaperman13].
[[nodiscard]] budget::limited<std::uint64_t> stability_index(semigroup const& s,
                                                             budget::budget const& limits);

} // namespace ltlc::algebra
