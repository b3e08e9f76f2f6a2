// The transition semigroup of a DFA by Froidure–Pin enumeration: elements as transformations of the
// states with their shortest words, in short-lex order, up to a limit. For the minimal DFA this is
// the syntactic semigroup. Source: [FroidurePin97].
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::algebra {

using element = std::uint32_t;

struct semigroup {
  std::size_t states = 0;
  std::size_t letters = 0;
  std::vector<std::uint32_t> images;   // element × states, row-major: q·x
  std::vector<element> prefix;         // x without its last letter; itself for a letter
  std::vector<text::letter> last;      // last letter of the shortest word
  std::vector<element> right;          // element × letters: x·a
  std::vector<element> generator;      // by letter
  bool complete = false;               // false: `limit` was reached first
  std::optional<budget::limit_reached> limit;

  [[nodiscard]] std::size_t size() const { return last.size(); }
  [[nodiscard]] std::uint32_t image(element x, automaton::state q) const {
    return images[x * states + q];
  }
};

// Enumerates until complete, until a limit, or until `stop(images of the new element)` is true (null
// = never). Cost: O(|S||Σ||Q|) time, O(|S|(|Q| + |Σ|)) space.
[[nodiscard]] semigroup enumerate(automaton::dfa const& a, budget::budget const& limits,
                                  bool (*stop)(std::uint32_t const* images, std::size_t states) =
                                      nullptr);

// The shortest word of x (least in alphabet order among the shortest).
[[nodiscard]] text::word word_of(semigroup const& s, element x);

// |S ∪ {1}|: the size plus one unless some word acts as the identity. Pre: complete.
[[nodiscard]] std::size_t monoid_size(semigroup const& s);

// Least s >= 1 with φ(Σ^s) = φ(Σ^2s). Pre: complete. Limit: steps, and time.
// Source: [RoPE, §3.4 by way of Dartois–Paperman 13].
[[nodiscard]] budget::limited<std::uint64_t> stability_index(semigroup const& s,
                                                             budget::budget const& limits);

// φ(Σ^n) as a membership table by element. Pre: complete.
[[nodiscard]] std::vector<bool> words_of_length(semigroup const& s, std::uint64_t n);

} // namespace ltlc::algebra
