// Printing and parsing are inverse: the same pool gives the same node.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ltlc/grammar/first_order_grammar.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "support/formula_generator.hpp"

namespace {

using namespace ltlc;

std::vector<std::string> const tokens{"a", "b1", "true", "P", "it's", "back\\slash", "é", "7", "("};

regex::expression random_expression(regex::expression_pool& pool, support::random& source,
                                    std::size_t size) {
  std::size_t const kind = support::below(source, 7);
  if (size == 0 || kind == 0) {
    if (support::below(source, 8) == 0) return pool.empty_word();
    std::vector<std::string> set;
    for (std::size_t i = support::below(source, 4); i-- > 0;)
      set.push_back(support::one_of(source, tokens));
    return pool.letters(support::below(source, 4) == 0, set);
  }
  auto const f = random_expression(pool, source, size - 1);
  if (kind == 1) return pool.complement(f);
  if (kind == 2) {
    auto const least = static_cast<std::uint32_t>(support::below(source, 4));
    auto const more = static_cast<std::uint32_t>(support::below(source, 3));
    return pool.repetition(f, least,
                           support::below(source, 3) == 0 ? regex::unbounded : least + more);
  }
  auto const g = random_expression(pool, source, size / 2);
  if (kind == 3) return pool.alternation({f, g});
  if (kind == 4) return pool.intersection({f, g});
  return pool.concatenation(f, g);
}

} // namespace

TEST_SUITE("grammar") {
  TEST_CASE("a printed formula parses to the same node") {
    support::formula_shape shape;
    shape.letters = tokens;
    shape.operators.insert(shape.operators.end(),
                           {logic::op::future, logic::op::next, logic::op::until});
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, seed % 30);
      for (bool const unicode : {false, true}) {
        std::string const text = logic::print(f, {.unicode = unicode});
        CAPTURE(text);
        auto const again = grammar::parse_formula({"", text}, pool);
        REQUIRE(again);
        REQUIRE(*again == f);
      }
    }
  }

  TEST_CASE("a printed sentence parses to the same node") {
    support::sentence_shape shape;
    shape.letters = tokens;
    shape.letters.insert(shape.letters.end(), {"x", "y", "succ", "last", "exists"});
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::fo_pool pool;
      auto const f = support::random_sentence(pool, source, shape, seed % 20);
      for (bool const unicode : {false, true}) {
        std::string const text = logic::print(f, {.unicode = unicode});
        CAPTURE(text);
        auto const again = grammar::parse_first_order({"", text}, pool);
        REQUIRE(again);
        REQUIRE(*again == f);
      }
    }
  }

  TEST_CASE("a printed expression parses to the same node") {
    for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      regex::expression_pool pool;
      auto const f = random_expression(pool, source, seed % 12);
      std::string const text = regex::print(f);
      CAPTURE(text);
      auto const again = grammar::parse_regex({"", text}, pool);
      REQUIRE(again);
      REQUIRE(*again == f);
    }
  }
}
