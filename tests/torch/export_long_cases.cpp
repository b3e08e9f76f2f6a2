// Writes cases for check_torch.py, one JSON document a line: weights as the bytes of a safetensors
// file, words up to 2,000 letters, and what the definition says of each word. Verdicts come from
// logic::accepts, which no compiler code touches.
//   export_long_cases languages          formulas of LTL[P,MOD] and of LTL[P,Y]
//   export_long_cases random COUNT SEED  random LTL[P,MOD] formulas
// Every formula is compiled for fp32, to run in float32 and float64, and for bf16, to run in
// bfloat16.
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/weights_safetensors.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/lowering/compile.hpp"

#include "numpy/hex.hpp"
#include "support/export_program.hpp"

namespace {

using namespace ltlc;

constexpr std::size_t longest = 2'000;

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
    if (!m) support::give_up("cannot compile " + name + " to " + std::string(p.format.name));
    auto const bytes = interchange::export_safetensors(*m, p.format);
    if (!bytes) support::give_up("cannot export " + name);
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
    write_case(support::parsed(text, pool), sigma, source, true, max_length);
  }
}

} // namespace

int main(int argc, char** argv) {
  auto const sigma = support::alphabet_of("ab");
  return support::export_program(argc, argv, "languages", 8, write_languages,
                                 [&](logic::formula f, support::random& source) {
                                   write_case(f, sigma, source, false, std::nullopt);
                                 });
}
