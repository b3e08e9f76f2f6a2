// How large and how deep synthesized formulas are: random members of LTL[P,Y,MOD] from a fixed
// seed, as a Markdown table by states, window and modulus. Columns "before" are as built from the
// run graph, "after" as simplified; "least" is the share of formulas whose P-depth is proved least
// for their window and modulus.
#include <chrono>
#include <cstdio>
#include <map>
#include <tuple>

#include "bench/markdown.hpp"
#include "ltlc/synthesis/synthesize.hpp"
#include "synthesis/members.hpp"

using namespace ltlc;

namespace {

constexpr std::uint64_t seed = 20260820;
constexpr std::size_t members = 1000;
constexpr std::size_t most_states = 12;

struct line {
  std::size_t count = 0, proved = 0;
  std::size_t size_before = 0, size_after = 0, largest = 0;
  std::size_t depth_before = 0, depth_after = 0, deepest = 0;
  double seconds = 0;

  void add(synthesis::synthesized_formula const& s, double took) {
    ++count;
    proved += s.least_p_depth == s.after.p_depth ? 1U : 0U;
    size_before += s.before.size;
    size_after += s.after.size;
    largest = std::max(largest, s.after.size);
    depth_before += s.before.p_depth;
    depth_after += s.after.p_depth;
    deepest = std::max(deepest, s.after.p_depth);
    seconds += took;
  }
  void print(std::string const& states, std::string const& window,
             std::string const& modulus) const {
    auto const mean = [&](auto sum, int digits) {
      return bench::fixed(static_cast<double>(sum) / static_cast<double>(count), digits);
    };
    bench::print_row({states, window, modulus, std::to_string(count), mean(size_before, 1),
                      mean(size_after, 1), std::to_string(largest), mean(depth_before, 2),
                      mean(depth_after, 2), std::to_string(deepest), mean(100 * proved, 0) + "%",
                      mean(1000 * seconds, 1)});
  }
};

} // namespace

int main() {
  support::random source(seed);
  char const* const moduli[] = {"1", "2–3", "4–6"};
  std::map<std::tuple<std::size_t, std::uint64_t, std::size_t>, line> table;
  line all;
  while (all.count < members) {
    // Moduli 1 to 6, half of them 1; the automaton may need less than it was drawn with.
    std::size_t const modulus = support::below(source, 2) == 0 ? 1 : 2 + support::below(source, 5);
    auto const a = synthesis_members::random_member(source, {2 + support::below(source, 2),
                                                             1 + support::below(source, 4),
                                                             support::below(source, 4), modulus});
    if (a->states() < 2 || a->states() > most_states) continue;
    logic::formula_pool pool;
    auto const start = std::chrono::steady_clock::now();
    auto const s = synthesis::synthesize(a, pool, std::nullopt, {});
    std::chrono::duration<double> const took = std::chrono::steady_clock::now() - start;
    if (!s) {
      std::fprintf(stderr, "a limit was reached\n");
      return 1;
    }
    auto const k = static_cast<std::uint64_t>(s->modulus);
    if (s->window > 3 || k > 6) continue;
    table[{(a->states() + 3) / 4, s->window, k == 1 ? 0 : k <= 3 ? 1 : 2}].add(*s, took.count());
    all.add(*s, took.count());
  }
  bench::print_titles({"states", "window", "modulus", "languages", "size before", "size after",
                       "largest", "P-depth before", "P-depth after", "deepest", "least", "ms"},
                      "tnnnnnnnnnnn");
  for (auto const& [key, l] : table) {
    auto const& [band, window, modulus] = key;
    l.print(std::to_string(4 * band - 3) + "–" + std::to_string(4 * band), std::to_string(window),
            moduli[modulus]);
  }
  all.print("all", "", "");
}
