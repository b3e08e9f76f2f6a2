// What the manifest says of a model, against the definition of the formulas it names and against
// what the interpreter finds in the coordinates.
#include "ltlc/interchange/circuit_manifest.hpp"

#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "interchange/random_model.hpp"
#include "interchange/schema_check.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/logic/semantics.hpp"

using namespace ltlc;
using interchange::circuit_encoding;

namespace {

using truths = std::vector<std::vector<bool>>; // by formula of the manifest, by position

logic::formula rebuilt(interchange::circuit_formula const& f, std::vector<logic::formula> const& of,
                       logic::formula_pool& pool) {
  using logic::op;
  switch (f.kind) {
  case op::falsity:
    return pool.falsity();
  case op::truth:
    return pool.truth();
  case op::letter:
    return pool.letter(f.letter);
  case op::mod:
    return pool.mod(static_cast<std::int64_t>(f.residue), static_cast<std::int64_t>(f.modulus));
  case op::yesterday:
    return pool.yesterday(of[f.arguments[0]], static_cast<std::uint32_t>(f.offset));
  default:
    return logic::apply(pool, f.kind, of[f.arguments[0]],
                        of[f.arguments[f.arguments.size() == 1 ? 0 : 1]]);
  }
}

// Of one word: every claim's formula at every position, and the values of the interpreter.
class circuit_checker {
public:
  circuit_checker(network::model const& m, execution::regime arithmetic)
      : m_(m), circuit_(interchange::circuit_of(m).value()), run_(m, arithmetic),
        exact_(!arithmetic) {
    for (auto const& f : circuit_.formulas)
      formulas_.push_back(rebuilt(f, formulas_, pool_));
  }

  [[nodiscard]] interchange::circuit_manifest const& circuit() const { return circuit_; }

  void check(text::word const& w) {
    run_.truncate(1);
    for (auto const a : w)
      REQUIRE(run_.push(a).has_value());
    REQUIRE(run_.push_end().has_value());
    truth_.clear();
    for (auto const f : formulas_)
      truth_.push_back(logic::truth_at_positions(f, m_.sigma, w));
    for (auto const& c : circuit_.coordinates)
      for (std::size_t l = c.from; l <= c.to; ++l)
        check_coordinate(c, l, w.size());
    for (std::size_t l = 1; l <= m_.layers.size(); ++l)
      for (std::size_t i = 1; i <= w.size() + 1; ++i)
        check_layer(l, i);
  }

  std::size_t claims = 0;

private:
  double value(std::size_t l, std::size_t i, std::size_t d) const {
    auto const text = run_.value(l, i, d);
    if (text.find('/') == std::string::npos) return std::strtod(text.c_str(), nullptr);
    return static_cast<double>(exact::parse_rational(text).value());
  }

  // Exact values but for sines, which a format rounds.
  static bool near(double x, double y) { return std::fabs(x - y) < 1e-5; }

  bool as_claimed(interchange::circuit_coordinate const& c, double x, std::size_t l,
                  std::size_t i) const {
    double const turn = 2 * std::acos(-1.0) * static_cast<double>(i);
    bool const row_0 = i == 0;
    switch (c.encoding) {
    case circuit_encoding::bos:
      return x == (row_0 ? 1 : 0);
    case circuit_encoding::truth:
      return x == (!row_0 && truth_[*c.formula][i] ? 1 : 0);
    case circuit_encoding::above_half:
      return row_0 ? x == 0 : (x > 0.5) == truth_[*c.formula][i];
    case circuit_encoding::zero:
      return row_0 ? x == 0 : truth_[*c.formula][i] ? x == 0 : x >= 1;
    case circuit_encoding::complement:
      return x == 1 - value(l, i, *c.complement_of);
    case circuit_encoding::constant:
      return x == static_cast<double>(c.number);
    case circuit_encoding::cosine:
      return near(x, row_0 ? 0 : std::cos(turn / static_cast<double>(c.number)));
    case circuit_encoding::sine:
      return near(x, row_0 ? 0 : std::sin(turn / static_cast<double>(c.number)));
    }
    return false;
  }

