// Hand-written models against the semantics of their formulas; rows pushed and taken back;
// refusals.
#include <doctest/doctest.h>

#include <cmath>

#include "execution/hand_models.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/logic/semantics.hpp"

using namespace ltlc;
using support::rational;

namespace {

std::vector<execution::regime> all_regimes() {
  std::vector<execution::regime> regimes{std::nullopt};
  for (auto const& f : format::formats())
    regimes.push_back(f);
  return regimes;
}

std::string name_of(execution::regime const& r) {
  return r ? std::string(r->format.name) : "exact";
}

// On all words up to a length the model answers as the formula does.
void check_against(network::model const& m, logic::formula f, std::size_t up_to) {
  REQUIRE(network::malformed(m) == "");
  for (auto const& regime : all_regimes()) {
    INFO("arithmetic: " << name_of(regime));
    for (auto const& w : support::all_words(m.sigma.size(), up_to)) {
      INFO("word: " << m.sigma.print(w));
      auto const verdict = execution::accepts(m, regime, w);
      REQUIRE(verdict.has_value());
      CHECK(*verdict == logic::accepts(f, m.sigma, w));
    }
  }
}

} // namespace

TEST_SUITE("execution") {

  TEST_CASE("a past head finds an earlier letter, at every length") {
    logic::formula_pool pool;
    check_against(support::past_model(), pool.past(pool.letter("a")), 8);
  }

  TEST_CASE("a modular head counts positions, the first one included") {
    logic::formula_pool pool;
    for (int m = 2; m <= 7; ++m)
      for (int r = 0; r < m; ++r) {
        CAPTURE(m);
        CAPTURE(r);
        int const amplitude = m <= 4 ? 4096 : 16384;
        check_against(support::modular_model(r, m, amplitude), pool.mod(r, m), 2 * 7 + 1);
      }
  }

  TEST_CASE("an offset head looks one position back, whatever kind of angle rotates it") {
    logic::formula_pool pool;
    auto const f = pool.yesterday(pool.letter("a"));
    for (auto const& step :
         {exact::angle{rational(1, 9), 0, 0}, exact::angle{rational(2, 23), 0, 0},
          exact::angle{0, 1, 0}, exact::angle{0, 0, 1}, exact::angle{rational(1, 3), 2, 0}}) {
      INFO("angle: " << exact::print(step));
      check_against(support::yesterday_model(step, 32768), f, 6);
    }
  }

  TEST_CASE("two layers recognize (ab)*") {
    logic::formula_pool pool;
    check_against(support::alternating_model(), support::alternating_formula(pool), 8);
  }

  TEST_CASE("rows pushed and taken back leave nothing behind") {
    auto const m = support::alternating_model();
    support::random source(20260101);
    for (auto const& regime : all_regimes()) {
      INFO("arithmetic: " << name_of(regime));
      execution::interpreter run(m, regime);
      text::word word;
      for (int step = 0; step < 300; ++step) {
        if (support::below(source, 3) == 0) {
          word.resize(support::below(source, word.size() + 1));
          run.truncate(word.size() + 1);
        } else {
          word.push_back(static_cast<text::letter>(support::below(source, 2)));
          REQUIRE(run.push(word.back()).has_value());
        }
        REQUIRE(run.rows() == word.size() + 1);
        auto const verdict = run.accepts();
        REQUIRE(run.rows() == word.size() + 1);
        REQUIRE(verdict.has_value());
        CHECK(*verdict == *execution::accepts(m, regime, word));
      }
    }
  }

  TEST_CASE("a trace shows activations after each layer and the weights of each row") {
    auto const m = support::past_model();
    execution::interpreter run(m, std::nullopt);
    for (text::letter const a : {1u, 0u, 0u})
      REQUIRE(run.push(a).has_value());
    REQUIRE(run.push_end().has_value());
    REQUIRE(run.rows() == 5);
    CHECK(run.value(0, 2, 1) == "1"); // a at position 2
    CHECK(run.value(0, 1, 1) == "0");
    CHECK(run.value(1, 2, 2) == "1"); // no a before position 2
    CHECK(run.value(1, 4, 2) == "0");
    CHECK(run.value(1, 4, 3) == "1");
    CHECK(run.attention(0, 0, 0).empty());
    CHECK(run.attention(0, 0, 2) == std::vector<std::string>{"1", "0"});
    CHECK(run.attention(0, 0, 4) == std::vector<std::string>{"0", "0", "1/2", "1/2"});
    execution::interpreter rounded(m, format::bf16);
    for (text::letter const a : {1u, 0u, 0u})
      REQUIRE(rounded.push(a).has_value());
    REQUIRE(rounded.push_end().has_value());
    CHECK(rounded.attention(0, 0, 4) == std::vector<std::string>{"0", "0", "0.5", "0.5"});
    CHECK(rounded.value(1, 4, 3) == "1");
  }

  TEST_CASE("a gap between 0 and the scale is refused with head, query, key and gap") {
    auto m = support::past_model();
    m.layers[0].heads.insert(m.layers[0].heads.begin(), support::blank_head(4, 1));
    m.layers[0].heads[1].W_K.at(0, 1) = support::scalar(rational(2 * support::large_scale - 1));
    execution::interpreter run(m, std::nullopt);
    REQUIRE(run.push(1).has_value());
    REQUIRE(run.push(0).has_value());
    CHECK(run.accepts().error().query == 3);
    auto const refused = run.push(1);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().layer == 0);
    CHECK(refused.error().head == 1);
    CHECK(refused.error().query == 3);
    CHECK(refused.error().key == 0); // BOS scores 1024, the a at position 2 scores 2047
    CHECK(std::stod(refused.error().gap) == 1023);
    CHECK(std::stod(refused.error().scale) == 1024);
    CHECK(run.rows() == 3); // as before the push
    run.truncate(2);
    CHECK(run.accepts().value() == false);
  }

  TEST_CASE("a gap of exactly the scale is settled, also where it is irrational as written") {
    // Keys score cos(2πj/5)·x: over one period the greatest differ by 1 − cos(2π/5).
    auto m = support::empty_model("a", 2);
    auto h = support::blank_head(2, 2);
    exact::angle const fifth{rational(1, 5), 0, 0};
    h.rotary = {{0, 1, fifth}};
    h.b_Q = {1, 0};
    h.b_K = {1, 0};
    h.W_O.at(0, 0) = 1;
    m.layers.push_back({{h}, support::blank_mlp(2, 0)});
    // Query i sees distances 1 … i. Distances 1 and 4 tie; 2 and 3 tie, cos(2π/5) − cos(4π/5) =
    // √5/2 below. λ = 1.118 < √5/2 < 1.119.
    m.scale = rational(1118, 1000);
    text::word const four(3, 0);
    CHECK(execution::accepts(m, std::nullopt, four).has_value());
    m.scale = rational(1119, 1000);
    auto const refused = execution::accepts(m, std::nullopt, four);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().query == 2);
    CHECK(refused.error().key == 0);
    CHECK(std::abs(std::stod(refused.error().gap) - 1.11803) < 1e-4);
  }

  TEST_CASE("a weight of 0 times an infinite value is NaN, and a NaN rejects") {
    auto m = support::past_model();
    m.readout = 2;
    for (auto const& f : format::formats()) {
      // The value of BOS overflows, the other is the greatest number.
      support::scalar const most(rational(format::greatest(f)));
      m.layers[0].heads[0].W_V.at(0, 0) = most;
      m.layers[0].heads[0].b_V[0] = most;
      execution::interpreter run(m, f);
      REQUIRE(run.push(0).has_value());
      CHECK(run.accepts().value() == false); // the weight of BOS is 0
      REQUIRE(run.push_end().has_value());
      CHECK(run.attention(0, 0, 2) == std::vector<std::string>{"0", "1"});
      CHECK(run.value(1, 2, 2).find("nan") != std::string::npos);
      CHECK(run.value(1, 1, 2).find("inf") != std::string::npos);
    }
  }

  TEST_CASE("overflow and NaN give a verdict, never a crash") {
    auto m = support::past_model();
    for (auto& h : m.layers[0].heads) {
      h.W_K.at(0, 0) = support::scalar(rational(exact::integer(1) << 2000));
      h.W_K.at(0, 1) = support::scalar(-rational(exact::integer(1) << 2000));
      h.W_Q.at(0, 1) = -1;
    }
    for (auto const& f : format::formats())
      for (auto const& w : support::all_words(2, 4)) {
        INFO(f.name << ": " << m.sigma.print(w));
        CHECK(execution::accepts(m, f, w).has_value());
      }
  }

} // TEST_SUITE
