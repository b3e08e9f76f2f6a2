// All words up to a length form a tree of prefixes; depth first, each word costs one row more than
// its parent. Once a disagreement of length n is known only shorter words can beat it: among words
// of length n the walk meets the least in alphabet order first.
#include "ltlc/validation/against.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::validation {

namespace {

constexpr std::uint64_t words_between_checks = 64;

// Σ_{n <= length} letters^n, or none when that passes the limit.
std::optional<std::uint64_t> count_words(std::uint64_t letters, std::uint64_t length,
                                         std::uint64_t limit) {
  std::uint64_t total = 1;
  std::uint64_t of_length = 1;
  for (std::uint64_t n = 1; n <= length && total <= limit; ++n) {
    if (of_length > limit / letters) return std::nullopt;
    of_length *= letters;
    total += of_length; // at most twice the limit
  }
  if (total > limit) return std::nullopt;
  return total;
}

// Uniform below n, from the engine's bits alone: distributions of the standard library differ from
// one implementation to the next, and equal seeds must give equal words. Pre: n >= 1.
std::uint64_t below(std::mt19937_64& random, std::uint64_t n) {
  auto const excess = (std::mt19937_64::max() % n + 1) % n;
  for (;;) {
    auto const drawn = random();
    if (drawn <= std::mt19937_64::max() - excess) return drawn % n;
  }
}

bool shorter(text::word const& a, text::word const& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// The model beside the specification, with what they have disagreed on so far.
class race {
public:
  race(network::model const& m, execution::regime arithmetic, automaton::dfa const& specification,
       budget::budget const& limits)
      : run_(m, std::move(arithmetic)), specification_(specification), limits_(limits) {
    states_.push_back(specification.initial);
  }

  [[nodiscard]] comparison& result() { return result_; }

  tl::expected<void, comparison_error> extend(text::letter a) {
    if (auto const pushed = run_.push(a); !pushed) return tl::unexpected(pushed.error());
    word_.push_back(a);
    states_.push_back(specification_.next(states_.back(), a));
    return {};
  }

  void shorten(std::size_t length) {
    word_.resize(length);
    states_.resize(length + 1);
    run_.truncate(length + 1);
  }

  // Compares the verdicts on the word so far.
  tl::expected<void, comparison_error> compare() {
    if (result_.words % words_between_checks == 0) {
      if (limits_.out_of_time()) return tl::unexpected(limits_.time_passed());
      if (limits_.progress != nullptr) limits_.progress("words", result_.words);
    }
    auto const model = run_.accepts();
    if (!model) return tl::unexpected(model.error());
    ++result_.words;
    bool const wanted = specification_.accepting[states_.back()];
    if (*model != wanted && (!result_.first || shorter(word_, result_.first->word)))
      result_.first = disagreement{word_, *model, wanted};
    return {};
  }

  // Every word of length <= up_to, except those that cannot be a better disagreement.
  tl::expected<void, comparison_error> all_words(std::uint64_t up_to) {
    if (auto const done = compare(); !done) return done;
    auto const letters = static_cast<text::letter>(specification_.letters());
    text::letter next = 0; // the letter to try after word_
    for (;;) {
      auto const bound = result_.first
                             ? std::min<std::uint64_t>(up_to + 1, result_.first->word.size())
                             : up_to + 1; // words shorter than this are of interest
      if (next < letters && word_.size() + 1 < bound) {
        if (auto const done = extend(next); !done) return done;
        if (auto const done = compare(); !done) return done;
        next = 0;
      } else if (word_.empty()) {
        return {};
      } else {
        next = word_.back() + 1;
        shorten(word_.size() - 1);
      }
    }
  }

  tl::expected<void, comparison_error> one_word(text::word const& w) {
    shorten(0);
    for (auto const a : w)
      if (auto const done = extend(a); !done) return done;
    ++result_.sampled;
    return compare();
  }

private:
  execution::interpreter run_;
  automaton::dfa const& specification_;
  budget::budget const& limits_;
  text::word word_;
  std::vector<automaton::state> states_; // after each prefix
  comparison result_;
};

// From which states acceptance is possible in exactly n letters, for n <= longest.
using reach_table = std::vector<std::vector<bool>>;

budget::limited<reach_table> reach_acceptance(automaton::dfa const& a, std::uint64_t longest,
                                              budget::budget const& limits) {
  if (longest >= limits.max_bytes / (a.states() / 8 + 1))
    return tl::unexpected(budget::bytes_passed(limits));
  reach_table possible{a.accepting};
  for (std::uint64_t n = 1; n <= longest; ++n) {
    if (limits.out_of_time()) return tl::unexpected(limits.time_passed());
    std::vector<bool> now(a.states(), false);
    for (automaton::state q = 0; q < a.states(); ++q)
      for (text::letter b = 0; b < a.letters() && !now[q]; ++b)
        now[q] = possible.back()[a.next(q, b)];
    possible.push_back(std::move(now));
  }
  return possible;
}

text::word uniform_word(std::mt19937_64& random, std::uint64_t letters, std::uint64_t length) {
  text::word w;
  for (std::uint64_t i = 0; i < length; ++i)
    w.push_back(static_cast<text::letter>(below(random, letters)));
  return w;
}

// A walk of this length that ends in acceptance, each step uniform among those that can.
// Pre: possible[length][initial].
text::word accepted_word(std::mt19937_64& random, automaton::dfa const& a,
                         reach_table const& possible, std::uint64_t length) {
  text::word w;
  auto q = a.initial;
  std::vector<text::letter> open;
  for (auto left = length; left > 0; --left) {
    open.clear();
    for (text::letter b = 0; b < a.letters(); ++b)
      if (possible[left - 1][a.next(q, b)]) open.push_back(b);
    w.push_back(open[below(random, open.size())]);
    q = a.next(q, w.back());
  }
  return w;
}

// `samples` words of lengths shortest … longest, by turns uniform and accepted.
tl::expected<void, comparison_error> sample(race& r, automaton::dfa const& a,
                                            std::uint64_t shortest, sample_options const& how,
                                            budget::budget const& limits) {
  auto const possible = reach_acceptance(a, how.longest, limits);
  if (!possible) return tl::unexpected(possible.error());
  std::vector<std::uint64_t> lengths; // at which a word is accepted
  for (auto n = shortest; n <= how.longest; ++n)
    if ((*possible)[n][a.initial]) lengths.push_back(n);
  std::mt19937_64 random(how.seed);
  for (std::uint64_t s = 0; s < how.samples; ++s) {
    bool const accepted = s % 2 == 1 && !lengths.empty();
    auto const w = accepted
                       ? accepted_word(random, a, *possible, lengths[below(random, lengths.size())])
                       : uniform_word(random, a.letters(),
                                      shortest + below(random, how.longest - shortest + 1));
    if (auto const done = r.one_word(w); !done) return done;
  }
  return {};
}

} // namespace

tl::expected<comparison, comparison_error>
against(network::model const& m, execution::regime arithmetic, automaton::dfa const& specification,
        sample_options const& how, budget::budget const& limits) {
  LTLC_EXPECTS(m.sigma == specification.sigma);
  auto options = how;
  if (m.max_length) {
    options.up_to = std::min(options.up_to, *m.max_length);
    options.longest = std::min(options.longest, *m.max_length);
  }
  auto const most_words = limits.max_states * 10;
  if (!count_words(specification.letters(), options.up_to, most_words))
    return tl::unexpected(budget::limit_reached{"words", most_words, "--max-states"});

  race r(m, std::move(arithmetic), specification, limits);
  if (auto const done = r.all_words(options.up_to); !done) return tl::unexpected(done.error());
  auto& result = r.result();
  result.all_up_to = options.up_to;
  if (result.first) { // the walk left longer words out, and a sample is longer still
    auto const length = result.first->word.size();
    result.all_up_to = length == 0 ? 0 : length - 1;
    return result;
  }
  if (options.samples > 0 && options.longest > options.up_to)
    if (auto const done = sample(r, specification, options.up_to + 1, options, limits); !done)
      return tl::unexpected(done.error());
  return result;
}

} // namespace ltlc::validation
