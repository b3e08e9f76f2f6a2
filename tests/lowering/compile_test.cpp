// Compiled models against the definition of truth, in every arithmetic.
#include <doctest/doctest.h>

#include "lowering/model_on_words.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

struct campaign {
  formula_shape shape;
  std::string letters;
  std::size_t most_operators = 0;
  std::size_t formulas = 0;
  std::uint64_t max_length = 0; // of offset heads, and of the random words
  std::uint64_t seed = 0;
};

std::vector<text::word> words_of(campaign const& c, support::random& source, std::size_t letters) {
  std::vector<text::word> words = all_words(letters, letters == 2 ? 6 : 4);
  for (std::size_t i = 0; i < 8; ++i)
    words.push_back(random_word(source, letters, 7 + below(source, c.max_length - 6)));
  return words;
}

// Compiles for exact arithmetic and every format, and runs each model in its own regime and, where
// it was made for a format, in exact arithmetic too. Returns the number of models.
std::size_t run(campaign const& c) {
  support::random source(c.seed);
  text::alphabet const sigma = alphabet_of(c.letters);
  std::size_t models = 0;
  for (std::size_t n = 0; n < c.formulas; ++n) {
    logic::formula_pool pool;
    auto const f = random_formula(pool, source, c.shape, 1 + below(source, c.most_operators));
    CAPTURE(c.seed);
    CAPTURE(n);
    CAPTURE(logic::print(f, {.max_bytes = 500}));
    auto const words = words_of(c, source, sigma.size());
    auto const truth = truth_on(f, sigma, words);
    for (auto const& regime : all_regimes()) {
      CAPTURE(name_of(regime));
      lowering::options how;
      how.format = support::format_of(regime);
      how.max_length = c.max_length;
      auto const m = lowering::compile(f, sigma, how, {});
      REQUIRE(m.has_value());
      REQUIRE(network::malformed(*m) == "");
      ++models;
      CHECK(m->layers.size() <= head_depth(f));
      CHECK(disagreements(*m, regime, words, truth) == 0);
      // The exact run of a model for a format sees larger scales only: a third of them is enough.
      if (regime && n % 3 == 0) CHECK(disagreements(*m, std::nullopt, words, truth) == 0);
    }
  }
  return models;
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("a model of LTL[P,MOD] says what the formula says, in every arithmetic") {
    CHECK(run({shape_of({logic::op::past}, {2, 3, 5}), "ab", 9, 120, 60, 20260101}) == 600);
    CHECK(run({shape_of({logic::op::past}, {2, 4, 7}), "abc", 14, 80, 60, 20260102}) == 400);
  }

  TEST_CASE("a model of LTL[P,Y,MOD] says what the formula says up to its length") {
    auto shape = shape_of({logic::op::past, logic::op::yesterday}, {2, 3});
    CHECK(run({shape, "ab", 9, 120, 16, 20260103}) == 600);
    shape.max_shift = 7;
    CHECK(run({shape, "abc", 12, 80, 16, 20260104}) == 400);
  }

  TEST_CASE("letters outside the formula and outside the alphabet are no trouble") {
    auto shape = shape_of({logic::op::past, logic::op::yesterday}, {2});
    shape.letters = {"a", "z"};
    CHECK(run({shape, "abcd", 8, 40, 16, 20260105}) == 200);
  }
}