  void check_coordinate(interchange::circuit_coordinate const& c, std::size_t l, std::size_t n) {
    if (exact_ && (c.encoding == circuit_encoding::cosine || c.encoding == circuit_encoding::sine))
      return; // printed as sums of cosines
    bool const formula_needed = c.encoding == circuit_encoding::truth ||
                                c.encoding == circuit_encoding::above_half ||
                                c.encoding == circuit_encoding::zero;
    if (formula_needed && !c.formula) return; // a name that was cut
    std::size_t const last = c.rows == interchange::circuit_rows::word ? n : n + 1;
    for (std::size_t i = c.rows == interchange::circuit_rows::end ? last : 0; i <= last; ++i) {
      ++claims;
      if (!as_claimed(c, value(l, i, c.coordinate), l, i))
        FAIL_CHECK(m_.formula, ": coordinate ", c.coordinate, " after layer ", l, " at ", i,
                   " holds ", run_.value(l, i, c.coordinate), ", claimed ", c.text);
    }
  }

  // Heads write the truth of what they are said to compute, and the units make of it, as the
  // manifest lists them, what stands after the layer.
  void check_layer(std::size_t l, std::size_t i) {
    std::vector<double> row(m_.width);
    for (std::size_t d = 0; d < m_.width; ++d)
      row[d] = value(l - 1, i, d);
    for (auto const& h : circuit_.heads)
      for (auto const& w : h.writes) {
        if (h.layer != l) continue;
        if (!w.formula) return;
        row[w.coordinate] = truth_[*w.formula][i] ? 1 : 0;
        for (auto const& c : circuit_.coordinates)
          if (c.complement_of == w.coordinate) row[c.coordinate] = 1 - row[w.coordinate];
        ++claims;
      }
    auto after = row;
    for (std::size_t d = 0; d < m_.width; ++d)
      after[d] += format::round(format::fp64, m_.layers[l - 1].mlp.b_2[d]);
    for (auto const& u : circuit_.hidden) {
      if (u.layer != l) continue;
      double sum = format::round(format::fp64, u.bias);
      for (auto const& r : u.reads)
        sum += format::round(format::fp64, r.weight) * row[r.coordinate];
      for (auto const& w : u.writes)
        after[w.at.coordinate] += format::round(format::fp64, w.at.weight) * std::fmax(sum, 0);
    }
    for (std::size_t d = 0; d < m_.width; ++d)
      if (!near(after[d], value(l, i, d)))
        FAIL_CHECK(m_.formula, ": coordinate ", d, " after layer ", l, " at ", i, " holds ",
                   run_.value(l, i, d), ", by the units ", after[d]);
  }

  network::model const& m_;
  interchange::circuit_manifest circuit_;
  execution::interpreter run_;
  bool exact_;
  logic::formula_pool pool_;
  std::vector<logic::formula> formulas_;
  truths truth_;
};

std::size_t check_model(network::model const& m, execution::regime arithmetic, std::size_t letters,
                        std::size_t up_to) {
  circuit_checker checker(m, arithmetic);
  for (auto const& w : support::all_words(letters, up_to))
    if (!m.max_length || w.size() <= *m.max_length) checker.check(w);
  static support::schema_check const schema("circuit.schema.json");
  auto const text = interchange::to_json(checker.circuit());
  CHECK(schema.objection(nlohmann::json::parse(text)) == "");
  return checker.claims;
}

struct way {
  char const* name;
  lowering::options how;
  support::formula_shape shape;
};

std::vector<way> ways() {
  using logic::op;
  auto const past = support::shape_of({op::past}, {2, 3, 4});
  auto const both = support::shape_of({op::past, op::yesterday}, {2, 3});
  auto const since = support::shape_of({op::past, op::since, op::yesterday}, {});
  lowering::options fp32, plain, sipe, rms, layer, rightmost, bf16, primes;
  plain.optimise = false;
  sipe.sipe = true;
  rms.norm = network::norm_kind::rms;
  layer.norm = network::norm_kind::layer;
  rightmost.attention = network::attention_kind::rightmost;
  bf16.format = format::bf16;
  primes.modular = lowering::modular_choice::prime_powers;
  fp32.max_length = plain.max_length = bf16.max_length = rms.max_length = layer.max_length = 8;
  auto primes_shape = support::shape_of({op::past}, {6, 12});
  return {{"fp32", fp32, both},        {"plain", plain, both},
          {"sipe", sipe, past},        {"rms norm", rms, both},
          {"layer norm", layer, both}, {"rightmost", rightmost, since},
          {"bf16", bf16, both},        {"prime powers", primes, primes_shape}};
}

} // namespace

