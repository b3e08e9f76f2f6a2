// How far offset heads (k = 1) are certified in each format, one plane against several with the
// same Σa, as a Markdown table. Σa is the largest power of two with which the construction of one
// plane turning by 1 radian reaches furthest. Lengths are certified by the error bound of
// pair_error.hpp, up to 2^20 - 2; those of at most 64 b-adic planes by their closed form, and
// without that limit.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/lowering/harmonics.hpp"
#include "ltlc/range/amplitudes.hpp"
#include "ltlc/range/best_angle.hpp"
#include "ltlc/range/pair_error.hpp"
#include "ltlc/range/radix_head.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::integer;
using exact::rational;
using format::number_format;

namespace {

constexpr std::uint64_t cap = (std::uint64_t{1} << 20) - 2;
constexpr int most_doublings = 130;

std::uint64_t certified(pair_head const& head, number_format const& f) {
  return certify_pairs(head, 1, f, cap).length;
}

pair_head one_plane(rotary::frequency const& g, rational const& scale) {
  return {{g, scale}};
}

struct furthest {
  rational scale;
  std::uint64_t length = 0;
};

furthest one_radian(number_format const& f) {
  furthest best{1, 0};
  rational c = 1;
  for (int doubling = 0; doubling < most_doublings; ++doubling, c *= 2) {
    std::uint64_t const length = certified(one_plane(exact::angle{0, 0, 1}, c), f);
    if (length >= best.length && pair_score_error(one_plane(exact::angle{0, 0, 1}, c), f))
      best = {c, length};
  }
  return best;
}

std::uint64_t best_angle(number_format const& f, rational const& scale) {
  auto const error = pair_score_error(one_plane(exact::angle{0, 0, 1}, scale), f);
  if (!error) return 0;
  integer const m = best_period(scale, rational(format::f_large(f)) + 2 * *error);
  return certified(one_plane(exact::angle{rational(integer(1), m), 0, 0}, scale), f);
}

std::vector<rotary::frequency> conventional(int planes) {
  std::vector<rotary::frequency> steps;
  for (int d = 0; d < planes; ++d)
    steps.push_back(rotary::geometric{1, {{rational(10'000), rational(-d, planes)}}, 0});
  return steps;
}

pair_head with_equal(std::vector<rotary::frequency> const& steps, rational const& total) {
  pair_head head;
  for (auto const& g : steps)
    head.push_back({g, total / steps.size()});
  return head;
}

// Amplitudes for the gap that the errors of the head before ask for; largest last.
std::uint64_t best_amplitudes_of(std::vector<rotary::frequency> const& steps,
                                 number_format const& f, rational const& total) {
  pair_head head = with_equal(steps, total);
  std::uint64_t best = certified(head, f);
  for (int round = 0; round < 3; ++round) {
    auto const error = pair_score_error(head, f);
    if (!error) return best;
    head = find_longest({steps, 1, cap, total}, rational(format::f_large(f)) + 2 * *error).head;
    std::erase_if(head, [](rotary_plane const& p) { return p.amplitude == 0; });
    std::sort(head.begin(), head.end(), [](rotary_plane const& a, rotary_plane const& b) {
      return a.amplitude < b.amplitude;
    });
    best = std::max(best, certified(head, f));
  }
  return best;
}

struct comb_answer {
  std::uint64_t length = 0;
  std::size_t pairs = 0;
};

// Harmonics of 1/m: for each m the first number of pairs that holds.
comb_answer comb_of(std::uint64_t m, number_format const& f, rational const& total) {
  lowering::cosine_circle const circle(m);
  lowering::harmonic_set set(circle);
  rational const f_large(format::f_large(f));
  for (std::size_t pairs = 1; pairs <= 24; ++pairs) {
    set.grow();
    pair_head head;
    for (std::uint64_t const a : set.harmonics())
      head.push_back({exact::angle{rational(a, m), 0, 0}, total / pairs});
    auto const error = pair_score_error(head, f);
    rational const least = total / pairs * (pairs - set.highest());
    if (error && least >= f_large + 2 * *error) return {certified(head, f), pairs};
  }
  return {};
}

comb_answer best_comb(number_format const& f, rational const& total) {
  if (auto const longest = comb_of(cap + 2, f, total); longest.length != 0) return longest;
  comb_answer best;
  std::uint64_t low = 2, high = 0;
  for (std::uint64_t m = 4; m <= cap + 2; m = m * 5 / 4 + 1) {
    auto const found = comb_of(m, f, total);
    if (found.length == 0) {
      high = m;
      break;
    }
    low = m;
    best = found;
  }
  if (high == 0) high = cap + 2;
  while (high - low > std::max<std::uint64_t>(1, low / 100)) {
    std::uint64_t const m = low + (high - low) / 2;
    auto const found = comb_of(m, f, total);
    (found.length == 0 ? high : low) = m;
    if (found.length > best.length) best = found;
  }
  return best;
}

std::string best_radix(number_format const& f, rational const& total) {
  integer best = 0;
  std::string text;
  for (std::uint64_t b = 2; b <= 5; ++b) {
    for (std::uint64_t planes = 1; planes <= 64; ++planes) {
      auto const length = certify_radix(b, planes, total / planes, 1, f);
      if (!length || *length <= best) continue;
      best = *length;
      text = best.str() + " (" + std::to_string(b) + "^" + std::to_string(planes) + ")";
    }
  }
  return text;
}

} // namespace

int main() {
  std::printf(
      "| format | Σa | 1 radian | best angle | 32 planes of base 10^4, equal | the same, best "
      "amplitudes | harmonics of 1/m (pairs) | b-adic planes |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (auto const& f : {format::fp32, format::bf16, format::fp16}) {
    auto const single = one_radian(f);
    rational const& c = single.scale;
    auto const steps = conventional(32);
    auto const comb = best_comb(f, c);
    std::printf("| %s | %s | %llu | %llu | %llu | %llu | %llu (%zu) | %s |\n",
                std::string(f.name).c_str(), c.str().c_str(),
                static_cast<unsigned long long>(single.length),
                static_cast<unsigned long long>(best_angle(f, c)),
                static_cast<unsigned long long>(certified(with_equal(steps, c), f)),
                static_cast<unsigned long long>(best_amplitudes_of(steps, f, c)),
                static_cast<unsigned long long>(comb.length), comb.pairs, best_radix(f, c).c_str());
    std::fflush(stdout);
  }
}
