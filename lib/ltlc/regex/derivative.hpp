// Derivatives in linear form: an expression is, but for the empty word, a union of "a letter of
// these classes, then a word of this expression". Alternation is never multiplied out except along
// concatenations, so the terms that occur are few, and one pass serves all letters.
// Source: [Antimirov96] for the terms, [Brzozowski64] for & and ~.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/budget/budget.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/regex/expression.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::regex {

// The coarsest partition of sigma such that every letter set of f is a union of blocks.
struct letter_classes {
  std::vector<std::uint32_t> class_of;      // by letter
  std::vector<text::letter> representative; // by class, the least letter
};

// Classes are numbered by their least letters. Cost: linear in f and sigma.
[[nodiscard]] letter_classes classes_of(expression f, text::alphabet const& sigma);

// Bit c says whether class c is in the set.
using class_set = std::vector<std::uint64_t>;

// A letter of the classes, then a word of `rest`, which is no alternation.
struct step {
  std::uint32_t classes = 0; // index of a class set
  term::id rest = 0;
  friend bool operator==(step const&, step const&) = default;
};

class derivatives {
public:
  // Pre: all outlive this; the classes are those of the whole expression over sigma.
  derivatives(expression_pool& pool, text::alphabet const& sigma, letter_classes const& classes,
              budget::budget const& limits);

  // The linear form of an expression; kept, so the second call is a look-up. Valid until the next
  // call. Limits: time, and max_bytes for the terms and the forms. No recursion.
  [[nodiscard]] budget::limited<std::span<step const>> steps(term::id f);
  [[nodiscard]] class_set const& classes(std::uint32_t index) const { return sets_[index]; }

  // A union of terms in normal form: sorted, without repetitions, ~∅ alone, r{a,b}z | r{c,d}z as
  // one interval where the two touch, and no z beside x z with a nullable x. The language stays the
  // same.
  void simplify(std::vector<term::id>& terms);

  // The terms of an expression's top-level union.
  [[nodiscard]] std::vector<term::id> terms(term::id f) const;

  // {v : a v ∈ f} for the letters a of class c.
  [[nodiscard]] budget::limited<expression> by(expression f, std::uint32_t c);

private:
  struct range {
    std::size_t begin = 0;
    std::size_t size = 0;
    bool known = false;
  };
  struct pending {
    term::id f;    // derive this …
    term::id rest; // … and put this behind it
  };

  // base{least,most} tail: terms of one family differ only in the counts.
  struct family {
    term::id base;
    term::id tail;
    term::id once; // base tail
  };
  struct counts {
    bool known = false;
    bool counted = false;
    std::uint32_t family = 0;
    std::uint32_t least = 0;
    std::uint32_t most = 0;
    friend auto operator<=>(counts const&, counts const&) = default;
  };

  [[nodiscard]] bool known(term::id f) const { return f < form_.size() && form_[f].known; }
  [[nodiscard]] std::span<step const> form(term::id f) const;
  void keep(term::id f, std::vector<step>& form);
  term::id join(term::id f, term::id rest);
  void emit(std::uint32_t classes, term::id rest, std::vector<step>& form);
  std::uint32_t intern(class_set set);
  std::uint32_t classes_of_set(std::uint32_t set);
  std::vector<term::id> by_class(term::id f);
  void derive_boolean(term::id f);
  // False when it must wait for the forms that it appends to `missing`, or when a limit is reached.
  bool derive_plain(term::id f, std::vector<term::id>& missing);
  counts counts_of(term::id f);
  term::id with_counts(counts const& c);
  void drop_tails(std::vector<term::id>& terms);
  bool merge_counts(std::vector<term::id>& terms);
  bool limit_is_near(std::uint64_t weight);

  expression_pool& pool_;
  text::alphabet const& sigma_;
  letter_classes const& classes_;
  budget::budget const& limits_;
  budget::pace clock_;
  term::id empty_word_;
  term::id everything_;
  std::vector<class_set> sets_;
  boost::unordered_flat_map<class_set, std::uint32_t> set_index_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> of_letter_set_;
  std::vector<counts> counts_; // by term
  std::vector<family> families_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> family_index_; // by base and tail
  boost::unordered_flat_map<std::uint64_t, std::vector<std::pair<std::uint32_t, term::id>>> made_;
  std::vector<std::pair<counts, term::id>> parts_; // of merge_counts, kept for its storage
  std::vector<bool> dropped_;                      // of drop_tails, kept for its storage
  std::vector<range> form_;                        // by term
  std::vector<step> storage_;
  std::optional<budget::limit_reached> limit_;
};

} // namespace ltlc::regex
