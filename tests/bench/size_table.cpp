// Sizes of compiled models, before and after the optimizer, on a fixed set of formulas, as a
// Markdown table. "Before" is the plain construction (options::optimise = false). The number of
// layers cannot be less than the temporal depth of the formula's language; the column "depth" is
// that of the formula, in heads (MOD is one), an upper bound on what the language needs, and "="
// marks where the compiled model has no more layers than that.
#include <cstdio>
#include <string>
#include <vector>

#include "bench/markdown.hpp"
#include "lowering/head_depth.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/lowering/compile.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;

namespace {

std::vector<std::string> const formulas{
    "P a",
    "Y a",
    "MOD(1,2)",
    "Y^7 a",
    "P a & P b",
    "P a | P b & P c",
    "P a <-> P b",
    "(P a <-> P b) <-> P c",
    "((P a <-> P b) <-> P c) <-> P d",
    "P a & P b | P b & P c | P a & P c",
    "P (a & !P b)",
    "P (a & P (b & P c))",
    "P (a & P (b & P (c & P d)))",
    "P (a & (P b <-> P c))",
    "MOD(1,2) & !P (a & MOD(0,2)) & !P (b & MOD(1,2))",
    "MOD(1,3) & !P (a & !MOD(1,3)) & !P (b & !MOD(2,3)) & !P (c & !MOD(0,3))",
    "P (a & MOD(0,2)) | P (b & MOD(1,2))",
    "MOD(0,3) | MOD(1,3) & P a | MOD(2,3) & P b",
    "P (a & Y b)",
    "P (Y^2 a & Y b & c)",
    "!P (a & Y a)",
    "Y (P a & !P b) | Y^2 (P b & P c)",
    "P (a & Y b) <-> P (b & Y a)",
    "P (a & P b) & P (b & P a) & !P (c & P c)",
    "P (b & !P a) | P (c & !P a) | P (d & !P a)",
    "(P a | P b) & (P b | P c) & (P c | P d) & (P d | P a)",
    "(P a -> P b) & (P b -> P c) & (P c -> P d) & (P d -> P a)",
    "P a & P b & P c & P d | !P a & !P b & !P c & !P d",
    "P (((P a <-> P b) <-> P c) & d) <-> P (d & ((P a <-> P b) <-> !P c))",
    "P ((a | b) & P ((c | d) & P ((a | c) & P (b | d))))"};

void print(std::vector<std::string> cells, network::model_size const& before,
           network::model_size const& after) {
  for (auto const* s : {&before, &after})
    for (auto const n : {s->layers, s->heads, s->width, s->hidden, s->nonzeros})
      cells.push_back(std::to_string(n));
  bench::print_row(cells);
}

void add(network::model_size& sum, network::model_size const& s) {
  sum.layers += s.layers;
  sum.heads += s.heads;
  sum.width += s.width;
  sum.hidden += s.hidden;
  sum.nonzeros += s.nonzeros;
}

} // namespace

int main() {
  auto const sigma = support::alphabet_of("abcd");
  bench::print_titles({"formula", "depth", "layers", "heads", "width", "hidden", "nonzeros",
                       "layers", "heads", "width", "hidden", "nonzeros"},
                      "tnnnnnnnnnnn");
  network::model_size before_sum;
  network::model_size after_sum;
  for (std::string const& text : formulas) {
    logic::formula_pool pool;
    auto const f = grammar::parse_formula({"table", text}, pool);
    if (!f) {
      std::fprintf(stderr, "%s does not parse\n", text.c_str());
      return 1;
    }
    lowering::options how;
    how.max_length = 64;
    auto const after = lowering::compile(*f, sigma, how, {});
    how.optimise = false;
    auto const before = lowering::compile(*f, sigma, how, {});
    if (!after || !before) {
      std::fprintf(stderr, "%s does not compile\n", text.c_str());
      return 1;
    }
    auto const plain = network::size_of(*before);
    auto const small = network::size_of(*after);
    auto const depth = support::head_depth(*f);
    add(before_sum, plain);
    add(after_sum, small);
    std::string escaped;
    for (char const c : text)
      escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    print({"`" + escaped + "`", std::to_string(depth) + (small.layers <= depth ? " =" : "")}, plain,
          small);
  }
  print({"all", ""}, before_sum, after_sum);
}
