// Writes cases for check_weights.py, one JSON document a line: weights, words, and what the
// definition says of each word. Verdicts come from logic::accepts, which no compiler code touches.
//   export_cases table1            the languages of [RoPE, Tab. 1] in LTL[P,MOD]
//   export_cases random COUNT SEED random LTL[P,MOD] formulas
// Every formula is exported in fp32, fp16 and bf16, with all words up to length 8 and 40 random
// ones up to length 60.
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/lowering/compile.hpp"
#include "ltlc/synthesis/formula_of.hpp"

#include "support/export_program.hpp"

namespace {

using namespace ltlc;

struct language {
  std::string name;
  logic::formula compiled;      // what goes through the compiler
  logic::formula specification; // what the words are judged by
};

void write_cases(language const& l, text::alphabet const& sigma, support::random& source) {
  auto words = support::all_words(sigma.size(), 8);
  for (int i = 0; i < 40; ++i)
    words.push_back(support::random_word(source, sigma.size(), 9 + support::below(source, 52)));
  nlohmann::ordered_json texts = nlohmann::ordered_json::array();
  nlohmann::ordered_json accepted = nlohmann::ordered_json::array();
  for (auto const& w : words) {
    texts.push_back(sigma.print(w));
    accepted.push_back(logic::accepts(l.specification, sigma, w) ? 1 : 0);
  }
  for (auto const& f : {format::fp32, format::fp16, format::bf16}) {
    lowering::options how;
    how.format = f;
    auto const m = lowering::compile(l.compiled, sigma, how, {});
    if (!m) support::give_up("cannot compile " + l.name + " to " + std::string(f.name));
    auto const weights = interchange::export_weights(*m, f);
    if (!weights) support::give_up("cannot export " + l.name);
    nlohmann::ordered_json const line = {{"name", l.name + " in " + std::string(f.name)},
                                         {"weights", nlohmann::ordered_json::parse(*weights)},
                                         {"words", texts},
                                         {"accepted", accepted}};
    std::cout << line.dump() << "\n";
  }
}

// The specification is written by hand from each language's description; the compiled formula comes
// from the regex through its automaton.
void write_table1() {
  struct row {
    char const* regex;
    char const* specification;
  };
  logic::formula_pool pool;
  auto const sigma = support::alphabet_of("ab");
  support::random source(1);
  for (auto const& [regex, specification] :
       {row{"((a|b)(a|b))*", "MOD(1,2)"}, row{"(aa)*", "MOD(1,2) & !P b"},
        row{"(ab)*", "MOD(1,2) & !P(MOD(1,2) & b | MOD(0,2) & a)"}, row{"a.*", "P(a & !P true)"},
        row{".*ab.*", "P(b & P a)"}}) {
    regex::expression_pool expressions;
    auto const r = grammar::parse_regex({"regex", regex}, expressions, &sigma);
    if (!r) support::give_up(std::string("cannot parse ") + regex);
    auto const a = automaton::construct(*r, expressions, sigma, {});
    auto const f = synthesis::formula_of(automaton::minimize(*a), pool, {});
    if (!f) support::give_up(std::string("cannot synthesize ") + regex);
    write_cases({regex, *f, support::parsed(specification, pool)}, sigma, source);
  }
}

} // namespace

int main(int argc, char** argv) {
  auto const sigma = support::alphabet_of("ab");
  return support::export_program(argc, argv, "table1", 10, write_table1,
                                 [&](logic::formula f, support::random& source) {
                                   write_cases({logic::print(f), f, f}, sigma, source);
                                 });
}
