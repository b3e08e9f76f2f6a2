// Random regular expressions for tests, from a seed.
#pragma once

#include "ltlc/regex/expression.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::support {

struct expression_shape {
  std::vector<std::string> letters{"a", "b"};
  std::uint32_t max_count = 3; // of r{m,n}
  bool boolean = true;         // & and ~
  bool sets = true;            // ., [ab], [^ab]
};

inline regex::expression random_letters(regex::expression_pool& pool, random& source,
                                        expression_shape const& shape) {
  if (!shape.sets || below(source, 4) != 0) return pool.letter(one_of(source, shape.letters));
  if (below(source, 3) == 0) return pool.any();
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < 1 + below(source, 2); ++i)
    tokens.push_back(one_of(source, shape.letters));
  return pool.letters(below(source, 2) == 0, tokens);
}

inline regex::expression random_repetition(regex::expression_pool& pool, random& source,
                                           expression_shape const& shape, regex::expression f) {
  auto const least = static_cast<std::uint32_t>(below(source, shape.max_count + 1));
  auto const more = static_cast<std::uint32_t>(below(source, shape.max_count + 1));
  switch (below(source, 4)) {
  case 0:
    return pool.repetition(f, 0, regex::unbounded);
  case 1:
    return pool.repetition(f, least, regex::unbounded);
  case 2:
    return pool.repetition(f, 0, 1);
  default:
    return pool.repetition(f, least, least + more);
  }
}

// An expression written with `operators` operators; smart constructors may leave fewer.
inline regex::expression random_expression(regex::expression_pool& pool, random& source,
                                           expression_shape const& shape, std::size_t operators) {
  if (operators == 0) {
    std::size_t const kind = below(source, 12);
    if (kind == 0) return pool.empty_word();
    if (kind == 1 && below(source, 3) == 0) return pool.nothing();
    return random_letters(pool, source, shape);
  }
  std::size_t const kind = below(source, shape.boolean ? 10 : 8);
  if (kind <= 1 || kind == 9) {
    auto const f = random_expression(pool, source, shape, operators - 1);
    return kind == 9 ? pool.complement(f) : random_repetition(pool, source, shape, f);
  }
  std::size_t const left = below(source, operators);
  auto const f = random_expression(pool, source, shape, left);
  auto const g = random_expression(pool, source, shape, operators - 1 - left);
  if (kind <= 4) return pool.concatenation(f, g);
  if (kind <= 7) return pool.alternation({f, g});
  return pool.intersection({f, g});
}

} // namespace ltlc::support
