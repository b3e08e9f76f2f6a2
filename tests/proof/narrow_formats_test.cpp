// Formats of few digits and small exponents: what compiles is proved from its weights, wherever
// sums are kept, and what is refused says which head or coordinate, and a way out.
#include <map>

#include "proof/proof_cases.hpp"

using namespace ltlc;

namespace {

constexpr std::uint64_t narrow_seed = 20261208;

struct narrow_arithmetic {
  format::number_format format;
  format::accumulation sums;
};

format::accumulation any_sums(support::random& source, format::number_format const& f) {
  using enum format::accumulation;
  std::vector<format::accumulation> const all{in_format, fp32, exact};
  auto const sums = support::one_of(source, all);
  return format::valid({f, sums}).empty() ? sums : in_format;
}

std::string suffixes(support::random& source) {
  std::string result;
  if (support::below(source, 3) == 0) result += "+ftz";
  if (support::below(source, 3) == 0) result += "+saturate";
  return result;
}

struct tally {
  std::size_t compiled = 0, refused = 0, wrong = 0;
};

// Compiles and proves, or reads the refusal.
void judge(logic::formula f, lowering::options const& how, tally& counts) {
  auto const sigma = support::alphabet_of("ab");
  auto const m = lowering::compile(f, sigma, how, {});
  std::string const text = logic::print(f, {.unicode = false, .max_bytes = 200});
  if (!m) {
    ++counts.refused;
    auto const* small = std::get_if<lowering::format_too_small>(&m.error());
    bool const says = small != nullptr && !small->subformula.empty() && !small->reason.empty();
    if (!says) ++counts.wrong;
    if (!says) MESSAGE(text << " for " << how.format->name << ": a refusal that names nothing");
    return;
  }
  ++counts.compiled;
  REQUIRE(network::malformed(*m) == "");
  auto const specification = support::automaton_of(f, sigma);
  for (auto const& regime :
       {execution::regime(format::arithmetic(*how.format, how.sums)), execution::regime()}) {
    auto const r = support::proved(*m, regime, specification, m->max_length);
    if (r.verdict == proof::verdict::proved) continue;
    ++counts.wrong;
    MESSAGE(text << " for " << how.format->name << " with sums in " << format::name(how.sums)
                 << ", proved in " << support::name_of(regime) << ": " << proof::name(r.verdict)
                 << (r.unsettled ? " gap " + r.unsettled->gap : std::string()));
  }
}

} // namespace

