// How the time of a proof grows, as Markdown tables: against the size of random formulas of
// LTL[P,MOD] for words of every length, on parities of n letters seen, whose automaton has 2^n
// states, and against the length for Y a. CPU time of proof::prove
// alone: the model and the minimal automaton it is compared with are there already. Arguments:
// names of formats; fp32 and bf16 if there are none.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "bench/markdown.hpp"
#include "bench/random_formulas.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/lowering/compile.hpp"
#include "ltlc/proof/prove.hpp"

using namespace ltlc;

namespace {

constexpr std::size_t formulas_of_a_size = 40;
constexpr std::uint64_t seed = 1;
constexpr std::uint64_t seconds_allowed = 600; // by the clock on the wall, for each proof

// What became of all formulas of a size.
struct outcomes {
  std::vector<double> seconds, explored, minimal; // of proofs that ended
  std::map<std::string, std::size_t> number;      // proved, refuted, limits, …
};

std::string met(budget::limit_reached const& limit) {
  return "limit: " + limit.quantity;
}

void prove_one(outcomes& all, logic::formula f, text::alphabet const& sigma,
               lowering::options const& how) {
  auto const a = automaton::construct(f, sigma, bench::within(seconds_allowed));
  if (!a) {
    ++all.number["automaton, " + met(a.error())];
    return;
  }
  auto const specification = automaton::minimize(*a);
  auto const m = lowering::compile(f, sigma, how, bench::within(seconds_allowed));
  if (!m) {
    ++all.number["not compiled"];
    return;
  }
  double const begin = bench::cpu_seconds();
  auto const r =
      proof::prove(*m, how.format, *specification, m->max_length, bench::within(seconds_allowed));
  all.seconds.push_back(bench::cpu_seconds() - begin);
  if (!r) {
    auto const* limit = std::get_if<budget::limit_reached>(&r.error());
    ++all.number[limit != nullptr ? met(*limit) : "bug"];
    return;
  }
  ++all.number[std::string(proof::name(r->verdict))];
  all.explored.push_back(static_cast<double>(r->states));
  all.minimal.push_back(static_cast<double>(specification->states()));
}

void print(std::string const& format, std::size_t nodes, outcomes const& all) {
  std::string verdicts;
  for (auto const& [what, n] : all.number)
    verdicts += (verdicts.empty() ? "" : ", ") + std::to_string(n) + " " + what;
  using bench::fixed;
  bench::print_row({format, std::to_string(nodes), fixed(bench::median(all.seconds), 4),
                    fixed(bench::greatest(all.seconds), 3), fixed(bench::median(all.explored), 0),
                    fixed(bench::greatest(all.explored), 0), fixed(bench::median(all.minimal), 0),
                    fixed(bench::greatest(all.minimal), 0), verdicts});
}

void by_size(std::vector<format::number_format> const& formats) {
  auto const sigma = support::alphabet_of("abc");
  auto shape = support::shape_of({logic::op::past}, {2, 3});
  shape.letters = sigma.tokens();
  std::printf("LTL[P,MOD], %zu formulas of a size, seed %llu, at most %llu s a proof\n\n",
              formulas_of_a_size, static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(seconds_allowed));
  bench::print_titles({"format", "nodes", "median s", "worst s", "states explored, median", "most",
                       "states of the minimal automaton, median", "most", "verdicts"},
                      "tnnnnnnnt");
  for (std::size_t const nodes : {5u, 10u, 20u, 40u, 80u, 160u}) {
    auto const formulas = bench::random_formulas(seed, shape, nodes, formulas_of_a_size);
    for (auto const& format : formats) {
      outcomes all;
      lowering::options how;
      how.format = format;
      for (auto const& o : formulas)
        prove_one(all, o.f, sigma, how);
      print(std::string(format.name), nodes, all);
    }
  }
}

void by_states(std::vector<format::number_format> const& formats) {
  std::puts("\nP t1 <-> … <-> P tn: an even number of n letters was not seen\n");
  bench::print_titles(
      {"format", "n", "s", "states explored", "states of the minimal automaton", "verdict"},
      "tnnnnt");
  for (auto const& format : formats)
    for (std::size_t const n : {4u, 8u, 12u, 16u}) {
      logic::formula_pool pool;
      std::vector<std::string> letters;
      logic::formula f = pool.truth();
      for (std::size_t i = 1; i <= n; ++i) {
        letters.push_back(std::string("t").append(std::to_string(i)));
        f = pool.equivalence(f, pool.past(pool.letter(letters.back())));
      }
      outcomes all;
      lowering::options how;
      how.format = format;
      prove_one(all, f, text::alphabet::make(letters).value(), how);
      bench::print_row({std::string(format.name), std::to_string(n),
                        bench::fixed(bench::greatest(all.seconds), 3),
                        bench::fixed(bench::greatest(all.explored), 0),
                        bench::fixed(bench::greatest(all.minimal), 0), all.number.begin()->first});
    }
}

void by_length(std::vector<format::number_format> const& formats) {
  auto const sigma = support::alphabet_of("ab");
  std::puts("\nY a up to a length\n");
  bench::print_titles({"format", "length", "s", "states explored", "verdict"}, "tnnnt");
  for (auto const& format : formats)
    for (std::uint64_t const length : {500u, 1000u, 2000u, 4000u}) {
      logic::formula_pool pool;
      outcomes all;
      lowering::options how;
      how.format = format;
      how.max_length = length;
      prove_one(all, pool.yesterday(pool.letter("a")), sigma, how);
      bench::print_row({std::string(format.name), std::to_string(length),
                        bench::fixed(bench::greatest(all.seconds), 3),
                        bench::fixed(bench::greatest(all.explored), 0), all.number.begin()->first});
    }
}

} // namespace

int main(int argc, char** argv) {
  auto const formats = bench::formats_named(argc, argv, {format::fp32, format::bf16});
  if (formats.empty()) return 2;
  by_size(formats);
  by_states(formats);
  by_length(formats);
}
