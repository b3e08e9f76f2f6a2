// Brzozowski derivatives by classes of letters that the expression cannot tell apart.
// Source: [Brzozowski64]; counting and letter classes as the head of the .cpp explains.
#pragma once

#include <vector>

#include "ltlc/regex/expression.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::regex {

// The coarsest partition of sigma such that every letter set of f is a union of blocks.
struct letter_classes {
  std::vector<std::uint32_t> class_of;       // by letter
  std::vector<text::letter> representative;  // by class, the least letter
};

[[nodiscard]] letter_classes classes_of(expression f, text::alphabet const& sigma);

// Derivatives by a fixed set of letter classes, memoized on (node, class).
class derivatives {
public:
  // Pre: pool outlives this; the alphabet and classes are those of the whole expression.
  derivatives(expression_pool& pool, text::alphabet const& sigma, letter_classes const& classes);
  // {v : a v ∈ f} for the letters a of class c. Cost: amortised linear in new nodes; no recursion.
  [[nodiscard]] expression by(expression f, std::uint32_t c);

private:
  expression_pool& pool_;
  std::size_t class_count_;
  std::vector<std::vector<bool>> set_has_class_; // by letter set index, then class
  text::alphabet const& sigma_;
  letter_classes const& classes_;
  boost::unordered_flat_map<std::uint64_t, term::id> memo_;
};

} // namespace ltlc::regex
