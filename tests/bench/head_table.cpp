// How far the rotary heads go in each format, as Markdown tables: moduli by one pair and by combs,
// and lengths of offset heads by one pair and by several. Exact arithmetic has no limit. Arguments:
// names of formats; all of them if there are none.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/markdown.hpp"
#include "ltlc/lowering/modular_head.hpp"

using namespace ltlc;
using namespace ltlc::lowering;

namespace {

constexpr std::uint64_t most_modulus_tried = 2'048;
constexpr std::uint64_t all_residues_up_to = 256;
constexpr std::uint64_t residues_beyond = 24;
constexpr std::uint64_t comb_step_beyond = 32; // moduli, for combs
constexpr std::uint64_t longest_tried = 1'000'000;

// The most pairs that any residue needs, inverted or not, or 0 when one has no head. Beyond 256
// residues some 24 are tried.
std::size_t pairs_for_all(modular_search& search, std::uint64_t m,
                          std::optional<modular_lowering> lowering) {
  std::size_t most = 0;
  std::uint64_t const step = m <= all_residues_up_to ? 1 : m / residues_beyond;
  for (std::uint64_t r = 0; r < m; r += step)
    for (bool const inverted : {false, true}) {
      auto const n = search.find(r, inverted, lowering);
      if (!n) return 0;
      most = std::max(most, n->harmonics.size());
    }
  return most;
}

void print_moduli(format::number_format const& f, arithmetic const& numbers) {
  std::uint64_t first_failed = 0;
  std::uint64_t last_held = 1;
  std::uint64_t comb_failed = 0;
  std::size_t most_pairs = 0;
  for (std::uint64_t m = 2; m <= most_modulus_tried; ++m) {
    modular_search search(m, numbers);
    bool const single = first_failed == 0 || m < 2 * first_failed
                            ? pairs_for_all(search, m, modular_lowering::single_pair) > 0
                            : false;
    if (single) last_held = m;
    if (!single && first_failed == 0) first_failed = m;
    if (comb_failed != 0 || (m > all_residues_up_to && m % comb_step_beyond != 0)) continue;
    std::size_t const pairs = pairs_for_all(search, m, modular_lowering::comb);
    most_pairs = std::max(most_pairs, pairs);
    if (pairs == 0) comb_failed = m;
  }
  auto const before = [](std::uint64_t failed) {
    return failed != 0 ? std::to_string(failed - 1) : ">= " + std::to_string(most_modulus_tried);
  };
  bench::print_row({std::string(f.name), before(first_failed),
                    first_failed != 0 ? std::to_string(last_held) : before(0), before(comb_failed),
                    std::to_string(most_pairs)});
}

void print_heads(format::number_format const& f, arithmetic const& numbers) {
  for (std::uint64_t const m : {38u, 64u, 86u, 97u, 127u, 360u, 1009u}) {
    modular_search search(m, numbers);
    for (auto const lowering : {modular_lowering::single_pair, modular_lowering::comb}) {
      std::vector<std::string> cells{std::string(f.name), std::to_string(m),
                                     lowering == modular_lowering::single_pair ? "single" : "comb"};
      auto const n = search.find(1, false, lowering);
      if (!n || pairs_for_all(search, m, lowering) == 0) {
        cells.insert(cells.end(), {n ? "some residues only" : "no", "", "", ""});
      } else {
        std::string harmonics;
        for (std::uint64_t const a : n->harmonics)
          harmonics += (harmonics.empty() ? "" : ", ") + std::to_string(a);
        cells.insert(cells.end(), {harmonics, n->scale.str(), n->gap, n->error});
      }
      bench::print_row(cells);
    }
  }
}

void print_lengths(format::number_format const& f, arithmetic const& numbers) {
  for (std::uint64_t const k : {1u, 2u, 5u})
    for (auto const lowering : {offset_lowering::single_pair, offset_lowering::multi_pair}) {
      std::vector<std::string> cells{std::string(f.name), std::to_string(k),
                                     lowering == offset_lowering::single_pair ? "single"
                                                                              : "several"};
      auto const n = offset_head_numbers(
          {.offset = k, .length = longest_tried, .lowering = lowering}, numbers);
      if (n)
        cells.insert(cells.end(),
                     {(n->length == longest_tried ? ">= " : "") + std::to_string(n->length),
                      std::to_string(n->steps.size()), exact::approximate(n->scale, 6),
                      n->bonus ? exact::approximate(n->bonus->scale, 6) : "", n->gap});
      else
        cells.insert(cells.end(), {"none", "", "", "", ""});
      bench::print_row(cells);
    }
}

} // namespace

int main(int argc, char** argv) {
  auto const formats = bench::formats_named(argc, argv, format::formats());
  if (formats.empty()) return 2;
  std::puts("Exact arithmetic: every modulus with one pair, every length with one pair.\n");
  bench::print_titles({"format", "every m up to, one pair", "last m, one pair",
                       "every m up to, comb", "most pairs of a comb"},
                      "tnnnn");
  for (auto const& f : formats)
    print_moduli(f, arithmetic_for(f));
  std::puts("");
  bench::print_titles({"format", "m", "head", "harmonics", "C", "least gap", "error of a score"},
                      "tnttnnn");
  for (auto const& f : formats)
    print_heads(f, arithmetic_for(f));
  std::puts("");
  bench::print_titles({"format", "k", "head", "longest", "pairs", "C", "bonus", "gap"}, "tntnnnnn");
  for (auto const& f : formats)
    print_lengths(f, arithmetic_for(f));
}
