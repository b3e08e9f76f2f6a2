// A counterexample where nothing is settled: words run one by one by the interpreter's reference
// path, first every short one, then those that lead to where the exploration stopped and on.
#pragma once

#include <cstdint>
#include <optional>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::proof {

// How a counterexample was found.
enum class search { exploration, short_words, stuck_words };

struct counterexample {
  // Where it is shortest and was not found by stuck words, the least in alphabet order of these.
  text::word word;
  bool model_accepts = false;
  bool specification_accepts = false;
  search found_by = search::exploration;
  bool shortest = true; // every shorter word was decided or run
};

// `known`: words up to this length need not be run, they agree; none: not even the empty word.
struct search_request {
  std::optional<std::uint64_t> known;
  std::optional<std::uint64_t> length; // words up to this length are of interest; none: all
  std::optional<text::word> stuck;     // where the exploration stopped
};

struct search_result {
  std::optional<counterexample> difference;
  // All words up to this length were decided or run, and agree; none: not even the empty word.
  std::optional<std::uint64_t> agreed;
  std::uint64_t words = 0; // run
};

// A word that exact arithmetic leaves unsettled has no verdict, and neither agrees nor differs.
// Pre: malformed(m) is empty; equal alphabets. Cost: at most max_states × 4 scores for the short
// words and × 16 for the others, where rows that a word shares with the one before it count once;
// or what the time allows.
[[nodiscard]] search_result refute(network::model const& m, execution::regime const& arithmetic,
                                   automaton::dfa const& specification, search_request const& asked,
                                   budget::budget const& limits);

} // namespace ltlc::proof
