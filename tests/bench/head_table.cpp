// How far the rotary heads go in each format, as Markdown tables: moduli by one pair and by combs,
// and lengths of offset heads by one pair and by several. Exact arithmetic has no limit. Arguments:
// names of formats; all of them if there are none.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

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
  std::string const all = ">= " + std::to_string(most_modulus_tried);
  std::printf("| %s | %s | %s | %s | %zu |\n", std::string(f.name).c_str(),
              first_failed ? std::to_string(first_failed - 1).c_str() : all.c_str(),
              first_failed ? std::to_string(last_held).c_str() : all.c_str(),
              comb_failed ? std::to_string(comb_failed - 1).c_str() : all.c_str(), most_pairs);
  std::fflush(stdout);
}

void print_heads(format::number_format const& f, arithmetic const& numbers) {
  for (std::uint64_t const m : {38u, 64u, 86u, 97u, 127u, 360u, 1009u}) {
    modular_search search(m, numbers);
    for (auto const lowering : {modular_lowering::single_pair, modular_lowering::comb}) {
      bool const single = lowering == modular_lowering::single_pair;
      std::printf("| %s | %u | %s | ", std::string(f.name).c_str(), static_cast<unsigned>(m),
                  single ? "single" : "comb");
      auto const n = search.find(1, false, lowering);
      if (!n || pairs_for_all(search, m, lowering) == 0) {
        std::printf("%s | | | |\n", n ? "some residues only" : "no");
        continue;
      }
      std::string harmonics;
      for (std::uint64_t const a : n->harmonics)
        harmonics += (harmonics.empty() ? "" : ", ") + std::to_string(a);
      std::printf("%s | %s | %s | %s |\n", harmonics.c_str(), n->scale.str().c_str(),
                  n->gap.c_str(), n->error.c_str());
    }
  }
  std::fflush(stdout);
}

void print_lengths(format::number_format const& f, arithmetic const& numbers) {
  for (std::uint64_t const k : {1u, 2u, 5u})
    for (auto const lowering : {offset_lowering::single_pair, offset_lowering::multi_pair}) {
      bool const single = lowering == offset_lowering::single_pair;
      auto const n = offset_head_numbers(
          {.offset = k, .length = longest_tried, .lowering = lowering}, numbers);
      std::printf("| %s | %u | %s | ", std::string(f.name).c_str(), static_cast<unsigned>(k),
                  single ? "single" : "several");
      if (n)
        std::printf("%s%llu | %zu | %s | %s | %s |\n", n->length == longest_tried ? ">= " : "",
                    static_cast<unsigned long long>(n->length), n->steps.size(),
                    exact::approximate(n->scale, 6).c_str(),
                    n->bonus ? exact::approximate(n->bonus->scale, 6).c_str() : "", n->gap.c_str());
      else
        std::printf("none | | | | |\n");
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
  if (argc == 1) formats = format::formats();

  std::printf("Exact arithmetic: every modulus with one pair, every length with one pair.\n\n"
              "| format | every m up to, one pair | last m, one pair | every m up to, comb | "
              "most pairs of a comb |\n| --- | --- | --- | --- | --- |\n");
  for (auto const& f : formats)
    print_moduli(f, arithmetic_for(f));
  std::printf("\n| format | m | head | harmonics | C | least gap | error of a score |\n"
              "| --- | --- | --- | --- | --- | --- | --- |\n");
  for (auto const& f : formats)
    print_heads(f, arithmetic_for(f));
  std::printf("\n| format | k | head | longest | pairs | C | bonus | gap |\n"
              "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (auto const& f : formats)
    print_lengths(f, arithmetic_for(f));
}
