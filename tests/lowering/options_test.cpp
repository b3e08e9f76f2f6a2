// Every lowering and option against the definition of truth, on all short words, by an evaluator
// that is written straight from the definition of the model.
#include <doctest/doctest.h>

#include "lowering/model_on_words.hpp"
#include "lowering/plain_evaluator.hpp"
#include "ltlc/lowering/plan.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

using network::attention_kind;

// Words on which the plain evaluation of the model is not the truth; the first is shown.
std::size_t plain_disagreements(network::model const& m,
                                std::optional<format::number_format> const& r,
                                std::vector<text::word> const& words,
                                std::vector<bool> const& truth) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string what;
    try {
      if (plain::accepts(m, r, words[i]) == truth[i]) continue;
      what = truth[i] ? "it rejects a member" : "it accepts a stranger";
    } catch (std::domain_error const& e) {
      what = e.what();
    }
    if (wrong++ == 0)
      MESSAGE("model of " << m.formula << " for " << m.format << " in " << name_of(r) << ": on \""
                          << m.sigma.print(words[i]) << "\" " << what);
  }
  return wrong;
}

struct trial {
  formula_shape shape;
  std::size_t formulas = 0;
  std::uint64_t seed = 0;
  std::size_t most_operators = 6;
};

// Compiles random formulas in exact arithmetic, fp32 and bf16 by turns, as `how` says otherwise.
std::size_t run_trial(trial const& t, lowering::options how) {
  support::random source(t.seed);
  auto const sigma = alphabet_of("ab");
  auto const words = all_words(2, 4);
  std::size_t compiled = 0;
  std::vector<std::optional<format::number_format>> const regimes{std::nullopt, format::fp32,
                                                                  format::bf16};
  for (std::size_t n = 0; n < t.formulas; ++n) {
    logic::formula_pool pool;
    auto const f = random_formula(pool, source, t.shape, 1 + below(source, t.most_operators));
    CAPTURE(t.seed);
    CAPTURE(n);
    CAPTURE(logic::print(f, {.max_bytes = 300}));
    how.format = regimes[n % regimes.size()];
    auto const m = lowering::compile(f, sigma, how, {});
    REQUIRE(m.has_value());
    REQUIRE(network::malformed(*m) == "");
    for (auto const& l : m->layers)
      for (auto const& h : l.heads) {
        CHECK(h.attention == how.attention);
        CHECK_FALSE(h.note.lowering.empty());
        CHECK_FALSE(h.note.scale.empty());
        CHECK_FALSE(h.note.computes.empty());
      }
    auto const truth = truth_on(f, sigma, words);
    CHECK(plain_disagreements(*m, how.format, words, truth) == 0);
    CHECK(disagreements(*m, how.format, words, truth) == 0);
    ++compiled;
  }
  return compiled;
}

