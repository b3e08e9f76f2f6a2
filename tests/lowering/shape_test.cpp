// Sizes, layers, refusals, and what a model says about itself.
#include <doctest/doctest.h>

#include <chrono>

#include <fmt/format.h>

#include "lowering/model_on_words.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/lowering/merge_past.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

logic::formula parse(logic::formula_pool& pool, std::string const& text) {
  return grammar::parse_formula({"test", text}, pool).value();
}

tl::expected<network::model, lowering::compile_error> compiled(std::string const& text,
                                                               lowering::options const& how = {},
                                                               std::string const& letters = "abc") {
  logic::formula_pool pool;
  return lowering::compile(parse(pool, text), alphabet_of(letters), how, {});
}

network::model_size size_of(std::string const& text, lowering::options const& how = {}) {
  return network::size_of(compiled(text, how).value());
}

} // namespace

TEST_SUITE("lowering") {
  TEST_CASE("one temporal operator is one layer, one head and three coordinates") {
    for (std::string const text : {"P a", "Y a", "Y^7 a", "MOD(0,2)", "MOD(1,2)", "MOD(2,7)",
                                   "!P a", "!MOD(1,3)", "P true", "Y true", "H a", "P (a | b)"}) {
      CAPTURE(text);
      auto const size = size_of(text);
      CHECK(size.layers == 1);
      CHECK(size.heads == 1);
      CHECK(size.width <= 3);
      CHECK(size.hidden <= 3);
    }
  }

  TEST_CASE("a formula without temporal operators needs no layer") {
    for (std::string const text : {"true", "false", "a", "!a", "a | !b", "a & b"}) {
      CAPTURE(text);
      CHECK(size_of(text).layers == 0);
      CHECK(size_of(text).width <= 2);
    }
    auto const truth = compiled("!a").value();
    CHECK(execution::accepts(truth, std::nullopt, {0, 1}).value());
    auto const falsity = compiled("a").value();
    CHECK_FALSE(execution::accepts(falsity, std::nullopt, {0, 0}).value());
  }

  TEST_CASE("conjunctions, disjunctions and their nestings are keys without hidden units") {
    for (std::string const text : {"P (a & P b & !P c)", "P (P a | P b | c)",
                                   "P (P a & (b | !P c))", "P !(P a & P b)", "P ((a | b) & P c)"}) {
      CAPTURE(text);
      auto const m = compiled(text).value();
      CHECK(m.layers.size() == 2);
      // The first layer's MLP does nothing but clear coordinates that are used again.
      for (std::size_t u = 0; u < m.layers[0].mlp.hidden(); ++u) {
        std::size_t inputs = 0; // beside the BOS flag
        for (std::size_t d = 1; d < m.width; ++d)
          inputs += m.layers[0].mlp.W_1.at(u, d) == exact::scalar() ? 0u : 1u;
        CHECK(inputs <= 1);
      }
    }
  }

  TEST_CASE("the number of layers is the depth of nested heads") {
    for (int depth = 1; depth <= 12; ++depth) {
      std::string text = "a";
      for (int d = 0; d < depth; ++d)
        text = (d % 2 == 0 ? "P (b | " : "Y (c | ") + text + ")";
      CAPTURE(text);
      CHECK(size_of(text).layers == static_cast<std::size_t>(depth));
      CHECK(size_of(text).width <= 8);
    }
    CHECK(size_of("P (a & MOD(0,2))").layers == 2);
    CHECK(size_of("(P a <-> P b) <-> (P c <-> MOD(1,3))").layers == 1);
    CHECK(size_of("P ((P a <-> P b) & (Y a <-> Y b))").layers == 2);
  }

  TEST_CASE("equal functions are one head, and offset heads of one k share it") {
    CHECK(size_of("P (a & b) | P (b & a) | !H !(a & b)").layers == 0);
    CHECK(size_of("P (a | b) & P (b | a)").heads == 1);
    CHECK(size_of("P (a & P b) & P !(!a | H !b)").heads == 2);
    CHECK(size_of("MOD(0,2) <-> P (a & MOD(1,2))").heads == 2);
    CHECK(size_of("Y a & Y P b & Y Y c").heads == 4);
    CHECK(size_of("Y a & !Y b & Y c").heads == 1);
    CHECK(size_of("Y^3 a & !Y^3 b & Y c").heads == 2);
  }

  TEST_CASE("disjunctions of P are one head, and so are conjunctions of not P") {
    CHECK(size_of("P a | P b").heads == 1);
    CHECK(size_of("!P a & !P b & P c & !P (c & Y a)").heads == 3);
    CHECK(size_of("MOD(1,2) & !P (a & MOD(0,2)) & !P (b & MOD(1,2))").heads == 2);
    CHECK(size_of("(P a | P b) <-> P a").heads == 2); // P a is used elsewhere
    CHECK(size_of("P (P a | P b | P c) | P (b & P c)").layers == 2);
    support::random source(13);
    auto const shape = shape_of({logic::op::past, logic::op::yesterday, logic::op::since}, {2});
    auto const sigma = alphabet_of("ab");
    auto const words = all_words(2, 5);
    for (std::size_t n = 0; n < 400; ++n) {
      CAPTURE(n);
      logic::formula_pool pool;
      logic::formula_pool into;
      auto const f = random_formula(pool, source, shape, 1 + below(source, 12));
      auto const merged = lowering::merge_past(f, into);
      CHECK(truth_on(f, sigma, words) == truth_on(merged, sigma, words));
      CHECK(logic::temporal_depth(merged) <= logic::temporal_depth(f));
    }
  }

  TEST_CASE("the width grows by at most two for each sub-formula that is alive") {
    for (int n = 1; n <= 20; ++n) {
      std::vector<std::string> tokens;
      for (int i = 0; i < n; ++i) {
        tokens.push_back(fmt::format("x{}", i));
        tokens.push_back(fmt::format("y{}", i));
      }
      logic::formula_pool pool;
      logic::formula f = pool.past(pool.truth());
      for (int i = 0; i < n; ++i)
        f = pool.conjunction(
            f, pool.past(pool.conjunction(
                   pool.letter(tokens[static_cast<std::size_t>(2 * i)]),
                   pool.past(pool.letter(tokens[static_cast<std::size_t>(2 * i + 1)])))));
      auto const m = lowering::compile(f, text::alphabet::make(tokens).value(), {}, {}).value();
      CHECK(m.width <= 2 + 2 * 2 * tokens.size());
      CHECK(m.layers.size() == 2);
    }
  }

  TEST_CASE("S, F, X and U are refused with a way out") {
    for (std::string const text : {"a S b", "P (a S b)", "F a", "X a", "a U b", "!G a"}) {
      CAPTURE(text);
      auto const m = compiled(text);
      REQUIRE_FALSE(m.has_value());
      auto const* refusal = std::get_if<lowering::no_lowering>(&m.error());
      REQUIRE(refusal != nullptr);
      CHECK(refusal->subformula.size() >= 3);
      CHECK(refusal->reason.find("write") != std::string::npos);
    }
  }

  TEST_CASE("a format that cannot keep the gap is refused with what it can do") {
    auto const modular =
        compiled("P (a & MOD(3,1000))",
                 {.format = format::bf16, .modular = lowering::modular_choice::single_pair});
    REQUIRE_FALSE(modular.has_value());
    auto const* small = std::get_if<lowering::format_too_small>(&modular.error());
    REQUIRE(small != nullptr);
    CHECK(small->subformula == "MOD(3,1000)");
    CHECK(small->reason.find("f_large = 93 in bf16") != std::string::npos);
    CHECK_FALSE(small->holds_to.has_value());

    auto const one_pair = lowering::offset_choice::single_pair;
    auto const offset =
        compiled("Y a", {.format = format::bf16, .max_length = 400, .offset = one_pair});
    REQUIRE_FALSE(offset.has_value());
    small = std::get_if<lowering::format_too_small>(&offset.error());
    REQUIRE(small != nullptr);
    REQUIRE(small->holds_to.has_value());
    CHECK(*small->holds_to >= 40);
    CHECK(*small->holds_to < 400);
    CHECK(small->reason.find("400") != std::string::npos);
    // What it says can be had is had.
    CHECK(compiled("Y a",
                   {.format = format::bf16, .max_length = *small->holds_to, .offset = one_pair})
              .has_value());

    for (auto const* name : {"fp(2,-23,3)", "fp(3,3,5)", "fp(9,-200,3)", "fp(6,-4,3)"}) {
      CAPTURE(name);
      auto const narrow = compiled("P a", {.format = format::find_format(name).value()});
      REQUIRE_FALSE(narrow.has_value());
      small = std::get_if<lowering::format_too_small>(&narrow.error());
      REQUIRE(small != nullptr);
      CHECK(small->reason.find("--regime") != std::string::npos);
    }
    for (auto const& format : format::named_formats())
      CHECK(compiled("P a", {.format = format}).has_value());

    auto const far = compiled("Y^200 a", {.format = format::fp16, .offset = one_pair});
    REQUIRE_FALSE(far.has_value());
    CHECK(std::holds_alternative<lowering::format_too_small>(far.error()));
  }

  TEST_CASE("lengths are promised only where there are offset heads") {
    CHECK_FALSE(compiled("P (a & MOD(0,2))").value().max_length.has_value());
    CHECK_FALSE(compiled("P a", {.max_length = 10}).value().max_length.has_value());
    CHECK(compiled("Y a").value().max_length == 512);
    CHECK(compiled("Y^400 a").value().max_length == 800);
    CHECK(compiled("Y a", {.max_length = 1000}).value().max_length == 1000);
    CHECK(compiled("Y a", {.format = std::nullopt, .max_length = 1'000'000}).value().max_length ==
          1'000'000);
    CHECK(compiled("Y a", {.format = format::fp64, .max_length = 1'000'000}).value().max_length ==
          1'000'000);
    // Y^5 a is false for every word of length 3.
    auto const short_words = compiled("Y^5 a | P b", {.max_length = 3}).value();
    CHECK(network::size_of(short_words).heads == 1);
  }

  TEST_CASE("a model names its heads and coordinates") {
    auto const m = compiled("P (a & !P b) & MOD(0,2)").value();
    CHECK(m.formula == "P (a & !P b) & MOD(0,2)");
    CHECK(m.format == "fp32");
    CHECK(m.scale == 128);
    REQUIRE(m.layers.size() == 2);
    REQUIRE(m.layers[0].heads.size() == 1);
    CHECK(m.layers[0].heads[0].note.kind == network::head_kind::past);
    CHECK(m.layers[0].heads[0].note.computes == "P b");
    CHECK(m.layers[0].heads[0].note.gap == "128");
    REQUIRE(m.layers[1].heads.size() == 2);
    CHECK(m.layers[1].heads[1].note.kind == network::head_kind::modular);
    CHECK(m.meaning[0][0] == "bos");
    CHECK(m.meaning[0][1] == "a");
    CHECK(m.meaning[2][m.readout] == m.formula);
    CHECK(compiled("Y a & P true").value().layers[0].heads.size() == 2);
    CHECK(compiled("P true").value().layers[0].heads[0].note.kind ==
          network::head_kind::first_position);
  }

  TEST_CASE("a coordinate holds the truth of what it is named after, at every position") {
    logic::formula_pool pool;
    auto const f = parse(pool, "P (a & !P b & Y^2 c) <-> (Y P b & MOD(2,3))");
    auto const sigma = alphabet_of("abc");
    auto const m =
        lowering::compile(f, sigma, {.format = std::nullopt, .max_length = 40}, {}).value();
    support::random source(7);
    std::size_t compared = 0;
    for (std::size_t n = 0; n < 20; ++n) {
      auto const w = random_word(source, 3, n);
      execution::interpreter run(m, std::nullopt);
      for (auto const a : w)
        REQUIRE(run.push(a).has_value());
      REQUIRE(run.push_end().has_value());
      for (std::size_t l = 0; l <= m.layers.size(); ++l)
        for (std::size_t d = 1; d < m.width; ++d) {
          auto const named = grammar::parse_formula({"meaning", m.meaning[l][d]}, pool);
          if (m.meaning[l][d].empty() || !named) continue;
          auto const truth = logic::truth_at_positions(*named, sigma, w);
          for (std::size_t i = 1; i <= w.size() + 1; ++i, ++compared)
            CHECK(run.value(l, i, d) == (truth[i] ? "1" : "0"));
          CHECK(run.value(l, 0, d) == "0");
        }
    }
    CHECK(compared > 1000);
  }

  TEST_CASE("large Boolean parts are cut into layers, and nothing changes but the depth") {
    std::vector<std::string> tokens;
    for (int i = 0; i < 300; ++i)
      tokens.push_back(fmt::format("t{}", i));
    auto const sigma = text::alphabet::make(tokens).value();
    logic::formula_pool pool;
    auto const past = [&](std::size_t i) { return pool.past(pool.letter(tokens[i])); };

    logic::formula parity = past(0);
    logic::formula conjunction = past(0);
    logic::formula terms = pool.conjunction(past(0), past(1));
    for (std::size_t i = 1; i < 20; ++i)
      parity = pool.equivalence(parity, past(i));
    for (std::size_t i = 1; i < 300; ++i)
      conjunction = pool.conjunction(conjunction, past(i));
    for (std::size_t i = 2; i < 120; i += 2)
      terms = pool.disjunction(terms, pool.conjunction(past(i), past(i + 1)));

    support::random source(11);
    std::vector<text::word> words;
    for (std::size_t i = 0; i < 40; ++i)
      words.push_back(random_word(source, 1 + i % 30, i));
    text::word everything;
    for (text::letter a = 0; a < 300; ++a)
      everything.push_back(a);
    words.push_back(everything);
    everything.pop_back();
    words.push_back(everything);
    for (auto const f : {parity, conjunction, terms, pool.past(terms), pool.yesterday(terms),
                         pool.past(parity), pool.equivalence(terms, parity)}) {
      CAPTURE(logic::print(f, {.max_bytes = 80}));
      auto const m = lowering::compile(f, sigma, {}, {}).value();
      CHECK(m.layers.size() <= 6);
      CHECK(disagreements(m, format::fp32, words, truth_on(f, sigma, words)) == 0);
    }
    CHECK(lowering::compile(terms, sigma, {}, {}).value().layers.size() == 1);
    CHECK(lowering::compile(pool.past(terms), sigma, {}, {}).value().layers.size() == 2);
  }

  TEST_CASE("formulas of hundreds of nodes compile at once") {
    support::random source(12);
    auto const sigma = alphabet_of("abcd");
    formula_shape shape = shape_of({logic::op::past, logic::op::yesterday}, {2, 3});
    shape.letters = {"a", "b", "c", "d"};
    auto const start = std::chrono::steady_clock::now();
    for (std::size_t n = 0; n < 20; ++n) {
      CAPTURE(n);
      logic::formula_pool pool;
      auto const f = random_formula(pool, source, shape, 100 + 10 * n);
      auto const m = lowering::compile(f, sigma, {.max_length = 30}, {});
      REQUIRE(m.has_value());
      std::vector<text::word> words;
      for (std::size_t i = 0; i < 20; ++i)
        words.push_back(random_word(source, 4, i));
      CHECK(disagreements(*m, format::fp32, words, truth_on(f, sigma, words)) == 0);
    }
    std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
    MESSAGE("20 formulas of 100 to 290 operators, compiled and run: " << taken.count() << " s");
  }

  TEST_CASE("time that has passed is a limit") {
    budget::budget limits;
    limits.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    logic::formula_pool pool;
    auto const m = lowering::compile(parse(pool, "P a"), alphabet_of("ab"), {}, limits);
    REQUIRE_FALSE(m.has_value());
    CHECK(std::holds_alternative<budget::limit_reached>(m.error()));
  }
}
