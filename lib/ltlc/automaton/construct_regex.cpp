// A state is the set of terms whose union the rest of the word must match; the empty set is the
// sink. The steps of a term say by which letter classes it goes where, so a term that reacts to one
// letter of a thousand costs one entry.
#include <bit>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/state_table.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"
#include "ltlc/regex/derivative.hpp"

namespace ltlc::automaton {

namespace {

using term_set = std::vector<term::id>;

class exploration {
public:
  exploration(regex::expression f, regex::expression_pool& pool, text::alphabet const& sigma,
              budget::budget const& limits)
      : pool_(pool), sigma_(sigma), limits_(limits), classes_(regex::classes_of(f, sigma)),
        derive_(pool, sigma, classes_, limits), next_(classes_.representative.size()) {
    term_set start = derive_.terms(f.id);
    derive_.simplify(start);
    states_.intern(start);
  }

  budget::limited<dfa> run() {
    dfa result{sigma_, 0, {}, {}};
    std::vector<state> by_class(next_.size());
    budget::pace clock(limits_, "states");
    for (state q = 0; q < states_.size(); ++q) {
      std::span<term::id const> const terms = states_[q];
      if (clock.out_of_time(states_.size(), 1 + terms.size()))
        return tl::unexpected(limits_.time_passed());
      std::uint64_t const table = (result.delta.size() + sigma_.size()) * sizeof(state);
      if (states_.bytes() > limits_.max_bytes || table > limits_.max_bytes)
        return tl::unexpected(budget::bytes_passed(limits_));
      result.accepting.push_back(
          std::any_of(terms.begin(), terms.end(), [&](term::id t) { return pool_[t].nullable; }));
      if (auto const limit = step(terms)) return tl::unexpected(*limit);
      for (std::uint32_t c = 0; c < next_.size(); ++c) {
        derive_.simplify(next_[c]);
        by_class[c] = states_.intern(next_[c]);
        if (states_.size() > limits_.max_states || states_.size() == UINT32_MAX)
          return tl::unexpected(limits_.states_passed());
      }
      for (std::uint32_t const c : classes_.class_of)
        result.delta.push_back(by_class[c]);
    }
    return result;
  }

private:
  // Fills next_ with the terms after each class.
  std::optional<budget::limit_reached> step(std::span<term::id const> terms) {
    for (term_set& set : next_)
      set.clear();
    for (term::id const t : terms) {
      auto const steps = derive_.steps(t);
      if (!steps) return steps.error();
      for (regex::step const& s : *steps) {
        regex::class_set const& set = derive_.classes(s.classes);
        for (std::size_t w = 0; w < set.size(); ++w)
          for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
            next_[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))].push_back(s.rest);
      }
    }
    return std::nullopt;
  }

  regex::expression_pool& pool_;
  text::alphabet const& sigma_;
  budget::budget const& limits_;
  regex::letter_classes classes_;
  regex::derivatives derive_;
  state_table<term::id> states_;
  std::vector<term_set> next_; // by class
};

} // namespace

budget::limited<dfa> construct(regex::expression f, regex::expression_pool& pool,
                               text::alphabet const& sigma, budget::budget const& limits) {
  LTLC_EXPECTS(f.pool == &pool && sigma.size() > 0);
  return exploration(f, pool, sigma, limits).run();
}

} // namespace ltlc::automaton