TEST_SUITE("interchange") {
  TEST_CASE("what the circuit manifest says holds: random formulas, every way of compiling") {
    std::size_t claims = 0, models = 0;
    for (auto const& how_made : ways()) {
      auto const& how = how_made.how;
      constexpr std::uint64_t seed = 11;
      support::random source(seed);
      for (int n = 0; n < 25; ++n) {
        logic::formula_pool pool;
        auto const f =
            support::random_formula(pool, source, how_made.shape, 2 + support::below(source, 7));
        auto const m = lowering::compile(f, support::alphabet_of("ab"), how, {});
        CAPTURE(std::string(how_made.name));
        CAPTURE(seed);
        if (!m) continue;
        claims += check_model(*m, format::arithmetic(*how.format), 2, 4);
        ++models;
      }
    }
    MESSAGE(models << " models, " << claims << " claims compared with the definition");
    CHECK(models > 150);
  }

  TEST_CASE("what the circuit manifest says holds: all formulas of two operators") {
    logic::formula_pool pool;
    auto const atoms =
        std::vector<logic::formula>{pool.letter("a"), pool.letter("b"), pool.mod(1, 2)};
    using logic::op;
    for (auto const f : support::all_formulas(
             pool, atoms, {op::negation, op::conjunction, op::equivalence, op::past, op::yesterday},
             2)) {
      lowering::options how;
      how.max_length = 3;
      check_model(lowering::compile(f, support::alphabet_of("ab"), how, {}).value(),
                  format::arithmetic(format::fp32), 2, 3);
    }
  }

  TEST_CASE("a letter called bos, letters that share a coordinate, and three letters") {
    for (auto const& [formula, letters] :
         std::vector<std::pair<std::string, std::string>>{{"P('bos' & Y c)", "bos c"},
                                                          {"P((a | b) & P c)", "a b c"},
                                                          {"a S (b & Y c)", "a b c"}}) {
      logic::formula_pool pool;
      auto const f = grammar::parse_formula({"formula", formula}, pool).value();
      lowering::options how;
      if (formula.find('S') != std::string::npos)
        how.attention = network::attention_kind::rightmost;
      auto const sigma = text::alphabet::from_option(letters).value();
      auto const m = lowering::compile(f, sigma, how, {}).value();
      check_model(m, format::arithmetic(format::fp32), sigma.size(), 3);
    }
  }

  TEST_CASE("names that the compiler cut are found, or left without a formula") {
    std::string left = "a";
    for (int i = 0; i < 60; ++i)
      left = "P (" + left + (i % 2 == 0 ? " & b)" : " | a)");
    auto const m = support::model_of_formula(left + " & MOD(1,3)");
    auto const c = interchange::circuit_of(m).value();
    std::size_t cut = 0;
    for (auto const& h : c.heads)
      for (auto const& w : h.writes)
        cut += w.text.size() >= 200 ? 1u : 0u;
    CHECK(cut > 0);
    check_model(m, format::arithmetic(format::fp32), 2, 3);
  }

  TEST_CASE("exported weights have no names") {
    auto const m = support::model_of_formula("P a");
    auto const weights = interchange::export_weights(m, format::fp32).value();
    auto const read = interchange::weights_from_json({"w.json", weights}).value();
    CHECK_FALSE(interchange::circuit_of(read).has_value());
  }

  TEST_CASE("the manifest of a small model, in full") {
    auto const m =
        support::model_of_formula("P(a & Y b)", {.format = format::fp32, .max_length = 9});
    auto const c = nlohmann::json::parse(interchange::to_json(interchange::circuit_of(m).value()));
    CHECK(c["formulas"][c["own_formulas"].get<std::size_t>() - 1]["text"] == "P (a & Y b)");
    REQUIRE(c["heads"].size() == 2);
    CHECK(c["heads"][0]["writes"][0]["text"] == "Y b");
    CHECK(c["heads"][1]["writes"][0]["text"] == "P (a & Y b)");
    CHECK(c["readout"] == c["heads"][1]["writes"][0]["coordinate"]);
  }
}
