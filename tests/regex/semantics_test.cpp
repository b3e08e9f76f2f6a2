#include <doctest/doctest.h>

#include "ltlc/regex/semantics.hpp"
#include "regex/random_expression.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

// Every way to match, by recursion on the expression and without any table: the twin of the twin.
bool slow(regex::expression_pool const& pool, term::id f, text::alphabet const& sigma,
          text::word const& w, std::size_t i, std::size_t j) {
  regex::node const& n = pool[f];
  auto const split = [&](auto const& left, auto const& right) {
    for (std::size_t k = i; k <= j; ++k)
      if (left(k) && right(k)) return true;
    return false;
  };
  switch (n.kind) {
  case regex::op::nothing:
    return false;
  case regex::op::empty_word:
    return i == j;
  case regex::op::letters: {
    if (j != i + 1) return false;
    bool named = false;
    for (auto const symbol : pool.set(n.a).symbols)
      named |= pool.symbols().name(symbol) == sigma.token(w[i]);
    return named != pool.set(n.a).negated;
  }
  case regex::op::concatenation:
    return split([&](std::size_t k) { return slow(pool, n.a, sigma, w, i, k); },
                 [&](std::size_t k) { return slow(pool, n.b, sigma, w, k, j); });
  case regex::op::alternation:
    for (auto const c : n.children)
      if (slow(pool, c, sigma, w, i, j)) return true;
    return false;
  case regex::op::intersection:
    for (auto const c : n.children)
      if (!slow(pool, c, sigma, w, i, j)) return false;
    return true;
  case regex::op::complement:
    return !slow(pool, n.a, sigma, w, i, j);
  case regex::op::repetition: {
    // ends[k]: after some number of copies we can stand at k.
    std::vector<bool> ends(j + 1, false);
    ends[i] = true;
    bool met = n.least == 0 && i == j;
    std::size_t const last = n.most == regex::unbounded ? n.least + w.size() : std::size_t{n.most};
    for (std::size_t copy = 1; copy <= last && !met; ++copy) {
      std::vector<bool> next(j + 1, false);
      for (std::size_t k = i; k <= j; ++k)
        for (std::size_t l = k; ends[k] && l <= j; ++l)
          if (slow(pool, n.a, sigma, w, k, l)) next[l] = true;
      ends = next;
      met = copy >= n.least && ends[j];
    }
    return met;
  }
  }
  return false;
}

} // namespace

TEST_SUITE("regex") {

  TEST_CASE("matching by factors agrees with matching by recursion") {
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 4);
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
      support::random source(seed);
      regex::expression_pool pool;
      auto const f = random_expression(pool, source, {}, 1 + below(source, 6));
      CAPTURE(seed);
      CAPTURE(regex::print(f));
      for (auto const& w : words)
        REQUIRE(regex::matches(f, sigma, w) == slow(pool, f.id, sigma, w, 0, w.size()));
    }
  }

  TEST_CASE("counts need not be small") {
    auto const sigma = alphabet_of("a");
    regex::expression_pool pool;
    auto const a = pool.letter("a");
    CHECK(regex::matches(pool.repetition(a, 37, 37), sigma, text::word(37, 0)));
    CHECK_FALSE(regex::matches(pool.repetition(a, 37, 37), sigma, text::word(36, 0)));
    CHECK(regex::matches(pool.repetition(a, 0, 1'000'000), sigma, text::word(20, 0)));
    CHECK_FALSE(regex::matches(pool.repetition(a, 999'999, 1'000'000), sigma, text::word(20, 0)));
  }

  TEST_CASE("the full stop and complements range over the alphabet and nothing else") {
    regex::expression_pool pool;
    auto const sigma = alphabet_of("ab");
    CHECK(regex::matches(pool.any(), sigma, {1}));
    CHECK_FALSE(regex::matches(pool.letter("c"), sigma, {1}));
    CHECK(regex::matches(pool.letters(true, {"c"}), sigma, {1}));
    CHECK(regex::matches(pool.complement(pool.letter("c")), sigma, {0}));
    CHECK(regex::matches(pool.complement(pool.nothing()), sigma, {}));
  }
}
