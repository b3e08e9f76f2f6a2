// Compiled models are proved from their weights, for all lengths or up to the certified one, and
// refuted against the complement; every counterexample is run by the reference interpreter inside
// prove(), and here once more against the definition.
#include "proof/proof_cases.hpp"

using namespace ltlc;

namespace {

constexpr std::uint64_t seed = 20261204;

} // namespace

TEST_SUITE("proof") {

  TEST_CASE("500 random LTL(P,MOD) formulas in five arithmetics are proved for all lengths") {
    support::random source(seed);
    MESSAGE("seed " << seed);
    auto const shape = support::shape_of({logic::op::past}, {2, 3, 4, 5});
    auto const sigma = support::alphabet_of("ab");
    std::size_t wrong = 0;
    for (int round = 0; round < 500; ++round) {
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 1 + support::below(source, 9));
      auto const specification = support::automaton_of(f, sigma);
      for (auto const& format : support::all_formats()) {
        auto const m = support::compiled(f, sigma, format);
        execution::regime const regime = format ? execution::regime(*format) : std::nullopt;
        auto const r = support::proved(m, regime, specification);
        auto const refuted = support::proved(m, regime, automaton::complement(specification));
        bool const right = r.verdict == proof::verdict::proved && !r.length &&
                           refuted.verdict == proof::verdict::refuted &&
                           refuted.difference->word.empty() &&
                           refuted.difference->model_accepts == logic::accepts(f, sigma, {});
        if (right) continue;
        ++wrong;
        MESSAGE(logic::print(f, {.unicode = false, .max_bytes = 200})
                << " for " << m.format << ": " << proof::name(r.verdict) << ", complement "
                << proof::name(refuted.verdict)
                << (r.unsettled ? " gap " + r.unsettled->gap : std::string()));
      }
    }
    CHECK(wrong == 0);
  }

  TEST_CASE("300 random LTL(P,Y) formulas are proved up to their certified length") {
    support::random source(seed + 1);
    MESSAGE("seed " << seed + 1);
    auto const shape = support::shape_of({logic::op::past, logic::op::yesterday}, {});
    auto const sigma = support::alphabet_of("ab");
    std::size_t wrong = 0;
    std::size_t bounded = 0;
    std::size_t failing = 0; // at the first length past the certified one
    for (int round = 0; round < 300; ++round) {
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 1 + support::below(source, 7));
      auto const specification = support::automaton_of(f, sigma);
      auto const format = support::all_formats()[support::below(source, 5)];
      auto const compiled = lowering::compile(
          f, sigma, {.format = format, .max_length = 6 + support::below(source, 10)}, {});
      REQUIRE(compiled.has_value());
      execution::regime const regime = format ? execution::regime(*format) : std::nullopt;
      auto const r = support::proved(*compiled, regime, specification, compiled->max_length);
      bool const right = r.verdict == proof::verdict::proved && r.length == compiled->max_length;
      if (!right) {
        ++wrong;
        MESSAGE(logic::print(f, {.unicode = false, .max_bytes = 200})
                << " for " << compiled->format << ": " << proof::name(r.verdict));
      }
      if (!compiled->max_length) continue;
      ++bounded;
      auto const past =
          support::proved(*compiled, regime, specification, *compiled->max_length + 1);
      if (past.verdict != proof::verdict::proved) ++failing;
    }
    CHECK(wrong == 0);
    MESSAGE(bounded << " models with a certified length; at the next length " << failing
                    << " have a failing position, and the bound of the others is not tight");
  }

  TEST_CASE("every way to compile is proved: hard attention, S, sinusoids, norms, other heads") {
    using network::attention_kind;
    using enum logic::op;
    struct way {
      char const* name;
      std::vector<logic::op> operators;
      lowering::options how;
    };
    auto const with = [](auto change) {
      lowering::options how;
      change(how);
      return how;
    };
    std::vector<way> const ways{
        {"leftmost", {past}, with([](auto& o) { o.attention = attention_kind::leftmost; })},
        {"average", {past}, with([](auto& o) { o.attention = attention_kind::average; })},
        {"rightmost", {past, since, yesterday}, with([](auto& o) {
           o.attention = attention_kind::rightmost;
         })},
        {"sinusoids", {past}, with([](auto& o) { o.sipe = true; })},
        {"layer norm", {past}, with([](auto& o) { o.norm = network::norm_kind::layer; })},
        {"rms norm", {past}, with([](auto& o) { o.norm = network::norm_kind::rms; })},
        {"comb", {past}, with([](auto& o) { o.modular = lowering::modular_choice::comb; })},
        {"prime powers", {past}, with([](auto& o) {
           o.modular = lowering::modular_choice::prime_powers;
         })},
        {"plain", {past}, with([](auto& o) { o.optimise = false; })},
    };
    support::random source(seed + 2);
    MESSAGE("seed " << seed + 2);
    auto const sigma = support::alphabet_of("ab");
    for (auto const& w : ways)
      for (int round = 0; round < 40; ++round) {
        CAPTURE(w.name);
        logic::formula_pool pool;
        auto const shape = support::shape_of(w.operators, {2, 3, 6});
        auto const f = support::random_formula(pool, source, shape, 1 + support::below(source, 7));
        CAPTURE(logic::print(f, {.unicode = false, .max_bytes = 200}));
        auto const specification = support::automaton_of(f, sigma);
        auto how = w.how;
        how.format = support::one_of(source, support::all_formats());
        auto const m = lowering::compile(f, sigma, how, {});
        REQUIRE(m.has_value());
        execution::regime const regime = how.format;
        auto const r = support::proved(*m, regime, specification);
        CHECK(r.verdict == proof::verdict::proved);
        CHECK(!r.length);
      }
  }

  TEST_CASE(
      "MOD far beyond one rotary pair is proved: 64 and 97 in bf16, 360 in fp16, 1009 in fp32") {
    struct modulus {
      std::uint32_t m;
      format::number_format format;
    };
    auto const sigma = support::alphabet_of("a");
    for (auto const& [m, format] :
         {modulus{64, format::bf16}, modulus{97, format::bf16}, modulus{127, format::fp16},
          modulus{360, format::fp16}, modulus{1009, format::fp32}})
      for (auto const r : {0u, 1u, m / 2}) {
        CAPTURE(m);
        CAPTURE(r);
        logic::formula_pool pool;
        auto const f = pool.mod(r, m);
        auto const model = support::compiled(f, sigma, format);
        auto const report =
            support::proved(model, execution::regime(format), support::automaton_of(f, sigma));
        CHECK(report.verdict == proof::verdict::proved);
        CHECK(!report.length);
      }
  }

  TEST_CASE("a model is refused or proved in a format of any shape") {
    support::random source(seed + 3);
    MESSAGE("seed " << seed + 3);
    auto const sigma = support::alphabet_of("ab");
    auto const shape = support::shape_of({logic::op::past, logic::op::yesterday}, {2, 3, 5, 12});
    std::size_t made = 0;
    std::size_t refused = 0;
    for (int round = 0; round < 400; ++round) {
      std::string name = "fp(" + std::to_string(6 + support::below(source, 19)) + ",-" +
                         std::to_string(1 + support::below(source, 40)) + "," +
                         std::to_string(4 + support::below(source, 40)) + ")";
      if (support::below(source, 3) == 0) name += "+ftz";
      if (support::below(source, 3) == 0) name += "+saturate";
      CAPTURE(name);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 1 + support::below(source, 6));
      CAPTURE(logic::print(f, {.unicode = false, .max_bytes = 200}));
      lowering::options how{.format = format::find_format(name).value(), .max_length = 20};
      how.sipe = support::below(source, 4) == 0;
      if (!how.sipe && support::below(source, 4) == 0) how.norm = network::norm_kind::rms;
      how.optimise = support::below(source, 4) != 0;
      auto const m = lowering::compile(f, sigma, how, {});
      if (!m) {
        CHECK_FALSE(std::holds_alternative<budget::limit_reached>(m.error()));
        ++refused;
        continue;
      }
      ++made;
      auto const r = support::proved(*m, execution::regime(how.format),
                                     support::automaton_of(f, sigma), m->max_length);
      CHECK(r.verdict == proof::verdict::proved);
    }
    MESSAGE(made << " models, " << refused << " refused");
    CHECK(made > 100);
    CHECK(refused > 20);
  }

  TEST_CASE("a long bound that cannot hold is answered at a short length") {
    auto const [m, specification] = support::yesterday_within(40);
    auto const r = support::proved(m, format::fp32, specification, 19'000);
    // Past the length at which the head is no longer settled a word is found that it reads wrong.
    REQUIRE(r.verdict == proof::verdict::refuted);
    CHECK(r.difference->found_by == proof::search::stuck_words);
    CHECK_FALSE(r.difference->shortest);
    CHECK(r.difference->word.size() > 40);
    CHECK(r.difference->specification_accepts ==
          automaton::accepts(specification, r.difference->word));
    CHECK(r.length.value_or(0) >= 40);
    CHECK(r.length.value_or(0) < 200);
    auto const too_long = proof::prove(m, format::fp32, specification, 100'000, {});
    CHECK((!too_long || too_long->verdict != proof::verdict::proved));
    // A head that does not rotate has no positions to count.
    logic::formula_pool pool;
    auto const sigma = support::alphabet_of("ab");
    auto const past = support::compiled(pool.past(pool.letter("a")), sigma, format::fp32);
    auto const far = support::proved(
        past, format::fp32, support::automaton_of(pool.past(pool.letter("a")), sigma), 50'000);
    CHECK(far.verdict == proof::verdict::proved);
    CHECK(far.length == 50'000);
  }
}
