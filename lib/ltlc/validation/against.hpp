// Bounded check of a model against a specification: all words up to a length, and a seeded sample of
// longer ones. It proves nothing beyond the words it ran; the count says how many those were.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::validation {

struct sample_options {
  std::uint64_t up_to = 8;        // all words of length <= up_to
  std::uint64_t samples = 200;    // seeded random words longer than that
  std::uint64_t longest = 64;     // of the sample; never past the model's max_length
  std::uint64_t seed = 1;
};

struct disagreement {
  text::word word;
  bool model_accepts = false;
  bool specification_accepts = false;
};

struct comparison {
  std::uint64_t words = 0;        // that were run
  std::uint64_t all_up_to = 0;    // every word of length <= this was run (less than asked when the
                                  // model does not promise that length)
  std::uint64_t sampled = 0;
  std::optional<disagreement> first; // a shortest one among the words run, least in alphabet order
};

using comparison_error = std::variant<execution::unsettled_gap, budget::limit_reached>;

// Half of the sample are uniform random words, half random walks that end in acceptance where the
// automaton allows it, so that sparse languages meet accepted words too.
// Limit: words of length <= up_to are counted against max_states × 10 before the start.
// Pre: equal alphabets.
[[nodiscard]] tl::expected<comparison, comparison_error>
against(network::model const& m, execution::regime arithmetic, automaton::dfa const& specification,
        sample_options const& how, budget::budget const& limits);

} // namespace ltlc::validation