TEST_SUITE("proof") {

  TEST_CASE("random LTL(P,MOD) formulas in formats of 3 to 6 digits: compiled is proved") {
    support::random source(narrow_seed);
    MESSAGE("seed " << narrow_seed);
    auto const shape = support::shape_of({logic::op::past}, {2, 3, 4});
    std::map<std::string, tally> by_kind;
    for (int round = 0; round < 900; ++round) {
      std::string kind = round % 3 == 0 ? "fp8_e4m3" : round % 3 == 1 ? "fp8_e5m2" : "fp(3..6,…)";
      std::string name = kind;
      if (round % 3 == 2)
        name = "fp(" + std::to_string(3 + support::below(source, 4)) + ",-" +
               std::to_string(3 + support::below(source, 6)) + "," +
               std::to_string(5 + support::below(source, 6)) + ")";
      name += suffixes(source);
      CAPTURE(name);
      auto const format = format::find_format(name);
      REQUIRE(format.has_value());
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, shape, 1 + support::below(source, 8));
      CAPTURE(logic::print(f, {.unicode = false, .max_bytes = 200}));
      lowering::options how{.format = format, .sums = any_sums(source, *format)};
      how.optimise = support::below(source, 4) != 0;
      judge(f, how, by_kind[kind]);
    }
    for (auto const& [kind, counts] : by_kind) {
      MESSAGE(kind << ": " << counts.compiled << " compiled and proved, " << counts.refused
                   << " refused");
      CHECK(counts.wrong == 0);
    }
  }

  TEST_CASE("every way to compile, wherever sums are kept: proved or refused by name") {
    support::random source(narrow_seed + 1);
    MESSAGE("seed " << narrow_seed + 1);
    std::map<std::string, tally> by_way;
    std::vector<std::string> const ways{"soft",       "Y",         "average",
                                        "leftmost",   "rightmost", "sinusoids",
                                        "layer norm", "rms norm",  "given angle"};
    for (int round = 0; round < 2400; ++round) {
      auto const p = static_cast<int>(2 + support::below(source, 6));
      auto const least = static_cast<int>(support::below(source, 12)) - 9;
      auto const most = std::max(0, least + 1) + static_cast<int>(support::below(source, 8));
      std::string const custom = "fp(" + std::to_string(p) + "," + std::to_string(least) + "," +
                                 std::to_string(most) + ")";
      std::vector<std::string> const names{"fp8_e4m3", "fp8_e5m2", "bf16", "fp16", custom, custom};
      std::string const name = support::one_of(source, names) + suffixes(source);
      CAPTURE(name);
      auto const format = format::find_format(name);
      REQUIRE(format.has_value());
      std::string const& way = support::one_of(source, ways);
      CAPTURE(way);
      std::vector<logic::op> operators{logic::op::past};
      lowering::options how{.format = format, .sums = any_sums(source, *format)};
      if (way == "given angle") how.angle = exact::angle{0, 1, 0};
      if (way == "Y" || way == "given angle") {
        operators.push_back(logic::op::yesterday);
        how.max_length = 3 + support::below(source, 6);
      }
      if (way == "average") how.attention = network::attention_kind::average;
      if (way == "leftmost") how.attention = network::attention_kind::leftmost;
      if (way == "rightmost") {
        how.attention = network::attention_kind::rightmost;
        operators = {logic::op::past, logic::op::since, logic::op::yesterday};
      }
      how.sipe = way == "sinusoids";
      if (way == "layer norm") how.norm = network::norm_kind::layer;
      if (way == "rms norm") how.norm = network::norm_kind::rms;
      how.optimise = support::below(source, 4) != 0;
      logic::formula_pool pool;
      auto const shape = support::shape_of(operators, {2, 3, 5, 6});
      auto const f = support::random_formula(pool, source, shape, 1 + support::below(source, 7));
      CAPTURE(logic::print(f, {.unicode = false, .max_bytes = 200}));
      judge(f, how, by_way[way]);
    }
    std::size_t compiled = 0;
    for (auto const& [way, counts] : by_way) {
      MESSAGE(way << ": " << counts.compiled << " compiled and proved, " << counts.refused
                  << " refused");
      CHECK(counts.wrong == 0);
      compiled += counts.compiled;
    }
    CHECK(compiled > 500);
  }

  TEST_CASE("wide Boolean parts are cut where a format adds up to 8 or 16 only") {
    auto const sigma = support::alphabet_of("abcdefghij");
    for (auto const* name : {"fp8_e4m3", "fp8_e5m2", "fp(2,-8,9)", "fp(3,-6,8)+ftz"}) {
      CAPTURE(name);
      auto const format = format::find_format(name).value();
      logic::formula_pool pool;
      std::vector<logic::formula> seen;
      for (char const* c = "abcdefghij"; *c != '\0'; ++c)
        seen.push_back(pool.past(pool.letter(std::string(1, *c))));
      logic::formula all = seen[0];
      logic::formula some = seen[0];
      logic::formula none = pool.negation(seen[0]);
      logic::formula odd = seen[0];
      for (std::size_t i = 1; i < seen.size(); ++i) {
        all = pool.conjunction(all, seen[i]);
        some = pool.disjunction(some, seen[i]);
        none = pool.conjunction(none, pool.negation(seen[i]));
        if (i < 9) odd = pool.equivalence(odd, seen[i]);
      }
      for (auto const& f : {all, some, none, odd, pool.past(all), pool.past(none),
                            pool.past(pool.conjunction(pool.letter("a"), all)), pool.past(odd)}) {
        CAPTURE(logic::print(f, {.unicode = false, .max_bytes = 200}));
        auto const m = lowering::compile(f, sigma, {.format = format}, {});
        REQUIRE(m.has_value());
        auto const r =
            support::proved(*m, execution::regime(format), support::automaton_of(f, sigma));
        CHECK(r.verdict == proof::verdict::proved);
      }
    }
  }

  TEST_CASE("sums past 16 operands, on words") {
    std::vector<std::string> tokens;
    for (int i = 0; i < 24; ++i)
      tokens.push_back("t" + std::to_string(i));
    auto const sigma = text::alphabet::make(tokens).value();
    support::random source(narrow_seed + 2);
    MESSAGE("seed " << narrow_seed + 2);
    std::vector<text::word> words{{}};
    for (std::size_t n = 0; n < 60; ++n)
      words.push_back(support::random_word(source, 24, 1 + n));
    text::word everything;
    for (text::letter a = 0; a < 24; ++a)
      everything.push_back(a);
    words.push_back(everything);
    everything.pop_back();
    words.push_back(everything);
    for (auto const* name :
         {"fp8_e4m3", "fp8_e5m2", "fp(2,-8,9)", "fp(5,-6,9)+ftz", "fp(7,-8,15)"}) {
      CAPTURE(name);
      auto const format = format::find_format(name).value();
      logic::formula_pool pool;
      logic::formula all = pool.truth();
      logic::formula some = pool.falsity();
      logic::formula pairs = pool.falsity();
      logic::formula odd = pool.falsity();
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        auto const p = pool.past(pool.letter(tokens[i]));
        all = pool.conjunction(all, p);
        some = pool.disjunction(some, pool.negation(p));
        if (i > 0)
          pairs =
              pool.disjunction(pairs, pool.conjunction(p, pool.past(pool.letter(tokens[i - 1]))));
        if (i % 3 == 0) odd = pool.equivalence(odd, p);
      }
      for (auto const& f : {all, some, pairs, odd, pool.past(all), pool.past(some),
                            pool.past(pairs), pool.past(odd)}) {
        CAPTURE(logic::print(f, {.unicode = false, .max_bytes = 100}));
        auto const m = lowering::compile(f, sigma, {.format = format}, {});
        REQUIRE(m.has_value());
        CHECK(support::disagreements(*m, execution::regime(format), words,
                                     support::truth_on(f, sigma, words)) == 0);
      }
    }
  }
}