formula_shape past_shape() {
  return shape_of({logic::op::past, logic::op::yesterday}, {2, 3, 6});
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("leftmost, average and rightmost hard attention say what soft attention says") {
    for (auto const kind :
         {attention_kind::leftmost, attention_kind::average, attention_kind::rightmost}) {
      CAPTURE(network::name(kind));
      lowering::options how;
      how.attention = kind;
      how.max_length = 8;
      CHECK(run_trial({past_shape(), 30, 20260201}, how) == 30);
      how.optimise = false;
      CHECK(run_trial({past_shape(), 12, 20260202}, how) == 12);
    }
  }

  TEST_CASE("S by rightmost attention, at every length") {
    auto shape = shape_of({logic::op::since, logic::op::past, logic::op::yesterday}, {2, 3});
    lowering::options how;
    how.attention = attention_kind::rightmost;
    CHECK(run_trial({shape, 120, 20260203, 8}, how) == 120);
    how.optimise = false;
    CHECK(run_trial({shape, 40, 20260204}, how) == 40);
  }

  TEST_CASE("every formula of two operators with S") {
    logic::formula_pool pool;
    auto const formulas =
        all_formulas(pool, {pool.letter("a"), pool.letter("b"), pool.truth(), pool.mod(0, 2)},
                     {logic::op::since, logic::op::negation, logic::op::conjunction}, 2);
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 4);
    lowering::options how;
    how.attention = attention_kind::rightmost;
    std::size_t wrong = 0;
    for (auto const f : formulas) {
      auto const m = lowering::compile(f, sigma, how, {}).value();
      CHECK_FALSE(m.max_length.has_value());
      wrong += plain_disagreements(m, format::fp32, words, truth_on(f, sigma, words));
    }
    CHECK(wrong == 0);
    CHECK(formulas.size() > 150);
  }

  TEST_CASE("the plain construction says the same, and is never smaller") {
    lowering::options how;
    how.max_length = 8;
    how.optimise = false;
    CHECK(run_trial({past_shape(), 60, 20260205, 8}, how) == 60);
    support::random source(20260206);
    for (std::size_t n = 0; n < 200; ++n) {
      logic::formula_pool pool;
      auto const f = random_formula(pool, source, past_shape(), 1 + below(source, 10));
      CAPTURE(n);
      CAPTURE(logic::print(f));
      lowering::options best = how;
      best.optimise = true;
      auto const plain_size =
          network::size_of(lowering::compile(f, alphabet_of("ab"), how, {}).value());
      auto const size = network::size_of(lowering::compile(f, alphabet_of("ab"), best, {}).value());
      CHECK(size.layers <= plain_size.layers);
      CHECK(size.heads <= plain_size.heads);
    }
  }

  TEST_CASE("prime powers and chains, when they are asked for") {
    auto shape = shape_of({logic::op::past, logic::op::yesterday}, {2, 6, 12, 30});
    lowering::options how;
    how.max_length = 8;
    how.modular = lowering::modular_choice::prime_powers;
    how.offset = lowering::offset_choice::chain;
    CHECK(run_trial({shape, 39, 20260207}, how) == 39);
    how.optimise = false;
    CHECK(run_trial({shape, 21, 20260208}, how) == 21);
    how.attention = attention_kind::rightmost;
    how.max_length = std::nullopt;
    CHECK(run_trial({shape, 21, 20260209}, how) == 21);
  }

  TEST_CASE("a modulus that no head holds goes by prime powers, and a long offset by steps") {
    logic::formula_pool pool;
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 5);
    // Moduli from 2 on in bf16: a refusal only where a prime power is refused, too.
    std::size_t split = 0;
    for (std::uint64_t m = 2; m <= 120; ++m) {
      auto const f = pool.mod(static_cast<std::int64_t>(m / 2), static_cast<std::int64_t>(m));
      auto const model = lowering::compile(f, sigma, {.format = format::bf16}, {});
      if (!model) {
        auto const* small = std::get_if<lowering::format_too_small>(&model.error());
        REQUIRE(small != nullptr);
        CHECK(small->reason.find("gap") != std::string::npos);
        continue;
      }
      auto const heads = network::size_of(*model).heads;
      split += heads > 1 ? 1U : 0U;
      if (heads > 1) CHECK(heads == lowering::prime_powers(m).size());
      if (m % 7 == 0 || heads > 1)
        CHECK(disagreements(*model, format::bf16, words, truth_on(f, sigma, words)) == 0);
    }
    MESSAGE("moduli up to 120 that go by prime powers in bf16: " << split);

    lowering::options how;
    how.modular = lowering::modular_choice::prime_powers;
    auto const f = pool.mod(5, 360);
    auto const model = lowering::compile(f, sigma, how, {}).value();
    CHECK(network::size_of(model).heads == 3);
    std::vector<text::word> lengths;
    for (std::size_t n = 0; n < 400; n += n < 8 || n > 350 ? 1 : 23)
      lengths.emplace_back(n, 0);
    CHECK(disagreements(model, format::fp32, lengths, truth_on(f, sigma, lengths)) == 0);

    auto const y = pool.yesterday(pool.letter("a"), 3);
    lowering::options rightmost;
    rightmost.attention = attention_kind::rightmost;
    auto const unbounded = lowering::compile(y, sigma, rightmost, {}).value();
    CHECK_FALSE(unbounded.max_length.has_value());
    CHECK(unbounded.layers.size() == 3);
    rightmost.max_length = 100;
    auto const bounded = lowering::compile(y, sigma, rightmost, {}).value();
    CHECK(bounded.layers.size() == 1);
    CHECK(bounded.max_length == 100);
    rightmost.format = format::bf16;
    rightmost.max_length = 3000; // no rotary pair of bf16 holds as far
    auto const far = lowering::compile(y, sigma, rightmost, {}).value();
    if (far.layers.size() == 3) CHECK_FALSE(far.max_length.has_value());
    CHECK(plain_disagreements(far, format::bf16, words, truth_on(y, sigma, words)) == 0);
  }

  TEST_CASE("prime powers multiply to the number, and each is of one prime") {
    CHECK(lowering::prime_powers(1).empty());
    for (std::uint64_t m = 2; m < 1000; ++m) {
      std::uint64_t product = 1;
      for (auto const q : lowering::prime_powers(m)) {
        product *= q;
        std::uint64_t prime = 2; // the least divisor
        while (q % prime != 0)
          ++prime;
        std::uint64_t rest = q;
        while (rest % prime == 0)
          rest /= prime;
        CHECK(rest == 1);
        CHECK(m / q % prime != 0);
      }
      CHECK(product == m);
    }
  }
}
