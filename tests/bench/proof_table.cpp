// How the time of a proof grows, as Markdown tables: against the size of random formulas of
// LTL[P,MOD] for words of every length, on parities of n letters seen, whose automaton has 2^n
// states, and against the length for Y a. CPU time of proof::prove
// alone: the model and the minimal automaton it is compared with are there already. Arguments:
// names of formats; fp32 and bf16 if there are none.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "bench/random_formulas.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/lowering/compile.hpp"
#include "ltlc/proof/prove.hpp"

using namespace ltlc;

namespace {

constexpr std::size_t formulas_of_a_size = 40;
constexpr std::uint64_t seed = 1;
constexpr std::uint64_t seconds_allowed = 120; // by the clock on the wall, for each proof

budget::budget limits_from_now() {
  budget::budget limits;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds_allowed);
  limits.timeout_seconds = seconds_allowed;
  return limits;
}

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
  auto const a = automaton::construct(f, sigma, limits_from_now());
  if (!a) {
    ++all.number["automaton, " + met(a.error())];
    return;
  }
  auto const specification = automaton::minimize(*a);
  auto const m = lowering::compile(f, sigma, how, limits_from_now());
  if (!m) {
    ++all.number["not compiled"];
    return;
  }
  double const begin = bench::cpu_seconds();
  auto const r = proof::prove(*m, how.format, *specification, m->max_length, limits_from_now());
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
  std::printf("| %s | %zu | %.4f | %.3f | %.0f | %.0f | %.0f | %.0f | %s |\n", format.c_str(),
              nodes, bench::median(all.seconds), bench::greatest(all.seconds),
              bench::median(all.explored), bench::greatest(all.explored),
              bench::median(all.minimal), bench::greatest(all.minimal), verdicts.c_str());
  std::fflush(stdout);
}

void by_size(std::vector<format::number_format> const& formats) {
  auto const sigma = support::alphabet_of("abc");
  auto shape = support::shape_of({logic::op::past}, {2, 3});
  shape.letters = sigma.tokens();
  std::printf("LTL[P,MOD], %zu formulas of a size, seed %llu, at most %llu s a proof\n\n"
              "| format | nodes | median s | worst s | states explored, median | most | states of "
              "the minimal automaton, median | most | verdicts |\n"
              "| --- | --: | --: | --: | --: | --: | --: | --: | --- |\n",
              formulas_of_a_size, static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(seconds_allowed));
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
  std::printf("\nP t1 <-> … <-> P tn: an even number of n letters was not seen\n\n"
              "| format | n | s | states explored | states of the minimal automaton | verdict |\n"
              "| --- | --: | --: | --: | --: | --- |\n");
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
      std::printf("| %s | %zu | %.3f | %.0f | %.0f | %s |\n", std::string(format.name).c_str(), n,
                  bench::greatest(all.seconds), bench::greatest(all.explored),
                  bench::greatest(all.minimal), all.number.begin()->first.c_str());
      std::fflush(stdout);
    }
}

void by_length(std::vector<format::number_format> const& formats) {
  auto const sigma = support::alphabet_of("ab");
  std::printf("\nY a up to a length\n\n"
              "| format | length | s | states explored | verdict |\n"
              "| --- | --: | --: | --: | --- |\n");
  for (auto const& format : formats)
    for (std::uint64_t const length : {500u, 1000u, 2000u, 4000u}) {
      logic::formula_pool pool;
      outcomes all;
      lowering::options how;
      how.format = format;
      how.max_length = length;
      prove_one(all, pool.yesterday(pool.letter("a")), sigma, how);
      std::printf("| %s | %llu | %.3f | %.0f | %s |\n", std::string(format.name).c_str(),
                  static_cast<unsigned long long>(length), bench::greatest(all.seconds),
                  bench::greatest(all.explored), all.number.begin()->first.c_str());
      std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char** argv) {
  std::vector<format::number_format> formats;
  for (int i = 1; i < argc; ++i) {
    auto const f = format::find_format(argv[i]);
    if (!f) {
      std::fprintf(stderr, "no such format: %s\n", argv[i]);
      return 2;
    }
    formats.push_back(*f);
  }
  if (formats.empty()) formats = {format::fp32, format::bf16};
  by_size(formats);
  by_states(formats);
  by_length(formats);
}
