// Writes cases for check_torch.py, one JSON document a line: weights as the bytes of a safetensors
// file, words up to 2,000 letters, and what the definition says of each word. Verdicts come from
// logic::accepts, which no compiler code touches.
//   export_long_cases languages          formulas of LTL[P,MOD] and of LTL[P,Y]
//   export_long_cases random COUNT SEED  random LTL[P,MOD] formulas
// Every formula is compiled for fp32, to run in float32 and float64, and for bf16, to run in
// bfloat16.
#include <cstdlib>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/lowering/compile.hpp"

#include "numpy/hex.hpp"
#include "support/formula_generator.hpp"

namespace {

using namespace ltlc;

constexpr std::size_t longest = 2'000;

[[noreturn]] void give_up(std::string const& why) {
  std::cerr << "export_long_cases: " << why << "\n";
  std::exit(1);
}

// All short words, random ones, and powers of short words: languages of the second kind hold few
// random words.
std::vector<text::word> words_for(support::random& source, std::size_t letters, bool many) {
  auto words = support::all_words(letters, many ? 6 : 4);
  for (int i = 0; i < 20; ++i)
    words.push_back(support::random_word(source, letters, 5 + support::below(source, 196)));
  words.push_back(support::random_word(source, letters, longest));
  for (auto const& root :
       many ? std::vector<text::word>{{0}, {0, 1}} : std::vector<text::word>{{1}})
    for (auto const length : {longest - 1, longest}) {
      text::word w(length);
      for (std::size_t i = 0; i < length; ++i)
        w[i] = root[i % root.size()];
      if (many || length == longest) words.push_back(w);
    }
  return words;
}

struct precision {
  format::number_format format;
  std::vector<std::string> dtypes; // of torch
};

void write_case(logic::formula f, text::alphabet const& sigma, support::random& source, bool many,
                std::optional<std::uint64_t> max_length) {
  auto const words = words_for(source, sigma.size(), many);
  auto const name = logic::print(f);
  for (auto const& p :
       {precision{format::fp32, {"float32", "float64"}}, precision{format::bf16, {"bfloat16"}}}) {
    lowering::options how;
    how.format = p.format;
    how.max_length = max_length;
    auto const m = lowering::compile(f, sigma, how, {});
    if (!m && max_length && p.format == format::bf16) continue; // too coarse to reach so far
    if (!m) give_up("cannot compile " + name + " to " + std::string(p.format.name));
    auto const bytes = interchange::export_safetensors(*m, p.format);
    if (!bytes) give_up("cannot export " + name);
    nlohmann::ordered_json texts = nlohmann::ordered_json::array();
    nlohmann::ordered_json accepted = nlohmann::ordered_json::array();
    for (auto const& w : words) {
      if (m->max_length && w.size() > *m->max_length) continue;
      texts.push_back(sigma.print(w));
      accepted.push_back(logic::accepts(f, sigma, w) ? 1 : 0);
    }
    nlohmann::ordered_json const line = {{"name", name + " in " + std::string(p.format.name)},
                                         {"dtypes", p.dtypes},
                                         {"safetensors", support::hexadecimal(*bytes)},
                                         {"words", texts},
                                         {"accepted", accepted}};
    std::cout << line.dump() << "\n";
  }
}

void write_languages() {
  auto const sigma = support::alphabet_of("ab");
  support::random source(1);
  struct row {
    char const* formula;
    std::optional<std::uint64_t> max_length;
  };
  for (auto const& [text, max_length] :
       {row{"MOD(1,2)", {}}, row{"MOD(1,2) & !P b", {}},
        row{"MOD(1,2) & !P(MOD(1,2) & b | MOD(0,2) & a)", {}}, row{"P(a & !P true)", {}},
        row{"P(b & P a)", {}}, row{"MOD(2,7) <-> P(b & MOD(1,3))", {}}, row{"Y a", 200},
        row{"P(b & Y a)", 200}, row{"Y^2 b & P a", 100}}) {
    logic::formula_pool pool;
    auto const f = grammar::parse_formula({"formula", text}, pool);
    if (!f) give_up(std::string("cannot parse ") + text);
    write_case(*f, sigma, source, true, max_length);
  }
}

void write_random(std::size_t count, std::uint64_t seed) {
  auto const sigma = support::alphabet_of("ab");
  support::random source(seed);
  auto const shape = support::shape_of({logic::op::past}, {2, 3, 4});
  for (std::size_t i = 0; i < count; ++i) {
    logic::formula_pool pool;
    write_case(support::random_formula(pool, source, shape, 2 + support::below(source, 7)), sigma,
               source, false, std::nullopt);
  }
}

} // namespace

int main(int argc, char** argv) {
  std::string const what = argc > 1 ? argv[1] : "";
  if (what == "languages")
    write_languages();
  else if (what == "random" && argc == 4)
    write_random(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10));
  else
    give_up("usage: export_long_cases languages | random COUNT SEED");
  return 0;
}
