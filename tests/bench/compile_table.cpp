// Compile time and width against the size of random formulas, per format, as a Markdown table.
// Times are CPU time of lowering::compile alone, from a parsed formula to exact weights, without
// writing the file. Arguments: names of formats, "exact" is one; all five if there are none.
#include <cstdio>
#include <string>
#include <vector>

#include "bench/live_formulas.hpp"
#include "bench/random_formulas.hpp"
#include "ltlc/lowering/compile.hpp"

using namespace ltlc;

namespace {

constexpr std::size_t formulas_of_a_size = 40;
constexpr std::uint64_t seed = 1;
constexpr std::uint64_t seconds_allowed = 60;

struct fragment {
  char const* name;
  support::formula_shape shape;
};

// One row: what became of all formulas of a size.
struct row {
  std::vector<double> seconds;
  std::vector<double> width, by_nodes, by_alive, by_heads;
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
  budget::budget limits;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds_allowed);
  limits.timeout_seconds = seconds_allowed;
  double const begin = bench::cpu_seconds();
  auto const m = lowering::compile(f, sigma, how, limits);
  r.seconds.push_back(bench::cpu_seconds() - begin);
  if (!m) {
    ++(std::holds_alternative<budget::limit_reached>(m.error()) ? r.limits : r.refused);
    return;
  }
  auto const w = static_cast<double>(m->width);
  r.width.push_back(w);
  r.by_nodes.push_back(w / static_cast<double>(logic::dag_size(f)));
  r.by_alive.push_back(w / static_cast<double>(bench::most_alive(f, true)));
  r.by_heads.push_back(w / static_cast<double>(bench::most_alive(f, false)));
}

void print(char const* fragment, std::string const& format, std::size_t nodes, row const& r) {
  std::printf("| %s | %s | %zu | %zu | %.4f | %.4f | %zu | %zu | %.0f | %.0f | %.2f | %.2f | %.2f "
              "|\n",
              fragment, format.c_str(), nodes, r.seconds.size(), bench::median(r.seconds),
              bench::greatest(r.seconds), r.refused, r.limits, bench::median(r.width),
              bench::greatest(r.width), bench::greatest(r.by_nodes), bench::greatest(r.by_alive),
              bench::greatest(r.by_heads));
  std::fflush(stdout);
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
      {"LTL[P,MOD]", support::shape_of({op::past}, {2, 3})},
      {"LTL[P,Y,MOD]", support::shape_of({op::past, op::yesterday}, {2, 3})}};
  auto const sigma = support::alphabet_of("abc");

  std::printf(
      "seed %llu, letters a b c\n\n"
      "| formulas | format | nodes | number | median s | worst s | refused | limit | width, "
      "median | width, most | width/nodes, most | width/alive, most | width/alive letters "
      "and heads, most |\n"
      "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n",
      static_cast<unsigned long long>(seed));
  for (auto& [name, shape] : fragments) {
    shape.letters = {"a", "b", "c"};
    for (std::size_t const nodes : {10u, 30u, 100u, 300u}) {
      support::random source(seed + nodes);
      logic::formula_pool pool;
      std::vector<logic::formula> formulas;
      while (formulas.size() < formulas_of_a_size) {
        auto const f = bench::random_of_size(pool, source, shape, nodes);
        if (!f) break;
        formulas.push_back(*f);
      }
      for (auto const& format : formats) {
        row r;
        auto const how = *options_of(format);
        for (auto const f : formulas)
          add(r, f, sigma, how);
        print(name, format, nodes, r);
      }
    }
  }
}
