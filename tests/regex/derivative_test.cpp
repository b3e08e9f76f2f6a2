#include <doctest/doctest.h>

#include "ltlc/regex/derivative.hpp"
#include "ltlc/regex/semantics.hpp"
#include "regex/random_expression.hpp"

using namespace ltlc;
using namespace ltlc::support;

TEST_SUITE("regex") {

  TEST_CASE("a derivative matches what may follow the letter") {
    auto const sigma = alphabet_of("abc");
    auto const words = all_words(3, 3);
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      support::random source(seed);
      regex::expression_pool pool;
      expression_shape const shape{{"a", "b", "z"}, 4, true, true};
      auto const f = random_expression(pool, source, shape, 1 + below(source, 8));
      CAPTURE(seed);
      CAPTURE(regex::print(f));
      auto const classes = regex::classes_of(f, sigma);
      budget::budget const limits;
      regex::derivatives derive(pool, sigma, classes, limits);
      for (text::letter x = 0; x < 3; ++x) {
        auto const g = *derive.by(f, classes.class_of[x]);
        CAPTURE(regex::print(g));
        for (auto const& v : words) {
          text::word w{x};
          w.insert(w.end(), v.begin(), v.end());
          REQUIRE(regex::matches(g, sigma, v) == regex::matches(f, sigma, w));
        }
      }
    }
  }

  TEST_CASE("simplifying a union keeps its language") {
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 6);
    std::size_t shorter = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      support::random source(seed);
      regex::expression_pool pool;
      expression_shape const shape{{"a", "b"}, 3, false, true};
      // Few bases and few tails, so that intervals of one base meet before one tail.
      auto const base = random_expression(pool, source, shape, below(source, 3));
      auto const tail = random_expression(pool, source, shape, below(source, 3));
      std::vector<regex::expression> parts;
      std::vector<term::id> terms;
      budget::budget const limits;
      auto const classes = regex::classes_of(base, sigma);
      regex::derivatives derive(pool, sigma, classes, limits);
      for (std::size_t i = 0; i < 2 + below(source, 4); ++i) {
        auto const f = pool.concatenation(random_repetition(pool, source, shape, base),
                                          below(source, 3) == 0 ? pool.empty_word() : tail);
        parts.push_back(f);
        for (auto const t : derive.terms(f.id))
          terms.push_back(t);
      }
      std::size_t const before = terms.size();
      derive.simplify(terms);
      if (terms.size() < before) ++shorter;
      std::vector<regex::expression> after;
      for (auto const t : terms)
        after.push_back({&pool, t});
      auto const f = pool.alternation(parts);
      auto const g = pool.alternation(after);
      CAPTURE(seed);
      CAPTURE(regex::print(f));
      CAPTURE(regex::print(g));
      for (auto const& w : words)
        REQUIRE(regex::matches(f, sigma, w) == regex::matches(g, sigma, w));
    }
    CHECK(shorter > 500);
  }

  TEST_CASE("letter classes are the coarsest partition that the sets are unions of") {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      support::random source(seed);
      regex::expression_pool pool;
      auto const sigma = alphabet_of("abcdef");
      std::vector<std::vector<std::string>> sets;
      std::vector<regex::expression> parts;
      for (std::size_t i = 0; i < below(source, 4); ++i) {
        sets.emplace_back();
        for (std::string const token : {"a", "b", "c", "d", "e", "f", "x"})
          if (below(source, 2) == 0) sets.back().push_back(token);
        // Concatenation, because alternation would merge the sets.
        parts.push_back(pool.letters(below(source, 2) == 0, sets.back()));
      }
      auto f = pool.any();
      bool empty = false;
      for (auto const part : parts) {
        empty |= part == pool.nothing();
        f = pool.concatenation(part, f);
      }
      if (empty) continue;
      auto const classes = regex::classes_of(f, sigma);
      CAPTURE(seed);
      for (text::letter x = 0; x < 6; ++x)
        for (text::letter y = 0; y < 6; ++y) {
          bool together = true;
          for (auto const& set : sets) {
            auto const in = [&](text::letter z) {
              return std::find(set.begin(), set.end(), sigma.token(z)) != set.end();
            };
            together &= in(x) == in(y);
          }
          REQUIRE((classes.class_of[x] == classes.class_of[y]) == together);
        }
      for (std::uint32_t c = 0; c < classes.representative.size(); ++c)
        CHECK(classes.class_of[classes.representative[c]] == c);
      CHECK(std::is_sorted(classes.representative.begin(), classes.representative.end()));
    }
  }

  TEST_CASE("a derivative stops at its limits") {
    auto const sigma = alphabet_of("ab");
    regex::expression_pool pool;
    auto f = pool.empty_word(); // (a?b?){…} nested: every suffix is a term
    for (int i = 0; i < 400; ++i)
      f = pool.concatenation(pool.repetition(pool.letter(i % 2 == 0 ? "a" : "b"), 0, 1), f);
    auto const classes = regex::classes_of(f, sigma);
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now();
    late.timeout_seconds = 5;
    auto const stopped = regex::derivatives(pool, sigma, classes, late).by(f, 0);
    REQUIRE_FALSE(stopped.has_value());
    CHECK(stopped.error().quantity == "seconds");
    CHECK(stopped.error().limit == 5);
    CHECK(stopped.error().way_out == "--timeout");

    budget::budget small;
    small.max_bytes = 1000;
    auto const full = regex::derivatives(pool, sigma, classes, small).by(f, 0);
    REQUIRE_FALSE(full.has_value());
    CHECK(full.error().quantity == "bytes");
    CHECK(full.error().limit == 1000);
  }
}
