// Random angles and scalars for the tests of the exact layer.
#pragma once

#include <random>
#include <vector>

#include "ltlc/exact/scalar.hpp"

enum class angle_kind { turns, golden, radians, any }; // any: turns with golden or with radians

inline std::int64_t draw(std::mt19937_64& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

inline ltlc::exact::angle random_angle(std::mt19937_64& random, angle_kind kind) {
  using ltlc::exact::rational;
  std::int64_t const d = draw(random, 1, 24);
  ltlc::exact::angle a{rational(draw(random, 0, d - 1), d), 0, 0};
  if (kind == angle_kind::any) {
    kind = static_cast<angle_kind>(draw(random, 0, 2));
  }
  if (kind == angle_kind::golden) a.golden = draw(random, -3, 3);
  if (kind == angle_kind::radians) a.radians = rational(draw(random, -6, 6), draw(random, 1, 2));
  return a;
}

// A sum of at most most_terms cosines.
inline ltlc::exact::scalar random_scalar(std::mt19937_64& random, angle_kind kind,
                                         std::int64_t most_terms) {
  using ltlc::exact::rational;
  std::vector<ltlc::exact::scalar::term> terms;
  for (std::int64_t n = draw(random, 0, most_terms); n > 0; --n) {
    terms.push_back(
        {random_angle(random, kind), rational(draw(random, -5, 5), draw(random, 1, 4))});
  }
  return from_terms(std::move(terms));
}
