// Compile time and width against the size of random formulas, per format, as a Markdown table.
// Times are CPU time of lowering::compile alone, from a parsed formula to exact weights, without
// writing the file. Arguments: names of formats, "exact" is one; all five if there are none.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "bench/live_formulas.hpp"
#include "bench/markdown.hpp"
#include "bench/random_formulas.hpp"
#include "ltlc/lowering/compile.hpp"

using namespace ltlc;

namespace {

constexpr std::size_t formulas_of_a_size = 40;
constexpr std::uint64_t seed = 1;
constexpr std::uint64_t seconds_allowed = 60;

struct fragment {
  char const* name;
  char const* letters;
  support::formula_shape shape;
};

// One row: what became of all formulas of a size.
struct row {
  std::vector<double> seconds;
  std::vector<double> width, by_nodes, by_alive, by_heads, over;
  std::size_t refused = 0, limits = 0;
};

// Nothing when the name is of no format.
std::optional<lowering::options> options_of(std::string const& name) {
  lowering::options how;
  how.format = std::nullopt;
  if (name == "exact") return how;
  auto const f = format::find_format(name);
  if (!f) return std::nullopt;
  how.format = *f;
  return how;
}

void add(row& r, logic::formula f, text::alphabet const& sigma, lowering::options const& how) {
  double const begin = bench::cpu_seconds();
  auto const m = lowering::compile(f, sigma, how, bench::within(seconds_allowed));
  r.seconds.push_back(bench::cpu_seconds() - begin);
  if (!m) {
    ++(std::holds_alternative<budget::limit_reached>(m.error()) ? r.limits : r.refused);
    return;
  }
  auto const w = static_cast<double>(m->width);
  r.width.push_back(w);
  r.by_nodes.push_back(w / static_cast<double>(logic::dag_size(f)));
  r.by_alive.push_back(w / std::max(1.0, static_cast<double>(bench::most_alive(f, true))));
  auto const heads = static_cast<double>(bench::most_alive(f, false));
  r.by_heads.push_back(w / std::max(1.0, heads));
  r.over.push_back(w - heads);
}

void print(char const* fragment, std::string const& format, std::string const& nodes,
           row const& r) {
  using bench::fixed;
  bench::print_row({fragment, format, nodes, std::to_string(r.seconds.size()),
                    fixed(bench::median(r.seconds), 4), fixed(bench::greatest(r.seconds), 4),
                    std::to_string(r.refused), std::to_string(r.limits),
                    fixed(bench::median(r.width), 0), fixed(bench::greatest(r.width), 0),
                    fixed(bench::greatest(r.by_nodes), 2), fixed(bench::greatest(r.by_alive), 2),
                    fixed(bench::greatest(r.by_heads), 2), fixed(bench::greatest(r.over), 0)});
}

// Every format sees the same formulas.
void print_all(fragment kind, std::vector<std::string> const& formats) {
  auto const sigma = support::alphabet_of(kind.letters);
  kind.shape.letters = sigma.tokens();
  for (std::size_t const nodes : {10u, 30u, 100u, 300u}) {
    auto const formulas = bench::random_formulas(seed, kind.shape, nodes, formulas_of_a_size);
    for (auto const& format : formats) {
      row r;
      auto const how = *options_of(format);
      for (auto const& o : formulas)
        add(r, o.f, sigma, how);
      print(kind.name, format, std::to_string(nodes), r);
    }
  }
}

// All formulas written with up to three operators, in fp32: the widest of them all for its size.
void print_small() {
  using logic::op;
  auto const sigma = support::alphabet_of("ab");
  logic::formula_pool pool;
  std::vector<logic::formula> const atoms{pool.letter("a"), pool.letter("b"), pool.mod(0, 2),
                                          pool.mod(1, 3)};
  row r;
  for (auto const f : support::all_formulas(
           pool, atoms, {op::negation, op::conjunction, op::equivalence, op::past, op::yesterday},
           3))
    add(r, f, sigma, *options_of("fp32"));
  print("all small", "fp32", "up to 7", r);
}

} // namespace

int main(int argc, char** argv) {
  std::vector<std::string> formats(argv + 1, argv + argc);
  if (formats.empty()) formats = {"exact", "fp64", "fp32", "bf16", "fp16"};
  for (auto const& name : formats)
    if (!options_of(name)) {
      std::fprintf(stderr, "no such format: %s\n", name.c_str());
      return 2;
    }
  using logic::op;
  std::vector<fragment> fragments{
      {"LTL[P,MOD]", "abc", support::shape_of({op::past}, {2, 3})},
      {"LTL[P,Y,MOD]", "abc", support::shape_of({op::past, op::yesterday}, {2, 3})},
      {"moduli 6 to 210", "abc", support::shape_of({op::past}, {6, 12, 30, 64, 97, 210})},
      {"mostly Boolean", "abcdefgh", support::shape_of({op::past}, {2, 3})}};
  fragments.back().shape.operators.resize(6); // five Boolean ones and P

  std::printf("%zu formulas of a size, seed %llu, at most %llu s each\n\n", formulas_of_a_size,
              static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(seconds_allowed));
  bench::print_titles({"formulas", "format", "nodes", "number", "median s", "worst s", "refused",
                       "limit", "width, median", "width, most", "width/nodes, most",
                       "width/alive, most", "width/alive letters and heads, most",
                       "width − alive letters and heads, most"},
                      "ttnnnnnnnnnnnn");
  for (auto const& kind : fragments)
    print_all(kind, formats);
  print_small();
}
