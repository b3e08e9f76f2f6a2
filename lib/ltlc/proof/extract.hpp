// The automaton out of the weights: every word is read by the model at once. A state is what the
// heads can still see of a prefix (key_relevance.hpp), with the residue of its length, or with the
// length itself when the model is asked about words up to a length. Nothing is taken from the
// compiler: notes, names and the formula of a model are not read.
// Source: past the paper; the constructive side of [RoPE, Lemma 3.1].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::proof {

// Where attention is not decided by the set of keys seen, or not finite.
struct unsettled_head {
  std::size_t layer = 0, head = 0;
  text::word prefix;              // a shortest one, read before the query
  std::optional<text::letter> at; // the letter whose row asks; none: <eos>
  std::string gap;   // between the greatest score and the one in question; or "not finite"
  std::string query; // the query's vector before it is rotated
  bool irrational_norm = false; // not a head: the layer's norm has no exact root here
};

// States by delta[state * letters + letter]; `none` where the exploration stopped.
struct extracted {
  static constexpr automaton::state none = ~automaton::state{0};
  text::alphabet sigma;
  std::vector<bool> accepting;
  std::vector<automaton::state> delta;
  // Words of up to this length stay on explored states and are decided; none: every word.
  std::optional<std::uint64_t> length;
  // Why it stops there, when it was not asked to: a head, or a limit.
  std::optional<unsettled_head> unsettled;
  std::optional<budget::limit_reached> limit;

  [[nodiscard]] std::size_t states() const { return accepting.size(); }
  // It did not get as far as it was asked to.
  [[nodiscard]] bool stopped() const { return unsettled || limit; }
};

// No length is decided: a head whose rotations never come back, and no bound was given.
struct no_period {
  std::size_t layer = 0, head = 0;
};
using extract_error = std::variant<no_period, budget::limit_reached>;

// Explores all words, or those up to `length`. Pre: malformed(m) is empty.
// Cost: states × letters × the cost of one row; with a bound also O(length² · queries · keys)
// scores for each head that rotates. Limits: states and time, which leave the shorter words
// decided. Errors: no period and no bound; a common period above max_states; with a bound and a
// head that rotates, (length + 1)² above max_states × 400, which allows lengths up to 20,000 by
// default.
[[nodiscard]] tl::expected<extracted, extract_error> extract(network::model const& m,
                                                             execution::regime const& arithmetic,
                                                             std::optional<std::uint64_t> length,
                                                             budget::budget const& limits);

// The automaton of every word. Pre: no length, not stopped.
[[nodiscard]] automaton::dfa complete(extracted const& e);

} // namespace ltlc::proof
