// Does a model recognize a language? An answer for every word, or for every word up to a length,
// from the weights alone.
#pragma once

#include <optional>

#include "ltlc/proof/extract.hpp"
#include "ltlc/proof/refute.hpp"

namespace ltlc::proof {

enum class verdict { proved, refuted, unsettled };
[[nodiscard]] std::string_view name(verdict v); // "proved", …

struct report {
  proof::verdict verdict = verdict::unsettled;
  // proved: for words up to this length, none = for every word. unsettled: up to this length the
  // model was seen to agree, none = not even on the empty word.
  std::optional<std::uint64_t> length;
  std::optional<counterexample> difference; // refuted
  // unsettled: why, a head or a limit.
  std::optional<unsettled_head> unsettled;
  std::optional<budget::limit_reached> limit;
  // Where the exploration stopped: every word up to this length agrees, those that it did not
  // decide run one by one; proved when that is all that was asked. None: the empty word has no
  // verdict.
  std::optional<std::uint64_t> tried;
  std::size_t states = 0; // explored
};

// A counterexample that the interpreter does not confirm: a bug of this program.
struct unconfirmed {
  counterexample difference;
};
using prove_error = std::variant<no_period, budget::limit_reached, unconfirmed>;

// Every counterexample is run by the interpreter's reference path before it is reported. What is
// not settled is searched for one word by word (refute.hpp). A limit leaves a report that is
// unsettled; limits before the first word are errors (extract()). Pre: malformed(m) is empty; equal
// alphabets. Cost: extract(), and its states × those of the specification, and refute().
[[nodiscard]] tl::expected<report, prove_error> prove(network::model const& m,
                                                      execution::regime const& arithmetic,
                                                      automaton::dfa const& specification,
                                                      std::optional<std::uint64_t> length,
                                                      budget::budget const& limits);

// The language of the words that were decided.
struct recognized {
  automaton::dfa language;             // complete; agrees with the model on every decided word
  std::optional<std::uint64_t> length; // the words that were decided; none: every word
};

// Without a bound the model's language. With one, a small automaton that agrees on all decided
// words, if one is found: states are told apart by words of up to half the length (64 at most).
// None: no length was decided, or the prefixes of half the length do not repeat.
[[nodiscard]] std::optional<recognized> language_of(extracted const& e);

} // namespace ltlc::proof
