#include "ltlc/proof/refute.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"

namespace ltlc::proof {

namespace {

// Scores, for each state that is allowed.
constexpr std::uint64_t work_on_short_words = 4;
constexpr std::uint64_t work_on_stuck_words = 16;
constexpr std::uint64_t rows_between_clocks = 256;

// How running all words of one length ended. `left_out`: some have no verdict.
enum class length_ended { agreed, left_out, differs, too_much };

// Words letter by letter, with the specification's state after each prefix.
class word_runner {
public:
  word_runner(network::model const& m, execution::regime const& arithmetic,
              automaton::dfa const& specification, budget::budget const& limits)
      : run_(m, arithmetic, execution::path::reference),
        specification_(specification), states_{specification.initial}, limits_(limits) {
    for (auto const& l : m.layers)
      heads_ += l.heads.size();
  }

  void allow(std::uint64_t work) { left_ = work; }
  [[nodiscard]] std::uint64_t words() const { return words_; }
  [[nodiscard]] std::optional<counterexample> const& difference() const { return difference_; }

  // False when the work is spent; then `unsettled()` is false.
  [[nodiscard]] bool push(text::letter a) {
    unsettled_ = false;
    if (!spend()) return false;
    if (!run_.push(a)) {
      unsettled_ = true;
      return false;
    }
    word_.push_back(a);
    states_.push_back(specification_.next(states_.back(), a));
    return true;
  }
  [[nodiscard]] bool unsettled() const { return unsettled_; }

  void shorten(std::size_t length) {
    word_.resize(length);
    states_.resize(length + 1);
    run_.truncate(length + 1);
  }

  // Every continuation of the word so far by exactly `more` letters, in alphabet order, to the
  // first that differs.
  [[nodiscard]] length_ended continuations(std::uint64_t more) {
    auto const base = word_.size();
    bool left_out = false;
    text::letter next = 0; // to try after word_
    auto const letters = static_cast<text::letter>(specification_.letters());
    for (;;) {
      bool const full = word_.size() == base + more;
      if (full) {
        if (!spend()) return stop(base, length_ended::too_much);
        auto const verdict = run_.accepts();
        ++words_;
        bool const wanted = specification_.accepting[states_.back()];
        if (verdict && *verdict != wanted) {
          difference_ = counterexample{word_, *verdict, wanted};
          return stop(base, length_ended::differs);
        }
        left_out = left_out || !verdict;
      }
      if (!full && next < letters) {
        if (push(next)) {
          next = 0;
        } else {
          if (!unsettled_) return stop(base, length_ended::too_much);
          left_out = true;
          ++next;
        }
        continue;
      }
      if (word_.size() == base) break;
      next = word_.back() + 1;
      shorten(word_.size() - 1);
    }
    return left_out ? length_ended::left_out : length_ended::agreed;
  }

private:
  length_ended stop(std::size_t base, length_ended how) {
    shorten(base);
    return how;
  }

  // For one more row.
  bool spend() {
    auto const work = 1 + heads_ * (word_.size() + 1);
    if (left_ < work) return false;
    left_ -= work;
    return ++rows_ % rows_between_clocks != 0 || !limits_.out_of_time();
  }

  execution::interpreter run_;
  automaton::dfa const& specification_;
  text::word word_;
  std::vector<automaton::state> states_;
  budget::budget const& limits_;
  std::size_t heads_ = 0;
  std::uint64_t left_ = 0, rows_ = 0, words_ = 0;
  bool unsettled_ = false;
  std::optional<counterexample> difference_;
};

} // namespace

search_result refute(network::model const& m, execution::regime const& arithmetic,
                     automaton::dfa const& specification, search_request const& asked,
                     budget::budget const& limits) {
  LTLC_EXPECTS(m.sigma == specification.sigma);
  search_result result;
  result.agreed = asked.known;
  word_runner runner(m, arithmetic, specification, limits);
  auto const of_interest = [&](std::uint64_t n) { return !asked.length || n <= *asked.length; };
  auto const found = [&](search by, bool shortest) {
    result.difference = runner.difference();
    result.difference->found_by = by;
    result.difference->shortest = shortest;
    result.words = runner.words();
    return result;
  };

  runner.allow(work_on_short_words * limits.max_states);
  auto next = asked.known ? *asked.known + 1 : 0; // all shorter words were decided or run
  bool all_agree = true;                          // and have a verdict
  for (; of_interest(next); ++next) {
    auto const ended = runner.continuations(next);
    if (ended == length_ended::differs) return found(search::short_words, true);
    if (ended == length_ended::too_much) break;
    all_agree = all_agree && ended == length_ended::agreed;
    if (all_agree) result.agreed = next;
  }

  if (asked.stuck) {
    runner.allow(work_on_stuck_words * limits.max_states);
    bool reached = true; // a prefix without a verdict has no continuation with one
    for (auto const a : *asked.stuck)
      reached = reached && runner.push(a);
    auto const from = asked.stuck->size();
    for (std::uint64_t more = 0; reached && of_interest(from + more); ++more) {
      auto const ended = runner.continuations(more);
      if (ended == length_ended::differs) return found(search::stuck_words, from + more <= next);
      if (ended == length_ended::too_much) break;
    }
  }
  result.words = runner.words();
  return result;
}

} // namespace ltlc::proof
